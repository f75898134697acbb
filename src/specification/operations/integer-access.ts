import type { Operation } from '../../../rtl-model/state/instruction.ts';
import { type Answer, either, exactly, OPEN, type ResultRange } from '../answers/answer.ts';
import { replacedTexel } from './atomic.ts';
import { nearestFloat32 } from '../exact/dyadic.ts';
import { leavesNoLevel } from '../filtering/out-of-bounds.ts';
import { isUnbound, sampleImage, type TexelPlace } from '../texels/image-parts.ts';
import { combinations } from '../exact/combinations.ts';
import { type Interval, point } from '../exact/interval.ts';
import { type Lane, offsetsOf, operandIndex } from '../state/lane.ts';
import { swizzled } from '../state/result-components.ts';
import { type SampleState, sampleState } from '../state/state.ts';
import type { Texels } from '../texels/texels.ts';
import { axesOf, isArray, isCube } from '../state/view.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { componentRange } from '../texels/numeric-formats.ts';
import { isDefinedBy, type Reading } from '../texels/reading.ts';

/** A texel, and which sample of it. */
interface SamplePlace extends TexelPlace {
  readonly sample: number;
}

/** The place of a sample in the whole image that a view shows a part of. */
interface WrittenPlace extends SamplePlace {
  readonly plane: number;
}

/**
 * OpImageFetch and OpImageRead (Vulkan: Integer Texel Coordinate Operations; D3D11.3 5.8.5, 22.4.6, 22.4.7): the texel,
 * or 0 for stored components and the default for the others where there is none. Coordinates that the view has no axis
 * for do not count.
 *
 * @param written what texels hold that were written before, of those that were
 */
export function fetchedTexel(
  state: SampleState,
  lane: Lane,
  written: (place: WrittenPlace) => readonly ResultRange[],
): Answer {
  const place = texelPlaceOf(state, lane);
  const type = answerType(state);
  const { components } = state.view;
  const swizzle = (way: ResultRange) => swizzled(way, components, point(0), point(1));
  // A minimum LOD beyond the last level holds for fetches alone (5.8.5, 5.8.7).
  const noLevel = levelOf(state, lane) === undefined || (state.instruction.op === 'fetch' && leavesNoLevel(state));
  if (place === undefined || noLevel) {
    const alphas = replacedAlphas(state, noLevel);
    if (alphas === undefined) return { type, ways: undefined };
    const nothing = alphas.map((alpha) => [0, 0, 0, alpha].map((value) => point(value)));
    // The swizzle may apply or not where no texel is read.
    return { type, ways: [...nothing.map(swizzle), ...nothing], resident: [1] };
  }
  const unbound = isUnbound(state.image.unbound ?? [], place);
  if (unbound && !isDefinedBy(state.reading, 'residencyNonResidentStrict'))
    return { type, ways: undefined, resident: [0] };
  const ways = unbound ? [] : written({ ...place, ...state.inWhole(place) });
  const stored = storedTexel(state, place);
  return { type, ways: (ways.length > 0 ? ways : [stored]).map(swizzle), resident: [unbound ? 0 : 1] };
}

/**
 * Alpha beside the zeros that replace a texel out of bounds. D3D11.3 and robustImageAccess2 take the default of the
 * format if it has no alpha. robustImageAccess allows 0 and 1, and says nothing of a level that is not there, whose
 * values robustImageAccess2 calls zero without exception (Vulkan: Integer Texel Coordinate Operations).
 *
 * @returns undefined where the result is undefined
 */
function replacedAlphas({ reading, texels }: SampleState, noLevel: boolean): readonly number[] | undefined {
  const own = texels.stored.includes(3) ? 0 : 1;
  if (reading.features === undefined) return [own];
  if (isDefinedBy(reading, 'robustImageAccess2')) return noLevel ? [own, 0] : [own];
  return isDefinedBy(reading, 'robustImageAccess') && !noLevel ? [0, 1] : undefined;
}

/**
 * Zero for every component of a null descriptor. A storage image may have a format without alpha in the shader, so that
 * a read may return 1 there (Vulkan: nullDescriptor).
 */
export function nullDescriptorResult(op: Operation, reading: Reading): Answer {
  if (!isDefinedBy(reading, 'nullDescriptor')) return OPEN;
  const zero = exactly('sint', 0, 0, 0, 0);
  return op === 'read' && reading.features !== undefined ? either(zero, exactly('sint', 0, 0, 0, 1)) : zero;
}

/** The texel that a lane's integer coordinates name, or undefined where the view has none there. */
export function texelPlaceOf(state: SampleState, lane: Lane): SamplePlace | undefined {
  const { batch } = lane;
  const { view, image, texels } = state;
  const at = operandIndex(lane);
  const axes = axesOf(view.viewType);
  const offsets = offsetsOf(state, lane);
  const coordinate = (axis: number, own: number) => (axis < axes ? own + offsets[axis] : 0);
  const [x, y, z] = [batch.i[at], batch.j[at], batch.k[at]].map((own, axis) => coordinate(axis, own));
  const level = levelOf(state, lane);
  const layered = isArray(view.viewType) || isCube(view.viewType);
  const layer = layered ? batch.integerLayer[at] : 0;
  const sample = (image.samples ?? 1) > 1 ? batch.sample[at] : 0;
  if (level === undefined || !isIndex(layer, view.layerCount)) return undefined;
  if (!isIndex(sample, image.samples ?? 1)) return undefined;
  const [width, height, depth] = texels.size(level);
  if (!isIndex(x, width) || !isIndex(y, height) || !isIndex(z, depth)) return undefined;
  return { level, layer: view.baseArrayLayer + layer, x, y, z, sample };
}

