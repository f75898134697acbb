import { describe, expect, it } from 'vitest';
import { GoldenFile } from '../../../../src/forms/golden/golden-file.ts';
import { GoldenVectors } from '../../../../src/forms/golden/golden-vectors.ts';
import { ofQuads, SilentObserver, windowed } from '../../../../traces/stages/observers.ts';
import { constantOf, fieldsOf, readGolden, signed } from './golden-reader.ts';
import { type RandomRun, randomRun } from '../../../traces/stages/random-run.ts';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { PipelineObserver } from '../../../../pipeline/stages/observer.ts';

function goldenRun(seed: number, limit = (observer: PipelineObserver) => observer) {
  const texts = new Map<string, string>();
  let floats: readonly boolean[] = [];
  let derivatives = '';
  let implicit: readonly boolean[] = [];
  let count = 0;
  let made: RandomRun | undefined;
  const account = randomRun(seed, (run) => {
    made = run;
    const { design, memory, states, batch } = run;
    derivatives = design.lod.derivatives;
    count = batch.count;
    implicit = states.map(({ instruction }) => instruction.lod === 'implicit');
    floats = states.map(({ image }) => memory.images[image!].stored.componentType.endsWith('float'));
    const open = (name: string) => {
      texts.set(name, '');
      return (text: string) => void texts.set(name, texts.get(name)! + text);
    };
    const golden = new GoldenVectors(design, memory, states, open);
    golden.take(batch);
    return limit(golden);
  });
  const header = texts.get('golden_pkg.sv')!;
  const read = new Map<string, ReturnType<typeof readGolden>>();
  const vectors = (unit: string) => {
    if (!read.has(unit)) read.set(unit, readGolden(header, unit, texts.get(`${unit}.mem`)!));
    return read.get(unit)!;
  };
  /** A field of a vector in two's complement. */
  const signedField = (unit: string, vector: ReadonlyMap<string, bigint>, name: string) =>
    signed(vector.get(name)!, fieldsOf(header, unit).find((field) => field.name === name)!.width);
  return { header, run: made!, signedField, texts, vectors, account, floats, derivatives, implicit, count };
}

const runs = new Map<number, ReturnType<typeof goldenRun>>();

/** The whole run of a seed, which is made once. */
function goldenOf(seed: number) {
  if (!runs.has(seed)) runs.set(seed, goldenRun(seed));
  return runs.get(seed)!;
}

