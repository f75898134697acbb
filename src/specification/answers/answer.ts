import { contains, hulls, type Interval, point } from '../exact/interval.ts';
import { type GroupsAnswer, joinedGroups } from './texel-groups.ts';

/** r, g, b, a, each one of an interval; NaN to NaN is NaN alone. */
export type ResultRange = readonly Interval[];

/** The results that an operation may return for a lane. */
export interface Answer {
  /** The type of r, g, b, a: float32, or integers whose bits are in the result. */
  readonly type: 'float' | 'uint' | 'sint';
  /** A result is right in one of these ways; undefined where the specification leaves it open. */
  readonly ways: readonly ResultRange[] | undefined;
  /**
   * The residency codes that are right, where one is requested: 1 for all texels resident (Vulkan: Sparse Residency).
   */
  readonly resident?: readonly number[];
  /** The groups that OpImageSampleFootprintNV may return. */
  readonly groups?: GroupsAnswer;
}

export const OPEN: Answer = Object.freeze({ type: 'float', ways: undefined });

export function exactly(type: Answer['type'], ...values: readonly number[]): Answer {
  return { type, ways: [values.map((value) => point(value))] };
}

/**
 * The results that either of two rules may return; with `between`, those between their ways as well, the first of one and
 * of the other, and so on, where they have as many.
 */
export function either(a: Answer, b: Answer, between = false): Answer {
  const { resident: _, ...rest } = a;
  const resident = a.resident && b.resident && [...new Set([...a.resident, ...b.resident])];
  const ways = a.ways && b.ways && (between ? joinedWays(a.ways, b.ways) : [...a.ways, ...b.ways]);
  const groups = a.groups && b.groups && joinedGroups(a.groups, b.groups);
  return { ...rest, ways, ...(resident && { resident }), ...(groups && { groups }) };
}

function joinedWays(a: readonly ResultRange[], b: readonly ResultRange[]): readonly ResultRange[] {
  return a.length === b.length ? a.map((way, n) => hulls(way, b[n])) : [...a, ...b];
}

/** True if r, g, b, a are right in one of the ways. */
export function isRight({ ways }: Answer, result: readonly number[]): boolean {
  const holds = (range: Interval, value: number) =>
    Number.isNaN(range.lower) ? Number.isNaN(value) : contains(range, value);
  return ways === undefined || ways.some((way) => way.every((range, c) => holds(range, result[c])));
}
