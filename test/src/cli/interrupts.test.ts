import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { PROGRAM } from '../../built-program.ts';
import { CASES, expectedOf, KILLED, REQUESTS, StuckCommands } from './stuck-commands.ts';

const stuck = new StuckCommands([PROGRAM]);
const { folder, node: NODE } = stuck;
afterAll(() => stuck.remove());

describe('a command in the midst of synchronous work', () => {
  it('is tried for every command', () => {
    expect(Object.keys(CASES)).toEqual(COMMANDS.map(({ name }) => name));
  });

  // test/tools/interrupts.tools.ts tries every signal for every command.
  it.each([
    ['simulate', 'SIGINT'],
    ['study', 'SIGTERM'],
    ['designs', 'SIGHUP'],
  ] as const)(
    'of %s is ended by %s at once, without time to end by itself, and leaves all files as they were',
    async (name, signal) => {
      expect(await stuck.ended(name, signal)).toEqual(expectedOf(name, signal));
    },
  );

  it('says so when the system has ended it, and leaves no file', async () => {
    const cwd = join(folder, 'killed');
    mkdirSync(cwd);
    const words = ['sample', REQUESTS, '--output', 'out.jsonl'];
    const child = spawn(process.execPath, [...NODE, ...words], { cwd, env: { ...process.env, STUCK_AT: 'partial' } });
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += text));
    await once(child.stderr, 'data');
    const [inner] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
    process.kill(Number(inner), 'SIGKILL');
    await once(child, 'close');
    expect([child.exitCode, stderr, readdirSync(cwd)]).toEqual([
      137,
      'works for ever\ntexunit: was ended by SIGKILL\n',
      [],
    ]);
  });

  it('ends in one line, and leaves no file, when a thread of it is killed', () => {
    expect(stuck.killedThread(['simulate', '--size', '64x64', '--mode', 'functional', '--cores', '2'])).toEqual(KILLED);
  });

  it('gives the terminal back its cursor and its lines', async () => {
    const words = [process.execPath, ...NODE, 'study', 'igehy', '--quick', '--out', join(folder, 'terminal')];
    const inner = `${words.join(' ')} & sleep 0.1; while ! grep -q 'works fo[r] ever' typescript; do sleep 0.1; done; kill -INT $!; wait $!`;
    const { stdout } = spawnSync('script', ['-qefc', inner, 'typescript'], {
      cwd: folder,
      env: { ...process.env, STUCK_AT: 'work' },
      encoding: 'utf8',
    });
    const [before, after] = stdout.split('works for ever');
    expect(before).toContain('\u001B[?25l');
    expect(after).toContain('\u001B[?25h\u001B[?7h');
  });
});