/** Checks that the level's sum after a sample is the sum before it plus the four products. */
function checkSums(vector: ReadonlyMap<string, bigint>, weightBits: number, width: (name: string) => number): void {
  const one = 2 ** weightBits;
  const a = Number(vector.get('alpha'));
  const b = Number(vector.get('beta'));
  const value = (name: string) => signed(vector.get(name)!, width(name));
  for (const c of 'rgba') {
    const [t00, t10, t01, t11] = [0, 1, 2, 3].map((tap) => value(`texel${tap}_${c}`));
    const bilinear = (t00 * (one - a) + t10 * a) * (one - b) + (t01 * (one - a) + t11 * a) * b;
    const sample = vector.get('tap_count') === 4n ? bilinear : t00 * one * one;
    const before = ['hi', 'lo'].map((level) => value(`before_sum_${level}_${c}`));
    const behind = ['hi', 'lo'].map((level) => value(`sum_${level}_${c}`));
    expect(behind).toContain(sample + before[behind[0] === before[0] ? 1 : 0]);
    expect(behind[0] + behind[1]).toBe(before[0] + before[1] + sample);
    if (vector.get('pass') === 0n) expect(before).toEqual([0, 0]);
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
    // Negative addresses read nothing.
    const taps = address.flatMap((vector) => [0, 1, 2, 3].map((tap) => signed(vector.get(`address${tap}`)!, 32)));
    const read = taps.filter((tap) => tap >= 0).length;
    expect(vectors('decode')).toHaveLength(read);
    expect(vectors('tag').filter((vector) => vector.get('hit') === 0n)).toHaveLength(account.cache.misses);
  });

  it('hold quads whose coordinates are projected and whose derivatives are differences of lanes', () => {
    const seen = new Set<string>();
    for (let seed = 1; seen.size < 4; seed++) {
      expect(seed).toBeLessThan(40);
      const { vectors, derivatives, implicit, count } = goldenOf(seed);
      const all = vectors('front_end');
      expect(all).toHaveLength(count);
      const quads = all.filter((quad) => implicit[Number(quad.get('state'))]);
      for (const quad of quads) {
        const lanes = (name: string) => [0, 1, 2, 3].map((l) => float32(quad.get(`${name}${l}`) ?? 0n));
        // 0 in quads without projection, whose file may have no q.
        const divisors = lanes('in_q');
        const q = divisors.every((value) => value === 0) ? [1, 1, 1, 1] : divisors;
        const along = (name: string) => lanes(name).map((value, l) => Math.fround(value / q[l]));
        const [u, v] = [along('in_s'), along('in_t')];
        // Fine: the difference of the two lanes of each row, and of each column. Coarse: those of the first for all.
        const fine = derivatives === 'fine';
        const [right, lower] = derivatives === 'diagonal' ? [3, 3] : [1, 2];
        const across = (x: number[]) => [0, 0, 2, 2].map((l) => Math.fround(x[fine ? l + 1 : right] - x[fine ? l : 0]));
        const down = (x: number[]) => [0, 1, 0, 1].map((l) => Math.fround(x[fine ? l + 2 : lower] - x[fine ? l : 0]));
        const expected = [u, v, across(u), across(v), down(u), down(v)];
        expect(['u', 'v', 'dudx', 'dvdx', 'dudy', 'dvdy'].map(lanes)).toEqual(expected);
        seen.add(derivatives);
        seen.add(q.every((value) => value === 1) ? 'plain' : 'projected');
      }
    }
  });

  it.each(SEEDS)('hold footprints whose weights are the fractions of their coordinates (seed %i)', (seed) => {
    const { header, vectors } = goldenOf(seed);
    const bits = constantOf(header, 'ADDRESS_COORDINATE_FRACTION_BITS');
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
      const constant = (name: string) => constantOf(header, name);
      const weight = constant('FILTER_WEIGHT_BITS');
      if (constant('FILTER_AFTER_V_BITS') !== 2 * weight || constant('ADDRESS_COORDINATE_FRACTION_BITS') !== weight)
        continue;
      const widths = new Map(fieldsOf(header, 'filter').map(({ name, width }) => [name, width]));
      const width = (name: string) => widths.get(name)!;
      for (const vector of vectors('filter')) {
        if (floats[Number(vector.get('state'))]) continue;
        checkSums(vector, weight, width);
        checked++;
        if (vector.get('pass')! % vector.get('samples')! !== 0n) continued++;
      }
    }
  });

  it('hold texels whose addresses are those of the taps', () => {
    let checked = 0;
    for (const seed of SEEDS) {
      const { vectors, signedField, run } = goldenOf(seed);
      for (const vector of vectors('address')) {
        const { image, view } = run.states[Number(vector.get('state'))];
        const { levels, texelStride, planes } = run.memory.images[image!];
        if (planes !== null || !vector.has('i0')) continue;
        const { base, column, row, layerBytes } = levels[Number(vector.get('level_index'))];
        const layer = Number(vector.get('layer_index') ?? view?.baseArrayLayer ?? 0);
        const taps = Number(vector.get('tap_count'));
        for (let tap = 0; tap < taps; tap++) {
          const [i, j] = [`i${tap % 2}`, `j${tap >> 1}`].map((name) => signedField('address', vector, name));
          const expected = i < 0 || j < 0 ? -1 : base + layer * layerBytes + (column[i] + row[j]) * texelStride;
          expect(signedField('address', vector, `address${tap}`)).toBe(expected);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(500);
  });

  it('hold LODs that the base LOD, the bias and the bounds give', () => {
    for (const seed of SEEDS) {
      const { vectors, signedField, header, run } = goldenOf(seed);
      const one = 2 ** constantOf(header, 'LOD_FORMAT_FRACTION_BITS');
      const most = one * 2 ** (constantOf(header, 'LOD_FORMAT_INTEGER_BITS') - 1) - 1;
      const held = (lod: number) => Math.max(-most - 1, Math.min(lod, most));
      for (const vector of vectors('lod')) {
        const of = (name: string) => signedField('lod', vector, name);
        const { sampler, instruction } = run.states[of('state')];
        const biased = of('base_lod') + of('bias');
        expect(of('lambda')).toBe(held(biased));
        const least = Number(vector.get('least_lod'));
        const unbounded = held(Math.max(least, biased));
        const [integer, fraction] = ['INTEGER', 'FRACTION'].map((part) => constantOf(header, `LOD_CLAMP_${part}_BITS`));
        // The minimum wins over the maximum.
        const maxLod = Math.max(least, one * Math.min(sampler.maxLod, 2 ** integer - 2 ** -fraction));
        // The bound is rounded to the format of the clamp.
        const step = Math.max(1, one * 2 ** -fraction);
        if (unbounded <= maxLod - step) expect(of('lod')).toBe(unbounded);
        else expect(Math.abs(of('lod') - Math.min(maxLod, unbounded))).toBeLessThanOrEqual(step);
        if (instruction.lod === 'explicit') continue;
        // The table is finer than the LOD, whose last bit it may miss.
        const rho = Math.log2(float32(vector.get('rho')!));
        if (Math.abs(rho) < most / one - 1) expect(Math.abs(of('base_lod') - rho * one)).toBeLessThan(2);
      }
    }
  });

  it('hold lerps and averages that end in the sums and the results', () => {
    let checked = 0;
    for (let seed = 1; seed < 8; seed++) {
      const { vectors, signedField, floats } = goldenOf(seed);
      for (const vector of vectors('filter')) {
        if (floats[Number(vector.get('state'))] || !vector.has('pass_sample_r')) continue;
        const of = (name: string) => signedField('filter', vector, name);
        for (const c of 'rgba') {
          const added = of(`sum_hi_${c}`) + of(`sum_lo_${c}`) - of(`before_sum_hi_${c}`) - of(`before_sum_lo_${c}`);
          expect(of(`pass_sample_${c}`)).toBe(added);
          if (of('tap_count') === 4) expect(of(`lerp_v_${c}`)).toBe(added);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(1000);
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
    expect(goldenRun(7).texts).toEqual(goldenOf(7).texts);
  });

  it('of some quads, or of a window, are some of the whole', () => {
    const { texts: whole, account } = goldenOf(3);
    const half = Math.floor(account.cycles / 2);
    const limits = [
      (observer: PipelineObserver) => ofQuads(observer, 10, 20),
      (observer: PipelineObserver) => windowed(observer, 1, half),
    ];
    for (const { texts } of limits.map((limit) => goldenRun(3, limit))) {
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
    { name: 'a', width: 3, signed: false, note: '' },
    { name: 'b', width: 40, signed: true, note: 'a difference' },
    { name: 'c', width: 16, signed: false, note: '' },
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
    expect(file.declaration()).toContain('localparam int X_VECTORS = 2;');
    expect(file.declaration()).toContain(
      [
        '  typedef struct packed {',
        '    logic [2:0] a;',
        '    logic signed [39:0] b; // a difference',
        '    logic [15:0] c;',
        '  } x_vector_t;\n',
      ].join('\n'),
    );
  });

  it('refuses what a field cannot hold', () => {
    const file = new GoldenFile('x', fields, () => {});
    expect(() => file.add(8)).toThrow('x.a: 8 does not fit 3 bits');
    expect(() => file.add(-5)).toThrow('x.a: -5 does not fit 3 bits');
    expect(() => file.add(0.5)).toThrow('x.a: 0.5 does not fit 3 bits');
  });
});
