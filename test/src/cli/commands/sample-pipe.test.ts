import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../../../built-program.ts';
import { Dice } from '../../../oracle/dice.ts';

/** Texel (i, j) of image n is the code 50n + 4j + i. */
const IMAGES = [0, 1, 2].map((n) => ({
  image: {
    name: `image ${n}`,
    format: 'r8_unorm',
    width: 4,
    height: 4,
    levels: [Buffer.from(Array.from({ length: 16 }, (_, texel) => 50 * n + texel)).toString('base64')],
  },
}));
const SAMPLER = { sampler: { name: 'nearest', magFilter: 'nearest', minFilter: 'nearest' } };
const DEFINITIONS = [{ texunit: 'requests', version: 1 }, ...IMAGES, SAMPLER]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

/** A request at the centre of a texel, and the line that answers it. */
function exchange(dice: Dice, n: number) {
  const [image, i, j] = [dice.integer(0, 2), dice.integer(0, 3), dice.integer(0, 3)];
  const id = n % 3 === 0 ? `request ${n}` : n;
  const request = { id, image: `image ${image}`, sampler: 'nearest', coord: [(i + 0.5) / 4, (j + 0.5) / 4], lod: 0 };
  const [red, ...rest] = [(50 * image + 4 * j + i) / 255, 0, 0, 1].map(Math.fround);
  return { request: `${JSON.stringify(request)}\n`, answer: { id, texel: [red, ...rest] } };
}

function start(...options: readonly string[]) {
  return spawn(process.execPath, [PROGRAM, 'sample', '-', ...options]);
}

/** The answer in a line, its components rounded to float32. */
function answerIn(line: string) {
  const { texel, ...rest } = JSON.parse(line) as { id: string | number; texel: number[] };
  return { ...rest, texel: texel.map(Math.fround) };
}

describe('texunit sample -', () => {
  it('answers a request before the next one comes', async () => {
    const child = start();
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stdin.write(DEFINITIONS);
    expect((await lines.next()).value).toBe('{"texunit":"results","version":2}');
    const dice = new Dice(3);
    for (let n = 0; n < 20; n++) {
      const { request, answer } = exchange(dice, n);
      child.stdin.write(request);
      expect(answerIn((await lines.next()).value)).toEqual(answer);
    }
    child.stdin.end();
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });

  it('answers requests in their order that are in flight together, in writes of any size', async () => {
    const dice = new Dice(4);
    const exchanges = Array.from({ length: 5000 }, (_, n) => exchange(dice, n));
    const bytes = Buffer.from(DEFINITIONS + exchanges.map(({ request }) => request).join(''));
    const child = start();
    const output = text(child.stdout);
    for (let at = 0; at < bytes.length;) {
      const end = at + dice.pick([1, 2, 97, 4096, 100_000]);
      child.stdin.write(bytes.subarray(at, end));
      at = end;
    }
    child.stdin.end();
    const [, ...answers] = (await output).trimEnd().split('\n');
    expect(answers.map(answerIn)).toEqual(exchanges.map(({ answer }) => answer));
  });

  it('writes the bits of results with --bits, and of a faulty request unknown bits', async () => {
    const child = start('--bits', '--keep-going');
    const output = text(child.stdout);
    const quad =
      '{"id":1,"image":"image 0","sampler":"nearest","quad":[[0,0],[0.25,0],[0,0.25],[0.25,0.25]],"active":9}';
    child.stdin.end(`${DEFINITIONS}{"id":0,"op":"query_levels","image":"image 1"}\n${quad}\n{"id":2}\n`);
    const [none, one] = ['xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx', '00000000 00000000 3f800000'];
    // 5 / 255 is 1.01000001010000010100001 01... * 2^-6.
    const expected = ['00000001 00000000 00000000 00000000', `00000000 ${one} ${none} ${none} 3ca0a0a1 ${one}`, none];
    expect(await output).toBe(expected.map((line) => `${line}\n`).join(''));
  });
});
