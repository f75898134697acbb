/** A list of values, one of which is chosen, with its label in front. */
export function Choice<T extends string>({
  label,
  value,
  options,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  /** Values with their words, in groups with a title; a group without one has an empty title. */
  readonly options: readonly { readonly title: string; readonly values: readonly (readonly [T, string])[] }[];
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}) {
  const items = (values: readonly (readonly [T, string])[]) =>
    values.map(([name, words]) => (
      <option key={name} value={name}>
        {words}
      </option>
    ));
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(({ title, values }) =>
          title === '' ? (
            items(values)
          ) : (
            <optgroup key={title} label={title}>
              {items(values)}
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
}
