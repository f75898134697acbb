import { expect, test } from 'vitest';
import { CacheReplay, ManyReplays } from '../../../../../src/experiments/replay/caches/many-replays.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { randomReplayDesign } from '../random-replay-design.ts';
import { pieces, randomAccesses } from '../streams.ts';

test('many designs in one pass have the totals of each alone', () => {
  const dice = new Dice(81);
  for (let k = 0; k < 5; k++) {
    const designs = Array.from({ length: 12 }, () => randomReplayDesign(dice));
    const batch = randomAccesses(dice, 400, 40_000);
    const many = new ManyReplays(designs);
    for (const piece of pieces(batch, dice)) many.take(piece);
    const alone = designs.map((design) => {
      const replay = new CacheReplay(design);
      replay.take(batch);
      return replay.totals();
    });
    expect(many.totals()).toEqual(alone);
  }
});

test('without accesses all totals are zero', () => {
  const [totals] = new ManyReplays([randomReplayDesign(new Dice(82))]).totals();
  expect(totals).toMatchObject({ accesses: 0, passes: 0, lookups: 0, misses: 0, bankConflicts: 0 });
});
