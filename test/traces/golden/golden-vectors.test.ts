import { describe, expect, it } from 'vitest';
import { GoldenFile } from '../../../traces/golden/golden-file.ts';
import { GoldenVectors } from '../../../traces/golden/golden-vectors.ts';
import { ofQuads, SilentObserver, windowed } from '../../../traces/stages/observers.ts';
import { readGolden, signed } from './golden-reader.ts';
import { type RandomRun, randomRun } from '../stages/random-run.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { PipelineObserver } from '../../../pipeline/observer.ts';

function goldenOf(seed: number, limit = (observer: PipelineObserver) => observer) {
  const texts = new Map<string, string>();
  let floats: readonly boolean[] = [];
  let derivatives = '';
  let implicit = 0;
  const account = randomRun(seed, ({ design, memory, states, batch }) => {
    derivatives = design.lod.derivatives;
    const asked = batch.state.subarray(0, batch.count);
    implicit = asked.filter((state) => states[state].instruction.lod === 'implicit').length;
    floats = states.map(({ image }) => memory.images[image!].stored.componentType.endsWith('float'));
    const open = (name: string) => {
      texts.set(name, '');
      return (text: string) => void texts.set(name, texts.get(name)! + text);
    };
    const golden = new GoldenVectors(design, memory, states, open);
    golden.take(batch);
    return limit(golden);
  });
  const header = texts.get('golden.vh')!;
  const vectors = (unit: string) => readGolden(header, unit, texts.get(`${unit}.mem`)!);
  return { header, texts, vectors, account, floats, derivatives, implicit };
}

/** Checks that the sum after a sample is the sum before it plus the four products. */
function checkSums(vector: ReadonlyMap<string, bigint>, weightBits: number, width: number): void {
  const one = 2 ** weightBits;
  const a = Number(vector.get('alpha'));
  const b = Number(vector.get('beta'));
  for (const c of 'rgba') {
    const [t00, t10, t01, t11] = [0, 1, 2, 3].map((tap) => signed(vector.get(`t${tap}_${c}`)!, 32));
    const bilinear = (t00 * (one - a) + t10 * a) * (one - b) + (t01 * (one - a) + t11 * a) * b;
    const sample = vector.get('tap_count') === 4n ? bilinear : t00 * one * one;
    const before = signed(vector.get(`before_${c}`)!, width);
    expect(signed(vector.get(`sum_${c}`)!, width)).toBe(before + sample);
    if (vector.get('first') === 1n) expect(before).toBe(0);
  }
}

function float32(bits: bigint): number {
  return new Float32Array(Uint32Array.of(Number(bits)).buffer)[0];
}

const SEEDS = [1, 2, 5];

