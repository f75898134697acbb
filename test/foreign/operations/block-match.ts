import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { SparseComponents } from '../formats/decode-texel.ts';
import { levelSize, loadTexel } from '../formats/texel-store.ts';
import { wrapIndex } from '../address/wrap.ts';
import type { ForeignSampler, ForeignView, Vector4 } from '../tables/records.ts';
import { borderTexel } from '../texels/border.ts';
import { substituteMissing, swizzleTexel } from '../texels/components.ts';

/** A block match: two views, the first texels of their blocks, and the size of a block. */
export interface BlockMatch {
  readonly target: ForeignView;
  readonly reference: ForeignView;
  readonly sampler: ForeignSampler;
  readonly coordinate: readonly number[];
  readonly referenceCoordinate: readonly number[];
  readonly blockSize: readonly number[];
  readonly metric: 'sad' | 'ssd';
}

/** A texel without its missing components (Vulkan: Block Matching Operation, texel reads). */
function blockTexel(
  device: ForeignDevice,
  view: ForeignView,
  sampler: ForeignSampler,
  i: number,
  j: number,
): SparseComponents {
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
      const a = blockTexel(device, target, sampler, coordinate[0] + x, coordinate[1] + y);
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
    if (sampler.reductionMode === 'min') return power(Math.min(...numbers));
    if (sampler.reductionMode === 'max') return power(Math.max(...numbers));
    const sum = numbers.reduce((total, value) => total + power(value), 0);
    return faulty(device, 'match_averaged') ? sum / numbers.length : sum;
  });
}

function difference(device: ForeignDevice, reference: number, target: number): number {
  return faulty(device, 'match_signed') ? reference - target : Math.abs(reference - target);
}

/** The error of each component, completed and swizzled as the target's view has it. */
export function matchBlock(device: ForeignDevice, match: BlockMatch): Vector4 {
  const errors = substituteMissing(device, blockErrors(device, match));
  return swizzleTexel(device, errors, match.target.components).map(Math.fround) as Vector4;
}

function moved(match: BlockMatch, x: number, y: number): BlockMatch {
  return { ...match, coordinate: [match.coordinate[0] + x, match.coordinate[1] + y] };
}

/** The least or greatest error in a window, and its place (Vulkan: Block Matching Window Operation). */
export function matchWindow(device: ForeignDevice, match: BlockMatch): Vector4 {
  const { windowExtent, windowCompareMode } = match.sampler;
  const least = (windowCompareMode === 'min') !== faulty(device, 'match_window_compare_exchanged');
  let best: Vector4 | null = null;
  for (let x = 0; x < windowExtent[0]; x++)
    for (let y = 0; y < windowExtent[1]; y++) {
      const error = matchBlock(device, moved(match, x, y))[0];
      const ties = faulty(device, 'match_window_last_of_ties');
      const better = best === null || (least ? error < best[0] : error > best[0]) || (ties && error === best[0]);
      if (better) best = [error, x, y, 0];
    }
  const [error, x, y] = best!;
  if (faulty(device, 'match_window_absolute')) return [error, x + match.coordinate[0], y + match.coordinate[1], 0];
  return faulty(device, 'match_window_axes_exchanged') ? [error, y, x, 0] : [error, x, y, 0];
}

/** The errors of four blocks beside each other (Vulkan: Block Matching Gather Operation). */
export function matchGather(device: ForeignDevice, match: BlockMatch): Vector4 {
  const down = faulty(device, 'match_gather_downwards');
  return [0, 1, 2, 3].map((step) => matchBlock(device, moved(match, down ? 0 : step, down ? step : 0))[0]) as Vector4;
}
