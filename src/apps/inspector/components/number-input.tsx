import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface NumberInputProps {
  readonly label: string;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
  /** True if every digit that is typed counts, rather than the number when it is complete. */
  readonly live?: boolean;
  readonly step?: number | 'any';
  readonly change: (value: number) => void;
}

/** A number with its label in front. What is being typed stays, whatever changes. A value beside its range changes nothing. */
export function NumberInput({ label, value, least = 0, most, live = false, step = 1, change }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const typing = useRef(false);
  const [, redraw] = useState({});
  // The page is drawn after some digits more were typed: it must not write those before.
  useLayoutEffect(() => {
    if (!typing.current && input.current!.value !== String(value)) input.current!.value = String(value);
  });
  const take = () => {
    const { validity, valueAsNumber } = input.current!;
    if (validity.valid) change(valueAsNumber);
  };
  return (
    <label>
      {label}{' '}
      <input
        ref={input}
        type="number"
        min={least}
        max={most}
        step={step}
        onInput={() => {
          typing.current = true;
          if (live) take();
        }}
        onChange={() => {
          typing.current = false;
          take();
        }}
        onBlur={() => {
          typing.current = false;
          redraw({});
        }}
      />
    </label>
  );
}
