import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vcdCheckCommand } from '../../../../src/cli/commands/vcd-check-command.ts';
import { DEFAULT_MEMORY, limitMemory } from '../../../../traces/encodings/memory-budget.ts';
import { FileError } from '../../../../src/platform/files/whole-file.ts';
import { captureOutput } from '../captured-output.ts';

const GOOD = `$timescale 1 ns $end
$scope module top $end
$var wire 1 ! clk $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
$end
#3
1!
`;

let folder: string;
let printed = '';
captureOutput((text) => (printed += text));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-vcd-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The output of the command for a file, without its folder, and true if it fails. */
async function check(text: string | Uint8Array): Promise<{ readonly fails: boolean; readonly output: string }> {
  const file = join(folder, 'trace.vcd');
  writeFileSync(file, text);
  let fails = false;
  printed = '';
  const command = vcdCheckCommand(new Command(), () => {
    fails = true;
  });
  await command.parseAsync([file], { from: 'user' });
  return { fails, output: printed.replaceAll(`${folder}/`, '') };
}

describe('texunit vcd-check', () => {
  it('sums up a file without faults', async () => {
    expect(await check(GOOD)).toEqual({
      fails: false,
      output: 'trace.vcd: no faults; 1 signals, 2 value changes, time 0 to 3\n',
    });
  });

  it('fails a file with faults and says where they are', async () => {
    expect(await check(GOOD.replace('1!', '1?'))).toEqual({
      fails: true,
      output:
        'trace.vcd:11: identifier code ? is not declared\ntrace.vcd: 1 fault; 1 signals, 1 value changes, time 0 to 3\n',
    });
    const many = await check(`${GOOD}${'1?\n'.repeat(50)}`);
    expect(many.output).toContain('\n... and 30 more\ntrace.vcd: 50 faults; ');
  });

  it('reads gzip, and says at which byte it is cut short', async () => {
    const zipped = gzipSync(GOOD);
    expect((await check(zipped)).output).toBe('trace.vcd: no faults; 1 signals, 2 value changes, time 0 to 3\n');
    await expect(check(zipped.subarray(0, -9))).rejects.toThrow(
      /trace\.vcd:\d+: line: is cut short: the gzip data has no end$/,
    );
  });

  it('finds fault with an empty file, and with one long line', async () => {
    expect(await check('')).toEqual({
      fails: true,
      output:
        'trace.vcd:1: no $enddefinitions\ntrace.vcd:1: no $dumpvars gives the initial values\ntrace.vcd: 2 faults; 0 signals, 0 value changes, no time\n',
    });
    const long = `${GOOD}#4\n${' '.repeat(2 ** 20)}\n0!\n`;
    expect((await check(long)).output).toMatch(/^trace\.vcd: no faults; /);
    limitMemory(2 ** 22);
    try {
      const message =
        /trace\.vcd:13: line: has more than the 524288 bytes that the budget of memory allows \(--memory\)$/;
      await expect(check(long)).rejects.toThrow(message);
    } finally {
      limitMemory(DEFAULT_MEMORY);
    }
  });

  it('says that there is no such file', async () => {
    const command = vcdCheckCommand(new Command(), () => {});
    const file = join(folder, 'none.vcd');
    const reading = command.parseAsync([file], { from: 'user' });
    await expect(reading).rejects.toThrow(new FileError(file, 'no such file'));
  });
});
