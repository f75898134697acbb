import type { Design } from '../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { fieldsIn, valueAt, withValue } from '../../../rtl-model/design/field.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import { withMostGuardBits } from '../../designs/ideal-design.ts';

const WEIGHTS = new Set(['filter.weightBits', 'filter.cubicWeightBits']);
const isCoordinate = (path: string) => path.startsWith('address.') && path !== 'address.tapsPerCycle';
const isWeight = (path: string) => WEIGHTS.has(path);

/**
 * The parts in the order of the data, by the fields that results depend on. Weights have no more bits than the
 * coordinate has, so that often only both together make a difference.
 */
const PARTS: readonly (readonly [title: string, ...has: ((path: string) => boolean)[]])[] = [
  ['projection', (path) => path.startsWith('frontEnd.')],
  ['coordinate', isCoordinate],
  ['weight', isWeight],
  ['coordinate and weight', isCoordinate, isWeight],
  ['LOD', (path) => path.startsWith('lod.') || path === 'limits.maxSamplerAnisotropy' || path === 'text'],
  ['decoder', (path) => path.startsWith('decoder.') || path === 'filter.srgbTable'],
  ['filter', (path) => path.startsWith('filter.') && !isWeight(path) && !/samplesPerCycle|rate|srgbTable/.test(path)],
];

/** The fields and the parts that can be null, whose own fields are not there then. */
const LEAVES = [...fieldsIn(DESIGN.fields)]
  .flatMap(([path, field]) => (field.kind !== 'part' || field.nullable ? [path] : []))
  .filter((path, _, all) => !all.some((other) => path.startsWith(`${other}.`)));

/** A field that results depend on, and the part that it belongs to. */
export interface PartField {
  readonly path: string;
  readonly part: string;
}

/** The fields in which two designs differ and which results depend on, in the order of the data. */
export function differingFields(first: Design, second: Design): readonly PartField[] {
  const differing = differingLeaves(first, second);
  return PARTS.filter(([, ...kinds]) => kinds.length === 1).flatMap(([part, has]) =>
    differing.filter(has).map((path) => ({ path, part })),
  );
}

function differingLeaves(first: Design, second: Design): readonly string[] {
  return LEAVES.filter((path) => JSON.stringify(valueAt(first, path)) !== JSON.stringify(valueAt(second, path)));
}

/** The parts in which the two designs differ. A part of two kinds of fields is there where both kinds differ. */
export function differingParts(first: Design, second: Design) {
  const differing = differingLeaves(first, second);
  return PARTS.flatMap(([title, ...kinds]) => {
    if (!kinds.every((has) => differing.some(has))) return [];
    const fields = differing.filter((path) => kinds.some((has) => has(path)));
    // The first design with this part of the second, and the other way round.
    return [{ title, fields, replaced: exchanged(first, second, fields), alone: exchanged(second, first, fields) }];
  });
}

/**
 * The design with some fields of another one, and with weights and guard bits that fit beside them; null where the two
 * do not fit together.
 */
export function exchanged(design: Design, from: Design, fields: readonly string[]): Design | null {
  const mixed = fields.reduce((to, path) => withValue(to, path, valueAt(from, path)), design);
  const { filter, address } = mixed;
  const weightBits = Math.min(filter.weightBits, address.coordinate.fractionBits);
  const fitting = withMostGuardBits({ ...mixed, filter: { ...filter, weightBits } }, filter.guardBits);
  return widthFaults(fitting).length === 0 ? fitting : null;
}
