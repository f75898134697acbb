import { Dice } from '../../oracle/dice.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

const CLAMPED = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;

/** The values that codes are widened to, and blends of two texels of formats that are rounded before the filter. */
export function texelTables(trace: SurveyTrace): void {
  trace.sampler({ name: 'nearest', magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest', ...CLAMPED });
  trace.sampler({ name: 'linear', ...CLAMPED, maxLod: 0 });
  allCodes(trace);
  blends(trace);
  faces(trace);
  lineGradients(trace);
}

const WIDTHS: Readonly<Record<string, readonly [bytes: 2 | 4, bits: readonly number[]]>> = {
  r5g6b5_unorm_pack16: [2, [5, 6, 5]],
  a1r5g5b5_unorm_pack16: [2, [5, 5, 5, 1]],
  r5g5b5a1_unorm_pack16: [2, [1, 5, 5, 5]],
  r4g4b4a4_unorm_pack16: [2, [4, 4, 4, 4]],
  a2b10g10r10_unorm_pack32: [4, [10, 10, 10, 2]],
  b10g11r11_ufloat_pack32: [4, [11, 11, 10]],
};

/** Each code of each component: the components of a texel count up together, from places of their own. */
function allCodes(trace: SurveyTrace): void {
  for (const [format, [bytes, bits]] of Object.entries(WIDTHS)) {
    const count = 2 ** Math.max(...bits);
    const texels = bytes === 2 ? new Uint16Array(count) : new Uint32Array(count);
    for (const n of integers(0, count - 1)) {
      let at = 0;
      for (const [component, width] of bits.entries()) {
        texels[n] |= ((n + 5 * component) % 2 ** width) << at;
        at += width;
      }
    }
    trace.image({ name: `codes-${format}`, format, width: count, height: 1, levels: [texels] });
    for (const sampler of ['nearest', 'linear']) {
      for (const n of integers(0, count - 1)) {
        const coord = [(n + 0.5) / count, 0.5];
        trace.request(`codes-${sampler}-${format}`, { image: `codes-${format}`, sampler, coord, lod: 0 });
      }
    }
  }
  const dice = new Dice(21);
  for (const format of ['r16_unorm', 'r16_snorm', 'r16_sfloat', 'd16_unorm', 'e5b9g9r9_ufloat_pack32']) {
    const texels = Uint32Array.from({ length: 1024 }, () => dice.bits());
    const count = format.endsWith('pack32') ? 1024 : 2048;
    trace.image({ name: `codes-${format}`, format, width: count, height: 1, levels: [texels] });
    for (const n of integers(0, count - 1)) {
      const coord = [(n + 0.5) / count, 0.5];
      trace.request(`codes-${format}`, { image: `codes-${format}`, sampler: 'nearest', coord, lod: 0 });
    }
  }
}

/** Two neighbours of a row, blended by a whole number of 1/256: every weight of a few pairs, then at random. */
function blends(trace: SurveyTrace): void {
  const dice = new Dice(22);
  const finite16 = (bits: number) => bits & 0xbfffbfff;
  const near16 = (bits: number) => (bits & 0x83ff83ff) | 0x3c003c00;
  const formats: Readonly<Record<string, readonly [format: string, bytes: number, keep?: (bits: number) => number]>> = {
    snorm8: ['r8g8b8a8_snorm', 4],
    snorm16: ['r16g16b16a16_snorm', 8],
    half: ['r16g16b16a16_sfloat', 8, finite16],
    'half-near': ['r16g16b16a16_sfloat', 8, near16],
    packed: ['b10g11r11_ufloat_pack32', 4, (bits) => bits & 0b1011111111_10111111111_10111111111],
    shared: ['e5b9g9r9_ufloat_pack32', 4],
    '565': ['r5g6b5_unorm_pack16', 2],
    '5551': ['a1r5g5b5_unorm_pack16', 2],
    '4444': ['r4g4b4a4_unorm_pack16', 2],
    '1010102': ['a2b10g10r10_unorm_pack32', 4],
    srgb: ['r8g8b8a8_srgb', 4],
  };
  for (const [name, [format, bytes, keep = (bits: number) => bits]] of Object.entries(formats)) {
    const texels = Uint32Array.from({ length: (256 * bytes) / 4 }, () => keep(dice.bits()) >>> 0);
    trace.image({ name: `row-${name}`, format, width: 256, height: 1, levels: [texels] });
    const blend = (texel: number, weight: number) => {
      const coord = [(texel + 0.5 + weight / 256) / 256, 0.5];
      trace.request(`blend-${name}`, { image: `row-${name}`, sampler: 'linear', coord, lod: 0 });
    };
    for (const pair of [3, 100]) for (const weight of integers(0, 255)) blend(pair, weight);
    for (let n = 0; n < 1200; n++) blend(dice.integer(0, 254), dice.integer(0, 255));
  }
}

/** One face of a cube, whose neighbours are black, at places that are whole numbers of 1/1024 texel, and its edges. */
function faces(trace: SurveyTrace): void {
  const dice = new Dice(23);
  const texels = Float32Array.from({ length: 6 * 16 }, (_, n) => (n < 16 ? dice.integer(0, 255) : 0));
  trace.image({ name: 'one-face', format: 'r32_sfloat', width: 4, height: 4, layers: 6, levels: [texels] });
  trace.view({ name: 'lit-face', image: 'one-face', viewType: 'cube' });
  const at = (table: string, x: number, y: number, scale = 1) => {
    // Face +X: sc = -z, tc = -y.
    const coord = [scale, -scale * (y / 2 - 1), -scale * (x / 2 - 1)];
    trace.request(table, { image: 'lit-face', sampler: 'linear', coord, lod: 0 });
  };
  for (let n = 0; n < 1500; n++) at('face-inside', dice.integer(512, 3584) / 1024, dice.integer(512, 3584) / 1024);
  for (let n = 0; n < 500; n++) {
    at('face-scaled', dice.integer(512, 3584) / 1024, dice.integer(512, 3584) / 1024, dice.real(0.1, 9));
  }
  for (let n = 0; n < 500; n++) at('face-edge', dice.integer(0, 512) / 1024, dice.integer(512, 3584) / 1024);
  for (let n = 0; n < 500; n++) at('face-corner', dice.integer(0, 512) / 1024, dice.integer(0, 512) / 1024);
}

/** Gradients along one axis, along both, and at 45 degrees: what their sum and difference do. */
function lineGradients(trace: SurveyTrace): void {
  const dice = new Dice(24);
  const size = 64;
  const levels = integers(0, 6).map((level) => new Float32Array((size >> level) ** 2).fill(level));
  trace.image({ name: 'levels', format: 'r32_sfloat', width: size, height: size, levels });
  trace.sampler({ name: 'trilinear' });
  const gradient = (table: string, dx: readonly number[], dy: readonly number[]) => {
    const grad = { dx: dx.map((texels) => texels / size), dy: dy.map((texels) => texels / size) };
    trace.request(table, { image: 'levels', sampler: 'trilinear', coord: [0.5, 0.5], grad });
  };
  const ten = () => dice.integer(512, 1023) * 2 ** dice.integer(-8, -6);
  for (let n = 0; n < 1000; n++) gradient('sums-one-axis', [ten(), 0], [ten(), 0]);
  for (let n = 0; n < 1000; n++) gradient('sums-perpendicular', [ten(), 0], [0, ten()]);
  for (let n = 0; n < 1000; n++) gradient('sums-of-one', [ten(), ten()], [0, 0]);
  for (let n = 0; n < 1500; n++) gradient('sums-whole', [ten(), ten()], [ten(), -ten()]);
  for (let n = 0; n < 1000; n++) {
    const [x, y] = [ten(), ten()];
    gradient('sums-equal', [x, y], [x, y]);
  }
}
