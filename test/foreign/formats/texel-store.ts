import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { ForeignImage, ForeignView } from '../tables/records.ts';
import { decodeColorBlock, decodeRampBlock } from './color-blocks.ts';
import type { SparseComponents } from './decode-texel.ts';
import { decodeTexel } from './decode-texel.ts';
import { readBits } from './decode-number.ts';
import type { FormatLayout } from './format-table.ts';
import { formatLayout } from './format-table.ts';
import { decodeHalfBlock } from './half-blocks.ts';
import { decodePartitionedBlock } from './partitioned-blocks.ts';

/** A texel of an image: its level and layer count from the image's first ones. */
export interface TexelPlace {
  readonly level: number;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly sample: number;
}

/** Width, height and depth of a level: halved for each level, rounded down, at least 1. */
export function levelSize(image: ForeignImage, level: number, device?: ForeignDevice): [number, number, number] {
  const round = device !== undefined && faulty(device, 'level_size_rounded_up') ? Math.ceil : Math.floor;
  const halved = (size: number): number => Math.max(1, round(size / 2 ** level));
  return [halved(image.width), halved(image.height), halved(image.depth)];
}

/** Blocks along x and y of a level, and the bytes of a slice. */
function slicePitch(layout: FormatLayout, width: number, height: number, samples: number): [number, number] {
  const across = Math.ceil(width / layout.blockWidth);
  return [across, across * Math.ceil(height / layout.blockHeight) * layout.bytes * samples];
}

/** The first byte of a texel, or of its block: layers, slices, rows, texels, samples. */
export function byteOfTexel(image: ForeignImage, layout: FormatLayout, place: TexelPlace): number {
  const [width, height, depth] = levelSize(image, place.level);
  const [across, slice] = slicePitch(layout, width, height, image.samples);
  const column = Math.floor(place.x / layout.blockWidth);
  const row = Math.floor(place.y / layout.blockHeight);
  const texel = (row * across + column) * image.samples + place.sample;
  return (place.layer * depth + place.z) * slice + texel * layout.bytes;
}

/** True where the texel has no memory. */
export function isUnbound(image: ForeignImage, place: TexelPlace): boolean {
  return image.unbound.some(
    (box) =>
      box.level === place.level &&
      box.layer === place.layer &&
      inRange(place.x - box.x, box.width) &&
      inRange(place.y - box.y, box.height) &&
      inRange(place.z - box.z, box.depth),
  );
}

function inRange(distance: number, size: number): boolean {
  return distance >= 0 && distance < size;
}

/** The components of a texel as the view's format has them. */
export function loadTexel(device: ForeignDevice, view: ForeignView, place: TexelPlace): SparseComponents {
  const { image } = view;
  const layout = formatLayout(faulty(device, 'view_format_ignored') ? image.format : view.format);
  if (isUnbound(image, place) && faulty(device, 'unbound_reads_ones')) {
    return zeroTexel(device, layout, view.aspect).map((value) => (value === undefined ? undefined : 1));
  }
  if (isUnbound(image, place) && !faulty(device, 'unbound_reads_memory')) {
    const strict = device.text === 'd3d11' || device.features.has('residencyNonResidentStrict');
    if (strict || device.settings.nonResidentTexel === 'zero') return zeroTexel(device, layout, view.aspect);
  }
  if (image.type === '3d' && view.viewType === '2d') {
    return loadFrom(device, layout, view, { ...place, layer: 0, z: place.layer });
  }
  return loadFrom(device, layout, view, place);
}

/** Zero in every component that the format has (D3D11.3 22.4.6; Vulkan: robust access). */
export function zeroTexel(device: ForeignDevice, layout: FormatLayout, aspect: string): SparseComponents {
  const blank = new Uint8Array(layout.bytes);
  if (layout.scheme === null) {
    return decodeTexel(device, layout, aspect, blank, 0).map((value) => (value === undefined ? undefined : 0));
  }
  const alpha = /^(bc1_rgba|bc2|bc3|bc7)/.test(layout.scheme) ? 0 : undefined;
  const single = layout.scheme === 'bc4';
  return [0, single ? undefined : 0, single || layout.scheme === 'bc5' ? undefined : 0, alpha];
}

