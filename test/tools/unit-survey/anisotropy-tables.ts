import { Dice } from '../../oracle/dice.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

const SIZE = 64;
const MIDDLE = (SIZE - 1) / 2;
/** maxAnisotropy of the samplers. */
const DEGREES = [1, 1.5, 2, 3, 4, 6, 8, 12, 16];

/**
 * Number, places and weights of the samples of anisotropic filtering.
 *
 * Texels of `moments` are x^2, y^2, xy and the number of their level, x and y being the place from the image's middle in
 * texels of level 0: a footprint in the middle returns the second moments of its samples, and the LOD.
 */
export function anisotropyTables(trace: SurveyTrace): void {
  const levels = integers(0, 6).map((level) => {
    const side = SIZE >> level;
    const place = (n: number) => (n + 0.5) * 2 ** level - 0.5 - MIDDLE;
    return Float32Array.from({ length: 4 * side ** 2 }, (_, n) => {
      const [x, y] = [place((n >> 2) % side), place(Math.floor((n >> 2) / side))];
      return [x * x, y * y, x * y, level][n & 3];
    });
  });
  trace.image({ name: 'moments', format: 'r32g32b32a32_sfloat', width: SIZE, height: SIZE, levels });
  for (const degree of DEGREES) {
    trace.sampler({ name: `at-most-${degree}`, anisotropyEnable: true, maxAnisotropy: degree });
  }
  ratios(trace);
  directions(trace);
  impulses(trace);
  levelWeights(trace);
}

/** A request in the middle of `moments`, with gradients in texels. */
function footprint(trace: SurveyTrace, table: string, degree: number, dx: readonly number[], dy: readonly number[]) {
  const grad = { dx: dx.map((texels) => texels / SIZE), dy: dy.map((texels) => texels / SIZE) };
  trace.request(table, { image: 'moments', sampler: `at-most-${degree}`, coord: [0.5, 0.5], grad });
}

function ratios(trace: SurveyTrace): void {
  for (const k of integers(64, 20 * 64)) footprint(trace, 'ratio-16', 16, [k / 64, 0], [0, 1]);
  for (const degree of [2, 4, 8]) {
    for (const k of integers(16, 20 * 16)) footprint(trace, `ratio-${degree}`, degree, [k / 16, 0], [0, 1]);
  }
  for (const degree of [1.5, 3, 6, 12]) {
    for (const k of integers(4, 80)) footprint(trace, `ratio-${degree}`, degree, [k / 4, 0], [0, 1]);
  }
  for (const k of integers(4, 80)) footprint(trace, 'ratio-of-dy', 16, [1, 0], [0, k / 4]);
  for (const k of integers(16, 256)) footprint(trace, 'minor-axis', 16, [4, 0], [0, k / 64]);
  for (const k of integers(16, 256)) footprint(trace, 'minor-axis-long', 16, [16, 0], [0, k / 64]);
}

function directions(trace: SurveyTrace): void {
  for (const k of integers(0, 359)) {
    const [x, y] = [Math.cos((k * Math.PI) / 180), Math.sin((k * Math.PI) / 180)];
    footprint(trace, 'direction', 16, [8 * x, 8 * y], [-y, x]);
  }
  for (const k of integers(-64, 64)) footprint(trace, 'sheared', 16, [8, 0], [k / 8, 1]);
  const dice = new Dice(10);
  for (let n = 0; n < 1500; n++) {
    const vector = () => {
      const [angle, length] = [dice.real(0, 2 * Math.PI), 2 ** dice.real(-1, 3.5)];
      return [length * Math.cos(angle), length * Math.sin(angle)];
    };
    footprint(trace, 'footprints', 16, vector(), vector());
  }
}

/** A column of ones in an image of one level, from places around it: the sum of the samples' weights of that column. */
function impulses(trace: SurveyTrace): void {
  const texels = Float32Array.from({ length: SIZE }, (_, n) => (n === 32 ? 1 : 0));
  trace.image({ name: 'impulse', format: 'r32_sfloat', width: SIZE, height: 1, levels: [texels] });
  for (const ratio of [1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20]) {
    for (const k of integers(-96, 96)) {
      trace.request(`impulse-${ratio}`, {
        image: 'impulse',
        sampler: 'at-most-16',
        coord: [(32.5 + k / 8) / SIZE, 0.5],
        grad: { dx: [ratio / SIZE, 0], dy: [0, 1] },
      });
    }
  }
}

/** The weight of the coarser of two levels at an explicit LOD, which has no footprint. */
function levelWeights(trace: SurveyTrace): void {
  const levels = [new Float32Array(4), Float32Array.of(1)];
  trace.image({ name: 'pair', format: 'r32_sfloat', width: 2, height: 2, levels });
  for (const degree of DEGREES) {
    for (const k of integers(0, 512)) {
      const sampler = `at-most-${degree}`;
      trace.request(`level-weight-${degree}`, { image: 'pair', sampler, coord: [0.5, 0.5], lod: k / 512 });
    }
  }
}
