import type { BlockMatch } from '../../../rtl-model/state/instruction.ts';
import { type Answer, exactly, OPEN } from '../answers/answer.ts';
import { nearestFloat32 } from '../exact/dyadic.ts';
import { type Lane, operandIndex } from '../state/lane.ts';
import { swizzled } from '../state/result-components.ts';
import type { SampleState } from '../state/state.ts';

/**
 * OpImageBlockMatch*QCOM of normalized formats (Vulkan: Block Matching Operation, Block Matching Window Operation,
 * Block Matching Gather Operation): exact sums of codes, rounded to float32 once, which is what a window compares.
 */
export function matchedBlocks(target: SampleState, reference: SampleState, lane: Lane): Answer {
  const { metric, form } = target.instruction.blockMatch!;
  const { batch } = lane;
  const at = operandIndex(lane);
  if (batch.blockWidth[at] === 0 || batch.blockHeight[at] === 0) return OPEN;
  const match = (x: number, y: number) => blockError(target, reference, lane, x, y, metric);
  return exactly('float', ...values(form, target, match));
}

type Match = (x: number, y: number) => readonly number[];

function values(form: BlockMatch['form'], { texels, view, sampler }: SampleState, match: Match): readonly number[] {
  switch (form) {
    case 'single': {
      const errors = match(0, 0).map((error, c) => (texels.stored.includes(c) ? error : c < 3 ? 0 : 1));
      return swizzled(errors, view.components, 0, 1);
    }
    case 'gather':
      return [0, 1, 2, 3].map((x) => match(x, 0)[0]);
    case 'window':
      return bestOf(sampler.windowExtent, sampler.windowCompareMode, match);
  }
}

/** The first of the window's best, x by x and in each y by y. */
function bestOf([width, height]: readonly [number, number], mode: 'min' | 'max', match: Match): readonly number[] {
  let best = [mode === 'min' ? Infinity : -Infinity, 0, 0, 0];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const [error] = match(x, y);
      if (mode === 'min' ? error < best[0] : error > best[0]) best = [error, x, y, 0];
    }
  }
  return best;
}

/** The metric of one match, its target moved by x and y, of r, g, b, a. */
function blockError(
  target: SampleState,
  reference: SampleState,
  { batch, quad, lane }: Lane,
  x: number,
  y: number,
  metric: BlockMatch['metric'],
): readonly number[] {
  const at = operandIndex({ batch, quad, lane });
  const { reductionMode } = target.sampler;
  const differences: (readonly bigint[])[] = [];
  for (let row = 0; row < batch.blockHeight[at]; row++) {
    for (let column = 0; column < batch.blockWidth[at]; column++) {
      const ours = texelOf(target, batch.i[at] + x + column, batch.j[at] + y + row);
      const theirs = texelOf(reference, batch.referenceI[at] + column, batch.referenceJ[at] + row);
      differences.push(ours.map((code, c) => BigInt(Math.abs(theirs[c] - code))));
    }
  }
  return target.texels.ones.map((one, c) => {
    const ofComponent = differences.map((difference) => difference[c]);
    const power = metric === 'ssd' ? 2n : 1n;
    return nearestFloat32(combined(ofComponent, reductionMode, power), BigInt(one) ** power);
  });
}

/** The sum of the differences' powers, or the power of the least or the greatest. */
function combined(differences: readonly bigint[], mode: string, power: bigint): bigint {
  switch (mode) {
    case 'min':
      return differences.reduce((a, b) => (a < b ? a : b)) ** power;
    case 'max':
      return differences.reduce((a, b) => (a > b ? a : b)) ** power;
    default:
      return differences.reduce((sum, difference) => sum + difference ** power, 0n);
  }
}

function texelOf({ texels, view }: SampleState, i: number, j: number): readonly number[] {
  return texels.at(view.baseMipLevel, view.baseArrayLayer, i, j);
}
