/**
 * A second decoder of ETC2's 64 colour bits, written from the tables and formulas of the text (Khronos data format:
 * Format RGB ETC2, Format RGB ETC2 with punchthrough alpha). It is slow and works texel by texel; bits are characters,
 * bit 63 first. Blocks are written from the same tables.
 */
export type Etc2Mode = 'individual' | 'differential' | 'T' | 'H' | 'planar';
export type Fields = Readonly<Record<string, number>>;

/** Fields from bit 63 down with their widths; the parts of a split field begin with its high end. `x` is a free bit. */
const LAYOUTS: Readonly<Record<Etc2Mode, string>> = {
  individual: 'R4 R2:4 G4 G2:4 B4 B2:4 table1:3 table2:3 D1 flip1 msb16 lsb16',
  differential: 'R5 Rd3 G5 Gd3 B5 Bd3 table1:3 table2:3 D1 flip1 msb16 lsb16',
  T: 'x3 R2 x1 R2 G4 B4 R2:4 G2:4 B2:4 da2 D1 db1 msb16 lsb16',
  H: 'x1 R4 G3 x3 G1 B1 x1 B3 R2:4 G2:4 B2:4 da1 D1 db1 msb16 lsb16',
  planar: 'x1 R6 G1 x1 G6 B1 x3 B2 x1 B3 Rh5 D1 Rh1 Gh7 Bh6 Rv6 Gv7 Bv6',
};

const SPANS = Object.fromEntries(Object.entries(LAYOUTS).map(([mode, layout]) => [mode, spans(layout)]));

function spans(layout: string): { name: string; width: number }[] {
  return layout.split(' ').map((span) => {
    const [, name, width] = /^(\w+:|[a-zA-Z]+)(\d+)$/.exec(span)!;
    return { name: name.replace(':', ''), width: Number(width) };
  });
}

export const MODIFIER_TABLES = [
  [-8, -2, 2, 8],
  [-17, -5, 5, 17],
  [-29, -9, 9, 29],
  [-42, -13, 13, 42],
  [-60, -18, 18, 60],
  [-80, -24, 24, 80],
  [-106, -33, 33, 106],
  [-183, -47, 47, 183],
];

/** The position in the table of the modifier of pixel index 00, 01, 10 and 11; the table's order is +a, +b, -a, -b. */
const MODIFIER_OF_INDEX = [2, 3, 1, 0];

export const DISTANCE_TABLE = [3, 6, 11, 16, 23, 32, 41, 64];

export function clamp255(value: number): number {
  return Math.max(0, Math.min(255, value));
}

/** Extends a code of `width` bits to eight by repeating its highest bits below it. */
export function extend(code: number, width: number): number {
  const bits = code.toString(2).padStart(width, '0');
  return parseInt((bits + bits).slice(0, 8), 2);
}

export function bitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
}

function readFields(mode: Etc2Mode, bits: string): Record<string, number> {
  const parts: Record<string, string> = {};
  let at = 0;
  for (const { name, width } of SPANS[mode]) {
    parts[name] = (parts[name] ?? '') + bits.slice(at, at + width);
    at += width;
  }
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, parseInt(part, 2)]));
}

function writeFields(mode: Etc2Mode, fields: Fields): Uint8Array {
  const widths: Record<string, number> = {};
  for (const { name, width } of SPANS[mode]) widths[name] = (widths[name] ?? 0) + width;
  const rest = Object.fromEntries(
    Object.entries(widths).map(([name, width]) => {
      const code = (fields[name] ?? 0) & (2 ** width - 1);
      return [name, code.toString(2).padStart(width, '0')];
    }),
  );
  let bits = '';
  for (const { name, width } of SPANS[mode]) {
    bits += rest[name].slice(0, width);
    rest[name] = rest[name].slice(width);
  }
  return Uint8Array.from(bits.match(/.{8}/g)!, (byte) => parseInt(byte, 2));
}

/**
 * A block with the given fields, 0 for the others. Free bits are set so that they select the mode. D is 1 if not given.
 */
