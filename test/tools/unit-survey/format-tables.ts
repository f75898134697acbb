import { Dice } from '../../oracle/dice.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

/** Texels of one format in a row, each read by a sample of the nearest texel. */
interface Codes {
  readonly format: string;
  readonly texels: ArrayBufferView;
  readonly count: number;
}

/** Codes of formats, and the texels of compressed blocks. */
export function formatTables(trace: SurveyTrace): void {
  trace.sampler({ name: 'nearest', magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' });
  for (const { format, texels, count } of codeTables()) {
    trace.image({ name: format, format, width: count, height: 1, levels: [texels] });
    for (const n of integers(0, count - 1)) {
      trace.request(`code-${format}`, { image: format, sampler: 'nearest', coord: [(n + 0.5) / count, 0.5], lod: 0 });
    }
  }
  bc1Pairs(trace);
  bc4Pairs(trace);
  randomBlocks(trace);
}

function codeTables(): readonly Codes[] {
  const dice = new Dice(11);
  const bytes = Uint8Array.from({ length: 1024 }, (_, n) => (n >> 2) ^ [0, 255, 85, 0][n & 3]);
  const random = (words: number) => Uint32Array.from({ length: words }, () => dice.bits());
  return [
    ...['r8g8b8a8_unorm', 'r8g8b8a8_snorm', 'r8g8b8a8_srgb'].map((format) => ({ format, texels: bytes, count: 256 })),
    ...['r16g16b16a16_unorm', 'r16g16b16a16_snorm'].map((format) => ({ format, texels: random(512), count: 256 })),
    { format: 'a2b10g10r10_unorm_pack32', texels: random(512), count: 512 },
    { format: 'b10g11r11_ufloat_pack32', texels: random(256), count: 256 },
    { format: 'e5b9g9r9_ufloat_pack32', texels: random(256), count: 256 },
    { format: 'r5g6b5_unorm_pack16', texels: random(64), count: 128 },
    { format: 'd16_unorm', texels: random(128), count: 256 },
    { format: 'x8_d24_unorm_pack32', texels: random(256).map((bits) => bits & 0xffffff), count: 256 },
  ];
}

/** Blocks in rows of 64, read as quads of texels: `quads` are the places of their lanes 0 in a block. */
function blocks(
  trace: SurveyTrace,
  table: string,
  format: string,
  bytes: Uint8Array,
  blockBytes: number,
  quads: readonly (readonly [x: number, y: number])[],
  active = '1111',
): void {
  const count = bytes.length / blockBytes;
  const across = Math.min(count, 64);
  trace.image({ name: table, format, width: 4 * across, height: (4 * count) / across, levels: [bytes] });
  for (const n of integers(0, count - 1)) {
    for (const [x, y] of quads) {
      const [i, j] = [4 * (n % across) + x, 4 * Math.floor(n / across) + y];
      const quad = integers(0, 3).map((lane) => [i + (lane & 1), j + (lane >> 1)]);
      trace.request(table, { op: 'fetch', image: table, quad, ...(active !== '1111' && { active }) });
    }
  }
}

/** All pairs of 5-bit and 6-bit endpoints; the two blended colours of each. */
function bc1Pairs(trace: SurveyTrace): void {
  const bytes = new Uint8Array(8 * 4096);
  const view = new DataView(bytes.buffer);
  for (const n of integers(0, 4095)) {
    const [r0, r1, g0, g1] = [n & 31, (n >> 5) & 31, n & 63, n >> 6];
    const [b0, b1] = [(n >> 7) & 31, (n >> 2) & 31];
    view.setUint16(8 * n, (r0 << 11) | (g0 << 5) | b0, true);
    view.setUint16(8 * n + 2, (r1 << 11) | (g1 << 5) | b1, true);
    // Texels (0, 1) and (1, 1) have indices 2 and 3.
    bytes[8 * n + 4] = 0b0100;
    bytes[8 * n + 5] = 0b1110;
  }
  blocks(trace, 'bc1-pairs', 'bc1_rgba_unorm_block', bytes, 8, [[0, 0]], '0011');
}

/** Random and close endpoints of BC4; all eight values of each. */
function bc4Pairs(trace: SurveyTrace): void {
  const dice = new Dice(12);
  for (const format of ['bc4_unorm_block', 'bc4_snorm_block']) {
    const bytes = new Uint8Array(8 * 768);
    for (const n of integers(0, 767)) {
      const first = n < 16 ? [0, 255, 127, 128][n & 3] : dice.integer(0, 255);
      const second = n < 16 ? [0, 255, 127, 128][n >> 2] : n < 256 ? first + dice.integer(-8, 8) : dice.integer(0, 255);
      bytes.set([first, second], 8 * n);
      // Texels of the first row have indices 0 to 3, those of the second 4 to 7.
      bytes.set([0b10001000, 0b11000110, 0b11111010], 8 * n + 2);
    }
    blocks(trace, format.replace('_block', '-pairs'), format, bytes, 8, [
      [0, 0],
      [2, 0],
    ]);
  }
}

function randomBlocks(trace: SurveyTrace): void {
  const dice = new Dice(13);
  const quads = [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ] as const;
  const counts = {
    bc1_rgb_unorm_block: 64,
    bc1_rgba_srgb_block: 64,
    bc2_unorm_block: 64,
    bc3_unorm_block: 128,
    bc3_srgb_block: 64,
    bc5_unorm_block: 64,
    bc5_snorm_block: 64,
    bc6h_ufloat_block: 256,
    bc6h_sfloat_block: 256,
    bc7_unorm_block: 256,
    bc7_srgb_block: 64,
  };
  for (const [format, count] of Object.entries(counts)) {
    const blockBytes = format.startsWith('bc1') ? 8 : 16;
    const bytes = Uint8Array.from({ length: blockBytes * count }, () => dice.bits() >>> 24);
    // The mode of a BC7 block is the place of its lowest bit that is 1: every mode as often.
    if (format.startsWith('bc7')) for (let n = 0; n < count; n++) setMode(bytes, 16 * n, n % 8);
    blocks(trace, format.replace('_block', '-random'), format, bytes, blockBytes, quads);
  }
}

function setMode(bytes: Uint8Array, at: number, mode: number): void {
  bytes[at] = (bytes[at] & ~((2 << mode) - 1)) | (1 << mode);
}
