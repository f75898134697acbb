import { useState } from 'preact/hooks';
import { Check } from '../../components/check.tsx';
import type { Field, IntegerField, ListField } from '../../../../rtl-model/design/field.ts';

/** A control of a value of a draft, which may be wrong. */
interface ControlProps<F extends Field, V = unknown> {
  readonly field: F;
  readonly value: V;
  readonly change: (value: unknown) => void;
  /** Attributes that tie the control to its label, its texts and its fault. */
  readonly attributes: ControlAttributes;
}

/** The id of a control, and the ids of the texts that describe it. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-invalid': boolean;
}

/** The control of a field. A part or a list that may be null is switched with `toggle`. */
export function FieldControl({ field, value, change, attributes }: ControlProps<Field>) {
  switch (field.kind) {
    case 'text':
      return <input type="text" {...attributes} value={String(value)} onInput={(event) => change(textOf(event))} />;
    case 'flag':
      return (
        <input
          type="checkbox"
          {...attributes}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return <Choice values={field.values} value={String(value)} change={change} attributes={attributes} />;
    case 'number':
      return <Numeric field={field} step="any" value={value} change={change} attributes={attributes} />;
    case 'integer':
      return <Integer field={field} value={value} change={change} attributes={attributes} />;
    case 'extent':
      return <Extent field={field} value={value as readonly unknown[]} change={change} attributes={attributes} />;
    case 'list':
      return value === null ? null : <List field={field} value={value} change={change} attributes={attributes} />;
    case 'part':
      return null;
  }
}

interface ChoiceProps {
  readonly values: readonly (string | number)[];
  readonly value: string;
  readonly change: (value: string) => void;
  readonly attributes: ControlAttributes;
}

function Choice({ values, value, change, attributes }: ChoiceProps) {
  const shown = values.map(String);
  return (
    <select {...attributes} value={value} onChange={(event) => change(event.currentTarget.value)}>
      {(shown.includes(value) ? shown : [value, ...shown]).map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

function Numeric({
  field: { min, max },
  step,
  value,
  change,
  attributes,
}: Omit<ControlProps<Field>, 'field'> & {
  readonly field: { readonly min: number; readonly max: number };
  readonly step: string;
}) {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const take = (event: { readonly currentTarget: HTMLInputElement }) => change(numberOf(textOf(event)));
  return <input type="number" {...attributes} min={min} max={max} step={step} value={text} onInput={take} />;
}

/** Powers of two are chosen, other integers typed. A word beside the numbers is a box to tick. */
function Integer({ field, value, change, attributes }: ControlProps<IntegerField>) {
  const { min, max, or, powerOfTwo } = field;
  const [number, setNumber] = useState(typeof value === 'number' ? value : Math.min(max, Math.max(min, 8)));
  const isWord = or !== undefined && value === or;
  const take = (next: unknown) => {
    if (typeof next === 'number') setNumber(next);
    change(next);
  };
  return (
    <span class="integer">
      {isWord ? (
        <input type="number" {...attributes} value="" placeholder={or} disabled />
      ) : powerOfTwo ? (
        <Choice
          values={powersOfTwo(min, max)}
          value={String(value)}
          change={(text) => change(numberOf(text))}
          attributes={attributes}
        />
      ) : (
        <Numeric field={field} step="1" value={value} change={take} attributes={attributes} />
      )}
      {or !== undefined && (
        <Check checked={isWord} onChange={(word) => change(word ? or : number)}>
          {or}
        </Check>
      )}
    </span>
  );
}

function Extent({
  field,
  value,
  change,
  attributes,
}: ControlProps<Extract<Field, { kind: 'extent' }>, readonly unknown[]>) {
  const { id } = attributes;
  return (
    <span class="extent">
      {['width', 'height'].map((name, axis) => (
        <span key={name}>
          <small id={`${id}-${name}-label`}>{name}</small>{' '}
          <Numeric
            field={field}
            step="1"
            value={value[axis]}
            change={(next) => change(value.with(axis, next))}
            attributes={{
              ...attributes,
              id: axis === 0 ? id : `${id}-${name}`,
              'aria-labelledby': `${id}-label ${id}-${name}-label`,
            }}
          />
        </span>
      ))}
    </span>
  );
}

/** Numbers with commas between, or knots with commas between and a space within. */
function List({ field, value, change, attributes }: ControlProps<ListField>) {
  const [text, setText] = useState(listText(value));
  const same = JSON.stringify(listOf(text, field)) === JSON.stringify(value);
  const take = (event: { readonly currentTarget: HTMLInputElement }) => {
    setText(textOf(event));
    change(listOf(textOf(event), field));
  };
  return <input type="text" {...attributes} value={same ? text : listText(value)} onInput={take} />;
}

export function listText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.map((item: unknown) => (Array.isArray(item) ? item.join(' ') : String(item))).join(', ');
}

/** The list in a text. An entry that is no number stays a text, so that the schema finds the fault. */
export function listOf(text: string, { items }: ListField): unknown {
  const entries = text.split(',').map((item) => item.trim());
  return items.length === 1 ? entries.map(numberOf) : entries.map((item) => item.split(/\s+/).map(numberOf));
}

/** The number in a text, or the text where it has none. */
export function numberOf(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function textOf({ currentTarget }: { readonly currentTarget: HTMLInputElement }): string {
  return currentTarget.value;
}

function powersOfTwo(min: number, max: number): readonly number[] {
  const least = Math.ceil(Math.log2(min));
  return Array.from({ length: Math.floor(Math.log2(max)) - least + 1 }, (_, n) => 2 ** (least + n));
}
