import pc from 'picocolors';
import { terminalTable } from '../../../platform/pages/terminal-table.ts';
import { byteCount, grouped, percent, sizeText } from '../../../platform/pages/wording.ts';
import { designColumns } from './design-columns.ts';
import type { ReplayReport, StreamReport } from './replay-report.ts';
import { streamName, unmovedText } from './replay-text.ts';

/**
 * A replay for the terminal: a summary of the trace, and a row for each design.
 *
 * @param color true to mark important values with ANSI colours
 */
export function replaySummary(report: ReplayReport, color: boolean): string {
  const { trace, texels, streams, designs } = report;
  const colors = pc.createColors(color);
  const lines = [
    `${colors.bold(trace.name)}: ${grouped(trace.accesses)} accesses, ${grouped(trace.passes)} passes` +
      (texels === null ? '' : `, ${grouped(texels.uniqueTexels)} texels of ${byteCount(texels.uniqueBytes)}`),
    ...(trace.unmoved === 0 ? [] : [colors.yellow(unmovedText(trace))]),
    ...(trace.cut === null ? [] : [colors.yellow(`cut short: ${trace.cut}`)]),
    ...streams.map(streamText),
  ];
  if (designs.length > 0) lines.push(designTable(report, color));
  return lines.join('\n');
}

function streamText(stream: StreamReport): string {
  const { lineBytes, lookups, lines, workingSetLines, quads } = stream;
  const near = lookups === 0 ? 0 : (quads.sameQuad + quads.previousQuad) / lookups;
  return (
    `${streamName(stream)}: ${grouped(lookups)} look-ups of ${grouped(lines)} lines, ` +
    `working set ${sizeText(workingSetLines * lineBytes)}, ` +
    `${percent(near)} to lines of the same or the previous quad`
  );
}

function designTable(report: ReplayReport, color: boolean): string {
  const { heads, cells } = designColumns(report, 'terminal');
  const rows = report.designs.map((design) => [design.name, ...cells(design)]);
  return terminalTable(['design', ...heads], rows, color);
}
