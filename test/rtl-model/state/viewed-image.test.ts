import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { type ImageView, wholeView } from '../../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

function format(name: string) {
  return TEXEL_FORMATS.get(name)!;
}

const SIZE = 11;

/** Random blocks; three layers, so that layers begin within lines of the other format's texels. */
function blocks(name: string): ImageSource {
  const dice = new Dice(5);
  const { block, texelBytes } = format(name);
  const count = Math.ceil(SIZE / block!.width) * Math.ceil(SIZE / block!.height) * 3;
  const bytes = Uint8Array.from({ length: count * texelBytes }, () => dice.bits() >>> 24);
  return { format: format(name), width: SIZE, height: SIZE, layers: 3, levels: [bytes] };
}

/** Every texel of a view, as fetches return it. */
function fetched(image: ImageSource, view: ImageView): Float32Array {
  const state = {
    image: 0,
    view,
    sampler: DEFAULT_SAMPLER,
    instruction: { op: 'fetch', lod: 'explicit', projected: false },
  };
  const batch = new QuadBatch(Math.ceil((SIZE * SIZE * 3) / 4));
  batch.count = Math.ceil((SIZE * SIZE * 3) / 4);
  batch.active.fill(15);
  for (let n = 0; n < SIZE * SIZE * 3; n++) {
    [batch.i[n], batch.j[n]] = [n % SIZE, Math.floor(n / SIZE) % SIZE];
    batch.integerLayer[n] = Math.floor(n / (SIZE * SIZE));
  }
  const result = new Float32Array(16 * batch.count);
  const memory = layOutImages([image, image], FULL_QUALITY.cache.layout);
  new TextureUnit(FULL_QUALITY, memory, [state as never]).sample(batch, result);
  return result;
}

describe('a view of a compressed image', () => {
  it.each([
    ['astc_4x4_unorm_block', 'astc_4x4_srgb_block'],
    ['astc_4x4_srgb_block', 'astc_4x4_unorm_block'],
    ['astc_5x4_srgb_block', 'astc_5x4_unorm_block'],
    ['astc_12x10_unorm_block', 'astc_12x10_sfloat_block'],
    ['bc1_rgba_unorm_block', 'bc1_rgba_srgb_block'],
    ['bc7_srgb_block', 'bc7_unorm_block'],
    ['bc5_unorm_block', 'bc5_snorm_block'],
    ['bc6h_ufloat_block', 'bc6h_sfloat_block'],
    ['eac_r11_snorm_block', 'eac_r11_unorm_block'],
  ])('of %s as %s shows the texels that an image of that format has', (own, other) => {
    const image = blocks(own);
    const same = { ...image, format: format(other) };
    const view = { ...wholeView(image), format: format(other) };
    expect(fetched(image, view)).toEqual(fetched(same, wholeView(same)));
    expect(fetched(image, view)).not.toEqual(fetched(image, wholeView(image)));
  });

  it('in another compression is refused', () => {
    const image = blocks('bc2_unorm_block');
    expect(() => fetched(image, { ...wholeView(image), format: format('bc3_unorm_block') })).toThrow(
      'blocks of bc2_unorm_block are not read as bc3_unorm_block: give the image that format',
    );
  });
});
