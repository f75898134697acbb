import { describe, expect, it } from 'vitest';
import { type Decoding, recordDecoding } from '../../../src/specification/texels/decoding.ts';
import { allowedColor } from '../../oracle/allowed-color.ts';
import { sampleState } from '../../../src/specification/state/state.ts';
import { viewOfImage } from '../../../src/specification/state/view.ts';
import { formatOf } from '../../oracle/allowed-at.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { EXPLICIT, imageOf, lanesOf, POINT } from '../../oracle/sampling.ts';

function decoded(name: string, ...bytes: number[]): readonly number[] {
  const decoding = recordDecoding(formatOf(name), 'color', FULL_QUALITY)!;
  return decoding.texel(new DataView(Uint8Array.from([99, ...bytes]).buffer), 1, 0, 0);
}

function ones(name: string): string {
  return recordDecoding(formatOf(name), 'color', FULL_QUALITY)!.ones.join(' ');
}

describe('the decoding', () => {
  it('reads the bytes of a format in the order of its name', () => {
    expect(decoded('r8_unorm', 200)).toEqual([200, 0, 0, 1]);
    expect(decoded('r8g8_snorm', 0x80, 0x7f)).toEqual([-127, 127, 0, 1]);
    expect(decoded('b8g8r8a8_unorm', 1, 2, 3, 4)).toEqual([3, 2, 1, 4]);
    expect(decoded('r16_unorm', 0x34, 0x12)).toEqual([0x1234, 0, 0, 1]);
    expect(decoded('r32_sfloat', 0, 0, 0xc0, 0xbf)).toEqual([-1.5, 0, 0, 1]);
    expect(decoded('r16_sfloat', 0, 0x3e)).toEqual([1.5, 0, 0, 1]);
    expect(decoded('d16_unorm', 0xff, 0xff)).toEqual([65_535, 0, 0, 1]);
    expect(decoded('d32_sfloat', 0, 0, 0, 0x3f)).toEqual([0.5, 0, 0, 1]);
    expect(decoded('r8_uint', 255)).toEqual([255, 0, 0, 1]);
    expect(decoded('r32_sint', 0xfe, 0xff, 0xff, 0xff)).toEqual([-2, 0, 0, 1]);
    expect(decoded('r8g8b8a8_uint', 5, 6, 7, 8)).toEqual([5, 6, 7, 8]);
  });

  it('knows the code of 1', () => {
    expect(['r8_unorm', 'r8g8_snorm', 'r16_unorm', 'r8g8b8a8_uint', 'd32_sfloat'].map(ones)).toEqual([
      '255 1 1 1',
      '127 127 1 1',
      '65535 1 1 1',
      '1 1 1 1',
      '1 1 1 1',
    ]);
    const linear = 2 ** FULL_QUALITY.filter.srgbLinearBits - 1;
    expect(ones('r8g8b8a8_srgb')).toBe(`${linear} ${linear} ${linear} 255`);
    expect(decoded('r8g8b8a8_srgb', 255, 0, 255, 17)).toEqual([linear, 0, linear, 17]);
  });

  it('is the one that the reading gives, if any, and refuses compressed formats without one', () => {
    const image = imageOf(formatOf('r5g6b5_unorm_pack16'), 1, 1, [Uint8Array.of(0x1f, 0xf8)]);
    const batch = lanesOf(1, () => {});
    const red: Decoding = {
      kind: 'fixed',
      ones: [31, 63, 31, 1],
      stored: [0, 1, 2],
      range: [0, 1],
      texel: (level, at) => {
        const bits = level.getUint16(at, true);
        return [bits >> 11, (bits >> 5) & 63, bits & 31, 1];
      },
    };
    const state = sampleState(FULL_QUALITY, image, POINT, EXPLICIT, viewOfImage(image), { decodings: () => red });
    const allowed = allowedColor(state, { batch, quad: 0, lane: 0 });
    expect(allowed.map(({ upper }) => Math.round(upper))).toEqual([1, 0, 1, 1]);
    const block = imageOf(formatOf('bc7_unorm_block'), 4, 4, [new Uint8Array(16)]);
    expect(() => sampleState(FULL_QUALITY, block, POINT, EXPLICIT)).toThrow('no decoding of bc7_unorm_block');
  });
});
