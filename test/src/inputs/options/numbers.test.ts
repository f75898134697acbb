import { expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { openAccesses } from '../../../../src/inputs/files/trace-files.ts';

/** Numbers that no option means, whatever its range. */
const ODD = ['', ' ', 'NaN', 'Infinity', '-Infinity', '1e999', '9'.repeat(400), '0x10', '0b1', '1_000', '٣', '1.5.2'];
const NEITHER_WHOLE = [...ODD, '0', '-0', '-1', '1.5', '1e3', '9007199254740993'];

/** The words of a command before the value, and values beside ODD that it refuses. */
const OPTIONS: readonly (readonly [words: readonly string[], refused: readonly string[]])[] = [
  [
    ['replay', 'x.din', '--size'],
    [...NEITHER_WHOLE, '65536', '70000', '4294967297'],
  ],
  [
    ['convert', 'x.din', 'y.din', '--size'],
    [...NEITHER_WHOLE, '65536', '70000'],
  ],
  [
    ['replay', 'x.din', '--cores'],
    [...NEITHER_WHOLE, '100000'],
  ],
  [['check', '--cores'], NEITHER_WHOLE],
  [['minimize', '--cores'], NEITHER_WHOLE],
  [['study', 'igehy', '--cores'], NEITHER_WHOLE],
  [['simulate', '--cores'], NEITHER_WHOLE],
  [
    ['simulate', '--frames'],
    [...NEITHER_WHOLE, '10001', '4294967297'],
  ],
  [
    ['simulate', '--size'],
    [...NEITHER_WHOLE, '16385x1', '65537x1', '4294967297x1', '1x1e3', '-1x1', '0x0'],
  ],
  [
    ['simulate', '--tile'],
    [...NEITHER_WHOLE, '65538x2', '4294967298x2'],
  ],
  [
    ['simulate', '--window'],
    ['1e2:1e3', '0:Infinity', '-1:2', `0:${'9'.repeat(400)}`, '0x1:0x2'],
  ],
  [
    ['simulate', '--quad'],
    ['1e2:1e3', '-0:2', '9007199254740992:9007199254740993'],
  ],
  [['simulate', '--lod-bias'], []],
  [['simulate', '--max-anisotropy'], []],
  [
    ['explain', 'x.jsonl', '--lane'],
    ['4', '-0', '1e0', '01', '4294967296'],
  ],
  [
    ['explain', 'x.jsonl', '--pixel'],
    ['1', '1,2,3', '1e2,1', '0x1,1', `${'9'.repeat(30)},1`],
  ],
  [['mips', 'x.png', '-o', 'y.ktx2', '--levels'], NEITHER_WHOLE],
  [
    ['mips', 'x.png', '-o', 'y.ktx2', '--reduce', 'weighted', '--weights'],
    ['1,1,1', '1,1,1,-1', '0,0,0,0', '1,1,1,1e308', '1,1,1,1e-9', '0x1,1,1,1', '1,,1,1'],
  ],
  [
    ['resolve', 'edge', '-o', 'y.png', '--samples'],
    [...NEITHER_WHOLE, '3', '04', '4.0'],
  ],
  [
    ['resolve', 'edge', '-o', 'y.png', '--reciprocal'],
    [...NEITHER_WHOLE, '25'],
  ],
  [
    ['resolve', 'edge', '-o', 'y.png', '--weights'],
    ['1,x', '1e39,1,1,1', '0x1,1,1,1'],
  ],
  [
    ['resolve', 'edge', '-o', 'y.png', '--horizontal'],
    ['1,1', '1e39', '1,,1'],
  ],
  [
    ['resolve', 'edge', '-o', 'y.png', '--exposure'],
    ['257', '-1e9'],
  ],
  [
    ['resolve', 'edge', '-o', 'y.png', '--machine'],
    ['0x1@1', '1x1@1e9', `${'9'.repeat(400)}x1@1`, '1x1@-1'],
  ],
];

it.each(OPTIONS.map(([words, refused]) => [words.join(' '), words, refused] as const))(
  'texunit %s refuses numbers that it would have to bend',
  async (_, words, refused) => {
    for (const value of [...ODD, ...refused]) {
      const { code, message } = await texunit([...words, value]);
      expect([code, message], value).toEqual([2, expect.stringMatching(/argument '[^']*' is invalid\. Expected /)]);
    }
  },
);

it('an access of more bytes than a trace holds is refused with the limit', async () => {
  const { message } = await texunit(['replay', 'x.din', '--size', '70000']);
  expect(message).toBe(
    "texunit: option '--size <bytes>' argument '70000' is invalid. Expected a whole number from 1 to 65535.",
  );
  for (const size of [0, 65536, 70000, 1.5, NaN]) {
    await expect(openAccesses('x.din', { size })).rejects.toThrow(
      `size: is ${size}, expected an integer from 1 to 65535`,
    );
  }
});

it('weights whose products no float32 holds are refused', async () => {
  const words = ['resolve', 'edge', '-o', 'never.png', '--weights', '1e38,1e38,1e38,1e38', '--horizontal', '10'];
  expect((await texunit(words)).message).toBe(
    'texunit: --weights and --horizontal: their products add up to more than a float32 can hold',
  );
});
