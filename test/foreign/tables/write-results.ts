import { jsonLine } from './json-line.ts';
import type { RequestAnswer } from '../execute.ts';
import type { ForeignTable, LaneAnswer } from './records.ts';

/** Results as a result trace (JSON Lines, version 2). */
export function resultLines(table: ForeignTable, answers: readonly RequestAnswer[]): string {
  const lines = table.requests.map(({ id, quad }, n) => resultLine(id, quad, answers[n]));
  return [`{"texunit":"results","version":2}`, ...lines, ''].join('\n');
}

/** The line of a request's results. */
export function resultLine(id: number | string, quad: boolean, answer: RequestAnswer): string {
  return jsonLine({ id, ...resultFields(quad, answer) });
}

function resultFields(quad: boolean, answer: RequestAnswer): Record<string, unknown> {
  const sample = answer.find((lane) => lane !== null)!;
  const part = <T>(pick: (lane: LaneAnswer) => T): (T | null)[] =>
    answer.map((lane) => (lane === null ? null : pick(lane)));
  const many = (name: string, plural: string, list: readonly unknown[]): Record<string, unknown> => {
    return quad ? { [plural]: list } : { [name]: list[0] };
  };
  const texels = part(({ texel }) => texel);
  const shown =
    sample.footprint === undefined
      ? many('texel', 'texels', texels)
      : many(
          'footprint',
          'footprints',
          part(({ footprint }) => footprint ?? null),
        );
  const resident =
    sample.resident === undefined
      ? {}
      : many(
          'resident',
          'resident',
          part((lane) => lane.resident!),
        );
  return { ...shown, ...resident };
}

/** A number as a cell. */
function numberText(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

/** Results as a CSV with a row for each lane; footprints have a column of their own. */
export function resultRows(table: ForeignTable, answers: readonly RequestAnswer[]): string {
  const rows = table.requests.flatMap(({ id, quad }, n) =>
    answers[n].flatMap((lane, number) => (lane === null ? [] : [csvRow(String(id), quad ? String(number) : '', lane)])),
  );
  return ['id,lane,r,g,b,a,resident,footprint', ...rows, ''].join('\n');
}

function csvRow(id: string, number: string, { texel, resident, footprint }: LaneAnswer): string {
  const values = footprint === undefined ? texel.map((value) => String(numberText(value))) : ['', '', '', ''];
  const shape = footprint === undefined ? '' : `"${JSON.stringify(footprint).replaceAll('"', '""')}"`;
  return [id, number, ...values, resident === undefined ? '' : String(resident), shape].join(',');
}
