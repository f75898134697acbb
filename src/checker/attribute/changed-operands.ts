import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { axesOf } from '../../specification/state/view.ts';
import {
  change,
  type ChangedQuestion,
  each,
  exchange,
  type Groups,
  type Hypothesis,
  type JudgedState,
  ofSamples,
  RETURNING_TEXELS,
} from './changed-questions.ts';
import type { Fault } from './faults.ts';

function unprojected({ texture }: JudgedState): Groups {
  return texture.instruction.projected ? [[withInstruction(texture, { projected: false })]] : [];
}

/** The lane beside, below or across in the quad, or the first one. */
const LANES: readonly ((lane: number) => number)[] = [(n) => n ^ 1, (n) => n ^ 2, (n) => n ^ 3, () => 0];

/** The texels of a gather in other orders: row by row, the other way round, and with the rows exchanged. */
const GATHER_ORDERS = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [2, 3, 1, 0],
  [3, 2, 0, 1],
  [2, 3, 0, 1],
] as const;
/** Row by row. */
const RECTANGLE = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

function otherOrders({ texture }: JudgedState): Groups {
  const { instruction } = texture;
  if (instruction.op !== 'gather' || instruction.gatherOffsets !== undefined) return [];
  return each(GATHER_ORDERS, ([a, b, c, d]) =>
    withInstruction(texture, { gatherOffsets: [RECTANGLE[a], RECTANGLE[b], RECTANGLE[c], RECTANGLE[d]] }),
  );
}

function withInstruction(texture: TextureState, changed: Partial<TextureState['instruction']>): ChangedQuestion {
  return { texture: { ...texture, instruction: { ...texture.instruction, ...changed } } };
}

/** Another sample, slice or row than that of the operands; rows and columns exchanged. */
const INTEGERS: readonly Hypothesis[] = [
  integers('address-unit/sample', ({ sample }) => sample.fill(0)),
  integers('address-unit/sample', ({ sample }) => change(sample, (value) => value + 1)),
  integers('address-unit/fetch', ({ k }) => k.fill(0)),
  integers('address-unit/fetch', ({ i, j }) => exchange(i, j)),
  integers('address-unit/fetch', ({ j, level }, rows) =>
    change(j, (value, n) => Math.max(1, rows >> level[n]) - 1 - value),
  ),
];

function integers(fault: Fault, other: (batch: QuadBatch, rows: number) => void): Hypothesis {
  const groups = ({ texture, image, view }: JudgedState): Groups =>
    texture.instruction.op === 'fetch' || texture.instruction.op === 'read'
      ? [[{ operands: (batch) => other(batch, image.height >> view.baseMipLevel) }]]
      : [];
  return { fault, groups };
}

/** Offsets that are left out, negated, doubled, of three bits, along some axes alone, or exchanged. */
const OFFSETS: readonly ((batch: QuadBatch) => void)[] = [
  (batch) => offsetsIn(batch).forEach((offsets) => offsets.fill(0)),
  (batch) => offsetsIn(batch).forEach((offsets) => change(offsets, (offset) => -offset)),
  (batch) => offsetsIn(batch).forEach((offsets) => change(offsets, (offset) => 2 * offset)),
  (batch) => offsetsIn(batch).forEach((offsets) => change(offsets, (offset) => ((offset + 4) & 7) - 4)),
  ({ offsetV, offsetW }) => [offsetV, offsetW].forEach((offsets) => offsets.fill(0)),
  ({ offsetW }) => offsetW.fill(0),
  ({ offsetU, offsetV }) => exchange(offsetU, offsetV),
];

function offsetsIn({ offsetU, offsetV, offsetW, laneOffset }: QuadBatch) {
  return [offsetU, offsetV, offsetW, laneOffset];
}

/** Gradients of the first lane for all lanes. */
const GRADIENTS_OF_FIRST_LANE: Hypothesis = {
  fault: 'lod-unit/derivatives',
  groups: ofSamples(({ texture, view }) => {
    const operands = ({ dsdx, dtdx, drdx, dsdy, dtdy, drdy }: QuadBatch) =>
      [dsdx, dtdx, drdx, dsdy, dtdy, drdy].forEach((one) => one.fill(one[0]));
    return texture.instruction.lod === 'gradient' && view.levelCount > 1 ? [[{ operands }]] : [];
  }),
};

/**
 * All neighbours of the texel along the axes of the view. Those of a compressed block share its few colours, and are no
 * evidence.
 */
export function nextTexels({ texture, view }: JudgedState): Groups {
  if (view.format.codec !== null || !RETURNING_TEXELS.includes(texture.instruction.op ?? 'sample')) return [];
  const steps = [-1, 0, 1];
  const [ys, zs] = [2, 3].map((axes) => (axesOf(view.viewType) >= axes ? steps : [0]));
  const places = steps.flatMap((x) => ys.flatMap((y) => zs.map((z) => [x, y, z] as const)));
  return each(
    places.filter((by) => by.some((step) => step !== 0)),
    ([x, y, z]) => ({
      operands: (batch) => {
        const { i, j, k, offsetU, offsetV, offsetW } = batch;
        [i, offsetU].forEach((operand) => change(operand, (value) => value + x));
        [j, offsetV].forEach((operand) => change(operand, (value) => value + y));
        [k, offsetW].forEach((operand) => change(operand, (value) => value + z));
      },
    }),
  );
}

/** Requests with other operands: projection, lane, offset, gradients, the order of a gather, integers. */
export const OTHER_OPERANDS: readonly Hypothesis[] = [
  { fault: 'front-end/projection', groups: unprojected },
  ...LANES.map((lane): Hypothesis => ({ fault: 'front-end/lane', groups: () => [[{ lane }]] })),
  ...OFFSETS.map((operands): Hypothesis => ({ fault: 'address-unit/offset', groups: () => [[{ operands }]] })),
  GRADIENTS_OF_FIRST_LANE,
  { fault: 'address-unit/gather-order', groups: otherOrders },
  ...INTEGERS,
];
