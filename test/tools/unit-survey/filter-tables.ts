import { Dice } from '../../oracle/dice.ts';
import { halves, integers, type SurveyTrace } from './survey-trace.ts';

const CLAMPED = {
  addressModeU: 'clamp_to_edge',
  addressModeV: 'clamp_to_edge',
  addressModeW: 'clamp_to_edge',
} as const;

/** Rounding of coordinates, weights of the texels, and precision of their sum. */
export function filterTables(trace: SurveyTrace): void {
  trace.sampler({ name: 'linear', ...CLAMPED, maxLod: 0 });
  trace.sampler({ name: 'repeated', maxLod: 0 });
  subtexels(trace);
  scales(trace);
  weights(trace);
  randomTexels(trace);
  floats(trace);
}

/** The weight of the second of two texels, 0 and 1, at steps that are finer than the unit's. */
function subtexels(trace: SurveyTrace): void {
  const ones = {
    r8_unorm: Uint8Array.of(0, 255),
    r8_snorm: Uint8Array.of(0, 127),
    r16_unorm: Uint16Array.of(0, 65535),
    r16_sfloat: halves([0, 1]),
    r32_sfloat: Float32Array.of(0, 1),
  };
  for (const [format, bytes] of Object.entries(ones)) {
    const fine = format === 'r8_unorm' || format === 'r32_sfloat';
    const steps = fine ? 2 ** 12 : 2 ** 10;
    const across = trace.image({ name: `across-${format}`, format, width: 2, height: 1, levels: [bytes] });
    for (const k of integers(-steps / 2, steps / 2)) {
      trace.request(`subtexel-u-${format}`, {
        image: across,
        sampler: 'linear',
        coord: [(1 + k / steps) / 2, 0.5],
        lod: 0,
      });
    }
  }
  const two = Float32Array.of(0, 1);
  const down = trace.image({ name: 'down', format: 'r32_sfloat', width: 1, height: 2, levels: [two] });
  const deep = trace.image({ name: 'deep', format: 'r32_sfloat', type: '3d', width: 1, depth: 2, levels: [two] });
  const line = trace.image({ name: 'line', format: 'r32_sfloat', type: '1d', width: 2, levels: [two] });
  for (const k of integers(-512, 512)) {
    const at = (1 + k / 1024) / 2;
    trace.request('subtexel-v', { image: down, sampler: 'linear', coord: [0.5, at], lod: 0 });
    trace.request('subtexel-w', { image: deep, sampler: 'linear', coord: [0.5, 0.5, at], lod: 0 });
    trace.request('subtexel-1d', { image: line, sampler: 'linear', coord: [at], lod: 0 });
  }
}

/** Random coordinates of images whose sizes are no powers of two. A texel is its number modulo 4. */
function scales(trace: SurveyTrace): void {
  const dice = new Dice(1);
  for (const width of [3, 5, 7, 100, 1000, 4095, 16383]) {
    const texels = Float32Array.from({ length: width }, (_, n) => n % 4);
    const name = trace.image({ name: `wide-${width}`, format: 'r32_sfloat', type: '1d', width, levels: [texels] });
    for (let n = 0; n < 250; n++) {
      trace.request(`scale-${width}`, { image: name, sampler: 'repeated', coord: [dice.real(-1, 2)], lod: 0 });
    }
  }
}

/** Texels that are unit vectors: the result has the four weights. */
function weights(trace: SurveyTrace): void {
  const dice = new Dice(2);
  const units = integers(0, 15).map((n) => (n % 5 === 0 ? 1 : 0));
  const codes = {
    r8g8b8a8_unorm: Uint8Array.from(units, (unit) => 255 * unit),
    r16g16b16a16_unorm: Uint16Array.from(units, (unit) => 65535 * unit),
    r32g32b32a32_sfloat: Float32Array.from(units),
  };
  for (const [format, bytes] of Object.entries(codes)) {
    const name = trace.image({ name: `units-${format}`, format, width: 2, height: 2, levels: [bytes] });
    for (let n = 0; n < 2500; n++) {
      const [a, b] =
        n < 771 ? [n % 257, [1, 128, 255][Math.floor(n / 257)]] : [dice.integer(0, 256), dice.integer(0, 256)];
      trace.request(`weights-${format}`, {
        image: name,
        sampler: 'linear',
        coord: [(0.5 + a / 256) / 2, (0.5 + b / 256) / 2],
        lod: 0,
      });
    }
  }
  for (const slice of [0, 1]) {
    const texels = Float32Array.from({ length: 32 }, (_, n) => (n >> 4 === slice ? units[n % 16] : 0));
    const size = { width: 2, height: 2, depth: 2 };
    const name = trace.image({
      name: `units-slice-${slice}`,
      format: 'r32g32b32a32_sfloat',
      type: '3d',
      ...size,
      levels: [texels],
    });
    for (let n = 0; n < 800; n++) {
      const [a, b, c] = [dice.integer(0, 256), dice.integer(0, 256), dice.integer(0, 256)];
      trace.request(`weights-slice-${slice}`, {
        image: name,
        sampler: 'linear',
        coord: [(0.5 + a / 256) / 2, (0.5 + b / 256) / 2, (0.5 + c / 256) / 2],
        lod: 0,
      });
    }
  }
}

