import type { Command } from 'commander';
import { VcdChecker, type VcdReport } from '../../../traces/stages/vcd-check.ts';
import { StreamError } from '../../../traces/encodings/line-pieces.ts';
import { openFile } from '../files/file-input.ts';
import { UsageError } from '../files/usage-error.ts';
import { print } from '../run/standard-output.ts';

/** Faults that are printed. */
const SHOWN_FAULTS = 20;

/**
 * texunit vcd-check
 *
 * @param fails told when the file has faults
 */
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
  const checker = new VcdChecker(false);
  const decoder = new TextDecoder('utf-8');
  const { name, chunks } = await openFile(file);
  try {
    for await (const chunk of chunks) checker.write(decoder.decode(chunk, { stream: true }));
  } catch (cause) {
    if (!(cause instanceof StreamError)) throw cause;
    throw new UsageError(`${name}: ${cause.message}`, { cause });
  }
  checker.write(decoder.decode());
  return { name, report: checker.end() };
}

function reportText(name: string, { faults, faultCount, signals, changeCount, endTime }: VcdReport): string {
  const lines = faults.slice(0, SHOWN_FAULTS).map(({ line, problem }) => `${name}:${line}: ${problem}\n`);
  if (faultCount > SHOWN_FAULTS) lines.push(`... and ${faultCount - SHOWN_FAULTS} more\n`);
  const verdict = faultCount === 0 ? 'no faults' : faultCount === 1 ? '1 fault' : `${faultCount} faults`;
  const time = endTime < 0 ? 'no time' : `time 0 to ${endTime}`;
  return `${lines.join('')}${name}: ${verdict}; ${signals.size} signals, ${changeCount} value changes, ${time}\n`;
}
