import type { Picture } from '../textures/picture.ts';

const LIGHT_SIZE = 64;
const LIGHT_FLOOR = 0.35;
const DETAIL_SIZE = 256;
const DETAIL_CELLS = [16, 64];
/** Half the range of one octave, in units of 1/255. */
const DETAIL_SWING = 20;
const SEED = 0x2545f491;

/** A light map that repeats: warm light in the middle, a third as bright at the edges. */
export function lightPicture(): Picture {
  return paint(LIGHT_SIZE, (i, j) => {
    const [x, y] = [hill((i + 0.5) / LIGHT_SIZE), hill((j + 0.5) / LIGHT_SIZE)];
    const light = LIGHT_FLOOR + (1 - LIGHT_FLOOR) * Math.sqrt(x * y);
    return [255 * light, 250 * light, 238 * light];
  });
}

/** A detail map that repeats: grey noise of two octaves around the middle grey, which is neutral. */
export function detailPicture(): Picture {
  const octaves = DETAIL_CELLS.map((cells, n) => ({ cells, values: randomGrid(cells, SEED + n) }));
  return paint(DETAIL_SIZE, (i, j) => {
    let grey = 127.5;
    for (const { cells, values } of octaves) {
      grey += DETAIL_SWING * smoothed(values, cells, (i * cells) / DETAIL_SIZE, (j * cells) / DETAIL_SIZE);
    }
    return [grey, grey, grey];
  });
}

function paint(size: number, colour: (i: number, j: number) => readonly [number, number, number]): Picture {
  const texels = new Uint8Array(4 * size * size).fill(255);
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) texels.set(colour(i, j).map(Math.round), 4 * (j * size + i));
  }
  return { width: size, height: size, texels };
}

/** A smooth bump: 0 at 0 and 1, 1 at 1/2. */
function hill(position: number): number {
  return (1 - Math.cos(2 * Math.PI * position)) / 2;
}

/** Random values from -1 to 1, one for each point of a grid (xorshift, 13 17 5). */
function randomGrid(cells: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: cells * cells }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  });
}

/** The value between the points of a grid that repeats: smoothstep in both directions. */
function smoothed(values: Float64Array, cells: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [a, b] = [ease(x - left), ease(y - top)];
  const at = (i: number, j: number) => values[((top + j) % cells) * cells + ((left + i) % cells)];
  const upper = at(0, 0) + a * (at(1, 0) - at(0, 0));
  const lower = at(0, 1) + a * (at(1, 1) - at(0, 1));
  return upper + b * (lower - upper);
}

function ease(fraction: number): number {
  return fraction * fraction * (3 - 2 * fraction);
}
