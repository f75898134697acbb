import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { randomBlocks } from '../bc-random-blocks.ts';

describe.each([...bcCodecs])('%s', (name, codec) => {
  it('has blocks of 4 by 4 texels, 8 bytes for BC1 and BC4, 16 for others', () => {
    expect([codec.width, codec.height, codec.bytes]).toEqual([4, 4, /^bc[14]/.test(name) ? 8 : 16]);
    expect(codec.srgb).toBe(name.includes('srgb'));
  });

  it('writes all components of all texels, as codes within their scale', () => {
    const blocks = randomBlocks(60, 1000, codec.bytes);
    const texels = new Float32Array(64);
    const least = codec.scales.map(({ bits, signed, one }) => (signed ? (bits === 0 ? -Infinity : -one) : 0));
    const most = codec.scales.map(({ bits, one }) => (bits === 0 ? 65504 : one));
    for (let from = 0; from < blocks.length; from += codec.bytes) {
      texels.fill(NaN);
      codec.decode(blocks, from, texels);
      const outside = [...texels].filter((code, at) => {
        const whole = codec.scales[at % 4].bits === 0 || Number.isInteger(code);
        return !(whole && code >= least[at % 4] && code <= most[at % 4]);
      });
      expect(outside, `block ${from / codec.bytes}`).toEqual([]);
    }
  });

  it('has as many bits as its largest code needs', () => {
    for (const { one, bits, signed } of codec.scales) {
      if (bits === 0) continue;
      expect(2 ** (signed ? bits - 1 : bits)).toBeGreaterThan(one);
      expect(2 ** (signed ? bits - 2 : bits - 1)).toBeLessThanOrEqual(one);
    }
  });

  it('decodes the same at any address, and writes nothing after the texels', () => {
    const blocks = randomBlocks(61, 2, codec.bytes);
    const [inside, alone] = [0, 1].map(() => new Float32Array(80).fill(NaN));
    codec.decode(blocks, codec.bytes, inside);
    codec.decode(blocks.slice(codec.bytes), 0, alone);
    expect(inside).toEqual(alone);
    expect(inside.subarray(64)).toEqual(new Float32Array(16).fill(NaN));
  });
});

describe('an sRGB format', () => {
  it.each(['bc1_rgb', 'bc1_rgba', 'bc2', 'bc3', 'bc7'])('%s has the codes of the linear one', (family) => {
    const [srgb, unorm] = ['srgb', 'unorm'].map((type) => bcCodecs.get(`${family}_${type}_block`)!);
    const blocks = randomBlocks(62, 100, srgb.bytes);
    const [encoded, linear] = [0, 1].map(() => new Float32Array(64));
    for (let from = 0; from < blocks.length; from += srgb.bytes) {
      srgb.decode(blocks, from, encoded);
      unorm.decode(blocks, from, linear);
      expect(encoded).toEqual(linear);
    }
    expect(srgb.scales).toEqual(unorm.scales);
  });
});
