import { expect, it } from 'vitest';
import { type Associativity, LineSizeStudy } from '../../../../src/experiments/studies/line-size-study.ts';
import { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { randomNumbers } from '../../../pipeline/random-source.ts';

/** Accesses that walk through memory and return, each in a pass of its own. */
function accesses(seed: number, count: number): AccessBatch {
  const random = randomNumbers(seed);
  const batch = new AccessBatch(count);
  batch.count = count;
  let at = 0;
  for (let n = 0; n < count; n++) {
    at = random() < 0.7 ? at + 4 : Math.floor(random() ** 3 * 40_000) * 4;
    batch.address[n] = at;
    batch.bytes[n] = 4;
    batch.quad[n] = n;
  }
  return batch;
}

/** The misses of one cache, simulated with a list for each set, the most recently used line first. */
function missesOf({ address, count }: AccessBatch, lineBytes: number, cacheBytes: number, ways: Associativity): number {
  const lines = cacheBytes / lineBytes;
  const perSet = ways === 'full' ? lines : ways;
  const sets = Array.from({ length: lines / perSet }, (): number[] => []);
  let misses = 0;
  for (let n = 0; n < count; n++) {
    const line = Math.floor(address[n] / lineBytes);
    const set = sets[line % sets.length];
    const place = set.indexOf(line);
    if (place < 0) misses++;
    else set.splice(place, 1);
    set.unshift(line);
    set.length = Math.min(set.length, perSet);
  }
  return misses;
}

it.each([16, 64, 256])('gives the misses of every cache with lines of %i bytes in one pass', (lineBytes) => {
  const batch = accesses(lineBytes, 4000);
  const sizes = { cacheBytes: [512, 1024, 4096, 16384], ways: [1, 2, 4, 8] };
  const study = new LineSizeStudy(lineBytes, sizes);
  study.take(batch);
  const results = study.results();
  for (const { cacheBytes, ways, misses } of results) {
    expect(misses, `${cacheBytes} bytes, ${ways} ways`).toBe(missesOf(batch, lineBytes, cacheBytes, ways));
  }
  const possible = sizes.cacheBytes.flatMap((bytes) => sizes.ways.filter((ways) => ways * lineBytes <= bytes));
  expect(results).toHaveLength(possible.length + sizes.cacheBytes.length);
});
