import { useState } from 'preact/hooks';
import { powersOfTwo } from './field-groups.ts';
import { Check } from '../../components/check.tsx';
import type { Field, IntegerField, ListField } from '../../../../rtl-model/design/field.ts';

/** A control of a value of a draft, which may be wrong. */
interface ControlProps<V = unknown> {
  readonly value: V;
  readonly change: (value: unknown) => void;
  /** Attributes that tie the control to its label, its texts and its fault. */
  readonly attributes: ControlAttributes;
}

type FieldProps<F extends Field, V = unknown> = ControlProps<V> & { readonly field: F };

/** The id of a control, and the ids of the texts that describe it. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-invalid': boolean;
}

/** The control of a field. A part or a list that may be null is switched in its row. */
export function FieldControl({ field, ...control }: FieldProps<Field>) {
  const { value, change, attributes } = control;
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
      return <Choice values={field.values} {...control} />;
    case 'number':
      return <Numeric {...{ field, ...control }} step="any" />;
    case 'integer':
      return <Integer {...{ field, ...control }} />;
    case 'extent':
      return <Extent {...{ field, ...control }} value={value as readonly unknown[]} />;
    case 'list':
      return value === null ? null : <List {...{ field, ...control }} />;
    case 'part':
      return null;
  }
}

interface ChoiceProps extends Omit<ControlProps, 'change'> {
  readonly values: readonly (string | number)[];
  readonly change: (value: string) => void;
}

function Choice({ values, value, change, attributes }: ChoiceProps) {
  const [chosen, shown] = [String(value), values.map(String)];
  return (
    <select {...attributes} value={chosen} onChange={(event) => change(event.currentTarget.value)}>
      {(shown.includes(chosen) ? shown : [chosen, ...shown]).map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

interface NumericProps extends ControlProps {
  readonly field: { readonly min: number; readonly max: number };
  readonly step: string;
}

function Numeric({ field: { min, max }, step, value, change, attributes }: NumericProps) {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const take = (event: { readonly currentTarget: HTMLInputElement }) => change(numberOf(textOf(event)));
  return <input type="number" {...attributes} min={min} max={max} step={step} value={text} onInput={take} />;
}

/** Powers of two are chosen, other integers typed. A word beside the numbers is a box to tick. */
function Integer({ field, value, change, attributes }: FieldProps<IntegerField>) {
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
        <Choice values={powersOfTwo(min, max)} {...{ value, attributes }} change={(text) => change(numberOf(text))} />
      ) : (
        <Numeric {...{ field, value, attributes }} step="1" change={take} />
      )}
      {or !== undefined && (
        <Check checked={isWord} onChange={(word) => change(word ? or : number)}>
          {or}
        </Check>
      )}
    </span>
  );
}

type ExtentProps = FieldProps<Extract<Field, { kind: 'extent' }>, readonly unknown[]>;

function Extent({ field, value, change, attributes }: ExtentProps) {
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
function List({ field, value, change, attributes }: FieldProps<ListField>) {
  const [text, setText] = useState(listText(value));
  const same = JSON.stringify(listOf(text, field)) === JSON.stringify(value);
  const take = (event: { readonly currentTarget: HTMLInputElement }) => {
    setText(textOf(event));
    change(listOf(textOf(event), field));
  };
  return <input type="text" {...attributes} value={same ? text : listText(value)} onInput={take} />;
}

function listText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.map((item: unknown) => (Array.isArray(item) ? item.join(' ') : String(item))).join(', ');
}

/** The list in a text. An entry that is no number stays a text, so that the schema finds the fault. */
function listOf(text: string, { items }: ListField): unknown {
  const entries = text.split(',').map((item) => item.trim());
  return items.length === 1 ? entries.map(numberOf) : entries.map((item) => item.split(/\s+/).map(numberOf));
}

/** The number in a text, or the text where it has none. */
function numberOf(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function textOf({ currentTarget }: { readonly currentTarget: HTMLInputElement }): string {
  return currentTarget.value;
}
