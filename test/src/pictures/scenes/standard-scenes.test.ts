import { describe, expect, it } from 'vitest';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { requests, type Scene } from '../../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../../src/pictures/scenes/standard-scenes.ts';

const WIDTH = 320;
const HEIGHT = 240;

/** s and t of every covered pixel, NaN in the background. */
function image(scene: Scene): { s: Float32Array; t: Float32Array } {
  const s = new Float32Array(WIDTH * HEIGHT).fill(NaN);
  const t = new Float32Array(WIDTH * HEIGHT).fill(NaN);
  const options = { width: WIDTH, height: HEIGHT, traversal: 'hilbert', state: 0 } as const;
  for (const batch of requests(scene, options, new QuadBatch(512))) {
    for (let n = 0; n < 4 * batch.count; n++) {
      const [quad, lane] = [n >> 2, n & 3];
      if (((batch.active[quad] >> lane) & 1) === 0) continue;
      const pixel = WIDTH * (batch.y[quad] + (lane >> 1)) + batch.x[quad] + (lane & 1);
      s[pixel] = batch.s[n];
      t[pixel] = batch.t[n];
    }
  }
  return { s, t };
}

const at = (x: number, y: number) => WIDTH * y + x;
const scene = (name: string) => SCENES.get(name)!();

describe('the globe', () => {
  const { s, t } = image(scene('globe'));
  const covered = (x: number, y: number) => !Number.isNaN(s[at(x, y)]);

  it('fills nine tenths of the height and is as wide as it is high', () => {
    const column = Array.from({ length: HEIGHT }, (_, y) => y).filter((y) => covered(WIDTH / 2, y));
    const row = Array.from({ length: WIDTH }, (_, x) => x).filter((x) => covered(x, HEIGHT / 2));
    // 216 pixels; the polygon of 96 x 48 cells is smaller by up to 108 * (1 - cos(pi / 48)) = 0.24 at each end.
    expect(column.length).toBeGreaterThanOrEqual(214);
    expect(column.length).toBeLessThanOrEqual(216);
    expect(Math.abs(row.length - column.length)).toBeLessThanOrEqual(1);
    expect(column.length).toBe(column.at(-1)! - column[0] + 1);
  });

  it('shows 22 north, 2 west in the middle', () => {
    // A pixel is about 1 / 108 radian there, and the middle is half a pixel away.
    const pixel = at(WIDTH / 2, HEIGHT / 2);
    expect(Math.abs(s[pixel] - (0.5 - 2 / 360))).toBeLessThan(1 / 108 / (2 * Math.PI));
    expect(Math.abs(t[pixel] - (0.5 - 22 / 180))).toBeLessThan(1 / 108 / Math.PI);
  });

  it('has north above and east to the right', () => {
    expect(t[at(160, 80)]).toBeLessThan(t[at(160, 160)]);
    expect(s[at(120, 120)]).toBeLessThan(s[at(200, 120)]);
    expect(Math.min(...t.filter((v) => v === v))).toBeLessThan(0.01);
  });

  it('leans its axis 12 degrees to the right', () => {
    const north = Array.from(t.keys()).reduce((best, pixel) => (t[pixel] < t[best] ? pixel : best), at(160, 120));
    const [right, above] = [(north % WIDTH) + 0.5 - WIDTH / 2, HEIGHT / 2 - 0.5 - Math.floor(north / WIDTH)];
    // The pole is 107 pixels from the middle, where a pixel is 0.54 degrees. The northernmost pixel is within two
    // pixels.
    expect(Math.abs((Math.atan2(right, above) * 180) / Math.PI - 12)).toBeLessThan(2 * 0.54);
  });

  it('shows nearly half of the Earth', () => {
    const [west, east] = [
      Math.min(...s.filter((v) => v === v && v > 0.1)),
      Math.max(...s.filter((v) => v === v && v < 0.9)),
    ];
    expect(west).toBeLessThan(0.5 - 60 / 360);
    expect(east).toBeGreaterThan(0.5 + 60 / 360);
  });

  it('keeps its coordinates within the picture', () => {
    // Planes are solved and evaluated in float64. A pixel centre can be 1/512 pixel outside a snapped edge, where t
    // changes by less than 1 / 48 / 7 in a pixel (a parallel is 7 pixels high in the middle; t = 0 is in view).
    const slack = 1 / 512 / 48;
    const out = [...s, ...t].filter((v) => v < -slack || v > 1 + slack);
    expect(out).toEqual([]);
  });
});

describe('the tunnel', () => {
  const { s, t } = image(scene('tunnel'));

  it('covers the image except for its far end', () => {
    // The end is 127 away, so it reaches 1 / 127 / tan(30 degrees) of half the height, 1.64 pixels from the middle.
    const open = Array.from(s.keys()).filter((pixel) => Number.isNaN(s[pixel]));
    const distances = open.map((n) =>
      Math.hypot((n % WIDTH) + 0.5 - WIDTH / 2, Math.floor(n / WIDTH) + 0.5 - HEIGHT / 2),
    );
    expect(Math.max(...distances)).toBeLessThan(1.64);
    expect(open.length).toBeGreaterThan(0);
  });

  it('extends away from the camera with t, and around with s, four pictures', () => {
    expect(t[at(160, 230)]).toBeLessThan(t[at(160, 180)]);
    expect(t[at(160, 180)]).toBeLessThan(t[at(160, 130)]);
    expect(Math.min(...s.filter((v) => v === v))).toBeLessThan(0.02);
    expect(Math.max(...s.filter((v) => v === v))).toBeGreaterThan(3.98);
  });
});

describe('the floor', () => {
  const { s, t } = image(scene('plane'));

  it('reaches up to the horizon and not above it', () => {
    // With a view 0.2 in 1 down, the horizon is 0.2 / tan(30 degrees) of half the height above the middle, at 78.43.
    // The centre of row 78 is below it and shows floor at a distance of 3600.
    const rows = Array.from({ length: HEIGHT }, (_, y) => y).filter((y) => !Number.isNaN(t[at(100, y)]));
    expect(rows).toEqual(Array.from({ length: HEIGHT - 78 }, (_, n) => 78 + n));
  });

  it('repeats the picture hundreds of times towards the horizon', () => {
    expect(Math.min(...t.filter((v) => v === v))).toBeLessThan(-100);
  });

  it('has s rising to the right and t falling towards the horizon', () => {
    expect(s[at(10, 200)]).toBeLessThan(s[at(300, 200)]);
    expect(t[at(160, 100)]).toBeLessThan(t[at(160, 200)]);
  });
});
