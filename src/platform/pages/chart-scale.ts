import { range, ticks } from 'd3-array';

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** An axis of a chart: the position of a value, 0 to 1 from one end to the other, and the marked values. */
export interface Scale {
  readonly share: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** A scale of numbers, and the number at a position. */
export interface ValueScale extends Scale {
  readonly at: (share: number) => number;
}

type TickText = (value: number) => string;

/** A linear axis, marked at about five round numbers. `to` is above `from`. */
export function linearScale(from: number, to: number, text: TickText = String): ValueScale {
  return {
    share: (value) => (value - from) / (to - from),
    at: (share) => from + (to - from) * share,
    ticks: marked(ticks(from, to, 5), text),
  };
}

/** A logarithmic axis from one power of two to another, with at most `most` of the powers marked. */
export function octaveScale(from: number, to: number, text: TickText, most = 14): Scale {
  const first = Math.floor(Math.log2(from));
  const last = Math.max(first + 1, Math.ceil(Math.log2(to)));
  const step = Math.ceil((last - first + 1) / most);
  return {
    share: (value) => (Math.log2(value) - first) / (last - first),
    ticks: marked(
      range(first, last + 1, step).map((octave) => 2 ** octave),
      text,
    ),
  };
}

/**
 * A logarithmic axis, marked at 1, 2 and 5 of each decade. Both ends are above zero; smaller values are at the first.
 */
export function decadeScale(from: number, to: number, text: TickText): ValueScale {
  const decades = range(Math.floor(Math.log10(from)), Math.ceil(Math.log10(to)) + 1);
  const marks = decades.flatMap((decade) => [1, 2, 5].map((digit) => Number(`${digit}e${decade}`)));
  const first = marks.findLast((mark) => mark <= from)!;
  const last = marks.find((mark) => mark >= to && mark > first)!;
  const shown = marks.filter((mark) => mark >= first && mark <= last);
  const span = Math.log(last / first);
  return {
    share: (value) => (value <= first ? 0 : Math.log(value / first) / span),
    at: (share) => first * Math.exp(span * share),
    ticks: marked(shown.length > 12 ? shown.filter((mark) => /^[0.]*1/.test(String(mark))) : shown, text),
  };
}

/** The marks of some values, without zeros that end a fraction: 20 % for 20.0 %. */
function marked(values: readonly number[], text: TickText): readonly Tick[] {
  return values.map((at) => ({ at, text: text(at).replace(/\.0+(?!\d)|(?<=\.\d*)0+(?!\d)/g, '') }));
}
