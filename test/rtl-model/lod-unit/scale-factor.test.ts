import { describe, expect, it } from 'vitest';
import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { planeLength } from '../../../rtl-model/lod-unit/scale-factor.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { Dice } from '../../oracle/dice.ts';

const METHODS = ['ellipse', 'euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min'] as const;

function length(u: number, v: number, method: LodDesign['scaleFactor']): number {
  return Math.fround(planeLength(PLAIN, u, v, { scaleFactor: method, alpha: 1, beta: 0.375 }));
}

describe('a scale factor', () => {
  it.each(METHODS)('lies between the larger component and sqrt(2) times their sum by %s', (method) => {
    const dice = new Dice(0x5ca1e);
    for (let n = 0; n < 20_000; n++) {
      const [u, v] = [Math.fround(dice.real(-1, 1) * 2 ** dice.integer(-20, 20)), Math.fround(dice.real(-64, 64))];
      const f = length(u, v, method);
      const [low, high] = [Math.max(Math.abs(u), Math.abs(v)), Math.SQRT2 * (Math.abs(u) + Math.abs(v))];
      if (!(f >= low && f <= high)) expect.fail(`${u}, ${v}: ${f} is not in ${low}..${high}`);
    }
  });

  it.each(METHODS)('never falls as either component grows by %s', (method) => {
    const dice = new Dice(0x5ca1f);
    for (let n = 0; n < 20_000; n++) {
      const [u, v] = [Math.fround(dice.real(0, 8)), Math.fround(dice.real(0, 8))];
      const more = Math.fround(u + dice.real(0, 1) * 2 ** -dice.integer(0, 22));
      if (length(more, v, method) < length(u, v, method)) expect.fail(`${u} to ${more}, ${v}`);
      if (length(v, more, method) < length(v, u, method)) expect.fail(`${v}, ${u} to ${more}`);
    }
  });

  it.each(METHODS)('takes no account of signs or of which component is which by %s', (method) => {
    for (const [u, v] of [
      [3, 4],
      [0, 7],
      [1.5, 1.25],
    ]) {
      const f = length(u, v, method);
      expect([length(-u, v, method), length(u, -v, method), length(v, u, method)]).toEqual([f, f, f]);
    }
  });

  it('is what each method says for (3, 4)', () => {
    expect(METHODS.map((method) => length(3, 4, method))).toEqual([5, 5, 4, 7, 5.125]);
  });

  it.each(METHODS)('is 0 for the zero vector and infinite for an infinite one by %s', (method) => {
    expect(length(0, 0, method)).toBe(0);
    expect(length(Infinity, 1, method)).toBe(Infinity);
    expect(length(1, -Infinity, method)).toBe(Infinity);
  });
});
