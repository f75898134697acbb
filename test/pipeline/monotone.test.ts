import { expect, test } from 'vitest';
import { draws, inTurn } from '../oracle/draws.ts';
import { accountOf, COSTS, growth, randomWalk, RESOURCES, undisturbed, withMore } from './more-resources.ts';
import { randomNumbers } from './random-source.ts';

/** The part by which a step may be slower for no reason. */
const SLACK = 0.01;

test('more of a resource, or less of a cost, is no slower than the misses, traffic and rows that it adds', () => {
  // A longer window serves other requests first: the one that a quad waits for can come later, with the same work.
  const steps = [...RESOURCES, ...COSTS].filter((step) => step !== 'pipeline.memory.rows.window');
  for (let seed = 1; seed <= draws(200, 40); seed++) {
    const { design, ...work } = randomWalk(randomNumbers(seed), 8);
    const walk = { ...work, design: undisturbed(design) };
    const before = accountOf(walk, walk.design);
    for (const step of inTurn(steps, seed, 5)) {
      const more = withMore(walk.design, step);
      if (more === null) continue;
      const after = accountOf(walk, more);
      const allowed = before.cycles * (1 + SLACK + growth(before, after));
      expect(after.cycles, `seed ${seed}: ${step}`).toBeLessThanOrEqual(allowed);
    }
  }
});
