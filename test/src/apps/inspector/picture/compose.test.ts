import { describe, expect, it } from 'vitest';
import { paint } from '../../../../../src/apps/inspector/picture/compose.ts';
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

/** The first pixel of what a state shows of two pictures. */
function shown(state: Partial<InspectorState>, linear = false): readonly number[] {
  const [first, second] = [pictureOf([0.2, 0.4, 0.6, 0.8], linear), pictureOf([0.4, 0.4, 0, 0.6], linear)];
  const all = { first, second, captured: second, map: new IncomingPicture(1, () => {}) };
  const bytes = new Uint8ClampedArray(16);
  paint({ ...DEFAULT_STATE, ...state }, all, bytes);
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
});
