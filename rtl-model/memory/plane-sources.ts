import type { ImageSource, UnboundRegion } from './image.ts';
import { levelSize } from './level-size.ts';

export function planeSources(source: ImageSource): readonly ImageSource[] {
  const { planes } = source.format;
  if (planes === null) return [source];
  let from = 0;
  return planes.map(({ format, widthDivisor, heightDivisor }) => {
    const width = Math.ceil(source.width / widthDivisor);
    const height = Math.ceil(source.height / heightDivisor);
    const levels = source.levels.map((bytes, l) => {
      const size = levelSize(width, l) * levelSize(height, l) * source.layers * format.texelBytes;
      return bytes.subarray(from, (from += size));
    });
    const unbound = (source.unbound ?? []).map((region) => dividedRegion(region, widthDivisor, heightDivisor));
    return { ...source, format, width, height, levels, unbound };
  });
}

/** The chroma texels that share a luma texel with a region. */
function dividedRegion(region: UnboundRegion, across: number, down: number): UnboundRegion {
  const x = Math.floor(region.x / across);
  const y = Math.floor(region.y / down);
  const width = Math.ceil((region.x + region.width) / across) - x;
  const height = Math.ceil((region.y + region.height) / down) - y;
  return { ...region, x, y, width, height };
}
