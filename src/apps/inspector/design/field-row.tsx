import { valueAt } from '../../../../rtl-model/design/field.ts';
import { FieldControl } from './field-control.tsx';
import { firstValue, rangeText, type GroupedField } from './field-groups.ts';
import type { Draft } from './use-draft.ts';

/** A field with its control, its range, its sentence and its fault. */
export function FieldRow({ shown, draft }: { readonly shown: GroupedField; readonly draft: Draft }) {
  const { path, name, field, doc } = shown;
  const { design, differences, change } = draft;
  const value = valueAt(design, path);
  const fault = draft.faults.get(path);
  const differs = differences.some((difference) => difference.path === path);
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
        <button type="button" class="reset" aria-label={`Reset ${path}`} onClick={() => draft.reset(path)}>
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
