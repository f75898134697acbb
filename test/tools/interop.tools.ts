import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/interop.md'), 'utf8');

/** DuckDB's library in the place of its command line: `duckdb -csv -c QUERY`. */
const DUCKDB = `
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const reader = await connection.runAndReadAll(process.argv.at(-1));
for (const row of [reader.columnNames(), ...reader.getRowsJson()]) console.log(row.join(','));
`;

/** An example of the page: a file that it shows, or commands with what they print. */
interface Example {
  readonly language: string;
  readonly text: string;
  /** The block behind it, if that is what the commands print. */
  readonly output: string | undefined;
}

const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map((match) => ({ language: match[1], text: match[2] }));
const examples: Example[] = blocks
  .map(({ language, text }, at) => ({
    language,
    text,
    output: blocks[at + 1]?.language === 'text' ? blocks[at + 1].text : undefined,
  }))
  .filter(({ language }) => language !== 'text');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-interop-'));
  const command = (name: string, line: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${line} "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  };
  command('texunit', `"${process.execPath}" "${join(ROOT, 'dist/program/main.js')}"`);
  const npm = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '@duckdb/node-api@1.5.6-r.1'];
  const installed = spawnSync('npm', npm, { encoding: 'utf8' });
  expect(installed.status, installed.stderr).toBe(0);
  writeFileSync(join(folder, 'duckdb.mjs'), DUCKDB);
  command('duckdb', `"${process.execPath}" "${join(folder, 'duckdb.mjs')}"`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the page has examples in a shell and in Python', () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['sh', 'python', 'text']));
  expect(examples.filter(({ output }) => output !== undefined).length).toBeGreaterThan(6);
});

it.each(examples.map((example) => [example.text.trimStart().split('\n', 1)[0], example] as const))(
  'the example does what the page says: %s',
  (_, { language, text, output }) => {
    if (language === 'python') {
      const name = /^# ([\w-]+\.py):/.exec(text)?.[1];
      expect(name, 'the first line names the file').toBeDefined();
      writeFileSync(join(folder, name!), text);
      return;
    }
    const env = { ...process.env, TEXUNIT: ROOT, PATH: `${folder}${delimiter}${process.env.PATH}` };
    const ran = spawnSync('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env, encoding: 'utf8' });
    expect(ran.status, ran.stderr).toBe(0);
    if (output !== undefined) expect(ran.stdout).toBe(output);
  },
);
