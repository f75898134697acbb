import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { checkResults } from '../../../../src/checker/closest/check-results.ts';
import { type MeasuredTrace, readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { checkResultsOnThreads } from '../../../../src/checker/threads/check-results-on-threads.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { resultOf } from '../../platform/threads/steps.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

const STANDARD = { kind: 'profile', profile: VULKAN_1_0 } as const;

/** A result here and there of an implementation (traces/software/README.md), of all kinds of formats and operations. */
function someResults(): MeasuredTrace {
  const packed = readFileSync(
    new URL('../../../../traces/software/swiftshader-chromium-150.jsonl.gz', import.meta.url),
  );
  const lines = gunzipSync(packed).toString().trimEnd().split('\n');
  const chosen = lines.filter((line, n) => !line.includes('"id":') || n % 113 === 0);
  return readMeasuredTrace(chosen, 'swiftshader', () => {
    throw new Error('the trace has pictures');
  });
}

test('two threads judge results as one thread does, byte for byte', async () => {
  const trace = someResults();
  const alone = await resultOf(checkResults(trace, STANDARD));
  const together = await resultOf(checkResultsOnThreads(trace, STANDARD, 2));
  expect(alone.wrong.length).toBeGreaterThan(0);
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
  expect(together).toEqual(alone);
});

test('a read on one thread sees a write that another thread judges', async () => {
  const format = formatOf('r8_unorm');
  const image: ImageSource = { format, width: 1, height: 1, layers: 1, levels: [new Uint8Array(1)] };
  const states = (['write', 'read'] as const).map((op) => {
    return { image: 0, sampler: DEFAULT_SAMPLER, instruction: { lod: 'explicit', projected: false, op } as const };
  });
  const batch = new QuadBatch(200);
  batch.count = 200;
  batch.active.fill(1);
  batch.state.fill(1, 1);
  batch.write[0] = 0.2;
  const trace = measuredByModel(FULL_QUALITY, [image], states, batch);
  // The write itself has no result that may be wrong.
  const { judged, open, wrong } = await resultOf(checkResultsOnThreads(trace, STANDARD, 2));
  expect([judged, open, wrong.length]).toEqual([200, 1, 0]);
});
