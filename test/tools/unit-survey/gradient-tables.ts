import { Dice } from '../../oracle/dice.ts';
import { levelNumbers } from './level-tables.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

const SIZE = 64;
const CENTER = [0.5, 0.5];

/** The LOD of explicit gradients and of quads, read from an image whose texels are the number of their level. */
export function gradientTables(trace: SurveyTrace): void {
  levelNumbers(trace, 'square', SIZE);
  trace.sampler({ name: 'trilinear' });
  mantissas(trace);
  directions(trace);
  randomGradients(trace);
  otherSizes(trace);
  specialGradients(trace);
  quads(trace);
}

/** A request on the square image, with gradients in texels. */
function gradient(trace: SurveyTrace, table: string, dx: readonly number[], dy: readonly number[]): void {
  const scaled = { dx: dx.map((texels) => texels / SIZE), dy: dy.map((texels) => texels / SIZE) };
  trace.request(table, { image: 'square', sampler: 'trilinear', coord: CENTER, grad: scaled });
}

/** log2: lengths from 2 to 4 in steps that are finer than the unit's. */
function mantissas(trace: SurveyTrace): void {
  for (const k of integers(0, 2047)) {
    const length = 2 * (1 + (k + 0.5) / 2048);
    gradient(trace, 'log2', [length, 0], [0, length]);
  }
  const dice = new Dice(6);
  for (let n = 0; n < 300; n++) gradient(trace, 'log2-one-axis', [dice.real(2, 4), 0], [0, 0]);
  for (let n = 0; n < 300; n++) gradient(trace, 'log2-dy', [0, 0], [0, dice.real(4, 8)]);
}

/** One length in every direction: of one gradient alone, and of two that are perpendicular. */
function directions(trace: SurveyTrace): void {
  for (const k of integers(0, 511)) {
    const angle = (k * Math.PI) / 512;
    const [x, y] = [8 * Math.cos(angle), 8 * Math.sin(angle)];
    gradient(trace, 'direction-one', [x, y], [0, 0]);
    gradient(trace, 'direction-circle', [x, y], [-y, x]);
  }
  for (const length of [8, 9.3, 11.77, 15.2]) {
    for (const k of integers(0, 1023)) gradient(trace, 'lengths', [length, (8 * (k + 0.5)) / 1024], [0, 0]);
  }
  for (const k of integers(0, 1023)) {
    const other = (8 * (k + 0.5)) / 1024;
    gradient(trace, 'diagonals-fine', [8, other], [other, 8]);
  }
  for (const k of integers(0, 255)) gradient(trace, 'diagonals', [8, (8 * k) / 256], [(8 * k) / 256, 8]);
}

function randomGradients(trace: SurveyTrace): void {
  const dice = new Dice(7);
  const vector = () => {
    const [angle, length] = [dice.real(0, 2 * Math.PI), 2 ** dice.real(0, 5)];
    return [length * Math.cos(angle), length * Math.sin(angle)];
  };
  for (let n = 0; n < 3000; n++) gradient(trace, 'gradients', vector(), vector());
  const whole = () => [dice.integer(-20, 20), dice.integer(-20, 20)];
  for (let n = 0; n < 1000; n++) gradient(trace, 'gradients-whole', whole(), whole());
}

/** Images that are not square, of one axis or three, and cubes. */
function otherSizes(trace: SurveyTrace): void {
  const dice = new Dice(8);
  const at = () => dice.real(-8, 8);
  for (const [width, height] of [
    [64, 16],
    [60, 21],
  ]) {
    const levels = integers(0, Math.floor(Math.log2(width))).map((level) =>
      new Float32Array(Math.max(1, width >> level) * Math.max(1, height >> level)).fill(level),
    );
    const name = trace.image({ name: `${width}x${height}`, format: 'r32_sfloat', width, height, levels });
    for (let n = 0; n < 400; n++) {
      const grad = { dx: [at() / width, at() / height], dy: [at() / width, at() / height] };
      trace.request(`gradients-${name}`, { image: name, sampler: 'trilinear', coord: CENTER, grad });
    }
  }
  const line = integers(0, 6).map((level) => new Float32Array(64 >> level).fill(level));
  trace.image({ name: 'line', format: 'r32_sfloat', type: '1d', width: 64, levels: line });
  for (let n = 0; n < 400; n++) {
    const grad = { dx: [at() / 64], dy: [at() / 64] };
    trace.request('gradients-1d', { image: 'line', sampler: 'trilinear', coord: [0.5], grad });
  }
  const volume = integers(0, 4).map((level) => new Float32Array((16 >> level) ** 3).fill(level));
  const size = { width: 16, height: 16, depth: 16 };
  trace.image({ name: 'volume', format: 'r32_sfloat', type: '3d', ...size, levels: volume });
  for (let n = 0; n < 800; n++) {
    const grad = { dx: [at() / 16, at() / 16, at() / 16], dy: [at() / 16, at() / 16, at() / 16] };
    trace.request('gradients-3d', { image: 'volume', sampler: 'trilinear', coord: [0.5, 0.5, 0.5], grad });
  }
  const faces = integers(0, 4).map((level) => new Float32Array(6 * (16 >> level) ** 2).fill(level));
  trace.image({ name: 'faces', format: 'r32_sfloat', width: 16, height: 16, layers: 6, levels: faces });
  trace.view({ name: 'cube', image: 'faces', viewType: 'cube' });
  for (let n = 0; n < 800; n++) {
    const coord = [dice.real(-1, 1), dice.real(-1, 1), dice.real(-1, 1)];
    const grad = { dx: [at() / 16, at() / 16, at() / 16], dy: [at() / 16, at() / 16, at() / 16] };
    trace.request('gradients-cube', { image: 'cube', sampler: 'trilinear', coord, grad });
  }
}

function specialGradients(trace: SurveyTrace): void {
  const values = [
    0,
    -0,
    2 ** -149,
    2 ** -126,
    2 ** -30,
    0.5,
    1,
    2,
    4,
    1000,
    2 ** 30,
    2 ** 100,
    Infinity,
    -Infinity,
    NaN,
  ];
  for (const a of values) {
    for (const b of values) gradient(trace, 'special-gradients', [a, 0], [0, b]);
    gradient(trace, 'special-gradients', [a, a], [a, -a]);
  }
}

/** Implicit LODs, and the same queried. */
function quads(trace: SurveyTrace): void {
  const dice = new Dice(9);
  for (let n = 0; n < 500; n++) {
    const step = 2 ** dice.real(-1, 4) / SIZE;
    const lanes = integers(0, 3).map(() => [0.5 + dice.real(-step, step), 0.5 + dice.real(-step, step)]);
    trace.request('implicit', { image: 'square', sampler: 'trilinear', quad: lanes });
    trace.request('implicit-query', { op: 'query_lod', image: 'square', sampler: 'trilinear', quad: lanes });
  }
  for (let n = 0; n < 300; n++) {
    const [s, t] = [2 ** dice.real(0, 5) / SIZE, 2 ** dice.real(0, 5) / SIZE];
    const lanes = integers(0, 3).map((lane) => [0.25 + (lane & 1) * s, 0.25 + (lane >> 1) * t]);
    trace.request('implicit-plane', { image: 'square', sampler: 'trilinear', quad: lanes });
    trace.request('implicit-plane-query', { op: 'query_lod', image: 'square', sampler: 'trilinear', quad: lanes });
  }
}