describe('golden vectors', () => {
  it.each(SEEDS)('have the counts of the units (seed %i)', (seed) => {
    const { vectors, account } = goldenOf(seed);
    const lanes = vectors('lod').length;
    expect(vectors('result')).toHaveLength(lanes);
    const address = vectors('address');
    expect(vectors('filter')).toHaveLength(address.length);
    const read = address.reduce((sum, vector) => sum + vector.get('reads')!.toString(2).replaceAll('0', '').length, 0);
    expect(vectors('decode')).toHaveLength(read);
    expect(vectors('tag').filter((vector) => vector.get('hit') === 0n)).toHaveLength(account.cache.misses);
  });

  it('hold quads whose coordinates are projected and whose derivatives are differences of lanes', () => {
    const seen = new Set<string>();
    for (let seed = 1; seen.size < 4; seed++) {
      expect(seed).toBeLessThan(40);
      const { vectors, derivatives, implicit } = goldenOf(seed);
      const quads = vectors('front_end');
      expect(quads).toHaveLength(implicit);
      for (const quad of quads) {
        const lanes = (name: string) => [0, 1, 2, 3].map((l) => float32(quad.get(`${name}${l}`)!));
        const q = lanes('q');
        const along = (name: string) => lanes(name).map((value, l) => Math.fround(value / q[l]));
        const [u, v] = [along('s'), along('t')];
        // Fine: the difference of the two lanes of each row, and of each column. Coarse: those of the first for all.
        const fine = derivatives === 'fine';
        const across = (x: number[]) => [0, 0, 2, 2].map((l) => Math.fround(x[fine ? l + 1 : 1] - x[fine ? l : 0]));
        const down = (x: number[]) => [0, 1, 0, 1].map((l) => Math.fround(x[fine ? l + 2 : 2] - x[fine ? l : 0]));
        const expected = [u, v, across(u), across(v), down(u), down(v)];
        expect(['u', 'v', 'dudx', 'dvdx', 'dudy', 'dvdy'].map(lanes)).toEqual(expected);
        seen.add(derivatives);
        seen.add(q.every((value) => value === 1) ? 'plain' : 'projected');
      }
    }
  });

  it.each(SEEDS)('hold footprints whose weights are the fractions of their coordinates (seed %i)', (seed) => {
    const { header, vectors } = goldenOf(seed);
    const bits = Number(/COORDINATE_FRACTION_BITS = (\d+)/.exec(header)![1]);
    const mask = (1n << BigInt(bits)) - 1n;
    for (const vector of vectors('address')) {
      const linear = vector.get('tap_count') === 4n;
      expect(vector.get('alpha')).toBe(linear ? vector.get('fixed_u')! & mask : 0n);
      expect(vector.get('beta')).toBe(linear ? vector.get('fixed_v')! & mask : 0n);
    }
  });

  it('hold sums that the texels and weights give, where nothing is narrowed', () => {
    let checked = 0;
    let continued = 0;
    for (let seed = 1; checked < 100 || continued === 0; seed++) {
      expect(seed).toBeLessThan(30);
      const { header, vectors, floats } = goldenOf(seed);
      const constant = (name: string) => Number(new RegExp(`${name} = (\\d+)`).exec(header)![1]);
      const weight = constant('FILTER_WEIGHT_BITS');
      if (constant('FILTER_AFTER_V_BITS') !== 2 * weight || constant('COORDINATE_FRACTION_BITS') !== weight) continue;
      const width = constant('FILTER_SUM_R_WIDTH');
      for (const vector of vectors('filter')) {
        if (floats[Number(vector.get('state'))]) continue;
        checkSums(vector, weight, width);
        checked++;
        if (vector.get('first') === 0n) continued++;
      }
    }
  });

  it('take the inputs of the front end from the batch', () => {
    const frontEnd: string[] = [];
    const open = (name: string) => (text: string) => void (name === 'front_end.mem' && frontEnd.push(text));
    let run: RandomRun | undefined;
    randomRun(2, (made) => {
      run = made;
      return new SilentObserver();
    });
    const { design, memory, states, batch } = run!;
    const golden = new GoldenVectors(design, memory, states, open);
    const pipeline = new Pipeline(design, memory, states, () => {}, golden);
    for (let n = 0; n < 2; n++) {
      golden.take(batch);
      pipeline.run(batch);
    }
    pipeline.finish();
    const half = frontEnd.length / 2;
    expect(half).toBeGreaterThan(5);
    expect(frontEnd.slice(half)).toEqual(frontEnd.slice(0, half));
  });

  it('are the same in every run', () => {
    expect(goldenOf(7).texts).toEqual(goldenOf(7).texts);
  });

  it('of some quads, or of a window, are some of the whole', () => {
    const whole = goldenOf(3).texts;
    const limits = [
      (observer: PipelineObserver) => ofQuads(observer, 10, 20),
      (observer: PipelineObserver) => windowed(observer, 60, 300),
    ];
    for (const { texts } of limits.map((limit) => goldenOf(3, limit))) {
      for (const unit of ['front_end', 'lod', 'address', 'tag', 'decode', 'filter', 'result']) {
        const lines = texts.get(`${unit}.mem`)!.split('\n');
        const all = whole.get(`${unit}.mem`)!;
        expect([unit, lines.length > 1 && lines.length < all.split('\n').length]).toEqual([unit, true]);
        expect(all.includes(lines.join('\n'))).toBe(true);
      }
    }
  });
});

describe('GoldenFile', () => {
  const fields = [
    { name: 'a', width: 3, note: '' },
    { name: 'b', width: 40, note: 'signed' },
    { name: 'c', width: 16, note: '' },
  ];

  it('puts the fields side by side, the first one most significant, two’s complement', () => {
    let text = '';
    const file = new GoldenFile('x', fields, (piece) => (text += piece));
    for (const [a, b, c] of [
      [5, -2, 0x1234],
      [0, 2 ** 39 - 1, 0xffff],
    ]) {
      file.add(a);
      file.add(b);
      file.addBytes(Uint8Array.of(c & 255, c >> 8));
    }
    const word = (a: bigint, b: bigint, c: bigint) => ((a << 56n) | (b << 16n) | c).toString(16).padStart(15, '0');
    expect(text).toBe(`${word(5n, (1n << 40n) - 2n, 0x1234n)}\n${word(0n, (1n << 39n) - 1n, 0xffffn)}\n`);
    expect(file.header()).toContain('localparam X_WIDTH = 59, X_VECTORS = 2;');
    expect(file.header()).toContain('localparam X_B_LSB = 16, X_B_WIDTH = 40;');
  });

  it('refuses what a field cannot hold', () => {
    const file = new GoldenFile('x', fields, () => {});
    expect(() => file.add(8)).toThrow('x.a: 8 does not fit 3 bits');
    expect(() => file.add(-5)).toThrow('x.a: -5 does not fit 3 bits');
    expect(() => file.add(0.5)).toThrow('x.a: 0.5 does not fit 3 bits');
  });
});
