import type { TexelFormat } from '../formats/texel-format.ts';
import type { ImageSource } from './image.ts';

/** Size of a level in one dimension (Vulkan: Image Mip Level Sizing). */
export function levelSize(size: number, level: number): number {
  return Math.max(1, Math.floor(size / 2 ** level));
}

/** The source bytes of a level: every plane of it, sizes rounded up to whole blocks. */
export function levelBytes(source: Omit<ImageSource, 'levels'>, level: number): number {
  const { format, width, height, depth = 1, layers, samples = 1 } = source;
  const slices = levelSize(depth, level) * layers * samples;
  const ofPlane = (plane: TexelFormat, planeWidth: number, planeHeight: number) => {
    const across = Math.ceil(levelSize(planeWidth, level) / (plane.block?.width ?? 1));
    const down = Math.ceil(levelSize(planeHeight, level) / (plane.block?.height ?? 1));
    return across * down * slices * plane.texelBytes;
  };
  if (format.planes === null) return ofPlane(format, width, height);
  return format.planes.reduce(
    (sum, { format: plane, widthDivisor, heightDivisor }) =>
      sum + ofPlane(plane, Math.ceil(width / widthDivisor), Math.ceil(height / heightDivisor)),
    0,
  );
}

export function checkLevels(source: ImageSource): void {
  source.levels.forEach((texels, l) => {
    const expected = levelBytes(source, l);
    if (texels.length === expected) return;
    const { width, height, depth = 1, layers } = source;
    const volume = depth > 1 ? `x${levelSize(depth, l)}` : '';
    throw new RangeError(
      `level ${l} (${levelSize(width, l)}x${levelSize(height, l)}${volume}x${layers}) needs ${expected} bytes, has ${texels.length}`,
    );
  });
}