export function etc2Block(mode: Etc2Mode, fields: Fields): Uint8Array {
  for (let x = 0; x < 64; x++) {
    const block = writeFields(mode, { D: mode === 'individual' ? 0 : 1, ...fields, x });
    if (modeOf(bitsOf(block), mode !== 'individual') === mode) return block;
  }
  throw new Error(`no block of mode ${mode} has ${JSON.stringify(fields)}`);
}

export function modeOf(bits: string, differential: boolean): Etc2Mode {
  if (!differential) return 'individual';
  const outside = (base: number, delta: number): boolean => {
    const sum = base + twosComplement3(delta);
    return sum < 0 || sum > 31;
  };
  const { R, Rd, G, Gd, B, Bd } = readFields('differential', bits);
  if (outside(R, Rd)) return 'T';
  if (outside(G, Gd)) return 'H';
  return outside(B, Bd) ? 'planar' : 'differential';
}

function twosComplement3(code: number): number {
  return code < 4 ? code : code - 8;
}

/** r, g, b as codes of 255 and alpha as 0 or 1, row by row. */
export function decodeEtc2Text(block: Uint8Array, punchThrough: boolean): number[] {
  const bits = bitsOf(block);
  const bit33 = bits[63 - 33] === '1';
  const mode = modeOf(bits, punchThrough || bit33);
  const f = readFields(mode, bits);
  return Array.from({ length: 16 }, (_, texel) => {
    const x = texel % 4;
    const y = Math.floor(texel / 4);
    if (mode === 'planar') return [...planarColor(f, x, y), 1];
    const pixel = 4 * x + y; // a = 0 to p = 15
    const index = 2 * Number(bits[63 - 16 - pixel]) + Number(bits[63 - pixel]);
    if (punchThrough && !bit33 && index === 2) return [0, 0, 0, 0];
    if (mode === 'T') return [...tColor(f, index), 1];
    if (mode === 'H') return [...hColor(f, index), 1];
    const second = (f.flip === 1 ? y : x) >= 2;
    const table = MODIFIER_TABLES[second ? f.table2 : f.table1];
    const modifier = punchThrough && !bit33 && index === 0 ? 0 : table[MODIFIER_OF_INDEX[index]];
    return [...baseColor(mode, f, second).map((c) => clamp255(c + modifier)), 1];
  }).flat();
}

function baseColor(mode: Etc2Mode, f: Fields, second: boolean): number[] {
  if (mode === 'individual') return (second ? [f.R2, f.G2, f.B2] : [f.R, f.G, f.B]).map((c) => extend(c, 4));
  const deltas = second ? [f.Rd, f.Gd, f.Bd].map(twosComplement3) : [0, 0, 0];
  return [f.R, f.G, f.B].map((c, k) => extend(c + deltas[k], 5));
}

function tColor(f: Fields, index: number): number[] {
  const d = DISTANCE_TABLE[2 * f.da + f.db];
  if (index === 0) return [f.R, f.G, f.B].map((c) => extend(c, 4));
  const offset = [0, d, 0, -d][index];
  return [f.R2, f.G2, f.B2].map((c) => clamp255(extend(c, 4) + offset));
}

function hColor(f: Fields, index: number): number[] {
  const first = [f.R, f.G, f.B].map((c) => extend(c, 4));
  const second = [f.R2, f.G2, f.B2].map((c) => extend(c, 4));
  const value = ([r, g, b]: number[]): number => 65536 * r + 256 * g + b;
  const d = DISTANCE_TABLE[4 * f.da + 2 * f.db + Number(value(first) >= value(second))];
  return (index < 2 ? first : second).map((c) => clamp255(c + (index % 2 === 0 ? d : -d)));
}

function planarColor(f: Fields, x: number, y: number): number[] {
  return [
    planarValue(x, y, extend(f.R, 6), extend(f.Rh, 6), extend(f.Rv, 6)),
    planarValue(x, y, extend(f.G, 7), extend(f.Gh, 7), extend(f.Gv, 7)),
    planarValue(x, y, extend(f.B, 6), extend(f.Bh, 6), extend(f.Bv, 6)),
  ];
}

/** The value of planar mode; Math.round rounds ties up, as the text does. */
export function planarValue(x: number, y: number, origin: number, horizontal: number, vertical: number): number {
  return clamp255(Math.round((x * (horizontal - origin)) / 4 + (y * (vertical - origin)) / 4 + origin));
}
