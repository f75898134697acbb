import { Dice } from '../../oracle/dice.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

const OPERATIONS = ['never', 'less', 'equal', 'less_or_equal', 'greater', 'not_equal', 'greater_or_equal', 'always'];
const CLAMPED = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge', maxLod: 0 } as const;
const NEAREST = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
const SIZE = 16;

/** Depth comparisons, and filters that take the least or the greatest texel. */
export function compareTables(trace: SurveyTrace): void {
  references(trace);
  percentages(trace);
  extremes(trace);
}

/** References around the codes of the formats, with every comparison. */
function references(trace: SurveyTrace): void {
  for (const compareOp of OPERATIONS) {
    trace.sampler({ name: compareOp, ...CLAMPED, ...NEAREST, compareEnable: true, compareOp });
  }
  const code = 30000;
  const one = {
    d16_unorm: { texel: Uint16Array.of(code), value: code / 65535, step: 1 / 65535 },
    x8_d24_unorm_pack32: { texel: Uint32Array.of(code * 256), value: (code * 256) / 16777215, step: 1 / 16777215 },
    d32_sfloat: { texel: Float32Array.of(0.4), value: Math.fround(0.4), step: 2 ** -24 },
  };
  for (const [format, { texel, value, step }] of Object.entries(one)) {
    trace.image({ name: `one-${format}`, format, width: 1, height: 1, levels: [texel] });
    for (const sampler of OPERATIONS) {
      for (const k of [...integers(-12, 12).map((n) => n / 8), NaN, -Infinity, Infinity]) {
        const dref = Number.isFinite(k) ? value + k * step : k;
        trace.request(`reference-${format}`, { image: `one-${format}`, sampler, coord: [0.5, 0.5], lod: 0, dref });
      }
    }
  }
  const ends = Float32Array.of(0, 1, -0.5, 1.5);
  trace.image({ name: 'ends', format: 'd32_sfloat', width: 4, height: 1, levels: [ends] });
  for (const sampler of OPERATIONS) {
    for (const texel of [0, 1, 2, 3]) {
      for (const dref of [-1, -0.5, 0, 1, 1.25, 1.5, 2]) {
        trace.request('reference-range', { image: 'ends', sampler, coord: [(texel + 0.5) / 4, 0.5], lod: 0, dref });
      }
    }
  }
}

/** The share of the four texels that pass. */
function percentages(trace: SurveyTrace): void {
  const dice = new Dice(16);
  for (const compareOp of ['less', 'greater_or_equal']) {
    trace.sampler({ name: `linear-${compareOp}`, ...CLAMPED, compareEnable: true, compareOp });
  }
  trace.image({ name: 'corner', format: 'd32_sfloat', width: 2, height: 2, levels: [Float32Array.of(0, 0, 0, 1)] });
  for (let n = 0; n < 600; n++) {
    const [a, b] = n < 257 ? [n, 128] : [dice.integer(0, 256), dice.integer(0, 256)];
    const coord = [(0.5 + a / 256) / 2, (0.5 + b / 256) / 2];
    trace.request('share-corner', { image: 'corner', sampler: 'linear-less', coord, lod: 0, dref: 0.5 });
  }
  for (const [format, texels] of [
    ['d16_unorm', Uint16Array.from({ length: SIZE ** 2 }, () => dice.integer(0, 65535))],
    ['d32_sfloat', Float32Array.from({ length: SIZE ** 2 }, () => dice.real(0, 1))],
  ] as const) {
    trace.image({ name: `random-${format}`, format, width: SIZE, height: SIZE, levels: [texels] });
    for (let n = 0; n < 500; n++) {
      const coord = [dice.integer(0, 4096) / 4096, dice.integer(0, 4096) / 4096];
      const sampler = dice.pick(['linear-less', 'linear-greater_or_equal']);
      trace.request(`share-${format}`, { image: `random-${format}`, sampler, coord, lod: 0, dref: dice.real(0, 1) });
      const gather = { op: 'gather', image: `random-${format}`, sampler, coord, dref: dice.real(0, 1) };
      if (n < 200) trace.request(`gather-${format}`, gather);
    }
  }
}

function extremes(trace: SurveyTrace): void {
  const dice = new Dice(17);
  const areas = [16, 8, 4, 2, 1].map((side) => ({ length: side ** 2 }));
  const images = {
    r8_unorm: areas.map((area) => Uint8Array.from(area, () => dice.integer(0, 255))),
    r32_sfloat: areas.map((area) => Float32Array.from(area, () => dice.real(-1, 1))),
  };
  for (const [format, texels] of Object.entries(images)) {
    trace.image({ name: `noise-${format}`, format, width: SIZE, height: SIZE, levels: texels });
  }
  for (const reductionMode of ['min', 'max']) {
    for (const mipmapMode of ['nearest', 'linear']) {
      const name = trace.sampler({ name: `${reductionMode}-${mipmapMode}`, reductionMode, mipmapMode });
      for (const format of Object.keys(images)) {
        for (let n = 0; n < 300; n++) {
          // Every second place is on texel centres of one axis, whose neighbours have no weight.
          const place = () => (n % 2 === 0 ? dice.integer(0, 15) + 0.5 : dice.real(0, 16)) / SIZE;
          const lod = mipmapMode === 'nearest' ? 0 : dice.pick([0, 0.25, 0.5, 1, 1.75, 2]);
          const coord = [place(), dice.real(0, 1)];
          trace.request(`reduction-${mipmapMode}`, { image: `noise-${format}`, sampler: name, coord, lod });
        }
      }
    }
  }
}