function loadFrom(device: ForeignDevice, layout: FormatLayout, view: ForeignView, place: TexelPlace): SparseComponents {
  const { image } = view;
  const bytes = image.levels[place.level];
  if (layout.scheme !== null) return loadBlock(device, layout, image, place);
  if (view.aspect.startsWith('plane_')) return loadPlaneTexel(device, image, Number(view.aspect.slice(6)), place);
  if (layout.pair !== null) return loadPair(device, layout, image, place);
  return decodeTexel(device, layout, view.aspect, bytes, byteOfTexel(image, layout, place));
}

function loadBlock(
  device: ForeignDevice,
  layout: FormatLayout,
  image: ForeignImage,
  place: TexelPlace,
): SparseComponents {
  const [width, height] = levelSize(image, place.level);
  const cut = faulty(device, 'block_pitch_rounded_down') && width > layout.blockWidth;
  const shape = cut ? { ...image, width: Math.floor(width / 4) * 4 * 2 ** place.level } : image;
  const start = byteOfTexel(shape, layout, { ...place, y: Math.min(place.y, height - 1) });
  const block = image.levels[place.level].subarray(start, start + layout.bytes);
  const swapped = faulty(device, 'block_transposed');
  const x = (swapped ? place.y : place.x) % layout.blockWidth;
  const y = (swapped ? place.x : place.y) % layout.blockHeight;
  const scheme = layout.scheme!;
  if (/^bc[123]/.test(scheme)) return decodeColorBlock(device, layout, block, x, y);
  if (/^bc[45]/.test(scheme)) return decodeRampBlock(device, layout, block, x, y);
  return scheme === 'bc7'
    ? decodePartitionedBlock(device, layout, block, x, y)
    : decodeHalfBlock(device, layout, block, x, y);
}

/** A texel of one plane of a multi-planar image; x and y count in the plane's texels. */
export function loadPlaneTexel(
  device: ForeignDevice,
  image: ForeignImage,
  plane: number,
  place: TexelPlace,
): SparseComponents {
  const { planes } = formatLayout(image.format);
  let start = 0;
  for (let before = 0; before < plane; before++) start += planeBytes(image, before, place.level);
  const { format } = planes[plane];
  const byte = start + byteOfTexel(planeImage(image, plane, place.level), format, { ...place, level: 0 });
  return decodeTexel(device, format, 'color', image.levels[place.level], byte);
}

/** A plane's level as an image: rows and columns of chroma are halved, rounded up. */
function planeImage(image: ForeignImage, plane: number, level: number): ForeignImage {
  const { divideX, divideY } = formatLayout(image.format).planes[plane];
  const [width, height] = levelSize(image, level);
  return { ...image, width: Math.ceil(width / divideX), height: Math.ceil(height / divideY) };
}

function planeBytes(image: ForeignImage, plane: number, level: number): number {
  const { format } = formatLayout(image.format).planes[plane];
  const { width, height, layers } = planeImage(image, plane, level);
  return width * height * format.bytes * layers;
}

/** A texel of a pair that shares its chroma (D3D11.3 19.4; Vulkan: Format Definition). */
function loadPair(
  device: ForeignDevice,
  layout: FormatLayout,
  image: ForeignImage,
  place: TexelPlace,
): SparseComponents {
  const byte = byteOfTexel(image, layout, { ...place, x: place.x - (place.x % 2) });
  const odd = place.x % 2 === 1 && !faulty(device, 'pair_luma_of_first');
  const values = layout.fields.map((field) => {
    const code = readBits(image.levels[place.level], byte * 8 + field.start, field.bits);
    return [field.component, code / (2 ** field.bits - 1)] as const;
  });
  const greens = values.filter(([component]) => component === 1).map(([, value]) => value);
  const at = (component: number): number => values.find(([other]) => other === component)![1];
  const swap = faulty(device, 'pair_chroma_swapped');
  return [at(swap ? 2 : 0), greens[odd ? 1 : 0], at(swap ? 0 : 2), undefined];
}
