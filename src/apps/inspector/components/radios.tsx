interface RadiosProps<T extends string> {
  readonly legend: string;
  /** Unique on the page. */
  readonly name: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  /** True for a value that cannot be chosen. */
  readonly isDisabled?: (value: T) => boolean;
  readonly onChange: (value: T) => void;
}

/** A choice of one thing among a few, all of which are seen. */
export function Radios<T extends string>(props: RadiosProps<T>) {
  const { legend, name, value, options, isDisabled = () => false, onChange } = props;
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {options.map(([one, words]) => (
        <label key={one}>
          <input
            type="radio"
            name={name}
            checked={one === value}
            disabled={isDisabled(one)}
            onChange={() => onChange(one)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
