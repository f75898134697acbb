import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { componentValue, type Round, storeComponent, type Texel } from './own-arithmetic.ts';
import type { Reduce4 } from './own-reductions.ts';
import { emptyLevels } from './random-image.ts';

/** Calls a function for every texel of a level and its texels in the level above, clamped to that level's edge. */
function eachTexel(
  above: { width: number; height: number },
  level: { width: number; height: number },
  layers: number,
  visit: (texel: number, four: readonly number[]) => void,
): void {
  for (let slice = 0; slice < layers; slice++) {
    for (let y = 0; y < level.height; y++) {
      for (let x = 0; x < level.width; x++) {
        const columns = [2 * x, Math.min(2 * x + 1, above.width - 1)];
        const rows = [2 * y, Math.min(2 * y + 1, above.height - 1)];
        const four = rows.flatMap((row) =>
          columns.map((column) => (slice * above.height + row) * above.width + column),
        );
        visit((slice * level.height + y) * level.width + x, four);
      }
    }
  }
}

/** The classical chain: every level made of the stored level above it. */
export function levelByLevel(
  image: ImageSource,
  levels: number,
  reduce: Reduce4,
  decode: Round,
): readonly Uint8Array[] {
  const { format, layers } = image;
  const memory = emptyLevels(image, levels);
  for (let l = 1; l < levels; l++) {
    const [above, level] = [memory[l - 1], memory[l]];
    const load = (texel: number): Texel =>
      format.order.map((_, c) => decode(componentValue(format, c, above.texels, texel * format.order.length + c)));
    eachTexel(above, level, layers, (texel, [a, b, c, d]) => {
      const result = reduce(load(a), load(b), load(c), load(d));
      result.forEach((x, k) => storeComponent(format, k, x, level.texels, texel * format.order.length + k));
    });
  }
  return memory.map(({ texels }) => texels);
}

/** Means in float64, never rounded: the components of each level in the order of the stored ones. */
export function exactMeans(image: ImageSource, levels: number): readonly Float64Array[] {
  const { format, layers } = image;
  const components = format.order.length;
  const memory = emptyLevels(image, levels);
  const means = [values(image, memory[0].texels)];
  for (let l = 1; l < levels; l++) {
    const above = means[l - 1];
    const below = new Float64Array((memory[l].texels.length * 8) / format.componentBits);
    eachTexel(memory[l - 1], memory[l], layers, (texel, four) => {
      for (let k = 0; k < components; k++) {
        below[texel * components + k] = four.reduce((sum, from) => sum + above[from * components + k] / 4, 0);
      }
    });
    means.push(below);
  }
  return means;
}

/** The values of a level's stored components in float64. */
export function values({ format }: ImageSource, texels: Uint8Array): Float64Array {
  const count = (texels.length * 8) / format.componentBits;
  return Float64Array.from({ length: count }, (_, n) => componentValue(format, n % format.order.length, texels, n));
}