const SIZE = 32;

/** Random texels of many formats at coordinates that are whole steps of 1/256. */
function randomTexels(trace: SurveyTrace): void {
  const dice = new Dice(3);
  const random = (bytes: number, keep: (bits: number) => number = (bits) => bits) =>
    Uint32Array.from({ length: (SIZE * SIZE * bytes) / 4 }, () => keep(dice.bits()) >>> 0);
  /** No NaN and no infinity: exponents lose a bit. */
  const finite16 = (bits: number) => bits & 0xbfffbfff;
  const images: readonly (readonly [format: string, texels: ArrayBufferView, rows: number])[] = [
    ['r8g8b8a8_unorm', random(4), 1500],
    ['r8g8b8a8_snorm', random(4), 400],
    ['r8g8b8a8_srgb', random(4), 750],
    ['r16g16b16a16_unorm', random(8), 750],
    ['r16g16b16a16_snorm', random(8), 400],
    ['r16g16b16a16_sfloat', random(8, finite16), 400],
    ['r32g32b32a32_sfloat', Float32Array.from({ length: 4 * SIZE ** 2 }, () => dice.real(-1, 1)), 500],
    ['a2b10g10r10_unorm_pack32', random(4), 400],
    ['r5g6b5_unorm_pack16', random(2), 300],
    ['a1r5g5b5_unorm_pack16', random(2), 300],
    ['r4g4b4a4_unorm_pack16', random(2), 300],
    ['b10g11r11_ufloat_pack32', random(4, (bits) => bits & 0b1011111111_10111111111_10111111111), 300],
    ['e5b9g9r9_ufloat_pack32', random(4), 300],
    ['d16_unorm', random(2), 300],
    ['x8_d24_unorm_pack32', random(4, (bits) => bits & 0xffffff), 300],
    ['d32_sfloat', Float32Array.from({ length: SIZE ** 2 }, () => dice.real(0, 1)), 300],
  ];
  for (const [format, texels, rows] of images) {
    const name = trace.image({ name: `random-${format}`, format, width: SIZE, height: SIZE, levels: [texels] });
    for (let n = 0; n < rows; n++) {
      const at = () => dice.integer(SIZE * 4, SIZE * 252) / (SIZE * 256);
      trace.request(`random-${format}`, { image: name, sampler: 'linear', coord: [at(), at()], lod: 0 });
    }
  }
  const volume = random(4).subarray(0, 512);
  const size = { width: 8, height: 8, depth: 8 };
  trace.image({ name: 'volume', format: 'r8g8b8a8_unorm', type: '3d', ...size, levels: [volume] });
  for (let n = 0; n < 600; n++) {
    const at = () => dice.integer(128, 8 * 256 - 128) / 2048;
    trace.request('random-volume', { image: 'volume', sampler: 'linear', coord: [at(), at(), at()], lod: 0 });
  }
}

/** Floats of very different exponents, denormals, infinities and NaN, between neighbours in a row. */
function floats(trace: SurveyTrace): void {
  const dice = new Dice(4);
  const scaled = Float32Array.from({ length: 256 }, () => dice.real(-2, 2) * 2 ** dice.integer(-30, 6));
  trace.image({ name: 'scaled', format: 'r32_sfloat', width: 256, height: 1, levels: [scaled] });
  for (let n = 0; n < 800; n++) {
    trace.request('float-exponents', {
      image: 'scaled',
      sampler: 'linear',
      coord: [dice.integer(128, 255 * 256) / 2 ** 16, 0.5],
      lod: 0,
    });
  }
  const denormal = 2 ** -149;
  const largest = 2 ** 128 - 2 ** 104;
  const values32 = [0, Infinity, 1, NaN, 0, -Infinity, Infinity, largest, largest, -largest, denormal, denormal, 1];
  const special32 = Float32Array.of(...values32, 2 ** -126, 2 ** -127, 0);
  const values16 = [0, Infinity, 1, NaN, 0, -Infinity, Infinity, 65504, 65504, -65504, 2 ** -24, 2 ** -24, 1];
  const special16 = halves([...values16, 2 ** -14, 2 ** -15, 0]);
  for (const [format, texels] of [
    ['r32_sfloat', special32],
    ['r16_sfloat', special16],
  ] as const) {
    trace.image({ name: `special-${format}`, format, width: 16, height: 1, levels: [texels] });
    for (const texel of integers(0, 15)) {
      for (const step of [0, 1, 64, 128, 255]) {
        const u = (texel + 0.5 + step / 256) / 16;
        trace.request(`special-${format}`, {
          image: `special-${format}`,
          sampler: 'linear',
          coord: [u, 0.5],
          lod: 0,
        });
      }
    }
  }
}
