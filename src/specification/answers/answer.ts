import { contains, type Interval, interval } from '../exact/interval.ts';
import type { GroupsAnswer } from './texel-groups.ts';

/** r, g, b, a, each one of an interval; NaN to NaN is NaN alone. */
export type Way = readonly Interval[];

/** What an operation may return for a lane. */
export interface Answer {
  /** What r, g, b, a are: float32, or integers that the bits are. */
  readonly type: 'float' | 'uint' | 'sint';
  /** A result is right in one of these ways; undefined where the specification leaves it open. */
  readonly ways: readonly Way[] | undefined;
  /** The residency codes that are right, where one is asked for: 1 for all texels resident (Vulkan: Sparse Residency). */
  readonly resident?: readonly number[];
  /** What OpImageSampleFootprintNV may return. */
  readonly groups?: GroupsAnswer;
}

export const OPEN: Answer = Object.freeze({ type: 'float', ways: undefined });

/** Exactly these. */
export function exactly(type: Answer['type'], ...values: readonly number[]): Answer {
  return { type, ways: [values.map((value) => interval(value, value))] };
}

/** Whether r, g, b, a are among what is right. */
export function isRight({ ways }: Answer, result: readonly number[]): boolean {
  return ways === undefined || ways.some((way) => way.every((range, c) => holds(range, result[c])));
}

function holds(range: Interval, value: number): boolean {
  return Number.isNaN(range.lower) ? Number.isNaN(value) : contains(range, value);
}
