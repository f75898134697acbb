import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import { designSchema } from './design-schema.ts';

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
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/**
 * The designs with every combination of the values, the last variation changing fastest. Each is named by its values.
 * Lines of one sector keep it when `cache.lineBytes` varies.
 *
 * @throws VariationError when a field is unknown or a combination does not validate
 */
export function varyDesign(design: Design, variations: readonly Variation[]): readonly Design[] {
  return variations
    .reduce<readonly Design[]>(
      (designs, { field, values }) => designs.flatMap((each) => values.map((value) => changed(each, field, value))),
      [design],
    )
    .map(validated);
}

function changed(design: Design, field: string, value: Variation['values'][number]): Design {
  const copy = structuredClone(design);
  const path = field.split('.');
  const last = path.pop()!;
  let part: unknown = copy;
  for (const step of path) part = isRecord(part) ? part[step] : undefined;
  if (!isRecord(part) || !Object.hasOwn(part, last)) {
    throw new VariationError(`${field}: design ${design.name} has no such field`);
  }
  part[last] = value;
  const { cache } = design;
  const oneSector = field === 'cache.lineBytes' && cache.sectorBytes === cache.lineBytes;
  return {
    ...copy,
    name: `${design.name} ${last} ${value}`,
    ...(oneSector && { cache: { ...copy.cache, sectorBytes: copy.cache.lineBytes } }),
  };
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
