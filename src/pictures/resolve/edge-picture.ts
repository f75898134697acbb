import type { MultisamplePicture } from './multisample-picture.ts';
import { SAMPLE_POSITIONS } from '../../../rtl-model/state/multisample-positions.ts';

export const EDGE_WIDTH = 40;
export const EDGE_HEIGHT = 40;

type Color = readonly [number, number, number];

/** A lamp thirty times as bright as the display's white. */
const LAMP: Color = [30, 30, 30];
const NIGHT: Color = [0.05, 0.05, 0.05];
/** Two colours with equal largest components and different lumas. */
const RED: Color = [1, 0.05, 0.05];
const GREEN: Color = [0.05, 1, 0.05];

/**
 * A test picture for resolves. Its upper half has a slanted bar of HDR brightness on a dark ground. Its lower half has
 * red beside green of equal brightness, along a slanted edge.
 *
 * @param samples 1, 2, 4, 8 or 16, at the standard positions
 */
export function edgePicture(samples: number): MultisamplePicture {
  const positions = SAMPLE_POSITIONS.get(samples);
  if (positions === undefined) throw new RangeError(`${samples} samples; expected 1, 2, 4, 8 or 16`);
  const values = new Float32Array(4 * EDGE_WIDTH * EDGE_HEIGHT * samples);
  let to = 0;
  for (let y = 0; y < EDGE_HEIGHT; y++) {
    for (let x = 0; x < EDGE_WIDTH; x++) {
      for (const [dx, dy] of positions) {
        values.set([...colorAt(x + 0.5 + dx / 16, y + 0.5 + dy / 16), 1], to);
        to += 4;
      }
    }
  }
  return { width: EDGE_WIDTH, height: EDGE_HEIGHT, samples, values };
}

function colorAt(x: number, y: number): Color {
  const middle = EDGE_HEIGHT / 2;
  const slant = 0.13 * x;
  if (y > middle) return y < middle + 7 + slant ? RED : GREEN;
  return y > 5 + slant && y < 10 + slant ? LAMP : NIGHT;
}
