import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import type { Dice } from '../../oracle/dice.ts';
import { anyFloat32, float32Pattern } from '../vectors.ts';

const NAN = 0x7fc0_0000;
const INFINITY = 0x7f80_0000;
const any = anyFloat32(-126, 127);
const gradients = [anyFloat32(-12, 1), anyFloat32(-6, -2), anyFloat32(-126, 127)];

/** A float32 pattern as a number; the units keep NaN, but not which of them it is. */
function float(pattern: number): number {
  return bitsToFloat((pattern & 0x7fff_ffff) > INFINITY ? NAN : pattern);
}

/** The coordinates of four lanes along an axis: near one another, ties and far ones among them. */
function coordinates(dice: Dice, size: number): readonly number[] {
  const kind = dice.integer(0, 15);
  if (kind === 0) return [0, 1, 2, 3].map(() => float(any(dice)));
  // Texel corners and centres, and their neighbours.
  if (kind < 4) return [0, 1, 2, 3].map(() => dice.integer(-4 * size, 8 * size) / (2 * size));
  const far = dice.pick([1, 1, 1, 3, 12, 3000]);
  const at = dice.real(-far, far);
  const step = dice.pick([0, 2 ** -dice.integer(0, 12)]);
  const [dx, dy] = [dice.real(-step, step), dice.real(-step, step)];
  return [at, at + dx, at + dy, at + dx + dy].map((value) => (dice.chance(0.01) ? float(any(dice)) : value));
}

/** Quad 0 of a batch gets operands by chance, all float32 of them with the one NaN. */
export function drawQuad(batch: QuadBatch, binding: Binding, dice: Dice): void {
  const { design, image, instruction, op } = binding;
  const { minTexelOffset, maxTexelOffset } = design.limits;
  const offset = () => (dice.chance(0.5) ? 0 : dice.integer(minTexelOffset, maxTexelOffset));
  batch.count = 1;
  batch.active[0] = dice.chance(0.6) ? 15 : dice.integer(0, 15);
  batch.offsetU[0] = offset();
  batch.offsetV[0] = offset();
  batch.s.set(coordinates(dice, image.width));
  batch.t.set(coordinates(dice, image.height));
  const same = dice.chance(0.4);
  const divisor = dice.chance(0.7) ? dice.real(0.25, 4) : float(any(dice));
  const lod = dice.real(-3, 9);
  const gradient = dice.pick(gradients);
  for (let lane = 0; lane < QUAD_LANES; lane++) {
    batch.q[lane] = divisor * (dice.chance(0.8) ? 1 : dice.real(0.9, 1.1));
    if (instruction.projected) {
      batch.s[lane] *= batch.q[lane];
      batch.t[lane] *= batch.q[lane];
    }
    batch.layer[lane] = dice.chance(0.1) ? float(any(dice)) : dice.integer(-2, 18) / 2;
    batch.lod[lane] = same ? lod : dice.chance(0.1) ? float(any(dice)) : dice.pick([0, lod + dice.integer(0, 3) / 4]);
    batch.minLod[lane] = same || dice.chance(0.5) ? 0 : dice.chance(0.1) ? float(any(dice)) : dice.real(-1, 6);
    for (const name of ['dsdx', 'dtdx', 'dsdy', 'dtdy'] as const) batch[name][lane] = float(gradient(dice));
  }
  if (binding.cube) drawDirections(batch, binding, dice);
  if (binding.dimensions === 3) drawThirdAxis(batch, binding, dice);
  if (op === 'fetch') drawTexels(batch, binding, dice);
  if (instruction.dref === true) drawReferences(batch, binding, dice);
}

/** The coordinates of a volume along w, with their offset and their derivatives, those of one lane often all 0. */
function drawThirdAxis(batch: QuadBatch, { design, image, instruction }: Binding, dice: Dice): void {
  const { minTexelOffset, maxTexelOffset } = design.limits;
  const { q, r, drdx, drdy } = batch;
  batch.offsetW[0] = dice.chance(0.5) ? 0 : dice.integer(minTexelOffset, maxTexelOffset);
  r.set(coordinates(dice, image.depth));
  const gradient = dice.pick(gradients);
  const isFlat = dice.chance(0.2);
  for (let lane = 0; lane < QUAD_LANES; lane++) {
    if (instruction.projected) r[lane] *= q[lane];
    for (const derivative of [drdx, drdy]) derivative[lane] = isFlat ? 0 : float(gradient(dice));
  }
}

/** Directions near one another: at the edges and the corners of a face more often than within it, of any length. */
function drawDirections(batch: QuadBatch, { image, instruction }: Binding, dice: Dice): void {
  const { s, t, r, q, drdx, drdy } = batch;
  const axes = [s, t, r];
  const turn = dice.integer(0, 2);
  const signed = (size: number) => dice.pick([size, -size]);
  const minor = () =>
    dice.chance(0.3) ? dice.real(-1, 1) : signed(1 - dice.pick([0, 1, dice.real(0, 2)]) / image.width);
  const length = dice.chance(0.9) ? dice.real(0.1, 4) : 2 ** dice.integer(-80, 80);
  const [major, first, second] = [signed(1), minor(), minor()];
  const step = dice.pick([0, 2 ** -dice.integer(0, 12)]);
  const near = () => dice.real(-step, step);
  const gradient = dice.pick(gradients);
  for (let lane = 0; lane < QUAD_LANES; lane++) {
    for (const [n, value] of [major, first, second].entries()) {
      const whole = dice.chance(0.01) ? float(any(dice)) : length * (value + near());
      axes[(n + turn) % 3][lane] = instruction.projected ? whole * q[lane] : whole;
    }
    for (const derivative of [drdx, drdy]) derivative[lane] = float(gradient(dice));
  }
}

/** References around the depths that a format has, at the ends of its range and beyond them. */
function drawReferences(batch: QuadBatch, { instruction }: Binding, dice: Dice): void {
  for (let lane = 0; lane < QUAD_LANES; lane++) {
    const depth = dice.pick([0, 1, dice.real(-0.1, 1.1), dice.integer(0, 65_535) / 65_535, float(any(dice))]);
    batch.dref[lane] = instruction.projected ? depth * batch.q[lane] : depth;
  }
}

/** Integer coordinates, layers and levels: most of them in the view, others around its ends or any integer. */
function drawTexels(batch: QuadBatch, { image, view, firstLevel, lastLevel, dimensions }: Binding, dice: Dice): void {
  const index = (count: number) =>
    dice.chance(0.85)
      ? dice.integer(0, count - 1)
      : dice.pick([-1, count, count + dice.integer(0, 9), dice.bits() | 0]);
  const level = index(1 + lastLevel - firstLevel);
  for (let lane = 0; lane < QUAD_LANES; lane++) {
    batch.level[lane] = dice.chance(0.8) ? level : index(1 + lastLevel - firstLevel);
    const { width, height } = image.levels[firstLevel + batch.level[lane]] ?? image;
    batch.i[lane] = index(width);
    batch.j[lane] = index(height);
    batch.integerLayer[lane] = index(view.layerCount);
    if (dimensions === 3) batch.k[lane] = index((image.levels[firstLevel + batch.level[lane]] ?? image).depth);
  }
}

/** @returns stores the values of ports in `values`, one behind the other */
export function portWriter(values: Float64Array): (...ports: readonly ArrayLike<number>[]) => void {
  let at = 0;
  return (...ports) => {
    for (const port of ports) {
      values.set(port, at);
      at += port.length;
    }
  };
}

export function floatPatterns(array: Float32Array): readonly number[] {
  return Array.from(array, float32Pattern);
}
