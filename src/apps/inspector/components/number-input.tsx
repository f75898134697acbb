interface NumberInputProps {
  readonly label: string;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
  /** True if every digit that is typed counts, rather than the number when it is complete. */
  readonly live?: boolean;
  readonly change: (value: number) => void;
}

/** An integer with its label in front. A value beside its range changes nothing. */
export function NumberInput({ label, value, least = 0, most, live = false, change }: NumberInputProps) {
  const take = ({ currentTarget: { validity, valueAsNumber } }: { readonly currentTarget: HTMLInputElement }) =>
    validity.valid && change(valueAsNumber);
  return (
    <label>
      {label}{' '}
      <input type="number" min={least} max={most} value={value} {...{ [live ? 'onInput' : 'onChange']: take }} />
    </label>
  );
}
