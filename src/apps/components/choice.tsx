interface ChoiceProps<T extends string> {
  readonly label: string;
  /** Name for screen readers, which begins with the label. */
  readonly name?: string;
  readonly value: T;
  /** Values with their words, and the title of their group if they are in one. */
  readonly options: readonly (readonly [value: T, words: string, group?: string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}

/** A list of values, one of which is chosen, with its label in front. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, name = label, value, options, disabled = false, onChange } = props;
  const itemsOf = (title: string | undefined) =>
    options
      .filter(([, , group]) => group === title)
      .map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ));
  const groups = [...new Set(options.map(([, , group]) => group))];
  return (
    <label class="choice">
      <span>{label}</span>
      <select
        aria-label={name}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {groups.map((title) =>
          title === undefined ? itemsOf(title) : <optgroup label={title}>{itemsOf(title)}</optgroup>,
        )}
      </select>
    </label>
  );
}
