import { expect, test } from 'vitest';
import type { Account } from '../../../pipeline/stages/account.ts';
import { Pipeline, type QuadSink } from '../../../pipeline/pipeline.ts';
import { evaluationKey, PipelineGroup } from '../../../pipeline/units/pipeline-group.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { pick, randomNumbers, type RandomSource } from '../random-source.ts';
import { randomDesign, randomImage, randomIssue, randomQuads, randomState } from '../random-work.ts';
import { draws } from '../../oracle/draws.ts';

const GROUPS = draws(60);
const DESIGNS = 4;

/** The design with all fields of another one that leave its key as it is. */
function akin(random: RandomSource, design: Design, other: Design): Design {
  const key = evaluationKey(design);
  let taken: Record<string, unknown> = { ...design };
  const take = (next: Record<string, unknown>) => {
    if (evaluationKey(next as unknown as Design) === key) taken = next;
  };
  for (const [name, part] of Object.entries(other)) {
    if (typeof part !== 'object') continue;
    for (const [field, value] of Object.entries(part as object)) {
      take({ ...taken, [name]: { ...(taken[name] as object), [field]: value } });
    }
  }
  const { cache, pipeline, ...rest } = taken as unknown as Design;
  // Fields that have no meaning without each other.
  const lineBytes = Math.max(cache.lineBytes, cache.sectorBytes);
  const l2 = cache.l2 && { ...cache.l2, lineBytes: Math.max(cache.l2.lineBytes, lineBytes) };
  const units = { ...pipeline.units, count: l2?.allocation === 'victim' ? 1 : pick(random, [1, 1, 3]) };
  const made = { ...rest, cache: { ...cache, lineBytes, l2 }, pipeline: { ...pipeline, units } };
  if (widthFaults(made).length === 0) return made;
  const plain = { indexBits: null };
  return { ...made, cache: { ...made.cache, ...plain, l2: l2 && { ...l2, ...plain } } };
}

/** A sink that writes down what it gets. */
function noted(): { readonly texts: string[]; readonly sink: QuadSink } {
  const texts: string[] = [];
  const sink: QuadSink = (quad, x, y, active, colors, first) => {
    const lanes = Array.from({ length: QUAD_LANES }, (_, lane) =>
      ((active >> lane) & 1) === 0 ? '-' : colors.slice(first + 4 * lane, first + 4 * lane + 4).join(' '),
    );
    texts.push(`${quad} at ${x},${y}: ${lanes.join(', ')}`);
  };
  return { texts, sink };
}

test('designs that are timed together have the accounts and results of each alone', () => {
  let several = 0;
  for (let seed = 1; seed <= GROUPS; seed++) {
    const random = randomNumbers(seed);
    const design = randomDesign(random);
    const presets = [...PRESETS.values()];
    const designs = [
      design,
      ...Array.from({ length: DESIGNS - 1 }, () => {
        // Presets differ in the fields that a random design takes from one of them.
        return akin(random, akin(random, design, pick(random, presets)), randomDesign(random));
      }),
    ];
    const images = [randomImage(random), randomImage(random)];
    const states = Array.from({ length: 4 }, () => randomState(random, 2));
    const batches = [1, 70, 12].map((count, n) => {
      const batch = new QuadBatch(count);
      randomQuads(random, batch, count, states.length);
      if (random() < 0.5) randomIssue(random, batch, 1000 * n);
      return batch;
    });
    const run = (pipeline: { run(batch: QuadBatch): void; finish(): unknown }) => {
      const accounts: unknown[] = [];
      for (const batch of batches) {
        pipeline.run(batch);
        accounts.push(pipeline.finish());
      }
      return accounts;
    };
    const shared = noted();
    const memory = layOutImages(images, design.cache.layout);
    const together = run(new PipelineGroup(designs, memory, states, shared.sink)) as (readonly Account[])[];
    for (const [n, one] of designs.entries()) {
      const alone = noted();
      const accounts = run(new Pipeline(one, memory, states, alone.sink));
      expect(
        together.map((all) => all[n]),
        `seed ${seed}, design ${n}`,
      ).toEqual(accounts);
      expect(shared.texts, `seed ${seed}, design ${n}`).toEqual(alone.texts);
      several += Number(one.pipeline.units.count > 1);
    }
  }
  expect(several).toBeGreaterThan(0);
});
