import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { Tap } from '../filter/tap-grid.ts';
import type { SparseComponents } from '../formats/decode-texel.ts';
import { formatLayout, isIntegerFormat } from '../formats/format-table.ts';
import { isUnbound, loadTexel } from '../formats/texel-store.ts';
import type { ForeignSampler, ForeignView, Swizzle, Vector4 } from '../tables/records.ts';
import { borderTexel } from './border.ts';
import { comparedTexel, comparisonReference } from './compare.ts';
import { isIdentitySwizzle, substituteMissing, swizzleTexel } from './components.ts';

/** What a tap is read by: a reference makes it a comparison. */
export interface TapReader {
  readonly view: ForeignView;
  readonly sampler: ForeignSampler;
  readonly reference: number | null;
}

/** The value of a tap: read, compared, completed and swizzled, in this order (Vulkan: Sampling Operations). */
export function readTap(device: ForeignDevice, { view, sampler, reference }: TapReader, tap: Tap): Vector4 {
  const swizzle = tapSwizzle(device, view, sampler, tap);
  if (tap.places === null && reference !== null && faulty(device, 'compare_border_passes')) return [1, 0, 0, 1];
  if (tap.places === null)
    return finished(device, { view, sampler, reference }, borderTexel(device, view, sampler), swizzle);
  const values = tap.places.map((place) =>
    finished(device, { view, sampler, reference }, loadTexel(device, view, place), swizzle),
  );
  if (values.length === 1) return values[0];
  const average = [0, 1, 2, 3].map((component) => {
    const divisor = faulty(device, 'cube_corner_summed') ? 1 : values.length;
    return values.reduce((sum, value) => sum + value[component], 0) / divisor;
  }) as Vector4;
  const binary = reference !== null && device.settings.cubeCornerComparison === 'binary';
  return binary ? (average.map(Math.round) as Vector4) : average;
}

function finished(
  device: ForeignDevice,
  { view, sampler, reference }: TapReader,
  texel: SparseComponents,
  swizzle: readonly Swizzle[],
): Vector4 {
  const compared = reference === null ? texel : compareTexel(device, view, sampler, reference, texel);
  const integer = isIntegerFormat(view.format, view.aspect);
  const complete = substituteMissing(device, compared, integer);
  if (reference !== null && faulty(device, 'swizzle_misses_comparison')) return complete;
  return swizzleTexel(device, complete, swizzle, integer);
}

/** The swizzle of a tap: that of the view, or of the border where its sampler has one. */
function tapSwizzle(device: ForeignDevice, view: ForeignView, sampler: ForeignSampler, tap: Tap): readonly Swizzle[] {
  const { border } = sampler;
  if (tap.places !== null) {
    const open = view.aspect !== 'color' && device.settings.depthSwizzleOne === 'zero';
    return open ? view.components.map((source) => (source === 'one' ? 'zero' : source)) : view.components;
  }
  if (faulty(device, 'border_not_swizzled')) return ['r', 'g', 'b', 'a'];
  const open = border.kind.endsWith('opaque_black') && border.mapping === null && !isIdentitySwizzle(view.components);
  if (open && device.settings.blackBorderSwizzle === 'unswizzled') return ['r', 'g', 'b', 'a'];
  return border.mapping ?? view.components;
}

function compareTexel(
  device: ForeignDevice,
  view: ForeignView,
  sampler: ForeignSampler,
  reference: number,
  texel: SparseComponents,
): SparseComponents {
  if (faulty(device, 'compare_ignored')) return texel;
  const quantized = comparisonReference(device, formatLayout(view.format), reference);
  const result = comparedTexel(device, sampler.compareOp, quantized, texel[0] ?? 0);
  return [result, undefined, undefined, undefined];
}

/** True where a tap reads a texel without memory. */
export function touchesUnbound(view: ForeignView, tap: Tap): boolean {
  return tap.places?.some((place) => isUnbound(view.image, place)) ?? false;
}
