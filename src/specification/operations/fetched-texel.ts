import type { Answer, Way } from '../answers/answer.ts';
import { nearestFloat32 } from '../exact/dyadic.ts';
import { leavesNoLevel } from '../filtering/out-of-bounds.ts';
import { isUnbound, sampleImage, type TexelPlace } from '../texels/image-parts.ts';
import { type Interval, point } from '../exact/interval.ts';
import { type Lane, offsetsOf, operandIndex } from '../state/lane.ts';
import { swizzled } from '../state/result-components.ts';
import { type SampleState, sampleState } from '../state/state.ts';
import type { Texels } from '../texels/texels.ts';
import { axesOf, isArray, isCube } from '../state/view.ts';

/** A texel, and which sample of it. */
export interface SamplePlace extends TexelPlace {
  readonly sample: number;
}

/**
 * OpImageFetch and OpImageRead (Vulkan: Integer Texel Coordinate Operations; D3D11.3 5.8.5, 22.4.6, 22.4.7): the texel,
 * or 0 for stored components and the default for the others where there is none. Coordinates that the view has no axis
 * for do not count.
 *
 * @param written what texels hold that were written before, of those that were
 */
export function fetchedTexel(state: SampleState, lane: Lane, written: (place: SamplePlace) => readonly Way[]): Answer {
  const place = placeOf(state, lane);
  const type = answerType(state);
  const { components } = state.view;
  const swizzle = (way: Way) => swizzled(way, components, point(0), point(1));
  // A minimum LOD beyond the last level holds for fetches alone (5.8.5, 5.8.7).
  if (place === undefined || (state.instruction.op === 'fetch' && leavesNoLevel(state))) {
    const alpha = state.texels.stored.includes(3) ? 0 : 1;
    const nothing = [0, 0, 0, alpha].map((value) => point(value));
    // The swizzle may apply or not where no texel is read.
    return { type, ways: [swizzle(nothing), nothing], resident: [1] };
  }
  const unbound = isUnbound(state.image.unbound ?? [], place);
  const ways = unbound ? [] : written(place);
  const stored = storedTexel(state, place);
  return { type, ways: (ways.length > 0 ? ways : [stored]).map(swizzle), resident: [unbound ? 0 : 1] };
}

/** The texel that a lane's integer coordinates name, or undefined where the view has none there. */
export function placeOf(state: SampleState, lane: Lane): SamplePlace | undefined {
  const { batch } = lane;
  const { view, image, texels } = state;
  const at = operandIndex(lane);
  const axes = axesOf(view.viewType);
  const offsets = offsetsOf(state, lane);
  const coordinate = (axis: number, own: number) => (axis < axes ? own + offsets[axis] : 0);
  const [x, y, z] = [batch.i[at], batch.j[at], batch.k[at]].map((own, axis) => coordinate(axis, own));
  const level = view.baseMipLevel + batch.level[at];
  const layered = isArray(view.viewType) || isCube(view.viewType);
  const layer = layered ? batch.integerLayer[at] : 0;
  const sample = (image.samples ?? 1) > 1 ? batch.sample[at] : 0;
  const inView = level >= view.baseMipLevel && level < view.baseMipLevel + view.levelCount;
  if (!inView || level < Math.floor(view.minLod) || !isIndex(layer, view.layerCount)) return undefined;
  if (!isIndex(sample, image.samples ?? 1)) return undefined;
  const [width, height, depth] = texels.size(level);
  if (!isIndex(x, width) || !isIndex(y, height) || !isIndex(z, depth)) return undefined;
  return { level, layer: view.baseArrayLayer + layer, x, y, z, sample };
}

function isIndex(n: number, count: number): boolean {
  return n >= 0 && n < count;
}

export function answerType({ view }: Pick<SampleState, 'view'>): Answer['type'] {
  const { componentType } = view.format;
  if (view.aspect === 'stencil') return 'uint';
  return componentType === 'uint' || componentType === 'sint' ? componentType : 'float';
}

/** r, g, b, a of a texel in the image as it was given, before the swizzle. */
function storedTexel(state: SampleState, { level, layer, x, y, z, sample }: SamplePlace): Way {
  const texels = sampleTexels(state, sample);
  return texels.inside(level, layer, x, y, z).map((code, c) => componentValue(code, texels.ones[c], texels.kind));
}

/**
 * A texel's component as it is returned: normalized ones are the float32 nearest to the quotient (D3D11.3 3.2.3.3,
 * 3.2.3.5).
 */
export function componentValue(code: number, one: number, kind: Texels['kind']): Interval {
  if (kind !== 'fixed') return point(code);
  const value = Number.isInteger(code) ? nearestFloat32(BigInt(code), BigInt(one)) : code / one;
  return point(value);
}

const SAMPLE_TEXELS = new WeakMap<SampleState, Texels[]>();

function sampleTexels(state: SampleState, sample: number): Texels {
  const { design, image, sampler, instruction, view, reading } = state;
  if ((image.samples ?? 1) === 1) return state.texels;
  const known = SAMPLE_TEXELS.get(state) ?? [];
  SAMPLE_TEXELS.set(state, known);
  const of = () => sampleState(design, sampleImage(image, sample), sampler, instruction, view, reading).texels;
  return (known[sample] ??= of());
}
