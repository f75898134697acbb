import { cellText } from '../../../traces/encodings/csv-cells.ts';

/** A value of a CSV file; null is an empty cell. */
export type CsvValue = string | number | boolean | null;

/** A line of a CSV file. */
export function csvLine(values: readonly CsvValue[], end = '\n'): string {
  return `${values.map(csvCell).join(',')}${end}`;
}

/** A cell of a CSV file (RFC 4180). A text that spreadsheets would run as a formula begins with an apostrophe. */
function csvCell(value: CsvValue): string {
  const given = value === null ? '' : String(value);
  const isFormula = /^[=+\-@\t\r]/.test(given) && Number.isNaN(Number(given));
  return cellText(isFormula ? `'${given}` : given);
}
