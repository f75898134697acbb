import type { Dice } from '../oracle/dice.ts';
import { pngChunk } from '../hostile/made-files.ts';

/** Makes another input of one that is well-formed. */
export type Mutation = (dice: Dice, input: Uint8Array) => Uint8Array;

const WORDS = [
  0,
  1,
  2,
  3,
  7,
  0x7f,
  0x80,
  0xff,
  0x100,
  0x7fff,
  0xffff,
  2 ** 20,
  2 ** 30,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
];

/** Flips bits, or cuts, repeats or removes a run of bytes. */
export const damagedBytes: Mutation = (dice, input) => {
  if (input.length === 0) return input;
  const at = dice.integer(0, input.length - 1);
  const end = Math.min(input.length, at + dice.integer(1, 64));
  switch (dice.integer(0, 4)) {
    case 0:
      return input.subarray(0, at);
    case 1:
      return Buffer.concat([input.subarray(0, end), input.subarray(at)]);
    case 2:
      return Buffer.concat([input.subarray(0, at), input.subarray(end)]);
    default: {
      const bytes = Uint8Array.from(input);
      for (let n = dice.integer(1, 4); n > 0; n--) bytes[dice.integer(0, bytes.length - 1)] ^= 1 << dice.integer(0, 7);
      return bytes;
    }
  }
};

/** Replaces one of the words in the first bytes, where headers are. @param bytes that headers take */
export function damagedWords(bytes: number, littleEndian = true): Mutation {
  return (dice, input) => {
    const file = Uint8Array.from(input);
    const view = new DataView(file.buffer);
    const most = Math.floor((Math.min(bytes, file.length) - 4) / 4);
    for (let n = dice.integer(1, 3); n > 0; n--)
      view.setUint32(4 * dice.integer(0, most), dice.pick(WORDS), littleEndian);
    return file;
  };
}

/** Changes, repeats, swaps or removes chunks of a PNG, whose CRCs are right afterwards. */
export const damagedPng: Mutation = (dice, input) => {
  const chunks = pngChunks(input);
  const at = dice.integer(0, chunks.length - 1);
  const [type, data] = chunks[at];
  switch (dice.integer(0, 4)) {
    case 0:
      chunks.splice(at, 1);
      break;
    case 1:
      chunks.splice(dice.integer(0, chunks.length), 0, chunks[at]);
      break;
    case 2:
      chunks[at] = [dice.pick(['PLTE', 'tRNS', 'IDAT', 'IEND', 'IHDR', 'ABCD', 'abcd']), data];
      break;
    default:
      chunks[at] = [type, damagedBytes(dice, data)];
  }
  return Buffer.concat([input.subarray(0, 8), ...chunks.map(([name, bytes]) => pngChunk(name, bytes))]);
};

/** The same texels in other chunks. */
export const otherPng: Mutation = (dice, input) => {
  const chunks = pngChunks(input).flatMap(([type, data]): [string, Uint8Array][] => {
    const middle = dice.integer(0, data.length);
    if (type === 'IDAT') return [data.subarray(0, middle), data.subarray(middle)].map((part) => [type, part]);
    return type === 'IEND'
      ? [
          ['tEXt', Buffer.from('a\0b')],
          [type, data],
        ]
      : [[type, data]];
  });
  return Buffer.concat([input.subarray(0, 8), ...chunks.map(([name, bytes]) => pngChunk(name, bytes))]);
};

function pngChunks(input: Uint8Array): [string, Uint8Array][] {
  const file = Buffer.from(input);
  const chunks: [string, Uint8Array][] = [];
  for (let at = 8; at < file.length;) {
    const size = file.readUInt32BE(at);
    chunks.push([file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + size)]);
    at += 12 + size;
  }
  return chunks;
}

const PLAIN_VALUES: readonly unknown[] = [null, true, 0, -1, 1.5, 2 ** 31, 1e308, '', 'x', '__proto__', [], {}, [[]]];
const LARGE_VALUES: readonly unknown[] = [' '.repeat(20_000), 'x'.repeat(20_000), nested(100), nested(3000)];
const VALUES = [...PLAIN_VALUES, ...LARGE_VALUES, Array.from({ length: 500 }, () => 0)];
const KEYS = ['__proto__', 'constructor', 'toString', 'extra', '', ' '.repeat(20_000), 'name', 'id', 'count', 'image'];

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Changes the values and keys of a JSON text, or of one line of it. */
export const damagedJson: Mutation = (dice, input) => {
  const lines = Buffer.from(input).toString().split('\n');
  const isDocument = lines.some((line) => line !== '' && !/^\{.*\}$/.test(line));
  const at = isDocument ? -1 : dice.integer(0, lines.length - 1);
  if (at >= 0 && dice.chance(0.2)) lines.splice(dice.integer(0, lines.length), dice.integer(0, 1), lines[at]);
  const text = at < 0 ? lines.join('\n') : lines[at];
  if (!text.startsWith('{')) return damagedBytes(dice, input);
  const document = { root: JSON.parse(text) as unknown };
  for (let n = dice.integer(1, 2); n > 0; n--) damagedValue(dice, document);
  const changed = JSON.stringify(document.root) ?? '';
  if (at < 0) return Buffer.from(changed);
  lines[at] = changed;
  return Buffer.from(lines.join('\n'));
};

function copied(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

function damagedValue(dice: Dice, document: { root: unknown }): void {
  let holder: object = document;
  let key = 'root';
  for (;;) {
    const value: unknown = Reflect.get(holder, key);
    if (typeof value !== 'object' || value === null || dice.chance(0.15)) break;
    const keys = Object.keys(value);
    if (keys.length === 0) break;
    holder = value;
    key = dice.pick(keys);
  }
  const value: unknown = Reflect.get(holder, key);
  const set = (name: string, to: unknown) =>
    Object.defineProperty(holder, name, { value: to, enumerable: true, writable: true, configurable: true });
  switch (dice.integer(0, 4)) {
    case 0:
      if (holder !== document) Reflect.deleteProperty(holder, key);
      break;
    case 1:
      if (!Array.isArray(holder) && holder !== document) set(dice.pick(KEYS), copied(value));
      break;
    case 2:
      set(
        key,
        typeof value === 'number' ? dice.pick([value + 1, -value, value * 1e9, value + 0.5]) : [value, copied(value)],
      );
      break;
    default:
      set(key, copied(dice.pick(VALUES)));
  }
}

/** The same JSON with white space around it. */
export const otherJson: Mutation = (dice, input) => {
  const blank = () => dice.pick([' ', '  ', '\t']);
  const lines = Buffer.from(input).toString().split('\n');
  return Buffer.from(lines.map((line) => (line === '' ? line : `${blank()}${line}${blank()}`)).join('\n'));
};

const CELLS = [
  '',
  '-1',
  '1e999',
  '0x',
  '"',
  '""',
  'NaN',
  '999999999999999999999',
  ' '.repeat(20_000),
  '\0',
  'é',
  ',',
  '__proto__',
];

/** Changes the words of a text in which blanks, commas and line ends separate them. */
export const damagedText: Mutation = (dice, input) => {
  const words = Buffer.from(input)
    .toString()
    .split(/(?<=[ ,\n$])/);
  const at = dice.integer(0, words.length - 1);
  switch (dice.integer(0, 3)) {
    case 0:
      words.splice(at, dice.integer(1, 3));
      break;
    case 1:
      words.splice(dice.integer(0, words.length), 0, words[at]);
      break;
    default:
      words[at] = dice.pick(CELLS) + (/[ ,\n]$/.exec(words[at])?.[0] ?? '');
  }
  return Buffer.from(words.join(''));
};
