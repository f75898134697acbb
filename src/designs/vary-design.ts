import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { FIELDS } from '../../rtl-model/design/design-fields.ts';
import { shortened } from '../../traces/encodings/names.ts';
import { closest } from './closest.ts';
import { changedFrom } from './design-difference.ts';
import { readDesign } from './read-design.ts';
import { type FieldChange, withFields } from './with-fields.ts';

/** A field of a design, such as `cache.ways`, and the values that it takes in turn. */
export interface Variation {
  readonly field: string;
  readonly values: readonly unknown[];
}

/** A variation that gives no design. The message is one line: field, value, and what would be right. */
export class VariationError extends Error {
  override readonly name = 'VariationError';
}

/** Reads a variation such as `cache.ways=1,2,4`. Lists and parts are JSON. @throws VariationError for other texts */
export function parseVariation(text: string): Variation {
  const [, field, values] = /^([\w.]+)=(.+)$/.exec(text) ?? [];
  if (field === undefined) throw new VariationError(`"${text}": expected field=value,value such as cache.ways=1,2,4`);
  return { field, values: /(^|,)[[{]/.test(values) ? jsonValues(values) : values.split(',').map(valueOf) };
}

function jsonValues(text: string): readonly unknown[] {
  try {
    return JSON.parse(`[${text}]`) as unknown[];
  } catch (error) {
    const right = 'expected values as JSON where one is a list or a part, such as cache.indexBits=[6,7],[6,8]';
    throw new VariationError(`"${text}": ${right}`, { cause: error });
  }
}

function valueOf(text: string): string | number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : text;
}

/** The most designs of a run. */
export const MOST_DESIGNS = 4096;

/** The number of designs that variations make of some. @throws VariationError when it is more than MOST_DESIGNS */
export function variationCount(variations: readonly Variation[], designs = 1): number {
  const count = variations.reduce((product, { values }) => product * values.length, designs);
  if (count <= MOST_DESIGNS) return count;
  const fields = variations.map(({ field, values }) => `${field} with ${values.length}`).join(', ');
  throw new VariationError(`--vary: would make ${count} designs (${fields}), expected at most ${MOST_DESIGNS}`);
}

/**
 * The designs with every combination of the values, the last variation changing fastest. Each is named by its values.
 * Lines of one sector keep it when `cache.lineBytes` varies.
 *
 * @throws VariationError when a field is unknown, a combination does not validate, or there are too many
 */
export function varyDesign(design: Design, variations: readonly Variation[]): readonly Design[] {
  variationCount(variations);
  return variations
    .reduce<readonly (readonly FieldChange[])[]>(
      (all, { field, values }) =>
        all.flatMap((changes) => values.map((value) => [...changes, [field, value] as const])),
      [[]],
    )
    .map((changes) => changed(design, changes));
}

function changed(design: Design, changes: readonly FieldChange[]): Design {
  const words = changes.map(([field, value]) => `${field.split('.').at(-1)} ${wordOf(value)}`);
  const name = shortened([design.name, ...words].join(' '), 'beginning');
  const read = readDesign({ ...fieldsOf(design, changes), name });
  if (read.design !== null) return changedFrom(design, read.design, name);
  const [issue] = read.issues;
  const problem = issue === undefined ? read.widths[0].message : `${issue.path.join('.')}: expected ${issue.message}`;
  throw new VariationError(`${name}: ${problem}`);
}

function wordOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function fieldsOf(design: Design, changes: readonly FieldChange[]): Design {
  try {
    return withFields(design, changes);
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    const near = FIELDS.has(error.field) ? null : closest(error.field, FIELDS.keys());
    throw new VariationError(near === null ? error.message : `${error.message}; did you mean ${near}?`, {
      cause: error,
    });
  }
}
