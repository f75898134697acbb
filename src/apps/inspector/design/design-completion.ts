import { getLocation, parse } from 'jsonc-parser';
import { DESIGN, FIELDS } from '../../../../rtl-model/design/design-fields.ts';
import { type Field, valueAt } from '../../../../rtl-model/design/field.ts';
import { BASES } from '../../../designs/bases.ts';
import { docOf } from '../../../designs/design-docs.ts';
import { powersOfTwo, rangeText } from './field-groups.ts';

/** The texts that a design's text may have at a place. */
export interface Completion {
  /** The word around the place: characters `from` to `until - 1`. */
  readonly from: number;
  readonly until: number;
  /** Texts that take the place of the word. */
  readonly options: readonly string[];
  /** The field's range and its sentence; empty for several fields. */
  readonly note: string;
}

/** The most integers of a range that are listed. */
const MOST_LISTED = 17;

/** Names of fields, or values of one, that begin as the word before a place of a design file; null where none is known. */
export function completionAt(text: string, place: number): Completion | null {
  const { path, isAtPropertyKey } = getLocation(text, place);
  const from = place - /"?[\w.-]*$/.exec(text.slice(0, place))![0].length;
  const until = place + /^[\w.-]*"?/.exec(text.slice(place))![0].length;
  const given = text.slice(from, place).replace('"', '').toLowerCase();
  const fitting = (options: readonly string[]) => options.filter((one) => wordOf(one).startsWith(given));
  const own = path.slice(0, isAtPropertyKey ? -1 : undefined).join('.');
  if (!isAtPropertyKey) {
    if (own === 'extends') return { from, until, options: fitting([...BASES.keys()].map(quoted)), note: '' };
    const field = FIELDS.get(own);
    if (field === undefined) return null;
    return {
      from,
      until,
      options: fitting(valuesOf(field)),
      note: [rangeText(field), docOf(own)].filter(Boolean).join('. '),
    };
  }
  const part: Field | undefined = own === '' ? DESIGN : FIELDS.get(own);
  if (part?.kind !== 'part') return null;
  const others: unknown = parse(text.slice(0, from) + text.slice(until), [], { allowTrailingComma: true });
  const there = (own === '' ? others : valueAt(others as object, own)) ?? {};
  const names = [...(own === '' ? ['extends'] : []), ...Object.keys(part.fields)].filter(
    (name) => !Object.hasOwn(there, name),
  );
  const hasValue = /^\s*:/.test(text.slice(until));
  const nameText = (name: string) =>
    hasValue ? quoted(name) : `${quoted(name)}: ${part.fields[name]?.kind === 'part' ? '{}' : ''}`;
  return { from, until, options: fitting(names.map(nameText)), note: '' };
}

/** The text that is left of a name or a value without its quotes, in small letters. */
function wordOf(option: string): string {
  return option.replace('"', '').toLowerCase();
}

function quoted(word: string): string {
  return JSON.stringify(word);
}

/** The values of a field that are few; of others, those that have names. */
function valuesOf(field: Field): readonly string[] {
  const nothing = 'nullable' in field && field.nullable ? ['null'] : [];
  switch (field.kind) {
    case 'choice':
      return field.values.map(quoted);
    case 'flag':
      return ['true', 'false'];
    case 'integer': {
      const { min, max, powerOfTwo, or } = field;
      const few = max - min < MOST_LISTED ? Array.from({ length: max - min + 1 }, (_, n) => min + n) : [];
      return [...(powerOfTwo ? powersOfTwo(min, max) : few).map(String), ...(or === undefined ? [] : [quoted(or)])];
    }
    case 'part':
      return ['{}', ...nothing];
    default:
      return nothing;
  }
}
