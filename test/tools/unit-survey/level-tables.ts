import { Dice } from '../../oracle/dice.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

/** Sizes of the levels of a square, down to one texel. */
function sizes(size: number): readonly number[] {
  return integers(0, Math.log2(size)).map((level) => size >> level);
}

/** A square r32_sfloat image whose texels are their level's number. */
export function levelNumbers(trace: SurveyTrace, name: string, size: number): string {
  const levels = sizes(size).map((side, level) => new Float32Array(side ** 2).fill(level));
  return trace.image({ name, format: 'r32_sfloat', width: size, height: size, levels });
}

/** Weights of levels, choice of the nearest one, bias, bounds, and the choice of magnification. */
export function levelTables(trace: SurveyTrace): void {
  trace.sampler({ name: 'trilinear', addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' });
  blackAndWhite(trace);
  blends(trace);
  const numbers = levelNumbers(trace, 'numbers', 32);
  trace.sampler({ name: 'nearest-level', mipmapMode: 'nearest' });
  for (const level of [0, 1, 2, 3]) {
    for (const k of integers(-48, 48)) {
      const lod = level + 0.5 + k / 4096;
      trace.request('nearest-level', { image: numbers, sampler: 'nearest-level', coord: [0.5, 0.5], lod });
    }
  }
  magnification(trace);
  for (const k of integers(0, 96)) {
    const fine = k / 2048;
    const at = { image: numbers, coord: [0.5, 0.5] };
    trace.sampler({ name: `bias-${k}`, mipLodBias: 1 + fine });
    trace.request('bias', { ...at, sampler: `bias-${k}`, lod: 0.5 });
    trace.sampler({ name: `min-${k}`, minLod: 1 + fine });
    trace.request('min-lod', { ...at, sampler: `min-${k}`, lod: 0 });
    trace.sampler({ name: `max-${k}`, maxLod: 1 + fine });
    trace.request('max-lod', { ...at, sampler: `max-${k}`, lod: 4 });
  }
}

/** The weight of the coarser of two levels, 0 and 1. */
function blackAndWhite(trace: SurveyTrace): void {
  const pairs = {
    r8_unorm: [new Uint8Array(4), Uint8Array.of(255)],
    r16_unorm: [new Uint16Array(4), Uint16Array.of(65535)],
    r32_sfloat: [new Float32Array(4), Float32Array.of(1)],
  };
  for (const [format, levels] of Object.entries(pairs)) {
    const steps = format === 'r32_sfloat' ? 4096 : 1024;
    const name = trace.image({ name: `pair-${format}`, format, width: 2, height: 2, levels });
    for (const k of integers(-16, steps + 16)) {
      trace.request(`level-weight-${format}`, {
        image: name,
        sampler: 'trilinear',
        coord: [0.5, 0.5],
        lod: k / steps,
      });
    }
  }
  const parity = sizes(32).map((side, level) => new Float32Array(side ** 2).fill(level % 2));
  trace.image({ name: 'parity', format: 'r32_sfloat', width: 32, height: 32, levels: parity });
  for (const k of integers(0, 1024)) {
    trace.request('level-weight-3', { image: 'parity', sampler: 'trilinear', coord: [0.5, 0.5], lod: 3 + k / 1024 });
  }
}

/** Blends of levels that have one colour each, and of random levels. */
function blends(trace: SurveyTrace): void {
  const dice = new Dice(5);
  const colors = integers(0, 5).map(() => Uint32Array.of(dice.bits(), dice.bits()));
  for (const [format, words] of [
    ['r8g8b8a8_unorm', 1],
    ['r16g16b16a16_unorm', 2],
  ] as const) {
    const levels = sizes(32).map((side, level) =>
      Uint32Array.from({ length: words * side ** 2 }, (_, n) => colors[level][n % words]),
    );
    const name = trace.image({ name: `colors-${format}`, format, width: 32, height: 32, levels });
    for (let n = 0; n < 1000; n++) {
      trace.request(`level-blend-${format}`, {
        image: name,
        sampler: 'trilinear',
        coord: [0.5, 0.5],
        lod: dice.integer(0, 5 * 256) / 256,
      });
    }
  }
  const noise = sizes(32).map((side) => Uint32Array.from({ length: side ** 2 }, () => dice.bits()));
  trace.image({ name: 'noise', format: 'r8g8b8a8_unorm', width: 32, height: 32, levels: noise });
  const reals = sizes(32).map((side) => Float32Array.from({ length: 4 * side ** 2 }, () => dice.real(-1, 1)));
  trace.image({ name: 'reals', format: 'r32g32b32a32_sfloat', width: 32, height: 32, levels: reals });
  for (const [image, rows] of [
    ['noise', 1500],
    ['reals', 500],
  ] as const) {
    for (let n = 0; n < rows; n++) {
      trace.request(`trilinear-${image}`, {
        image,
        sampler: 'trilinear',
        coord: [dice.integer(0, 2 ** 13) / 2 ** 13, dice.integer(0, 2 ** 13) / 2 ** 13],
        lod: dice.integer(-128, 5 * 256) / 256,
      });
    }
  }
}

/** The LOD from which on the filter is that of minification. */
function magnification(trace: SurveyTrace): void {
  trace.image({ name: 'two', format: 'r32_sfloat', width: 2, height: 1, levels: [Float32Array.of(0, 1)] });
  for (const [magFilter, minFilter] of [
    ['nearest', 'linear'],
    ['linear', 'nearest'],
  ] as const) {
    for (const mipmapMode of ['nearest', 'linear'] as const) {
      const name = `${magFilter}-${minFilter}-${mipmapMode}`;
      trace.sampler({ name, magFilter, minFilter, mipmapMode });
      for (const k of integers(-2, 34)) {
        const lods = [k / 64, (k - 16) / 8192];
        for (const lod of lods)
          trace.request(`filter-${name}`, { image: 'two', sampler: name, coord: [0.4, 0.5], lod });
      }
    }
  }
}
