import type { Answer } from '../answers/answer.ts';
import { hull, interval } from '../exact/interval.ts';
import { type Lane, operandIndex } from '../state/lane.ts';
import { narrowed } from '../exact/narrowing.ts';
import type { SampleState } from '../state/state.ts';
import { snappedCoordinates, windowAnswer } from './window-sum.ts';

/** The start and the length of a box along an axis, in 2^-f texels. */
interface BoxAxis {
  readonly start: number;
  readonly length: number;
}

/**
 * OpImageBoxFilterQCOM in the view's first level (Vulkan: Box Filter Operation), for every snapped centre and length
 * that the design may have: a length is narrowed once, to nearest or as coordinates are, and so is the start.
 */
export function boxFiltered(state: SampleState, lane: Lane): Answer {
  const { batch } = lane;
  const at = operandIndex(lane);
  const one = 2 ** state.design.address.coordinate.fractionBits;
  const lengths = [batch.boxWidth[at], batch.boxHeight[at]];
  const placesAlong = (axis: number) => boxesOf(state, lane, axis, lengths[axis]);
  return windowAnswer(state, lane, placesAlong, (column, row) => ({
    taps: coverage(row, one).flatMap((v) =>
      coverage(column, one).map((u) => ({ i: u.index, j: v.index, weight: u.weight * v.weight })),
    ),
    divisor: (column.length / one) * (row.length / one),
  }));
}

function boxesOf(state: SampleState, lane: Lane, axis: number, length: number): readonly BoxAxis[] | undefined {
  const { address } = state.design;
  const one = 2 ** address.coordinate.fractionBits;
  const exact = interval(length * one, length * one);
  const { lower, upper } = hull(narrowed(exact, 'nearest-even'), narrowed(exact, address.rounding));
  return snappedCoordinates(state, lane, axis)?.flatMap((centre) => {
    const boxes: BoxAxis[] = [];
    for (let box = lower; box <= upper; box++) {
      const starts = narrowed(interval(centre - box / 2, centre - box / 2), address.rounding);
      for (let start = starts.lower; start <= starts.upper; start++) boxes.push({ start, length: box });
    }
    return boxes;
  });
}

/** i_q and horizWeight_q, or j_q and vertWeight_q, as the specification has them. */
function coverage({ start, length }: BoxAxis, one: number): readonly { index: number; weight: number }[] {
  const first = Math.floor(start / one);
  const startFraction = start / one - first;
  const end = startFraction + length / one;
  const endFraction = end - Math.floor(end);
  const size = Math.ceil(end);
  return Array.from({ length: size }, (_, q) => {
    const weight = q === 0 ? 1 - startFraction : q === size - 1 && endFraction !== 0 ? endFraction : 1;
    return { index: first + q, weight };
  });
}
