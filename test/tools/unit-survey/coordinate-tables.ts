import { Dice } from '../../oracle/dice.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

const MODES = ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'] as const;
const NEAREST = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
const CLAMPED = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;

/** Texel selection: rounding of nearest samples and gathers, address modes, layers, and faces and edges of cubes. */
export function coordinateTables(trace: SurveyTrace): void {
  trace.sampler({ name: 'nearest', ...NEAREST, ...CLAMPED });
  trace.sampler({ name: 'linear', ...CLAMPED, maxLod: 0 });
  rounding(trace);
  addressModes(trace);
  unnormalized(trace);
  layers(trace);
  cubes(trace);
}

/** Steps of 1/4096 texel around the edges and centres of texels. A texel is its number. */
function rounding(trace: SurveyTrace): void {
  for (const width of [16, 1024]) {
    const texels = Float32Array.from({ length: width }, (_, n) => n);
    const name = trace.image({ name: `row-${width}`, format: 'r32_sfloat', type: '1d', width, levels: [texels] });
    for (const edge of [1, 8, width - 1]) {
      for (const k of integers(-40, 40)) {
        const coord = [(edge + k / 4096) / width];
        trace.request(`nearest-${width}`, { image: name, sampler: 'nearest', coord, lod: 0 });
      }
    }
  }
  const dice = new Dice(14);
  for (const width of [5, 100, 1000]) {
    const texels = Float32Array.from({ length: width }, (_, n) => n);
    const name = trace.image({ name: `row-${width}`, format: 'r32_sfloat', type: '1d', width, levels: [texels] });
    for (let n = 0; n < 200; n++) {
      const coord = [(dice.integer(1, width - 1) + dice.integer(-24, 24) / 4096) / width];
      trace.request(`nearest-${width}`, { image: name, sampler: 'nearest', coord, lod: 0 });
    }
  }
  const texels = Float32Array.from({ length: 256 }, (_, n) => n);
  trace.image({ name: 'square', format: 'r32_sfloat', width: 16, height: 16, levels: [texels] });
  for (const [place, name] of [
    [8, 'edge'],
    [8.5, 'center'],
  ] as const) {
    for (const k of integers(-64, 64)) {
      const at = (place + k / 4096) / 16;
      for (const coord of [
        [at, 0.27],
        [0.27, at],
      ]) {
        trace.request(`gather-${name}`, { op: 'gather', image: 'square', sampler: 'linear', coord });
        trace.request(`linear-${name}`, { image: 'square', sampler: 'linear', coord, lod: 0 });
        trace.request(`nearest-2d-${name}`, { image: 'square', sampler: 'nearest', coord, lod: 0 });
      }
    }
  }
}

/** Coordinates around the edges of periods, large ones, infinities and NaN. A texel is a power of two. */
function addressModes(trace: SurveyTrace): void {
  for (const width of [4, 5]) {
    const texels = Float32Array.from({ length: width }, (_, n) => 2 ** n);
    trace.image({ name: `powers-${width}`, format: 'r32_sfloat', type: '1d', width, levels: [texels] });
  }
  const special = [0, -0, 2 ** -149, -(2 ** -149), 2 ** -30, -(2 ** -30), 2 ** 127, Infinity, -Infinity, NaN];
  for (const mode of MODES) {
    for (const filter of ['nearest', 'linear'] as const) {
      const sampler = trace.sampler({
        name: `${mode}-${filter}`,
        magFilter: filter,
        minFilter: filter,
        mipmapMode: 'nearest',
        addressModeU: mode,
        borderColor: 'float_opaque_white',
      });
      for (const width of [4, 5]) {
        const at = (coord: number) =>
          trace.request(`address-${mode}`, { image: `powers-${width}`, sampler, coord: [coord], lod: 0 });
        for (const k of integers(-10 * width, 14 * width)) {
          for (const near of [-(2 ** -9), 0, 2 ** -9]) at((k / 4 + near) / width);
        }
        for (const k of integers(4, 24)) {
          for (const part of [0.125, -0.375]) {
            at(2 ** k + part);
            at(-(2 ** k) + part);
          }
        }
        for (const value of special) at(value);
      }
    }
  }
}

function unnormalized(trace: SurveyTrace): void {
  const free = { unnormalizedCoordinates: true, mipmapMode: 'nearest', maxLod: 0 } as const;
  for (const mode of ['clamp_to_edge', 'clamp_to_border'] as const) {
    for (const filter of ['nearest', 'linear'] as const) {
      const modes = { addressModeU: mode, addressModeV: mode };
      const name = `unnormalized-${mode}-${filter}`;
      trace.sampler({ name, magFilter: filter, minFilter: filter, ...free, ...modes });
      const at = (u: number) =>
        trace.request(`unnormalized-${filter}`, { image: 'square', sampler: name, coord: [u, 4.5], lod: 0 });
      for (const k of integers(-32, 32)) {
        at(8 + k / 4096);
        at(8.5 + k / 4096);
      }
      for (const k of integers(-8, 72)) at(k / 4);
    }
  }
}

function layers(trace: SurveyTrace): void {
  const texels = Float32Array.from({ length: 8 }, (_, n) => n);
  trace.image({ name: 'stack', format: 'r32_sfloat', width: 1, height: 1, layers: 8, levels: [texels] });
  for (const k of integers(-32, 9 * 32)) {
    trace.request('layers', { image: 'stack', sampler: 'nearest', coord: [0.5, 0.5, k / 32], lod: 0 });
  }
}

/** Directions of cubes. The nearest texel is its number; those of the linear filter are random integers. */
function cubes(trace: SurveyTrace): void {
  const dice = new Dice(15);
  const numbers = Float32Array.from({ length: 6 * 256 }, (_, n) => n);
  trace.image({ name: 'faces', format: 'r32_sfloat', width: 16, height: 16, layers: 6, levels: [numbers] });
  trace.view({ name: 'numbered', image: 'faces', viewType: 'cube' });
  const texels = Float32Array.from({ length: 6 * 16 }, () => dice.integer(0, 255));
  trace.image({ name: 'small-faces', format: 'r32_sfloat', width: 4, height: 4, layers: 6, levels: [texels] });
  trace.view({ name: 'random', image: 'small-faces', viewType: 'cube' });
  const both = (table: string, coord: readonly number[]) => {
    trace.request(`cube-nearest-${table}`, { image: 'numbered', sampler: 'nearest', coord, lod: 0 });
    trace.request(`cube-linear-${table}`, { image: 'random', sampler: 'linear', coord, lod: 0 });
  };
  for (let n = 0; n < 1500; n++) both('random', [dice.real(-1, 1), dice.real(-1, 1), dice.real(-1, 1)]);
  const sign = () => (dice.chance(0.5) ? 1 : -1);
  const shuffled = ([a, b, c]: readonly number[]) =>
    dice.pick([
      [a, b, c],
      [b, c, a],
      [c, a, b],
      [b, a, c],
    ]);
  for (let n = 0; n < 700; n++) {
    const [edge, other] = [1 - 2 ** -dice.real(2, 12), dice.real(-1, 1)];
    both('edge', shuffled([sign(), sign() * edge, other]));
  }
  for (let n = 0; n < 400; n++) {
    const near = () => sign() * (1 - 2 ** -dice.real(2, 12));
    both('corner', shuffled([sign(), near(), near()]));
  }
  for (const x of [-1, 0, 1]) {
    for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) both('tie', [x, y, z]);
  }
}
