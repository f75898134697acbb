import { PRESETS } from '../../../src/designs/presets.ts';
import { RequestSampler } from '../../../src/simulate/request-sampler.ts';
import type { Mode } from '../../../src/simulate/sampling-unit.ts';
import type { UndefinedPolicy } from '../../../src/validity/undefined-policy.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { type Result, resultOf } from '../../../traces/requests/lane-results.ts';

export const design = PRESETS.get('full-quality')!;

export function noPicture(): never {
  throw new Error('no picture');
}

/** Samples a trace, with a flush after each of the given lines. */
export function sample(
  mode: Mode,
  lines: readonly string[],
  flushes: ReadonlySet<number> = new Set(),
  policy?: UndefinedPolicy,
): readonly Result[] {
  const results: Result[] = [];
  const sampler = new RequestSampler(
    design,
    mode,
    'trace',
    noPicture,
    (answer) => results.push(resultOf(answer)),
    policy,
  );
  const reader = new RequestReader('trace');
  lines.forEach((line, n) => {
    const record = reader.read(line);
    if (record !== null) sampler.take(record);
    if (flushes.has(n)) sampler.flush();
  });
  sampler.flush();
  return results;
}
