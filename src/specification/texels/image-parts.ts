import type { ImageSource, UnboundRegion } from '../../../rtl-model/memory/image.ts';

/** A plane of a multi-planar image as an image of its own; planes lie one after the other within a level. */
export function planeImage(image: ImageSource, plane: number): ImageSource {
  const { planes } = image.format;
  if (planes === null) return image;
  const sizes = planes.map(({ format, widthDivisor, heightDivisor }) => ({
    format,
    width: Math.ceil(image.width / widthDivisor),
    height: Math.ceil(image.height / heightDivisor),
  }));
  const levels = image.levels.map((bytes, level) => {
    const lengths = sizes.map(
      ({ format, width, height }) =>
        levelSize(width, level) * levelSize(height, level) * image.layers * format.texelBytes,
    );
    const from = lengths.slice(0, plane).reduce((sum, length) => sum + length, 0);
    return bytes.subarray(from, from + lengths[plane]);
  });
  return { ...image, ...sizes[plane], levels };
}

/** One sample of every texel as an image of its own; the samples of a texel lie side by side. */
export function sampleImage(image: ImageSource, sample: number): ImageSource {
  const { samples = 1, format } = image;
  if (samples === 1) return image;
  const size = format.texelBytes;
  const levels = image.levels.map((bytes) => {
    const own = new Uint8Array(bytes.length / samples);
    for (let at = 0; at < own.length; at += size) {
      const from = at * samples + sample * size;
      own.set(bytes.subarray(from, from + size), at);
    }
    return own;
  });
  return { ...image, samples: 1, levels };
}

/** The image with zeros where no memory is bound: every uncompressed format decodes them to 0. */
export function boundImage(image: ImageSource): ImageSource {
  const { unbound = [], format, width, height, depth = 1, samples = 1 } = image;
  if (unbound.length === 0) return image;
  const size = format.texelBytes * samples;
  const levels = image.levels.map((bytes, level) => {
    const own = bytes.slice();
    const [across, down, slices] = [levelSize(width, level), levelSize(height, level), levelSize(depth, level)];
    for (let n = 0; n * size < own.length; n++) {
      const [x, y, slice] = [n % across, Math.floor(n / across) % down, Math.floor(n / (across * down))];
      const texel = { level, layer: Math.floor(slice / slices), x, y, z: slice % slices };
      if (isUnbound(unbound, texel)) own.fill(0, n * size, (n + 1) * size);
    }
    return own;
  });
  return { ...image, levels };
}

/** The place of a texel in an image. */
export interface TexelPlace {
  readonly level: number;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** True if no memory is bound to a texel. */
export function isUnbound(unbound: readonly UnboundRegion[], { level, layer, x, y, z }: TexelPlace): boolean {
  const within = (at: number, start: number, size: number) => start <= at && at < start + size;
  return unbound.some(
    (region) =>
      region.level === level &&
      region.layer === layer &&
      within(x, region.x, region.width) &&
      within(y, region.y, region.height) &&
      within(z, region.z, region.depth),
  );
}

/** Vulkan: Image Mip Level Sizing. */
export function levelSize(size: number, level: number): number {
  return Math.max(1, Math.floor(size / 2 ** level));
}
