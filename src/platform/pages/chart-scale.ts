export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** An axis of a chart: the position of a value, 0 to 1 from one end to the other, and the marked values. */
export interface Scale {
  readonly share: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** A linear axis, marked at four to ten round numbers. `to` is above `from`. */
export function linearScale(from: number, to: number, text: (value: number) => string = String): Scale {
  const ticks = roundNumbers(from, to).map((at) => ({ at, text: text(at) }));
  return { share: (value) => (value - from) / (to - from), ticks };
}

/** A logarithmic axis from one power of two to another, with at most `most` of the powers marked. */
export function octaveScale(from: number, to: number, text: (value: number) => string, most = 14): Scale {
  const first = Math.floor(Math.log2(from));
  const last = Math.max(first + 1, Math.ceil(Math.log2(to)));
  const step = Math.ceil((last - first + 1) / most);
  const ticks: Tick[] = [];
  for (let octave = first; octave <= last; octave += step) ticks.push({ at: 2 ** octave, text: text(2 ** octave) });
  return { share: (value) => (Math.log2(value) - first) / (last - first), ticks };
}

/**
 * A logarithmic axis, marked at 1, 2 and 5 of each decade. Both ends are above zero; smaller values stand at the first.
 */
export function decadeScale(from: number, to: number, text: (value: number) => string): Scale {
  const marks: number[] = [];
  for (let decade = Math.floor(Math.log10(from)); decade <= Math.ceil(Math.log10(to)); decade++) {
    marks.push(...[1, 2, 5].map((digit) => Number(`${digit}e${decade}`)));
  }
  const first = marks.findLast((mark) => mark <= from)!;
  const last = marks.find((mark) => mark >= to && mark > first)!;
  const shown = marks.filter((mark) => mark >= first && mark <= last);
  const ticks = (shown.length > 12 ? shown.filter((mark) => isPowerOfTen(mark)) : shown).map((at) => ({
    at,
    text: text(at),
  }));
  const share = (value: number) => (value <= first ? 0 : Math.log(value / first) / Math.log(last / first));
  return { share, ticks };
}

function isPowerOfTen(mark: number): boolean {
  return Number.isInteger(Math.round(Math.log10(mark) * 1e9) / 1e9);
}

/** Four to ten round numbers from `from` to `to`. */
export function roundNumbers(from: number, to: number): readonly number[] {
  const rough = (to - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return Array.from({ length: count }, (_, n) => Number(((first + n) * step).toPrecision(6)));
}
