import { ID, INTEGER, NATURAL, type RequestPlan } from './request-plan.ts';
import {
  FLOAT_COLUMNS,
  given,
  INTEGER_COLUMNS,
  lineColumns,
  type NumberColumn,
  type RequestRow,
  type RequestRows,
  TEXT_COLUMNS,
} from './request-row.ts';

const NUMBER_COLUMNS = [...INTEGER_COLUMNS, ...FLOAT_COLUMNS];

/**
 * A RequestPlan for rows, which takes the numbers from the columns. `match` reads row `n` and returns n + 1, or -1 where the
 * row differs from that of the plan in more than its numbers.
 *
 * @param row without `json`
 * @param request the plan of the row's line
 * @returns null where the numbers of the line are not those of the columns, as in a row with NaN
 */
export function rowPlan(row: RequestRow, request: RequestPlan) {
  const columns = lineColumns(row);
  if (request.numberCount !== columns.length) return null;
  const { kinds, numbers } = request;
  const slots = Array.from(request.ordinals, (ordinal) => columns[ordinal]);
  /** The row group that was matched last, and what it has in the columns. */
  let last: RequestRows | null = null;
  let group: GroupColumns = { possible: false, sources: [], masks: [], constants: [] };
  const match = (rows: RequestRows, n: number): number => {
    if (rows !== last) group = groupColumns(row, slots, rows);
    last = rows;
    const { possible, sources, masks, constants } = group;
    if (!possible) return -1;
    for (const { missing, wanted } of masks) if (missing[n] !== wanted) return -1;
    for (const { values, wanted } of constants) if (values[n] !== wanted) return -1;
    for (let slot = 0; slot < sources.length; slot++) {
      const value = sources[slot][n];
      if (kinds[slot] === INTEGER) {
        if ((value | 0) !== value) return -1;
      } else if (kinds[slot] === NATURAL) {
        if ((value | 0) !== value || value < 0) return -1;
      } else if (kinds[slot] === ID) {
        if (!(Number.isSafeInteger(value) && value >= 0)) return -1;
        request.id = value;
      }
      numbers[slot] = value;
    }
    return n + 1;
  };
  return { request, match };
}

type GroupColumns = ReturnType<typeof groupColumns>;

/**
 * The conditions under which a row of a group is like `row`, and the places of its numbers.
 *
 * @param slots columns whose numbers may differ
 */
function groupColumns(row: RequestRow, slots: readonly string[], { plain, numbers, texts }: RequestRows) {
  let possible =
    plain &&
    slots.every((name) => numbers.has(name)) &&
    TEXT_COLUMNS.every((name) => texts.has(name) || !given(row[name]));
  const masks: { missing: Uint8Array; wanted: number }[] = [];
  const constants: { values: ArrayLike<unknown>; wanted: unknown }[] = [];
  for (const name of NUMBER_COLUMNS) {
    const column = numbers.get(name);
    const isGiven = given(row[name]);
    if (column?.missing) masks.push({ missing: column.missing, wanted: isGiven ? 0 : 1 });
    else possible &&= isGiven === (column !== undefined);
    if (column !== undefined && isGiven && !slots.includes(name)) {
      constants.push({ values: column.values, wanted: Number(row[name]) });
    }
  }
  for (const name of TEXT_COLUMNS) {
    const values = texts.get(name);
    if (values !== undefined) constants.push({ values, wanted: row[name] ?? null });
  }
  const sources: NumberColumn['values'][] = possible ? slots.map((name) => numbers.get(name)!.values) : [];
  return { possible, sources, masks, constants };
}
