import { describe, expect, it } from 'vitest';
import { AddressSet, TexelStudy } from '../../../../../src/experiments/replay/locality/texel-study.ts';
import { AccessBatch } from '../../../../../traces/accesses/access-batch.ts';
import { Dice } from '../../../../oracle/dice.ts';

/** Accesses of 4 bytes: for each quad its passes, for each pass its addresses. */
function accesses(...quads: readonly (readonly (readonly number[])[])[]): AccessBatch {
  const batch = new AccessBatch(quads.flat(2).length);
  quads.forEach((passes, quad) => {
    passes.forEach((addresses, pass) => {
      for (const address of addresses) {
        batch.address[batch.count] = address;
        batch.bytes[batch.count] = 4;
        batch.quad[batch.count] = quad;
        batch.pass[batch.count++] = pass;
      }
    });
  });
  return batch;
}

describe('the texels of a stream', () => {
  it('are counted once in a pass, once in a quad, and once in the stream', () => {
    const study = new TexelStudy();
    study.take(
      accesses(
        [
          [0, 4, 0, 8],
          [4, 12, 12],
        ],
        [[0, 0]],
      ),
    );
    expect(study.result()).toEqual({
      accesses: 9,
      quads: 2,
      passes: 3,
      uniqueTexels: 4,
      uniqueBytes: 16,
      texelsOfPasses: 3 + 2 + 1,
      texelsOfQuads: 4 + 1,
    });
  });

  it('are the same when a batch ends within a pass', () => {
    const whole = new TexelStudy();
    whole.take(accesses([[0, 4, 0]]));
    const cut = new TexelStudy();
    cut.take(accesses([[0, 4]]));
    cut.take(accesses([[0]]));
    expect(cut.result()).toEqual(whole.result());
  });

  it('equal counts with sets, on random quads, including large ones', () => {
    const dice = new Dice(3);
    const quads = Array.from({ length: 40 }, () =>
      Array.from({ length: dice.integer(1, 5) }, () =>
        Array.from({ length: dice.integer(1, 900) }, () => 4 * dice.integer(0, 3000) + dice.pick([0, 2 ** 40])),
      ),
    );
    const study = new TexelStudy();
    study.take(accesses(...quads));
    const sizes = (groups: readonly (readonly number[])[]) =>
      groups.reduce((sum, group) => sum + new Set(group).size, 0);
    const { passes, uniqueTexels, texelsOfQuads, texelsOfPasses } = study.result();
    expect(passes).toBe(quads.flat().length);
    expect(uniqueTexels).toBe(new Set(quads.flat(2)).size);
    expect(texelsOfQuads).toBe(sizes(quads.map((passes) => passes.flat())));
    expect(texelsOfPasses).toBe(sizes(quads.flat()));
  });
});

describe('a set of addresses', () => {
  it('equals a set of numbers', () => {
    const dice = new Dice(8);
    const set = new AddressSet();
    const expected = new Set<number>();
    const wrong: number[] = [];
    for (let n = 0; n < 60_000; n++) {
      const address = dice.integer(0, 2 ** 21) + dice.pick([0, 0, 2 ** 31, 2 ** 53 - 2 ** 22]);
      if (set.add(address) === expected.has(address)) wrong.push(address);
      expected.add(address);
    }
    expect(wrong).toEqual([]);
    expect(set.count).toBe(expected.size);
  });
});
