import type { Answer } from '../../specification/answers/answer.ts';
import { hulls } from '../../specification/exact/interval.ts';

/** The answers of two rules; nothing between them is right. */
export function oneOf(a: Answer, b: Answer): Answer {
  if (a.ways === undefined || b.ways === undefined) return { ...a, ways: undefined };
  return { ...a, ways: [...a.ways, ...b.ways], ...eitherResidency(a, b) };
}

/** The results that either of two designs may return; single ways are joined, for a design may lie between. */
export function either(a: Answer, b: Answer): Answer {
  if (a.ways === undefined || b.ways === undefined) return { ...a, ways: undefined };
  const alone = a.ways.length === 1 && b.ways.length === 1;
  const ways = alone ? [hulls(a.ways[0], b.ways[0])] : [...a.ways, ...b.ways];
  return { ...a, ways, ...eitherResidency(a, b) };
}

function eitherResidency(a: Answer, b: Answer): Pick<Answer, 'resident'> {
  if (a.resident === undefined || b.resident === undefined) return {};
  return { resident: [...new Set([...a.resident, ...b.resident])] };
}
