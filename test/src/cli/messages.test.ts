import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { texunit } from '../../../src/cli/program.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { captureOutput } from './captured-output.ts';
import { processorTime } from '../../processor-time.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const REQUESTS = path('../../../traces/examples/requests.jsonl');
const TEXELS = path('../../../traces/examples/texels.jsonl');

/** Words that JavaScript and Node put into messages of their own. */
const RAW =
  /Cannot |is not a function|undefined|\[object|[iI]nvalid (typed )?array|not iterable|Unexpected|\(reading |Maximum call|not a constructor|\w*Error:|out of bounds|ERR_|texunit itself/;

/** Values that a field may have instead of its own. */
const HOSTILE: readonly unknown[] = [
  '__proto__',
  'constructor',
  '',
  '\n\0',
  null,
  true,
  -1,
  1.5,
  2 ** 32,
  1e300,
  [],
  {},
  [null],
];
const KEYS = ['__proto__', 'constructor', 'toString', 'length'];

let folder: string;
let printed = '';
captureOutput(
  (text) => (printed += text),
  () => {},
);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-messages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A value in which each field in turn has a hostile value, or stands beside a hostile key, or is gone. */
function* damaged(value: unknown): Generator {
  yield* HOSTILE;
  if (Array.isArray(value)) {
    for (const [n, inner] of value.slice(0, 1).entries())
      for (const other of damaged(inner)) yield value.with(n, other);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      for (const other of damaged(inner)) yield { ...value, [key]: other };
      yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    }
    // An assignment to __proto__ would set no field.
    for (const key of KEYS) yield Object.fromEntries([...Object.entries(value), [key, { polluted: 1 }]]);
  }
}

/** Runs a command, which may succeed or refuse its input, in words of its own. */
async function expectWords(words: readonly string[], what: unknown): Promise<void> {
  const { code, message } = await texunit(words);
  expect([0, 1, 2], `${words.join(' ')}: ${message}: ${JSON.stringify(what)}`).toContain(code);
  expect(message ?? '', JSON.stringify(what)).not.toMatch(RAW);
  expect(Object.prototype).not.toHaveProperty('polluted');
}

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('a message about a damaged', () => {
  it.each([
    ['request trace', REQUESTS, [['sample'], ['replay', '--level', 'cache']], 11],
    ['texel-access trace', TEXELS, [['replay']], 23],
  ] as const)('%s has no words of JavaScript', async (_, example, commands, every) => {
    const lines = readFileSync(example, 'utf8').trimEnd().split('\n');
    let n = 0;
    for (const [k, line] of lines.slice(0, 14).entries()) {
      for (const value of damaged(JSON.parse(line))) {
        if (n++ % every > 0) continue;
        const trace = file('damaged.jsonl', lines.with(k, JSON.stringify(value)).join('\n'));
        const [name, ...options] = commands[n % commands.length];
        await expectWords([name, trace, ...options], value);
      }
    }
    expect(n).toBeGreaterThan(300);
  });

  it('design has no words of JavaScript', async () => {
    let n = 0;
    for (const value of damaged(FULL_QUALITY)) {
      if (n++ % 17 > 0) continue;
      await expectWords(['designs', '--show', file('damaged.json', JSON.stringify(value))], value);
    }
    expect(n).toBeGreaterThan(1000);
  });

  it('table, or names of its columns, has no words of JavaScript', async () => {
    for (const head of [
      '__proto__,bytes',
      'address,__proto__,constructor',
      'toString,x,y',
      'address,address,x',
      '',
      '"a',
    ]) {
      const table = file('table.csv', `${head}\n1,2,3\n`);
      for (const map of ['address=__proto__', 'address=toString,bytes=constructor', '__proto__=address', 'x']) {
        await expectWords(['replay', table, '--map', map], [head, map]);
      }
    }
  });
});

it('a message has no characters that control a terminal, whatever names the input has', async () => {
  const escape = '\u001B[2J\u0007\u009B';
  const design = file('escape.json', `{"na\\u001b[2Jme": 1}`);
  for (const words of [
    ['check', design],
    ['sample', `${escape}.jsonl`],
    ['replay', file('escape.csv', `${escape},b\n1,2\n`)],
    ['sample', REQUESTS, '--design', escape],
    [escape],
  ]) {
    const { code, message } = await texunit(words);
    expect(code).toBe(2);
    expect(message).toContain('\uFFFD');
    expect(message).not.toMatch(/[^\P{Cc}\n]/u);
  }
  printed = '';
  expect(await texunit(['vcd-check', file('escape.vcd', `${escape} $end\n`)])).toEqual({ code: 1, message: null });
  expect(printed).toMatch(/^[^\n]*escape\.vcd:1: \uFFFD\[2J\uFFFD\uFFFD is no declaration\n/);
});

it('a message about a path that the system refuses has the path and the words of the system', async () => {
  const long = 'x'.repeat(300);
  for (const place of ['/dev/null/x', long, join(folder, long), '/', folder]) {
    for (const words of [
      ['sample', place],
      ['explain', REQUESTS, '--html', place],
      ['replay', TEXELS, '--json', place],
      ['sample', REQUESTS, '--design', place],
      ['simulate', '--texture', place, '--mode', 'functional'],
      ['mips', place, '-o', 'x.ktx2'],
      ['resolve', place, '-o', 'x.png', '--samples', '1'],
      ['vcd-check', place],
    ]) {
      const { code, message } = await texunit(words);
      expect(code, words.join(' ')).toBe(2);
      expect(message).toContain(place);
      expect(message, words.join(' ')).not.toMatch(RAW);
    }
  }
});

it('a message about a file whose reading fails has the words of the system', async () => {
  // Reading the memory of a process at its address 0 is an input/output error.
  const unread = '/proc/self/mem';
  for (const words of [
    ['sample', unread],
    ['explain', unread],
    ['replay', unread],
    ['convert', unread, join(folder, 'x.din')],
    ['check', '--results', unread],
    ['sample', REQUESTS, '--design', unread],
    ['vcd-check', unread],
  ]) {
    expect(await texunit(words), words.join(' ')).toEqual({
      code: 2,
      message: 'texunit: /proc/self/mem: cannot be read (i/o error)',
    });
  }
});

it('a message about a very long name is made at once', async () => {
  const spaces = ' '.repeat(100_000);
  for (const words of [
    ['designs', '--show', spaces],
    ['designs', '--show', `a\n${spaces}\n${spaces}b`],
    ['replay', TEXELS, '--map', spaces],
    ['replay', TEXELS, '--map', `${spaces}=${spaces}x`],
    [spaces],
    ['sample', spaces],
    ['sample', `${'.'.repeat(100_000)}/`],
    ['replay', TEXELS, '--vary', `a=${spaces}`],
    ['replay', TEXELS, '--vary', `${spaces}=1`],
    ['simulate', '--stage', spaces],
    ['check', '--rule', spaces],
    ['simulate', '--size', '1'.repeat(100_000)],
    ['simulate', '--lod-bias', '1'.repeat(100_000)],
    ['resolve', 'edge', '-o', `${spaces}.png/`],
  ]) {
    const start = processorTime();
    expect((await texunit(words)).code).toBe(2);
    expect(processorTime() - start, words.slice(0, -1).join(' ')).toBeLessThan(2000);
  }
});

describe('a fault of texunit itself', () => {
  const designs = COMMANDS.find(({ name }) => name === 'designs')!;
  afterEach(() => vi.unstubAllEnvs());

  /** Runs a command with a fault. */
  async function faulty() {
    const load = vi.spyOn(designs, 'load').mockResolvedValue((command) =>
      command.action(() => {
        (null as unknown as { missing: () => void }).missing();
      }),
    );
    try {
      return await texunit(['designs']);
    } finally {
      load.mockRestore();
    }
  }

  it('is reported in one line, with its place, an exit code of its own, and none of its words', async () => {
    const { code, message } = await faulty();
    expect(code).toBe(70);
    expect(message).toMatch(/^texunit: a fault of texunit itself at [^\n]+:\d+:\d+; please report it [^\n]+$/);
    expect(message).not.toMatch(/Cannot read/);
  });

  it('is reported with its stack where that is asked for', async () => {
    vi.stubEnv('TEXUNIT_DEBUG', '1');
    expect((await faulty()).message).toMatch(/\nTypeError: Cannot read properties of null[^\n]*\n +at /);
  });
});
