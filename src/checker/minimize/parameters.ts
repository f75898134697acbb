import type { Design } from '../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import {
  fieldsIn,
  type IntegerField,
  type NarrowableField,
  valueAt,
  withValue,
} from '../../../rtl-model/design/field.ts';

/** A width of a design that can be narrowed one bit at a time. */
export interface Parameter {
  /** The path of the design's field. */
  readonly field: string;
  /** The width in bits. Null where the design has no number there: an exact divider. */
  value(design: Design): number | null;
  /**
   * The design with another value. Fields that it bounds are narrowed with it: weights with the coordinate's fraction.
   */
  with(design: Design, value: number): Design;
  /** The least value that the design's arithmetic takes. */
  readonly least: number;
  /** The greatest value that a design may have. */
  readonly most: number;
}

type NarrowedField = IntegerField & { readonly narrows: NarrowableField };

const INTEGERS = [...fieldsIn(DESIGN.fields)].flatMap(([path, field]) =>
  field.kind === 'integer' ? [[path, field] as const] : [],
);

/** The widths that a design has; it has none where a step is ideal. */
export function searched(design: Design): readonly Parameter[] {
  return PARAMETERS.filter((one) => one.value(design) !== null);
}

/** Every width that `texunit minimize` searches, the costliest first: multipliers grow with the square of theirs. */
export const PARAMETERS: readonly Parameter[] = INTEGERS.filter(
  (row): row is readonly [string, NarrowedField] => row[1].narrows !== undefined,
)
  .sort(([, a], [, b]) => a.narrows.turn - b.narrows.turn)
  .map(([path, field]) => parameter(path, field));

function parameter(path: string, { narrows, min, max }: NarrowedField): Parameter {
  const bounded = INTEGERS.filter(([, { atMost }]) => atMost?.field === path).map(([other]) => other);
  return {
    field: path,
    least: narrows.least ?? min,
    most: max,
    value: (design) => usedBits(design, path),
    with: (design, value) =>
      bounded.reduce(
        (changed, other) => {
          const own = valueAt(changed, other);
          // A word beside the numbers of a field, such as same, has no bound.
          return typeof own === 'number' && own > value ? withValue(changed, other, value) : changed;
        },
        withValue(design, path, value),
      ),
  };
}

/** Bits of a float32's fraction. Those below the log2 table's index can interpolate. */
const MANTISSA_BITS = 23;

function usedBits(design: Design, path: string): number | null {
  const value = valueAt(design, path);
  if (typeof value !== 'number') return null;
  return path === 'lod.log2Table.interpolationBits'
    ? Math.min(value, MANTISSA_BITS - design.lod.log2Table.indexBits)
    : value;
}
