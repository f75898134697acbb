import type { Design } from '../../../../rtl-model/design/design.ts';
import type { Rule } from '../../../../src/checker/rule.ts';
import { preset } from '../../../pipeline/random-work.ts';

/** True for rules that take some milliseconds: some stop a width, others are indifferent to all. */
export function isShort({ id }: Rule): boolean {
  return /7\.18\.8\/linear-weights|lod-clamp$|7\.18\.16\.1\//.test(id);
}

/** A design with most widths at the least that its arithmetic takes, so that the search is short. */
export function narrowStart(): Design {
  const { filter, lod, ...design } = preset('d3d11.3-minimum');
  return {
    ...design,
    filter: { ...filter, guardBits: 1, cubicWeightBits: 4, reciprocalBits: 1, accumulatorBits: 22, srgbLinearBits: 8 },
    lod: { ...lod, log2Table: { ...lod.log2Table, indexBits: 2, entryBits: 8, interpolationBits: 0 } },
  };
}
