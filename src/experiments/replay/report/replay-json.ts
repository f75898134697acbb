import type { ReplayReport } from './replay-report.ts';

/** replay.json: indented, with each array of numbers on one line. */
export function replayJson(report: ReplayReport): string {
  // A JSON string contains no line feed, so only arrays that were broken into lines match.
  const text = JSON.stringify(report, null, 2).replace(/\[\n[\d\s,.e+-]*\]/g, (array) => array.replace(/\s+/g, ' '));
  return `${text}\n`;
}
