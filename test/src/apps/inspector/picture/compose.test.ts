import { describe, expect, it } from 'vitest';
import { histogramOf, paint } from '../../../../../src/apps/inspector/picture/compose.ts';
import type { InspectorState } from '../../../../../src/apps/inspector/state/inspector-state.ts';
import { IncomingPicture } from '../../../../../src/apps/inspector/state/pictures.ts';
import { DEFAULT_STATE } from '../../../../../src/apps/inspector/state/inspector-state.ts';

type Color = readonly [number, number, number, number];

/** A picture of 2x2 pixels of one colour. */
function pictureOf(color: Color, linear: boolean): IncomingPicture {
  const picture = new IncomingPicture(4, () => {});
  const empty = { width: 2, height: 2, linear, places: new Uint16Array(0), active: new Uint8Array(0) };
  const begun = { ...empty, values: new Float32Array(0) } as unknown as Parameters<IncomingPicture['take']>[0];
  picture.take(begun);
  const values = Float32Array.from([0, 1, 2, 3].flatMap(() => color));
  picture.take({ ...begun, places: Uint16Array.of(0, 0), active: Uint8Array.of(15), values });
  return picture;
}

/** Two pictures of one colour each. */
function twoPictures(linear = false) {
  const [first, second] = [pictureOf([0.2, 0.4, 0.6, 0.8], linear), pictureOf([0.4, 0.4, 0, 0.6], linear)];
  return { first, second, captured: second, map: new IncomingPicture(1, () => {}) };
}

/** The first pixel of what a state shows of two pictures. */
function shown(state: Partial<InspectorState>, linear = false): readonly number[] {
  const bytes = new Uint8ClampedArray(16);
  paint({ ...DEFAULT_STATE, ...state }, twoPictures(linear), { bytes, from: 0, until: 4 });
  return [...bytes.subarray(0, 4)];
}

describe('the picture', () => {
  it('shows all colours, or one component in grey', () => {
    expect(shown({ view: 'first' })).toEqual([51, 102, 153, 255]);
    const grey = (channels: InspectorState['channels']) => shown({ view: 'first', channels });
    expect(grey('r')).toEqual([51, 51, 51, 255]);
    expect(grey('g')).toEqual([102, 102, 102, 255]);
    expect(grey('b')).toEqual([153, 153, 153, 255]);
    expect(grey('a')).toEqual([204, 204, 204, 255]);
  });

  it('encodes linear light for the screen, but no alpha', () => {
    // sRGB of 0.6: 1.055 * 0.6^(1/2.4) - 0.055.
    expect(shown({ view: 'first', channels: 'b' }, true)[0]).toBe(Math.round(255 * (1.055 * 0.6 ** (1 / 2.4) - 0.055)));
    expect(shown({ view: 'first', channels: 'a' }, true)[0]).toBe(204);
  });

  it('mixes and subtracts the component that is shown', () => {
    expect(shown({ view: 'mixed', blend: 0.5, channels: 'a' })).toEqual([178, 178, 178, 255]);
    expect(shown({ view: 'difference', gain: 2 })).toEqual([102, 0, 255, 255]);
    expect(shown({ view: 'difference', gain: 2, channels: 'r' })).toEqual([102, 102, 102, 255]);
    expect(shown({ view: 'difference', gain: 2, channels: 'g' })).toEqual([0, 0, 0, 255]);
    expect(shown({ view: 'captured-difference', gain: 2, channels: 'a' })).toEqual([102, 102, 102, 255]);
  });

  it('has a black and a white value, and a logarithm between them, before light is encoded', () => {
    const scale = [0.2, 0.6] as const;
    expect(shown({ view: 'first', scale })).toEqual([0, 128, 255, 255]);
    // The share of 0.4 is a half: log2(1 + 127.5) / 8.
    const middle = Math.log2(128.5) / 8;
    expect(shown({ view: 'first', scale, curve: 'logarithm' })).toEqual([0, Math.round(255 * middle), 255, 255]);
    const encoded = Math.round(255 * (1.055 * 0.5 ** (1 / 2.4) - 0.055));
    expect(shown({ view: 'first', scale }, true)).toEqual([0, encoded, 255, 255]);
    // Distances are 0.2, 0 and 0.6.
    expect(shown({ view: 'difference', scale: [0, 0.6] })).toEqual([85, 0, 255, 255]);
    expect(shown({ view: 'difference', gain: 2, scale: null })).toEqual([102, 0, 255, 255]);
  });

  it('is painted in the rows that are asked for alone', () => {
    const bytes = new Uint8ClampedArray(16);
    paint({ ...DEFAULT_STATE, view: 'first' }, twoPictures(), { bytes, from: 2, until: 4 });
    expect([...bytes]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 51, 102, 153, 255, 51, 102, 153, 255]);
  });

  it('has a histogram of the components that are shown: of results from 0 to 1, of a difference its own', () => {
    const of = (state: Partial<InspectorState>) => histogramOf({ ...DEFAULT_STATE, ...state }, twoPictures())!;
    const filled = ({ counts, domain: [least, most] }: NonNullable<ReturnType<typeof histogramOf>>) =>
      Array.from(counts, (count, n) => [least + (n / counts.length) * (most - least), count]).filter(([, n]) => n > 0);
    const colours = of({ view: 'first' });
    expect(colours.domain).toEqual([0, 1]);
    // Four pixels with each of three values, whose bins begin at most 1/160 below them.
    expect(filled(colours).map(([, count]) => count)).toEqual([4, 4, 4]);
    [0.2, 0.4, 0.6].forEach((value, n) => expect(Math.abs(filled(colours)[n][0] - value)).toBeLessThan(1 / 160));
    expect(filled(of({ view: 'first', channels: 'a' })).map(([, count]) => count)).toEqual([4]);
    // Both designs count.
    expect(of({ view: 'beside', channels: 'g' }).counts.reduce((sum, count) => sum + count)).toBe(8);
    const [least, most] = of({ view: 'difference' }).domain;
    expect([least, most.toFixed(6)]).toEqual([0, '0.600000']);
    expect(histogramOf({ ...DEFAULT_STATE, view: 'lod' }, twoPictures())).toBe(null);
  });
});
