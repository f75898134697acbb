import { changesText, closestLines } from '../../checker/report/answer.ts';
import { decidedText } from '../../checker/closest/field-changes.ts';
import type { TellingRequest } from '../../checker/closest/telling-requests.ts';
import { csvLine, type CsvValue } from '../../platform/pages/csv-cell.ts';
import { aligned } from '../explanation-text.ts';
import { jsonFloat } from '../step-values.ts';
import { DIFFERENCE_COLUMNS } from './expected-results.ts';
import type { DesignFit } from './fit-designs.ts';
import type { UnexplainedRow } from './unexplained-rows.ts';

const MOST_SHOWN = 12;
const MOST_FIELDS = 40;

/** A fit in lines: the known designs, the closest one, the rows that it does not give, what to measure next. */
export function fitText({ known, closest, unexplained, alike, hidden, telling }: DesignFit): string {
  const designs = known.map(({ design, reproduced, requests, refused }) => [
    `  ${design}`,
    refused === null ? `${reproduced} of ${requests} rows` : `cannot run the requests: ${refused}`,
  ]);
  const parts = [`designs that come with texunit\n${aligned(designs)}`];
  if (closest === null) return parts.join('\n');
  parts.push(`${closestLines(closest)[0]}\n`);
  if (closest.shown.length > 0) {
    const fields = closest.shown.slice(0, MOST_FIELDS).map(({ field, value, alike: others, says }) => {
      return [
        `  ${field}`,
        [value, ...others].map((one) => decidedText(field, one)).join(' or '),
        `${says} results of the sample differ with any other value`,
      ];
    });
    parts.push(`fields that the rows show\n${aligned(fields)}`);
  }
  if (unexplained.length > 0) {
    const rows = unexplained.slice(0, MOST_SHOWN).map((row) => [`  ${place(row)}`, causeText(row)]);
    const more = unexplained.length - rows.length;
    const rest = more > 0 ? `  ... and ${more} more: --unexplained FILE has all of them\n` : '';
    parts.push(`rows that it does not give: ${unexplained.length}\n${aligned(rows)}${rest}`);
  }
  if (hidden.length > 0) parts.push(`fields that the rows do not show: ${hidden.join(', ')}\n`);
  parts.push(tellingText(alike, telling));
  return parts.join('\n');
}

function place({ differences: [first] }: UnexplainedRow): string {
  const { id, line, component } = first;
  return `${JSON.stringify(id)}, line ${line}, ${component}: ${first['got code'] ?? first.got}, measured ${first['expected code'] ?? first.expected}`;
}

/** The causes that would give the measured result, in words. */
function causeText({ register, lerp, changes }: UnexplainedRow): string {
  const causes = [
    ...(lerp === null ? [] : [`${lerp.rounding} in the ${lerp.lerp}`]),
    ...(changes === null ? [] : [changesText(changes)]),
    ...(register === null ? [] : [`a few steps of ${register}`]),
  ];
  return causes.length === 0
    ? 'no rounding of a lerp, no other value of a field and no step of a register gives it'
    : `would be given by ${causes.join('; or by ')}`;
}

function tellingText(alike: number, telling: readonly TellingRequest[]): string {
  if (alike === 1) return 'no other design that was tried gives as many rows\n';
  const count = `${alike} designs were found that give as many rows`;
  if (telling.length === 0) return `${count}, and no request that was tried tells them apart\n`;
  const rows = telling
    .slice(0, MOST_SHOWN)
    .map((request) => [
      `  ${request.coordinate.map(jsonFloat).join(', ')}`,
      lodText(request),
      `like ${JSON.stringify(request.like)}`,
      `${request.results.length} results`,
      `${request.groups} groups so far`,
    ]);
  return `${count}. Measure these next, with the texture and sampler of the row that is named:\n${aligned(rows)}`;
}

function lodText({ lod, gradients }: TellingRequest): string {
  if (lod !== null) return `LOD ${jsonFloat(lod)}`;
  return gradients === null
    ? ''
    : `dx ${gradients.dx.map(jsonFloat).join(', ')}, dy ${gradients.dy.map(jsonFloat).join(', ')}`;
}

/** Every component of a row that the closest design does not give, as CSV. */
export function unexplainedTable(unexplained: readonly UnexplainedRow[]): string {
  const header = [...DIFFERENCE_COLUMNS, 'register', 'lerp', 'rounding', 'fields'];
  const rows = unexplained.flatMap(({ differences, register, lerp, changes }) =>
    differences.map((row): CsvValue[] => [
      ...DIFFERENCE_COLUMNS.map((column) => row[column]),
      register,
      lerp?.lerp ?? null,
      lerp?.rounding ?? null,
      changes === null ? null : changesText(changes),
    ]),
  );
  return [header, ...rows].map((cells) => csvLine(cells)).join('');
}

/** The requests to measure next, as CSV: a row for each result that a design gives. */
export function tellingTable(telling: readonly TellingRequest[]): string {
  const operands = ['u', 'v', 'lod', 'dudx', 'dvdx', 'dudy', 'dvdy'];
  const header = ['request', 'like', ...operands, 'r', 'g', 'b', 'a', 'designs', 'such as'];
  const rows = telling.flatMap(({ like, coordinate: [u, v], lod, gradients, results }, n) =>
    results.map(({ texel, designs, example: { design, changes } }): CsvValue[] => {
      const named = changes.length === 0 ? design.name : changesText(changes);
      const { dx, dy } = gradients ?? { dx: [], dy: [] };
      const place = [n + 1, like, u, v ?? null, lod, dx[0] ?? null, dx[1] ?? null, dy[0] ?? null, dy[1] ?? null];
      return [...place, ...texel.map(jsonFloat), designs, named];
    }),
  );
  return [header, ...rows].map((cells) => csvLine(cells)).join('');
}
