/*
 * Tables of the BPTC formats. D3D11.3 has them as figures (19.5.13.4, 19.5.13.5, 19.5.14.5, 19.5.14.6); the numbers are
 * those of the Khronos Data Format Specification, BPTC Compressed Texture Image Formats.
 */

/** The partitions of two subsets: a bit for each texel, the first in the highest. */
const TWO_SUBSETS = (
  '3333 1111 7777 1337 0113 377f 137f 0137 0013 37ff 017f 0017 17ff 00ff 0fff 000f 08ef 7100 008e 7310 3100 08ce ' +
  '008c 7331 3110 088c 6666 366c 17e8 0ff0 718e 399c 5555 0f0f 5a5a 33cc 3c3c 55aa 6969 5aa5 73ce 13c8 324c 3bdc ' +
  '6996 3cc3 6699 0660 4e40 2720 0272 04e4 6c93 36c9 639c 39c6 6cc9 6339 7e81 18e7 0f33 33f0 22ee 4477'
).split(' ');
const TWO_FIX_UPS = [
  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2, 15,
  15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
];

/** The partitions of three subsets: two bits for each texel, the first in the highest. */
const THREE_SUBSETS = (
  '050529aa 0105a5a9 0081a5a5 2a0a0515 00005a5a 05050a0a 0a0a5555 0505a5a5 000055aa 005555aa 0055aaaa 06060606 ' +
  '16161616 1a1a1a1a 05165a6a 0581a0a8 0105165a 150581a0 005a5a5a 0a0a0a55 15152a2a 0101a9a9 00051a1a 0050a4a4 ' +
  '1a1a0500 06065aaa 14696914 00146969 0a52520a 141482aa 051a1a05 0080a5a9 00025a6a 2a0a0605 05060a2a 18181818 ' +
  '0055aa00 18618618 18866118 05a05a05 055aa005 1111aaaa 00009999 0a5a0a5a 0a050a05 28692869 11aaaa11 00999999 ' +
  '111111aa 2a152a15 02560256 00969696 2a15152a 02565602 141414aa 00009696 1414aaaa 0a05050a 0a5a5a0a 00000096 ' +
  '02010201 2a6a2a6a 11aaaaaa 1585a1a8'
).split(' ');
const THREE_FIX_UPS: readonly (readonly number[])[] = [
  [
    3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3, 3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8, 6, 8, 5, 15, 15, 8, 15, 3, 5,
    6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15, 3, 15, 5, 5, 5, 8, 5, 10, 5, 10, 8, 13, 15, 12, 3, 3,
  ],
  [
    15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8, 15, 8, 15, 3, 15, 8, 15, 8, 3, 15, 6, 10, 15, 15, 10, 8,
    15, 3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8, 15, 3, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3, 15, 15, 8,
  ],
];

/**
 * A partition of a block: the subset of each texel, and the texel of each subset whose index lacks its highest bit.
 *
 * @param count of subsets, 1 to 3
 */
export function partition(count: number, id: number) {
  if (count === 1) return { subsets: Array.from({ length: 16 }, () => 0), fixUps: [0] };
  const bits = count - 1;
  const digits = BigInt(`0x${(count === 2 ? TWO_SUBSETS : THREE_SUBSETS)[id]}`);
  const subsets = Array.from({ length: 16 }, (_, n) =>
    Number((digits >> BigInt(bits * (15 - n))) & BigInt(2 ** bits - 1)),
  );
  const fixUps = count === 2 ? [0, TWO_FIX_UPS[id]] : [0, THREE_FIX_UPS[0][id], THREE_FIX_UPS[1][id]];
  return { subsets, fixUps };
}

/** An endpoint format of BC6H. */
export interface BptcFloatMode {
  /** Fields after the mode in their order from the lowest bit: r0:9-0 are ten bits, the lowest of r0 first. */
  readonly fields: readonly string[];
  readonly regions: 1 | 2;
  /** Bits of endpoint 0. */
  readonly precision: number;
  /** Bits of the others' r, g and b; fewer than those of endpoint 0 where they are differences from it. */
  readonly deltas: readonly number[];
}

