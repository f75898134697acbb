import type { ComponentChildren } from 'preact';

interface CheckProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly onChange: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

/** A box to tick, with its words after it. */
export function Check({ checked, disabled = false, title, onChange, children }: CheckProps) {
  return (
    <label class="check" title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
