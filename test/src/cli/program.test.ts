import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Help } from 'commander';
import { beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { texunit } from '../../../src/cli/program.ts';
import { captureOutput } from './captured-output.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let printed = '';
captureOutput((text) => (printed += text));
beforeEach(() => {
  printed = '';
});

async function helpOf(...args: string[]): Promise<string> {
  printed = '';
  expect(await texunit(args)).toEqual({ code: 0, message: null });
  return printed;
}

/** The files of the project that a module imports, and those that these import, without what is loaded on demand. */
function imported(path: string): ReadonlySet<string> {
  const found = new Set([path]);
  for (const file of found) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, specifier] of text.matchAll(/^import (?!type )[^;']*?'(\.[^']+)'/gm)) {
      found.add(relative(root, join(root, dirname(file), specifier)));
    }
    for (const [, specifier] of text.matchAll(/^\} from '(\.[^']+)'/gm)) {
      found.add(relative(root, join(root, dirname(file), specifier)));
    }
  }
  return found;
}

describe('texunit', () => {
  it('lists every command with the usage that the command has', async () => {
    const list = await helpOf('--help');
    for (const { name, usage, load } of COMMANDS) {
      const command = (await load())(new Command(name), () => {});
      expect(new Help().subcommandTerm(command)).toBe(`${name} ${usage}`.trimEnd());
      expect(list).toContain(`\n  ${name} ${usage}`.trimEnd());
    }
  });

  it('prints the same help for a command either way', async () => {
    for (const { name } of COMMANDS) {
      const help = await helpOf(name, '--help');
      expect(help).toMatch(new RegExp(`^Usage: texunit ${name} `));
      expect(await helpOf('help', name)).toBe(help);
    }
    expect(await helpOf('help', 'study', 'igehy')).toMatch(/^Usage: texunit study igehy /);
  });

  it('tells the default of each option once, as users write it', async () => {
    for (const { load } of COMMANDS) {
      const command = (await load())(new Command('any'), () => {});
      for (const each of [command, ...command.commands]) {
        for (const option of each.options) {
          if (option.defaultValue !== undefined) expect(option.description).not.toContain('default:');
          expect(new Help().optionDescription(option)).not.toMatch(/default: [[{]/);
        }
      }
    }
  });

  it('refuses a command that it does not know, whatever stands behind it', async () => {
    const unknown = (name: string, near: string) => ({
      code: 2,
      message: `texunit: unknown command '${name}' (Did you mean ${near}?)`,
    });
    for (const words of [['sampel'], ['sampel', '--help'], ['sampel', 'x.jsonl', '-h'], ['help', 'sampel']]) {
      expect(await texunit(words)).toEqual(unknown('sampel', 'sample'));
    }
    expect(await texunit(['study', 'igehi', '--help'])).toEqual(unknown('igehi', 'igehy'));
    expect(await texunit(['help', 'study', 'igehi'])).toEqual(unknown('igehi', 'igehy'));
    expect(printed).toBe('');
  });

  it('loads no module of a command before the command is given', () => {
    const supervisor = [
      'cli/run/start.ts',
      'cli/run/supervise.ts',
      'inputs/files/descriptors.ts',
      'inputs/files/journal.ts',
    ];
    const wording = 'src/platform/pages/wording.ts';
    expect([...imported('src/cli/main.ts')]).toEqual(['src/cli/main.ts', 'src/cli/run/start.ts', wording]);
    const supervising = [...supervisor.map((file) => `src/${file}`), wording];
    expect([...imported('src/cli/run/supervise.ts')].toSorted()).toEqual(supervising.toSorted());
    const first = [...imported('src/cli/program.ts')];
    expect(first).toContain('src/cli/command-table.ts');
    expect(first.filter((file) => /^src\/(cli\/(?!run\/)|inputs\/)\w+\//.test(file))).toEqual([
      'src/inputs/files/usage-error.ts',
    ]);
    expect(first.length).toBeLessThan(10);
    expect(imported('src/cli/commands/vcd-check-command.ts').size).toBeLessThan(20);
  });
});
