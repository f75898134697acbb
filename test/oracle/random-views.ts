import type { ImageSource, ImageType, UnboundRegion } from '../../rtl-model/memory/image.ts';
import { levelBytes, levelSize } from '../../rtl-model/memory/level-size.ts';
import {
  type ComponentMapping,
  IDENTITY_MAPPING,
  type ImageView,
  SWIZZLES,
  type ViewType,
} from '../../rtl-model/state/image-view.ts';
import { ALL_LANES, QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { planeOf } from '../../rtl-model/formats/texel-format.ts';
import type { Dice } from './dice.ts';
import { randomQuads } from './random-requests.ts';

/** A batch with all that it refers to, but the design. */
export interface DrawnRequest {
  readonly sources: readonly ImageSource[];
  readonly states: readonly TextureState[];
  readonly batch: QuadBatch;
}

/** Quads of a request; twice as many where texels are written and read. */
export const QUADS = 3;

const ALL = [...TEXEL_FORMATS.values()];
export const PLAIN = ALL.filter(({ codec, planes, block }) => codec === null && planes === null && block === null);
export const FETCHED = ALL.filter(({ codec, planes }) => codec === null && planes === null);
export const SUBSAMPLED = ALL.filter(
  ({ planes, block, codec }) => planes !== null || (block !== null && codec === null),
);
const BITS = /^[abgrx0-9]+_(unorm|snorm|uint|sint)(_pack|$)/;
export const WRITTEN = PLAIN.filter(
  ({ name, aspects }) =>
    aspects[0] === 'color' && (BITS.test(name) || name.endsWith('_sfloat') || name.startsWith('b10g11r11')),
);
export const FILTERED = PLAIN.filter(
  ({ aspects, componentType: type, name }) =>
    aspects[0] === 'color' && (['unorm', 'snorm', 'srgb', 'sfloat'].includes(type) || name.startsWith('e5b9')),
);

/** @param finite whether floats are kept from being infinite or no number */
export function randomBytes(dice: Dice, format: TexelFormat, length: number, finite: boolean): Uint8Array {
  const bytes = Uint8Array.from({ length }, () => dice.bits() >>> 24);
  if (!finite || format.componentType !== 'sfloat') return bytes;
  const wide = format.bits[0] === 32;
  // A half's top exponent is left out, and a single's exponents far from 1.
  if (wide) return new Uint8Array(Float32Array.from({ length: length / 4 }, () => dice.real(-8, 8)).buffer);
  return bytes.map((byte, n) => (n % 2 === 1 ? byte & 0xbb : byte));
}

export interface Shape {
  readonly viewType: ViewType;
  readonly format: TexelFormat;
  readonly most?: number;
  readonly levels?: number;
  readonly samples?: number;
  readonly even?: boolean;
  readonly finite?: boolean;
}

export function randomImage(
  dice: Dice,
  { viewType, format, most = 12, levels, samples = 1, even, finite }: Shape,
): ImageSource {
  const cube = viewType.startsWith('cube');
  const type = cube ? '2d' : (viewType.slice(0, 2) as ImageType);
  const side = () => (even === true ? 2 * dice.integer(1, most / 2) : dice.integer(1, most));
  const width = side();
  const height = type === '1d' ? 1 : cube ? width : side();
  const depth = type === '3d' ? side() : 1;
  const layers = type === '3d' ? 1 : cube ? 6 * dice.integer(1, 2) + dice.integer(0, 2) : dice.integer(1, 4);
  const count =
    levels ?? (samples > 1 ? 1 : dice.integer(1, 1 + Math.floor(Math.log2(Math.max(width, height, depth)))));
  const image = { format, type, width, height, depth, layers, samples };
  return {
    ...image,
    levels: Array.from({ length: count }, (_, l) => randomBytes(dice, format, levelBytes(image, l), finite ?? false)),
  };
}

export function randomView(dice: Dice, image: ImageSource, viewType: ViewType, mapping = true): ImageView {
  const levels = image.levels.length;
  const baseMipLevel = dice.chance(0.6) ? 0 : dice.integer(0, levels - 1);
  const levelCount = dice.integer(1, levels - baseMipLevel);
  const perLayer = viewType.startsWith('cube') ? 6 : 1;
  const most = Math.floor(image.layers / perLayer);
  const layerCount = perLayer * (viewType.endsWith('_array') ? dice.integer(1, most) : 1);
  return {
    viewType,
    format: image.format,
    components: mapping && dice.chance(0.4) ? randomMapping(dice) : IDENTITY_MAPPING,
    aspect: dice.pick(image.format.aspects.filter((aspect) => planeOf(aspect) === null)),
    baseMipLevel,
    levelCount,
    baseArrayLayer: dice.integer(0, image.layers - layerCount),
    layerCount,
    minLod: 0,
  };
}

function randomMapping(dice: Dice): ComponentMapping {
  return [dice.pick(SWIZZLES), dice.pick(SWIZZLES), dice.pick(SWIZZLES), dice.pick(SWIZZLES)];
}

/** A minimum LOD within the view, at fractions of a level too, or beyond its last level (D3D11.3 5.8.5). */
export function clampedView(dice: Dice, view: ImageView): ImageView {
  const last = view.baseMipLevel + view.levelCount - 1;
  const minLod = dice.chance(0.3) ? last + dice.integer(1, 8) / 4 : dice.integer(0, 4 * last) / 4;
  return dice.chance(0.7) ? view : { ...view, minLod };
}

export function randomRegions(dice: Dice, image: ImageSource): readonly UnboundRegion[] {
  const { width, height, depth = 1, layers, levels } = image;
  return Array.from({ length: dice.integer(1, 4) }, () => {
    const level = dice.integer(0, levels.length - 1);
    const [x, y, z] = [width, height, depth].map((size) => dice.integer(0, levelSize(size, level) - 1));
    const [w, h, d] = [width, height, depth].map((size) => dice.integer(1, levelSize(size, level)));
    return { level, layer: dice.integer(0, layers - 1), x, y, z, width: w, height: h, depth: d };
  });
}

export function batchOf(quads: number, fill: (batch: QuadBatch, lane: number) => void): QuadBatch {
  const batch = new QuadBatch(quads);
  batch.count = quads;
  batch.active.fill(ALL_LANES);
  for (let lane = 0; lane < QUAD_LANES * quads; lane++) fill(batch, lane);
  return batch;
}

/** Quads with coordinates about an image, and derivatives along each of its axes. */
export function sampledQuads(dice: Dice, { width, height, depth = 1 }: ImageSource): QuadBatch {
  const batch = randomQuads(dice, QUADS, width, height);
  const third = randomQuads(dice, QUADS, depth, 1);
  batch.r.set(third.s);
  batch.drdx.set(third.dsdx);
  batch.drdy.set(third.dsdy);
  return batch;
}