/** The level of the image that a lane names, or undefined where the view or its minimum LOD leaves none. */
function levelOf({ view }: SampleState, { batch, ...place }: Lane): number | undefined {
  const level = view.baseMipLevel + batch.level[operandIndex({ batch, ...place })];
  const shown = level >= view.baseMipLevel && level < view.baseMipLevel + view.levelCount;
  return shown && level >= Math.floor(view.minLod) ? level : undefined;
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
function storedTexel(state: SampleState, { level, layer, x, y, z, sample }: SamplePlace): ResultRange {
  const texels = sampleTexels(state, sample);
  return texels.inside(level, layer, x, y, z).map((code, c) => codeValue(code, texels.ones[c], texels.kind));
}

/**
 * A texel's component as it is returned: normalized ones are the float32 nearest to the quotient (D3D11.3 3.2.3.3,
 * 3.2.3.5).
 */
export function codeValue(code: number, one: number, kind: Texels['kind']): Interval {
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

/** A lane that writes a texel or changes it by an atomic. */
export interface Access {
  readonly state: SampleState;
  readonly lane: Lane;
}

/**
 * The values that writes and atomics leave in texels (Vulkan: Integer Texel Coordinate Operations; D3D11.3 3.2.2,
 * 3.2.3). Those beyond the view, or to texels without memory, are discarded. Any of several writes to a texel may be the
 * last. An atomic replaces the value that the accesses before it left.
 *
 * @param accesses in their order; the lanes of a quad in lane order
 */
export function writtenTexels(accesses: readonly Access[]): (place: WrittenPlace) => readonly ResultRange[] {
  const texels = new Map<string, readonly ResultRange[]>();
  for (const { state, lane } of accesses) {
    const { batch, quad } = lane;
    const place = texelPlaceOf(state, lane);
    if (((batch.active[quad] >> lane.lane) & 1) === 0 || place === undefined) continue;
    const at = 4 * operandIndex(lane);
    const texel = key({ ...place, ...state.inWhole(place) });
    const before = texels.get(texel) ?? [];
    if (state.instruction.op === 'write') texels.set(texel, [...before, ...readBack(state, batch, at)]);
    else {
      const old = before.length > 0 ? before : [storedTexel(state, place)];
      const replaced = old.map(([red, ...rest]) => [point(replacedTexel(state, red.lower, batch, at)), ...rest]);
      texels.set(texel, replaced);
    }
  }
  return (place) => texels.get(key(place)) ?? [];
}

function key({ plane, level, layer, x, y, z, sample }: WrittenPlace): string {
  return [plane, level, layer, x, y, z, sample].join(' ');
}

/**
 * The values that a texel may have after r, g, b, a at `at` were written to it; components that are not stored are the
 * defaults.
 */
function readBack({ texels, view, reading }: SampleState, batch: QuadBatch, at: number): readonly ResultRange[] {
  const { componentType: type, order, bits } = view.format;
  const components = [0, 1, 2, 3].map((c): readonly number[] => {
    if (!texels.stored.includes(c)) return [c < 3 ? 0 : 1];
    const width = bits[order.indexOf(c)];
    if (texels.kind === 'integer') {
      const value = type === 'uint' ? batch.writeBits[at + c] >>> 0 : batch.writeBits[at + c];
      const [smallest, largest] = componentRange(type, width);
      // Integers that do not fit are held to the range (3.2.3.13).
      return [Math.max(smallest, Math.min(largest, value))];
    }
    const value = batch.write[at + c];
    if (texels.kind === 'float') {
      const ways = narrowedFloat(value, type === 'ufloat' ? width - 5 : width === 32 ? 23 : 10, type);
      // D3D11.3 3.2.2 has round-to-zero alone.
      return reading.writtenCode === 'within-0.6-ulp' ? ways.slice(0, 1) : ways;
    }
    return writtenCodes(value, texels.range[0], texels.ones[c], reading.writtenCode);
  });
  const ways = combinations(components.map((values) => [...new Set(values)]));
  return ways.map((way) => way.map((value) => point(value)));
}

/** Held to [smallest, 1], NaN to 0, then one of the codes that the conversion may choose, as it is returned. */
function writtenCodes(
  value: number,
  smallest: number,
  one: number,
  rounding: Reading['writtenCode'] = 'nearest',
): readonly number[] {
  // A float32 times a code of at most 29 bits is exact.
  const code = Number.isNaN(value) ? 0 : Math.max(smallest, Math.min(1, value)) * one;
  const distance = rounding === 'within-0.6-ulp' ? 0.6 : 0.5;
  const codes =
    rounding === 'neighbours'
      ? [Math.floor(code), Math.ceil(code)]
      : [Math.ceil(code - distance), Math.floor(code + distance)];
  return codes.map((n) => codeValue(Math.max(smallest * one, Math.min(one, n)), one, 'fixed').lower);
}

/** A float of five exponent bits on either side: to nearest, or towards zero (3.2.2), which keeps what is finite so. */
function narrowedFloat(value: number, fractionBits: number, type: string): readonly number[] {
  if (Number.isNaN(value) || fractionBits === 23) return [value];
  if (type === 'ufloat' && value <= 0) return [0];
  const magnitude = Math.abs(value);
  let exponent = -14;
  while (exponent < 15 && 2 ** (exponent + 1) <= magnitude) exponent++;
  const unit = 2 ** (exponent - fractionBits);
  const largest = (2 - 2 ** -fractionBits) * 2 ** 15;
  const above = Math.ceil(magnitude / unit) * unit;
  const below = Number.isFinite(magnitude) ? Math.min(largest, Math.floor(magnitude / unit) * unit) : Infinity;
  return [below, above > largest ? Infinity : above].map((x) => (value < 0 ? -x : x));
}
