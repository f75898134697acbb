import type { Design } from '../../../../rtl-model/design/design.ts';
import { FieldControl } from './field-control.tsx';
import { firstValue, rangeText, type GroupedField } from './field-groups.ts';

interface FieldRowProps {
  readonly shown: GroupedField;
  readonly design: Design;
  readonly value: unknown;
  readonly fault: string | undefined;
  /** True if the value is not that of the base. */
  readonly differs: boolean;
  readonly change: (path: string, value: unknown) => void;
  readonly reset: (path: string) => void;
}

/** A field with its control, its range, its sentence and its fault. */
export function FieldRow({ shown, design, value, fault, differs, change, reset }: FieldRowProps) {
  const { path, name, field, doc } = shown;
  const id = fieldId(path);
  const range = rangeText(field);
  const attributes = {
    id,
    'aria-describedby': [`${id}-doc`, range && `${id}-range`, fault && `${id}-fault`].filter(Boolean).join(' '),
    'aria-invalid': fault !== undefined,
  };
  const nullable = 'nullable' in field && field.nullable;
  return (
    <div class={`field${differs ? ' differs' : ''}`} data-path={path}>
      <label id={`${id}-label`} for={nullable && value === null ? `${id}-there` : id}>
        {name}
      </label>
      <span class="control">
        {nullable && (
          <input
            type="checkbox"
            id={field.kind === 'part' || value === null ? `${id}-there` : undefined}
            aria-label={`${name}: there is one`}
            aria-describedby={`${id}-doc`}
            checked={value !== null}
            onChange={() => change(path, value === null ? firstValue(field, design) : null)}
          />
        )}
        <FieldControl field={field} value={value} change={(next) => change(path, next)} attributes={attributes} />
        {range !== '' && (
          <small id={`${id}-range`} class="range">
            {range}
          </small>
        )}
      </span>
      {differs && (
        <button type="button" class="reset" aria-label={`Reset ${path}`} onClick={() => reset(path)}>
          reset
        </button>
      )}
      <p id={`${id}-fault`} class="fault" role="alert">
        {fault}
      </p>
      <p id={`${id}-doc`} class="doc">
        {doc}
      </p>
    </div>
  );
}

/** The id of a field's control. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`;
}
