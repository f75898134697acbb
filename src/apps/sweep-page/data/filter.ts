/** A value of a column: its text, and its number where it is one. */
export interface FilterValue {
  readonly text: string;
  readonly number: number | null;
}

/** The texts of filters by the names of columns. */
export type Filters = Readonly<Record<string, string>>;

/** Stands between alternatives of a filter. */
const OR = '|';
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const RANGE = new RegExp(`^(${NUMBER}) *\\.\\. *(${NUMBER})$`, 'i');
const COMPARISON = new RegExp(`^(<=|>=|<|>|=|!=)? *(${NUMBER})$`, 'i');

/**
 * The condition of a filter: alternatives between bars, each of which is a range `4..8` with both ends, a comparison
 * such as `>= 4`, a number, `=text` for a whole text, `*` for any text at all, or a part of a text. Letters count alike,
 * small or capital. null for an empty text, which filters nothing.
 */
export function parseFilter(text: string): ((value: FilterValue) => boolean) | null {
  const terms = text.split(OR).map((term) => term.trim());
  const conditions = terms.filter((term) => term !== '').map(conditionOf);
  return conditions.length === 0 ? null : (value) => conditions.some((holds) => holds(value));
}

function conditionOf(term: string): (value: FilterValue) => boolean {
  const [, from, to] = RANGE.exec(term) ?? [];
  if (from !== undefined) {
    const [low, high] = [Number(from), Number(to)].sort((a, b) => a - b);
    return ({ number }) => number !== null && number >= low && number <= high;
  }
  const [, comparison = '=', limit] = COMPARISON.exec(term) ?? [];
  if (limit !== undefined) {
    const compare = COMPARISONS[comparison];
    return ({ number }) => number !== null && compare(number, Number(limit));
  }
  if (term === '*') return ({ text }) => text !== '';
  const wanted = term.toLowerCase();
  if (term.startsWith('=')) return ({ text }) => text.toLowerCase() === wanted.slice(1).trim();
  return ({ text }) => text.toLowerCase().includes(wanted);
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** The filter of a range of numbers, with six significant digits. @param high may be Infinity */
export function rangeFilter(low: number, high: number): string {
  const short = (value: number) => String(Number(value.toPrecision(6)));
  return high === Infinity ? `>= ${short(low)}` : `${short(low)}..${short(high)}`;
}

/** The filter of some values of a column. */
export function choiceFilter(values: readonly string[]): string {
  return values.map((value) => `=${value}`).join(` ${OR} `);
}
