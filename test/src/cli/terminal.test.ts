import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { OutputFiles } from '../../../src/inputs/files/output-files.ts';
import { conclude, print, printJson, say } from '../../../src/cli/run/standard-output.ts';
import { terminalTable } from '../../../src/platform/pages/terminal-table.ts';
import { captureOutput } from './captured-output.ts';

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url));
/** A title, a colour, the cursor's place and a CSI of one character; the beginning of a line, and a bell. */
const HOSTILE = 'a\u001B]0;b\u0007c\u001B[31md\u001B[2Je\u009B3Jf\rg\u007Fh';
const HARMLESS = HOSTILE.replaceAll(/\p{Cc}/gu, '\uFFFD');

let written = '';
const take = (text: string) => void (written += text);
captureOutput(take, take);
afterEach(() => {
  written = '';
});

describe('what is printed', () => {
  it('controls no terminal, whatever is in a name', () => {
    print(`${HOSTILE}\n`);
    say(`line\nline ${HOSTILE}`);
    conclude(new OutputFiles(), () => HOSTILE);
    expect(written).toBe(`${HARMLESS}\nline line ${HARMLESS.replace('\uFFFDg', ' g')}\n${HARMLESS}\n`);
  });

  it('has the colours of a table, and no others', () => {
    const table = terminalTable([`head`], [[HOSTILE]], true);
    print(table);
    expect(written).toBe(table);
    expect(['36', '39', '90'].reduce((text, code) => text.replaceAll(`\u001B[${code}m`, ''), written)).not.toContain(
      '\u001B',
    );
    expect(written).toContain('\u001B[36m');
    expect(written).toContain(HARMLESS);
  });

  it('is the same value as JSON', () => {
    printJson({ name: HOSTILE });
    expect(JSON.parse(written)).toEqual({ name: HOSTILE });
    expect(written.replaceAll('\n', '')).toMatch(/^[^\p{Cc}]+$/u);
  });

  it('goes one way in all commands', () => {
    const files = ['cli', 'inputs'].flatMap((room) =>
      readdirSync(join(SOURCES, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    );
    const modules = files.filter((file) => file.endsWith('.ts'));
    expect(modules.length).toBeGreaterThan(40);
    const writers = modules.filter((file) => /process\.std(?:out|err)\.write|console\./.test(readFileSync(join(SOURCES, file), 'utf8'))); // prettier-ignore
    expect(writers.toSorted()).toEqual([
      'cli/run-program.ts',
      'cli/run/standard-output.ts',
      'cli/run/start.ts',
      'cli/run/supervise.ts',
      'inputs/files/journal.ts',
    ]);
  });
});