/** The mode's number, the bits of endpoint 0, those of the others' r, g and b, and the fields. */
const MODE_ROWS = [
  '0 10 5 5 5 g2:4 b2:4 b3:4 r0:9-0 g0:9-0 b0:9-0 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 b2:3-0 ' +
    'r2:4-0 b3:2 r3:4-0 b3:3',
  '1 7 6 6 6 g2:5 g3:4 g3:5 r0:6-0 b3:0 b3:1 b2:4 g0:6-0 b2:5 b3:2 g2:4 b0:6-0 b3:3 b3:5 b3:4 r1:5-0 g2:3-0 ' +
    'g1:5-0 g3:3-0 b1:5-0 b2:3-0 r2:5-0 r3:5-0',
  '2 11 5 4 4 r0:9-0 g0:9-0 b0:9-0 r1:4-0 r0:10 g2:3-0 g1:3-0 g0:10 b3:0 g3:3-0 b1:3-0 b0:10 b3:1 b2:3-0 ' +
    'r2:4-0 b3:2 r3:4-0 b3:3',
  '6 11 4 5 4 r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10 g3:4 g2:3-0 g1:4-0 g0:10 g3:3-0 b1:3-0 b0:10 b3:1 b2:3-0 ' +
    'r2:3-0 b3:0 b3:2 r3:3-0 g2:4 b3:3',
  '10 11 4 4 5 r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10 b2:4 g2:3-0 g1:3-0 g0:10 b3:0 g3:3-0 b1:4-0 b0:10 b2:3-0 ' +
    'r2:3-0 b3:1 b3:2 r3:3-0 b3:4 b3:3',
  '14 9 5 5 5 r0:8-0 b2:4 g0:8-0 g2:4 b0:8-0 b3:4 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 b2:3-0 ' +
    'r2:4-0 b3:2 r3:4-0 b3:3',
  '18 8 6 5 5 r0:7-0 g3:4 b2:4 g0:7-0 b3:2 g2:4 b0:7-0 b3:3 b3:4 r1:5-0 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 ' +
    'b2:3-0 r2:5-0 r3:5-0',
  '22 8 5 6 5 r0:7-0 b3:0 b2:4 g0:7-0 g2:5 g2:4 b0:7-0 g3:5 b3:4 r1:4-0 g3:4 g2:3-0 g1:5-0 g3:3-0 b1:4-0 b3:1 ' +
    'b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3',
  '26 8 5 5 6 r0:7-0 b3:1 b2:4 g0:7-0 b2:5 g2:4 b0:7-0 b3:5 b3:4 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:5-0 ' +
    'b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3',
  '30 6 6 6 6 r0:5-0 g3:4 b3:0 b3:1 b2:4 g0:5-0 g2:5 b2:5 b3:2 g2:4 b0:5-0 g3:5 b3:3 b3:5 b3:4 r1:5-0 g2:3-0 ' +
    'g1:5-0 g3:3-0 b1:5-0 b2:3-0 r2:5-0 r3:5-0',
  '3 10 10 10 10 r0:9-0 g0:9-0 b0:9-0 r1:9-0 g1:9-0 b1:9-0',
  '7 11 9 9 9 r0:9-0 g0:9-0 b0:9-0 r1:8-0 r0:10 g1:8-0 g0:10 b1:8-0 b0:10',
  '11 12 8 8 8 r0:9-0 g0:9-0 b0:9-0 r1:7-0 r0:10-11 g1:7-0 g0:10-11 b1:7-0 b0:10-11',
  '15 16 4 4 4 r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10-15 g1:3-0 g0:10-15 b1:3-0 b0:10-15',
];

/** The modes by number; 10011, 10111, 11011 and 11111 are reserved. */
export const BPTC_FLOAT_MODES: ReadonlyMap<number, BptcFloatMode> = new Map(
  MODE_ROWS.map((row) => {
    const [mode, ...words] = row.split(' ');
    const [precision, ...deltas] = words.slice(0, 4).map(Number);
    const fields = words.slice(4);
    return [Number(mode), { fields, precision, deltas, regions: row.includes('r3') ? 2 : 1 }];
  }),
);
