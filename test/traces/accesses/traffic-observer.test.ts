import { expect, test } from 'vitest';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { TrafficObserver } from '../../../traces/accesses/traffic-observer.ts';
import { fanOut, SilentObserver } from '../../../traces/stages/observers.ts';
import { draws } from '../../oracle/draws.ts';
import { imageOf, stateOf } from '../../pipeline/operation-work.ts';
import { pick, randomNumbers, type RandomSource } from '../../pipeline/random-source.ts';
import { randomDesign } from '../../pipeline/random-work.ts';

interface Request {
  readonly cycle: number;
  readonly address: number;
  readonly bytes: number;
  readonly write: number;
}

/** The cycles and addresses of lines that go out to memory. */
class Misses extends SilentObserver {
  readonly all: (readonly [cycle: number, address: number])[] = [];
  override miss(cycle: number, address: number): void {
    this.all.push([cycle, address]);
  }
}

function run(random: RandomSource, design: ReturnType<typeof randomDesign>) {
  const format = TEXEL_FORMATS.get(pick(random, ['r8_unorm', 'r32_sfloat', 'r32g32b32a32_sfloat'] as const))!;
  const memory = layOutImages([imageOf(format, random)], design.cache.layout);
  const batch = new QuadBatch(100);
  batch.count = 100;
  batch.active.fill(15);
  for (let quad = 0; quad < 100; quad++) batch.state[quad] = random() < 0.5 ? 0 : 1;
  for (let at = 0; at < 400; at++) {
    batch.i[at] = Math.floor(random() * 24);
    batch.j[at] = Math.floor(random() * 20);
  }
  const requests: Request[] = [];
  const traffic = new TrafficObserver(({ count, cycle, address, bytes, write }) => {
    for (let n = 0; n < count; n++) {
      requests.push({ cycle: cycle[n], address: address[n], bytes: bytes[n], write: write[n] });
    }
  });
  const misses = new Misses();
  const observer = fanOut([traffic, misses]);
  const pipeline = new Pipeline(design, memory, [stateOf('read'), stateOf('write')], () => {}, observer);
  pipeline.run(batch);
  const account = pipeline.finish();
  traffic.complete();
  return { account, requests, misses: misses.all };
}

test('the requests to memory are those that the account counts, in the order of their cycles', () => {
  let [l2s, writes] = [0, 0];
  for (let seed = 1; seed <= draws(40, 8); seed++) {
    const random = randomNumbers(seed);
    const design = randomDesign(random, ['line']);
    const { account, requests } = run(random, design);
    const { burstBytes } = design.pipeline.memory;
    const bursts = ({ address, bytes }: Request) =>
      Math.ceil((address + bytes) / burstBytes) - Math.floor(address / burstBytes);
    const of = (kind: number) => requests.filter(({ write }) => write === kind);
    const bytesOf = (kind: number) => of(kind).reduce((sum, request) => sum + bursts(request) * burstBytes, 0);
    expect(account.memory, `seed ${seed}`).toMatchObject({
      requests: of(0).length,
      bytes: bytesOf(0),
      writes: of(1).length,
      writeBytes: bytesOf(1),
    });
    expect(requests.map(({ cycle }) => cycle)).toEqual(requests.map(({ cycle }) => cycle).toSorted((a, b) => a - b));
    writes += of(1).length;
    if (design.cache.l2 !== null) l2s++;
  }
  expect(l2s).toBeGreaterThan(0);
  expect(writes).toBeGreaterThan(draws(100, 8));
});

test('without an L2, an L3, a TLB, a victim buffer and prefetches, the reads are the misses of the cache, in their cycles', () => {
  for (let seed = 1; seed <= draws(20, 8); seed++) {
    const random = randomNumbers(seed);
    const { cache, ...design } = randomDesign(random);
    const alone = { ...cache, l2: null, l3: null, tlb: null, prefetch: null, victimLines: 0 };
    const { requests, misses } = run(random, { ...design, cache: alone });
    const reads = requests.filter(({ write }) => write === 0).map(({ cycle, address }) => [cycle, address]);
    const sent = misses.map(([cycle, address]) => [cycle + cache.missLatency, address]);
    expect(reads, `seed ${seed}`).toEqual(sent);
    expect(reads.length).toBeGreaterThan(0);
  }
});
