import { describe, expect, it } from 'vitest';
import { paintQuantity, rangeOf, shareOf } from '../../../../../src/apps/inspector/picture/false-colours.ts';
import { stateFromAddress, stateToAddress } from '../../../../../src/apps/inspector/state/address.ts';
import { DEFAULT_STATE } from '../../../../../src/apps/inspector/state/inspector-state.ts';
import { IncomingPicture } from '../../../../../src/apps/inspector/state/pictures.ts';

/** A picture of 2x2 pixels with these values of a quantity. */
function pictureOf(...values: readonly [number, number, number, number]): IncomingPicture {
  const picture = new IncomingPicture(1, () => {});
  const empty = { width: 2, height: 2, linear: false, places: new Uint16Array(0), active: new Uint8Array(0) };
  const begun = { ...empty, values: new Float32Array(0) } as unknown as Parameters<IncomingPicture['take']>[0];
  picture.take(begun);
  const quad = { places: Uint16Array.of(0, 0), active: Uint8Array.of(15), values: Float32Array.from(values) };
  picture.take({ ...begun, ...quad });
  return picture;
}

/** The colours of the pixels, one text each. */
function painted(picture: IncomingPicture, fixed: readonly [number, number] | null): readonly string[] {
  const bytes = new Uint8ClampedArray(16);
  paintQuantity(picture, fixed ?? rangeOf(picture), 'linear', { bytes, from: 0, until: 4 });
  return [0, 4, 8, 12].map((at) => bytes.subarray(at, at + 3).join());
}

describe('false colours', () => {
  const small = pictureOf(0, 1, 2, 4);
  const large = pictureOf(0, 4, 8, 20);

  it('run from the least to the most of a picture, or over a fixed scale that pictures share', () => {
    expect(rangeOf(small)).toEqual([0, 4]);
    expect(painted(small, null)[3]).toBe(painted(large, null)[3]);
    const [ofSmall, ofLarge] = [small, large].map((picture) => painted(picture, [0, 8]));
    // 4 has one colour in both; the end of the ramp is its brightest colour, for 8 and for all above.
    expect(ofSmall[3]).toBe(ofLarge[1]);
    expect(ofSmall[3]).not.toBe(painted(small, null)[3]);
    expect([ofLarge[2], ofLarge[3]]).toEqual(['252,253,191', '252,253,191']);
    expect(painted(large, [4, 8]).slice(0, 2)).toEqual(['45,17,96', '45,17,96']);
  });

  it('spread the lowest values by a logarithm: log2(1 + 255 share) / 8 of the share in the range', () => {
    const shares = [0, 1 / 255, 3 / 255, 15 / 255, 1].map((share) => shareOf(2 + 10 * share, [2, 12], 'logarithm'));
    // 1 + 255 share is 1, 2, 4, 16, 256.
    const expected = [0, 1 / 8, 2 / 8, 4 / 8, 1];
    // A share is a difference and a quotient: a few units in the last place, times 255 before the logarithm.
    shares.forEach((share, n) => expect(Math.abs(share - expected[n])).toBeLessThan(255 * 4 * 2 ** -52));
    expect([1, 13].map((value) => shareOf(value, [2, 12], 'logarithm'))).toEqual([0, 1]);
    expect(shareOf(5, [5, 5], 'linear')).toBe(0);
  });

  it('keep a fixed scale in the address of the page', () => {
    const state = { ...DEFAULT_STATE, view: 'lod', scale: [0.5, 8] } as const;
    const address = stateToAddress(state);
    expect(new URLSearchParams(address).get('scale')).toBe('0.5,8');
    expect(stateFromAddress(address)).toEqual({ state, faults: [] });
    expect(stateToAddress(DEFAULT_STATE)).not.toContain('scale');
  });
});
