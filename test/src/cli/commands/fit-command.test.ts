import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { captureOutput } from '../captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-fit-'));
let printed = '';
captureOutput((text) => (printed += text));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(...args: readonly string[]) {
  printed = '';
  const { code, message } = await texunit(args);
  return { code, message, printed };
}

/** Weights between a black and a white level, as WebGPU's conformance tests measured them in compute shaders on Intel Gen 9. */
const weights = Array.from({ length: 9 }, (_, n) => [n / 8, Math.max(0, Math.min(1, (n / 8 - 0.375) * 4))]);

function table(): string {
  const head = '# level0 = 00\n# level1 = ff\n# tolerance = 0.00005\nid,u,v,lod,r\n';
  return head + weights.map(([lod, r], n) => `${n},0.5,0.5,${lod},${r}\n`).join('');
}

describe('texunit fit', () => {
  it('finds the curve of the weights, and writes the design that gives every row', async () => {
    const rows = put('weights.csv', table());
    const closest = join(folder, 'closest.json');
    const { code, printed: text } = await run('fit', rows, '--closest', closest, '--next', join(folder, 'next.csv'));
    expect(text).toContain('9 of 9 requests');
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(closest, 'utf8'))).toMatchObject({
      lod: {
        levelWeightCurve: [
          [0.375, 0],
          [0.625, 1],
        ],
      },
    });
    expect(existsSync(join(folder, 'next.csv'))).toBe(true);
    expect((await run('sample', rows, '--design', closest, '--expect', rows)).code).toBe(0);
  });

  it('ends with exit code 1 where a row is left, and names what would give it', async () => {
    const rows = put('odd.csv', table().replace(/1\n$/, '0.3\n'));
    const { code, printed: text } = await run('fit', rows);
    expect(code).toBe(1);
    expect(text).toContain('rows that it does not give: 1');
  });

  it.each([
    ['nothing.csv', 'id,u,v,t00\n1,0,0,00\n', 'no row has a result, expected columns such as r, g, b, or rgb'],
    ['wrong.csv', 'id,u,v,t00,r\n1,zero,0,00,0\n', 'wrong.csv:2: u: is "zero", expected a number'],
    ['codes.csv', 'id,u,v,t00,r\n1,0,0,40,64\n', 'say --codes 8 of a CSV, or # codes = 8 in a table'],
  ])('ends with exit code 2 and one line for %s', async (name, text, problem) => {
    const { code, message } = await run('fit', put(name, text));
    expect(code).toBe(2);
    expect(message).toContain(problem);
  });
});

describe('texunit sample', () => {
  it('reads a table, and writes codes as CSV', async () => {
    const rows = put('plain.csv', 'id,u,v,t00,t10\n1,0.5,0.5,00,ff\n2,0.25,0.5,00,ff\n');
    const out = join(folder, 'out.csv');
    expect((await run('sample', rows, '--output', out, '--codes', '8')).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('id,lane,r,g,b,a,resident,footprint\n1,,128,0,0,255,,\n2,,0,0,0,255,,\n');
  });

  it('refuses codes in a result trace that is no CSV', async () => {
    const rows = put('again.csv', 'id,u,v,t00\n1,0.5,0.5,00\n');
    const { code, message } = await run('sample', rows, '--output', join(folder, 'out.jsonl'), '--codes', '8');
    expect(code).toBe(2);
    expect(message).toContain('is no CSV, expected a name in .csv');
    expect(existsSync(join(folder, 'out.jsonl'))).toBe(false);
  });
});
