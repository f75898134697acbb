import { describe, expect, it } from 'vitest';
import { ADDRESS_MODES, type AddressMode } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { BILINEAR, EXPLICIT, imageOf, lanesOf, POINT, sample } from '../../oracle/sampling.ts';

const R16 = TEXEL_FORMATS.get('r16_unorm')!;

/** A row of texels whose codes are 1000 and up, so that a code tells the texel; 0 is the border's. */
function numberedRow(size: number) {
  return imageOf(R16, size, 1, [new Uint8Array(Uint16Array.from({ length: size }, (_, i) => 1000 + i).buffer)]);
}

/** Code of the texel that index i selects, written from D3D11.3 7.18.9. */
function codeAt(i: number, size: number, mode: AddressMode): number {
  if (i < 0 || i > size - 1) {
    if (mode === 'clamp_to_border') return 0;
    const mirrored = i < 0 ? -i - 1 : i;
    if (mode === 'repeat') i = ((i % size) + size) % size;
    else if (mode === 'mirrored_repeat') {
      i = mirrored % size;
      if (Math.floor(mirrored / size) % 2 === 1) i = size - i - 1;
    } else i = Math.max(0, Math.min(mode === 'clamp_to_edge' ? i : mirrored, size - 1));
  }
  return 1000 + i;
}

/** Coordinates k / 256 texels within 12 images on either side, on a row of a power-of-two size: all exact in float32. */
function grid(size: number): { from: number; count: number } {
  return { from: -12 * 256 * size - 300, count: 24 * 256 * size + 600 };
}

/** Three layers of a level: each texel of a layer holds the code `first` and the layer. */
function threeLayers(first: number, texels: number): Uint8Array {
  const codes = Uint16Array.from({ length: 3 * texels }, (_, n) => first + Math.floor(n / texels));
  return new Uint8Array(codes.buffer);
}

describe('the address unit', () => {
  it.each(ADDRESS_MODES)('reads for every 1/256 texel the one texel of 7.18.7 under %s', (mode) => {
    const wrong: string[] = [];
    for (const size of [1, 2, 8, 16]) {
      const { from, count } = grid(size);
      const batch = lanesOf(count, ({ s }, lane) => (s[lane] = (from + lane) / 256 / size));
      const result = sample(FULL_QUALITY, numberedRow(size), { ...POINT, addressModeU: mode }, EXPLICIT, batch);
      for (let n = 0; n < count; n++) {
        const code = Math.round(result[4 * n] * 65_535);
        const expected = codeAt(Math.floor((from + n) / 256), size, mode);
        if (code !== expected) wrong.push(`${from + n} of ${size}: ${code}, not ${expected}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each(ADDRESS_MODES)('weights for every 1/256 texel the two texels of 7.18.8 under %s', (mode) => {
    const wrong: string[] = [];
    for (const size of [1, 2, 8, 16]) {
      const { from, count } = grid(size);
      const batch = lanesOf(count, ({ s }, lane) => (s[lane] = (from + lane) / 256 / size));
      const sampler = { ...BILINEAR, addressModeU: mode };
      const result = sample(FULL_QUALITY, numberedRow(size), sampler, EXPLICIT, batch);
      for (let n = 0; n < count; n++) {
        const left = Math.floor((from + n - 128) / 256);
        const weight = from + n - 128 - left * 256;
        const mixed = codeAt(left, size, mode) * (256 - weight) + codeAt(left + 1, size, mode) * weight;
        // A quotient of 24 by 24 bits: float64 is near enough to round to the same float32.
        const expected = Math.fround(mixed / (256 * 65_535));
        if (result[4 * n] !== expected) wrong.push(`${from + n} of ${size}: ${result[4 * n]}, not ${expected}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each(ADDRESS_MODES)('adds the texel offset before %s is applied', (mode) => {
    const size = 4;
    const count = 16 * 40;
    const batch = lanesOf(4 * count, ({ s, offsetU }, lane) => {
      const quad = lane >> 2;
      offsetU[quad] = (quad % 16) - 8;
      s[lane] = ((quad >> 4) - 20 + 0.5) / size;
    });
    const result = sample(FULL_QUALITY, numberedRow(size), { ...POINT, addressModeU: mode }, EXPLICIT, batch);
    for (let quad = 0; quad < count; quad++) {
      const i = (quad >> 4) - 20 + (quad % 16) - 8;
      expect([i, Math.round(result[16 * quad] * 65_535)]).toEqual([i, codeAt(i, size, mode)]);
    }
  });

  it('takes the border as soon as one of the two axes leaves the image', () => {
    const image = imageOf(R16, 2, 2, [new Uint8Array(Uint16Array.of(1, 2, 3, 4).buffer)]);
    const sampler = { ...POINT, addressModeU: 'clamp_to_border', addressModeV: 'repeat' } as const;
    const places = [
      [-0.25, 0.25],
      [0.25, -0.25],
      [1.25, 2.25],
      [0.75, 0.75],
    ];
    const batch = lanesOf(4, ({ s, t }, lane) => ([s[lane], t[lane]] = places[lane]));
    const result = sample(FULL_QUALITY, image, { ...sampler, borderColor: [1, 0, 0, 0] }, EXPLICIT, batch);
    expect([0, 4, 8, 12].map((at) => Math.round(result[at] * 65_535))).toEqual([65_535, 3, 65_535, 4]);
  });

  it('keeps the layers of an array apart on every level', () => {
    const image = { format: R16, width: 3, height: 2, layers: 3, levels: [threeLayers(10, 6), threeLayers(20, 1)] };
    const batch = lanesOf(8, (lanes, lane) => {
      lanes.s[lane] = lanes.t[lane] = 0.9;
      lanes.layer[lane] = [0, 1, 2, 7][lane % 4];
      lanes.lod[lane] = lane < 4 ? 0 : 1;
    });
    const result = sample(FULL_QUALITY, image, POINT, EXPLICIT, batch);
    const codes = Array.from({ length: 8 }, (_, lane) => Math.round(result[4 * lane] * 65_535));
    expect(codes).toEqual([10, 11, 12, 12, 20, 21, 22, 22]);
  });
});
