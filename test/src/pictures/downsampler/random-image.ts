import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../../rtl-model/memory/level-size.ts';
import type { TexelFormat } from '../../../../rtl-model/formats/texel-format.ts';
import { MIP_CHAIN_FORMATS } from '../../../../rtl-model/formats/uncompressed-formats.ts';
import { randomBits } from '../../../oracle/random.ts';

export function format(name: string): TexelFormat {
  return MIP_CHAIN_FORMATS.get(name)!;
}

/** Every format that can be downsampled. */
export const DOWNSAMPLED: readonly TexelFormat[] = [...MIP_CHAIN_FORMATS.values()].filter(
  ({ componentBits, componentType }) => componentBits === 8 || componentType === 'sfloat',
);

/** One format for each way to decode, in one and in four components. */
export const REPRESENTATIVE: readonly TexelFormat[] = [
  'r8_unorm',
  'r8g8_snorm',
  'b8g8r8a8_srgb',
  'r8g8b8a8_unorm',
  'r16g16b16a16_sfloat',
  'r32_sfloat',
].map(format);

/** Noise in level 0: any byte, finite halves up to 1000 in magnitude, floats over 40 powers of two with both signs. */
export function noise(form: TexelFormat, width: number, height: number, layers: number, seed: number): ImageSource {
  const bits = randomBits(seed);
  const count = width * height * layers * form.order.length;
  const texels = new Uint8Array((count * form.componentBits) / 8);
  const view = new DataView(texels.buffer);
  for (let n = 0; n < count; n++) {
    if (form.componentBits === 8) texels[n] = bits() & 0xff;
    else if (form.componentBits === 16) view.setUint16(2 * n, (bits() & 0x8000) + (bits() % 0x63d0), true);
    else view.setFloat32(4 * n, (bits() / 2 ** 31 - 1) * 2 ** ((bits() % 40) - 20), true);
  }
  return { format: form, width, height, layers, levels: [texels] };
}

/** Sizes and empty texels of all levels; the first level is filled. */
export function emptyLevels(image: ImageSource, levels: number) {
  return Array.from({ length: levels }, (_, l) => {
    const [width, height] = [levelSize(image.width, l), levelSize(image.height, l)];
    const texels = l === 0 ? image.levels[0] : new Uint8Array(width * height * image.layers * image.format.texelBytes);
    return { width, height, texels };
  });
}

/** A permutation of 0 to count - 1. */
export function shuffled(count: number, seed: number): number[] {
  const bits = randomBits(seed);
  const numbers = Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n--) {
    const other = bits() % (n + 1);
    [numbers[n], numbers[other]] = [numbers[other], numbers[n]];
  }
  return numbers;
}

/** The first difference of two byte arrays as text; empty if they are equal. */
export function firstDifference(got: Uint8Array, expected: Uint8Array): string {
  if (got.length !== expected.length) return `${got.length} bytes, expected ${expected.length}`;
  const n = got.findIndex((byte, k) => byte !== expected[k]);
  return n < 0 ? '' : `byte ${n}: ${got[n]}, expected ${expected[n]}`;
}
