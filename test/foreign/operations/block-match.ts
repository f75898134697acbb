import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { SparseComponents } from '../formats/decode-texel.ts';
import { levelSize, loadTexel } from '../formats/texel-store.ts';
import { wrapIndex } from '../address/wrap.ts';
import type { ForeignSampler, ForeignView, ReductionMode, Vector4 } from '../tables/records.ts';
import { borderTexel } from '../texels/border.ts';
import { substituteMissing, swizzleTexel } from '../texels/components.ts';

/** A block match: two views, the first texels of their blocks, and the size of a block. */
export interface BlockMatch {
  readonly target: ForeignView;
  /** Null for a null descriptor. */
  readonly reference: ForeignView | null;
  readonly sampler: ForeignSampler;
  readonly coordinate: readonly number[];
  readonly referenceCoordinate: readonly number[];
  readonly blockSize: readonly number[];
  readonly metric: 'sad' | 'ssd';
}

/** A texel without its missing components (Vulkan: Block Matching Operation, texel reads); a null descriptor has none. */
function blockTexel(
  device: ForeignDevice,
  view: ForeignView | null,
  sampler: ForeignSampler,
  i: number,
  j: number,
): SparseComponents {
  if (view === null) return [0, 0, 0, 0];
  const [width, height] = levelSize(view.image, view.baseMipLevel);
  const edge = faulty(device, 'match_border_as_edge') ? 'clamp_to_edge' : null;
  const x = wrapIndex(device, edge ?? sampler.addressModes[0], i, width);
  const y = wrapIndex(device, edge ?? sampler.addressModes[1], j, height);
  if (x === null || y === null) return borderTexel(device, view, sampler);
  return loadTexel(device, view, { level: view.baseMipLevel, layer: view.baseArrayLayer, x, y, z: 0, sample: 0 });
}

/** The errors of a block by component: a sum, or the least or greatest difference. */
function blockErrors(device: ForeignDevice, match: BlockMatch): SparseComponents {
  const { target, reference, sampler, coordinate, referenceCoordinate } = match;
  const [width, height] = faulty(device, 'match_block_transposed')
    ? [match.blockSize[1], match.blockSize[0]]
    : match.blockSize;
  const differences: SparseComponents[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const off = faulty(device, 'match_block_one_texel_off') ? 1 : 0;
      const a = blockTexel(device, target, sampler, coordinate[0] + x + off, coordinate[1] + y);
      const [s, t] = faulty(device, 'match_reference_at_origin') ? [0, 0] : referenceCoordinate;
      const b = blockTexel(device, reference, sampler, s + x, t + y);
      differences.push(a.map((value, n) => (value === undefined ? undefined : difference(device, b[n] ?? 0, value))));
    }
  const squared = (match.metric === 'ssd') !== faulty(device, 'match_metrics_exchanged');
  const power = (value: number): number => (squared ? value * value : value);
  return [0, 1, 2, 3].map((component) => {
    const list = differences.map((entry) => entry[component]);
    if (list[0] === undefined) return undefined;
    const numbers = list as number[];
    const mode = matchReduction(device, sampler.reductionMode);
    const last = faulty(device, 'match_extreme_not_squared') ? (value: number): number => value : power;
    if (mode === 'min') return last(Math.min(...numbers));
    if (mode === 'max') return last(Math.max(...numbers));
    const late = faulty(device, 'match_square_of_sum');
    const total = numbers.reduce((sum, value) => sum + (late ? value : power(value)), 0);
    const sum = late ? power(total) : total;
    return faulty(device, 'match_averaged') ? sum / numbers.length : sum;
  });
}

function matchReduction(device: ForeignDevice, mode: ReductionMode): ReductionMode {
  if (faulty(device, 'match_reduction_ignored')) return 'weighted_average';
  if (!faulty(device, 'match_extremes_exchanged')) return mode;
  return mode === 'min' ? 'max' : mode === 'max' ? 'min' : mode;
}

function difference(device: ForeignDevice, reference: number, target: number): number {
  return faulty(device, 'match_signed') ? reference - target : Math.abs(reference - target);
}

/** The error of each component, completed and swizzled as the target's view has it. */
export function matchBlock(device: ForeignDevice, match: BlockMatch): Vector4 {
  const differences = blockErrors(device, match);
  const errors = substituteMissing(device, differences);
  if (differences[3] === undefined && faulty(device, 'match_missing_alpha_of_error')) errors[3] = 0;
  return swizzleTexel(device, errors, match.target.components).map(Math.fround) as Vector4;
}

/** A block x columns and y rows further; the reference moves along for a fault alone. */
function moved(match: BlockMatch, x: number, y: number, withReference: boolean): BlockMatch {
  const further = ([column, row]: readonly number[]): readonly number[] => [column + x, row + y];
  const reference = withReference ? further(match.referenceCoordinate) : match.referenceCoordinate;
  return { ...match, coordinate: further(match.coordinate), referenceCoordinate: reference };
}

/** The places of a window, column by column. */
function windowPlaces(device: ForeignDevice, [width, height]: readonly [number, number]): readonly [number, number][] {
  const columns = faulty(device, 'match_window_one_short') ? Math.max(width - 1, 1) : width;
  const places = Array.from({ length: columns * height }, (_, n): [number, number] => [
    Math.floor(n / height),
    n % height,
  ]);
  return faulty(device, 'match_window_rows_first') ? places.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]) : places;
}

/** The least or greatest error in a window, and its place (Vulkan: Block Matching Window Operation). */
export function matchWindow(device: ForeignDevice, match: BlockMatch): Vector4 {
  const { windowExtent, windowCompareMode } = match.sampler;
  const least = (windowCompareMode === 'min') !== faulty(device, 'match_window_compare_exchanged');
  let best: Vector4 | null = null;
  const follows = faulty(device, 'match_window_reference_moves');
  for (const [x, y] of windowPlaces(device, windowExtent)) {
    const error = matchBlock(device, moved(match, x, y, follows))[0];
    const ties = faulty(device, 'match_window_last_of_ties');
    const better = best === null || (least ? error < best[0] : error > best[0]) || (ties && error === best[0]);
    if (better) best = [error, x, y, 0];
  }
  const [error, x, y] = best!;
  if (faulty(device, 'match_window_alpha_one')) return [error, x, y, 1];
  if (faulty(device, 'match_window_absolute')) return [error, x + match.coordinate[0], y + match.coordinate[1], 0];
  return faulty(device, 'match_window_axes_exchanged') ? [error, y, x, 0] : [error, x, y, 0];
}

/** The errors of four blocks beside each other (Vulkan: Block Matching Gather Operation). */
export function matchGather(device: ForeignDevice, match: BlockMatch): Vector4 {
  const down = faulty(device, 'match_gather_downwards');
  const follows = faulty(device, 'match_gather_reference_moves');
  const errors = [0, 1, 2, 3].map((step) => {
    return matchBlock(device, moved(match, down ? 0 : step, down ? step : 0, follows))[0];
  }) as Vector4;
  return faulty(device, 'match_gather_reversed') ? (errors.toReversed() as Vector4) : errors;
}
