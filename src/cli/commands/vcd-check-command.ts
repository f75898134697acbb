import type { Command } from 'commander';
import { VcdChecker, type VcdReport } from '../../../traces/stages/vcd-check.ts';
import { faultAtLine, linePieces } from '../../../traces/encodings/line-pieces.ts';
import { decodeUtf8 } from '../../../traces/encodings/utf8-text.ts';
import { openFile } from '../../inputs/files/file-input.ts';
import { print } from '../run/standard-output.ts';

/** Faults that are printed. */
const SHOWN_FAULTS = 20;

/** texunit vcd-check. @param fails is called when the file has faults */
export function vcdCheckCommand(command: Command, fails: () => void): Command {
  return command
    .argument('<file>', 'the VCD file, gzip or not, - for standard input')
    .addHelpText(
      'after',
      `
Exit code: 0 for a file without faults, 1 for one with, 2 for one that cannot be read.

Examples:
  texunit vcd-check out/trace.vcd
  fst2vcd trace.fst | texunit vcd-check -`,
    )
    .action(async (file: string) => {
      const { name, report } = await check(file);
      if (report.faultCount > 0) fails();
      print(reportText(name, report));
    });
}

async function check(file: string): Promise<{ readonly name: string; readonly report: VcdReport }> {
  const { name, chunks } = await openFile(file, 'a waveform');
  const checker = new VcdChecker(false, name);
  try {
    for await (const { bytes } of linePieces(chunks)) checker.write(decodeUtf8(bytes));
  } catch (cause) {
    throw faultAtLine(cause, name, checker.line + 1);
  }
  return { name, report: checker.end() };
}

function reportText(name: string, { faults, faultCount, signalCount, changeCount, endTime }: VcdReport): string {
  const lines = faults.slice(0, SHOWN_FAULTS).map(({ line, problem }) => `${name}:${line}: ${problem}\n`);
  if (faultCount > SHOWN_FAULTS) lines.push(`... and ${faultCount - SHOWN_FAULTS} more\n`);
  const verdict = faultCount === 0 ? 'no faults' : faultCount === 1 ? '1 fault' : `${faultCount} faults`;
  const time = endTime < 0 ? 'no time' : `time 0 to ${endTime}`;
  return `${lines.join('')}${name}: ${verdict}; ${signalCount} signals, ${changeCount} value changes, ${time}\n`;
}
