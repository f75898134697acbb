import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { DESIGN } from '../../rtl-model/design/design-fields.ts';
import { fieldsIn, valueAt } from '../../rtl-model/design/field.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import { closest } from './closest.ts';
import { designSchema } from './design-schema.ts';
import { withField } from './with-field.ts';

/** A field of a design, such as `cache.ways`, and the values that it takes in turn. */
export interface Variation {
  readonly field: string;
  readonly values: readonly (string | number | boolean | null)[];
}

/** A variation that gives no design. The message is one line: field, value, and what would be right. */
export class VariationError extends Error {
  override readonly name = 'VariationError';
}

/** Reads a variation such as `cache.ways=1,2,4`. @throws VariationError for other texts */
export function parseVariation(text: string): Variation {
  const [, field, values] = /^([\w.]+)=(.+)$/.exec(text) ?? [];
  if (field === undefined) throw new VariationError(`"${text}": expected field=value,value such as cache.ways=1,2,4`);
  return { field, values: values.split(',').map(valueOf) };
}

function valueOf(text: string): string | number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : text;
}

/** The most designs of a run. */
export const MOST_DESIGNS = 4096;

/**
 * The number of designs that variations make of some.
 *
 * @throws VariationError when it is more than MOST_DESIGNS
 */
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
    .reduce<readonly Design[]>(
      (designs, { field, values }) => designs.flatMap((each) => values.map((value) => changed(each, field, value))),
      [design],
    )
    .map(validated);
}

const PATHS = new Set([...fieldsIn(DESIGN.fields)].map(([path]) => path));

function changed(design: Design, field: string, value: Variation['values'][number]): Design {
  if (!PATHS.has(field) || valueAt(design, field) === undefined) {
    const near = PATHS.has(field) ? null : closest(field, PATHS);
    const advice = near === null ? '' : `; did you mean ${near}?`;
    throw new VariationError(`${field}: design ${design.name} has no such field${advice}`);
  }
  return { ...withField(design, field, value), name: `${design.name} ${field.split('.').at(-1)} ${String(value)}` };
}

function validated(design: Design): Design {
  const parsed = designSchema.safeParse(design);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    throw new VariationError(`${design.name}: ${path.join('.')}: expected ${message}`);
  }
  try {
    checkWidths(design);
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    throw new VariationError(`${design.name}: ${error.message}`, { cause: error });
  }
  return design;
}
