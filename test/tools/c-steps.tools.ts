import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { selectLayer } from '../../rtl-model/address-unit/array-layer.ts';
import { reductionOf } from '../../rtl-model/address-unit/range-reduction.ts';
import { alongAxis } from '../../rtl-model/address-unit/sample-positions.ts';
import { TexelCoordinate } from '../../rtl-model/address-unit/texel-coordinate.ts';
import { wrap } from '../../rtl-model/address-unit/wrap.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { filterRules } from '../../rtl-model/design/filter-rules.ts';
import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { floatToFixed } from '../../rtl-model/fixed-point/float-to-fixed.ts';
import { fixed, unsignedFixed } from '../../rtl-model/fixed-point/format.ts';
import { bitsToFloat, floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { roundShift } from '../../rtl-model/fixed-point/rounding.ts';
import { unitOf } from '../../rtl-model/fixed-point/truncation.ts';
import { quotient } from '../../rtl-model/front-end/quotient.ts';
import { levelWeights } from '../../rtl-model/lod-unit/level-weight.ts';
import { LodBounds } from '../../rtl-model/lod-unit/lod-bounds.ts';
import { Log2Unit, lodFormat } from '../../rtl-model/lod-unit/log2.ts';
import { ADDRESS_MODES, DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import { PLAIN } from '../../rtl-model/steps/plain-steps.ts';
import { cFiles } from '../../src/forms/c/c-files.ts';
import { singleSteps } from '../../src/forms/c/single-steps.ts';
import { Dice } from '../oracle/dice.ts';
import { PRESETS } from '../oracle/presets.ts';
import { randomPlainDesign } from '../oracle/random-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-c-steps-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MOST = 5;
const CALLS = 2000;

/** A program that reads calls, the number of a step and five arguments, and writes their results. */
function programOf(name: string, design: Design): string {
  const cases = singleSteps(design).map(({ name: step, parameters, kinds }, n) => {
    const passed = parameters.map((_, at) => (kinds[at] === 'float32' ? `(uint32_t)in[${at + 1}]` : `in[${at + 1}]`));
    return `case ${n}: out = (int64_t)${name}_${step}(${passed.join(', ')}); break;`;
  });
  return `#include "${name}.h"
#include <stdio.h>
int main(void) {
  int64_t in[${1 + MOST}], out = 0;
  while (fread(in, sizeof in, 1, stdin) == 1) {
    switch (in[0]) {
      ${cases.join('\n      ')}
    }
    fwrite(&out, sizeof out, 1, stdout);
  }
  return 0;
}
`;
}

const FLOATS = [0, -0, 2 ** -149, -(2 ** -127), 2 ** -126, 0.5, 1, -1, 1023.75, 1024, -1e30, Infinity, -Infinity, NaN];

/** Arguments of a step, and what the units make of them. */
interface Call {
  readonly given: readonly number[];
  readonly expected: number;
}

/** The calls of each step, by its name. */
function calls(design: Design): Readonly<Record<string, (dice: Dice) => Call>> {
  const { lod, address, filter, frontEnd, limits } = design;
  const widths = filterWidths(design, 3);
  const rules = filterRules(design, widths);
  const format = fixed('coordinate', address.coordinate.integerBits, address.coordinate.fractionBits);
  const bounds = (sampler: object) => new LodBounds(design, lodFormat(lod), { ...DEFAULT_SAMPLER, ...sampler });
  const log2 = new Log2Unit(lod);
  const weights = levelWeights(lod);
  const float = (dice: Dice, most: number) =>
    Math.fround(
      dice.chance(0.2) ? dice.pick(FLOATS) : dice.real(-most, most) * 2 ** dice.pick([0, 0, dice.integer(-30, 5)]),
    );
  const size = (dice: Dice) => dice.pick([1, 2, dice.integer(1, 20), 2 ** dice.integer(0, 14), dice.integer(1, 16384)]);
  const inWidth = (dice: Dice, bits: number) =>
    dice.pick([0, 1, -1, 2 ** bits - 1, 1 - 2 ** bits, dice.integer(1 - 2 ** bits, 2 ** bits - 1)]);
  const lerp = (rule: 'u' | 'v' | 'slice' | 'level', added: number) => (dice: Dice) => {
    const { bits } = rules[rule];
    const [a, b] = [0, 0].map(() => inWidth(dice, 16) * 2 ** added);
    const w = dice.pick([0, 1, 2 ** bits - 1, 2 ** bits, dice.integer(0, 2 ** bits)]);
    return { given: [a, b, w], expected: PLAIN.lerp(a, b, w, rules[rule]) };
  };
  const coordinate = (dice: Dice) => dice.pick([format.min, format.max, 0, -1, dice.integer(format.min, format.max)]);
  return {
    front_end_project: (dice) => {
      const [s, q] = [float(dice, 4), float(dice, 4)];
      return { given: [s, q], expected: quotient(PLAIN, s, q, unitOf(frontEnd.projectionBits)) };
    },
    lod_log2: (dice) => {
      const rho = Math.abs(float(dice, 2 ** dice.integer(-20, 100)));
      return { given: [rho], expected: log2.log2(PLAIN, rho) };
    },
    lod_explicit: (dice) => {
      const value = float(dice, 20);
      const most = lodFormat(lod).max;
      return {
        given: [value],
        expected: Number.isNaN(value) ? most : floatToFixed(value, lodFormat(lod), lod.rounding),
      };
    },
    lod_bound: (dice) => {
      const value = float(dice, 20);
      const from = unsignedFixed('clamp', lod.clamp.integerBits, lod.clamp.fractionBits);
      const added = lod.format.fractionBits - from.fractionBits;
      const held = floatToFixed(value, from, lod.rounding);
      return { given: [value], expected: added < 0 ? roundShift(held, -added, lod.rounding) : held * 2 ** added };
    },
    lod_bias: (dice) => {
      const [sampler, bias] = [float(dice, limits.maxSamplerLodBias), float(dice, 20)];
      return { given: [sampler, bias], expected: bounds({ mipLodBias: sampler }).sum(PLAIN, bias) };
    },
    lod_weight: (dice) => {
      const fraction = dice.integer(0, weights.length - 1);
      return { given: [fraction], expected: weights[fraction] };
    },
    address_place: (dice) => {
      const [u, axis, position] = [float(dice, 2), float(dice, 2), Math.fround(dice.real(-0.5, 0.5))];
      return { given: [u, axis, position], expected: alongAxis(PLAIN, u, axis, position) };
    },
    address_snap: (dice) => {
      const n = size(dice);
      const u = dice.chance(0.5) ? float(dice, 4) : Math.fround((dice.integer(-999, 999) + 0.5) / (n * format.one));
      const mode = dice.pick(ADDRESS_MODES);
      const linear = dice.integer(0, 1);
      const offset = dice.pick([0, dice.integer(-8, 7), dice.integer(-32768, 32767)]);
      const given = [u, n, ADDRESS_MODES.indexOf(mode), linear, offset];
      const { rounding, pointRounding, pointFractionBits: bits } = address;
      const isPoint = linear === 0;
      const snap = { ...address, rounding: isPoint && pointRounding !== 'same' ? pointRounding : rounding };
      const fractionBits = isPoint && bits !== 'same' ? bits : format.fractionBits;
      const unit = new TexelCoordinate(snap, format, reductionOf(mode), fractionBits);
      return { given, expected: unit.snap(u, n, linear / 2, offset) };
    },
    address_index: (dice) => {
      const x = coordinate(dice);
      return { given: [x], expected: Math.floor(x / format.one) };
    },
    address_weight: (dice) => {
      const x = coordinate(dice);
      const fraction = x - Math.floor(x / format.one) * format.one;
      const dropped = format.fractionBits - filter.weightBits;
      return { given: [x], expected: dropped > 0 ? roundShift(fraction, dropped, filter.rounding) : fraction };
    },
    address_wrap: (dice) => {
      const [i, n] = [dice.pick([dice.integer(-40, 40), dice.integer(-99_999, 99_999), -(2 ** 30)]), size(dice)];
      const mode = dice.pick(ADDRESS_MODES);
      return { given: [i, n, ADDRESS_MODES.indexOf(mode)], expected: wrap(i, n, mode) };
    },
    address_layer: (dice) => {
      const [layer, last] = [dice.pick([float(dice, 9), dice.integer(-9, 9) + 0.5]), dice.integer(0, 9)];
      return { given: [layer, last], expected: selectLayer(PLAIN, layer, last, 2 ** 20, address.layerRounding) };
    },
    filter_lerp: lerp('u', 0),
    filter_lerp_v: lerp('v', widths.weightBits - rules.u.dropped),
    filter_lerp_w: lerp('slice', widths.afterSlice - widths.weightBits + rules.slice.dropped),
    filter_lerp_levels: lerp('level', widths.afterSlice),
    filter_average: (dice) => {
      const samples = dice.pick([...lod.anisotropicRates]);
      const sum = samples * inWidth(dice, 16) + dice.integer(0, samples - 1);
      return { given: [sum, samples], expected: PLAIN.average(sum, samples, rules.average, sum) };
    },
    filter_result: (dice) => {
      const [value, one] = [inWidth(dice, 24), dice.pick([1, 127, 255, 65_535])];
      return { given: [value, one], expected: Math.fround(value / (one * 2 ** widths.afterLevel)) };
    },
  };
}

const dice = new Dice(50);
const DESIGNS = [
  ...PRESETS,
  ...Array.from({ length: 6 }, (_, n) => ({ ...randomPlainDesign(dice, PRESETS[n % 3]), name: `random-${n}` })),
];

describe('single steps in C', () => {
  it.each(DESIGNS)('$name: have the results of the units', (design) => {
    const files = cFiles(design);
    for (const [file, content] of files) if (!file.startsWith('dpi')) writeFileSync(join(folder, file), content);
    const name = [...files.keys()]
      .find((file) => file.endsWith('.h') && file !== 'arithmetic.h' && file !== 'requests.h')!
      .slice(0, -2);
    writeFileSync(join(folder, 'main.c'), programOf(name, design));
    const program = join(folder, name);
    const sources = ['main.c', `${name}_steps.c`].map((source) => join(folder, source));
    const strict = ['-std=c99', '-ffp-contract=off', '-Wall', '-Wextra', '-Wconversion', '-Werror', '-O1'];
    execFileSync('gcc', [
      ...strict,
      '-fsanitize=undefined',
      '-fno-sanitize-recover=all',
      ...sources,
      '-o',
      program,
      '-lm',
    ]);
    const steps = singleSteps(design);
    const made = calls(design);
    expect(Object.keys(made)).toEqual(steps.map(({ name: step }) => step));
    const all = steps.flatMap((step, n) =>
      Array.from({ length: CALLS }, () => ({ step, n, ...made[step.name](dice) })),
    );
    const input = new BigInt64Array((1 + MOST) * all.length);
    all.forEach(({ step, n, given }, at) => {
      input[(1 + MOST) * at] = BigInt(n);
      given.forEach(
        (value, p) => (input[(1 + MOST) * at + 1 + p] = BigInt(step.kinds[p] === 'float32' ? floatBits(value) : value)),
      );
    });
    const { status, stdout, stderr } = spawnSync(program, { input: Buffer.from(input.buffer), maxBuffer: 1 << 28 });
    expect([status, stderr.toString()]).toEqual([0, '']);
    const results = new BigInt64Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
    const wrong = all.flatMap(({ step, given, expected }, at) => {
      const got = step.value.kind === 'float32' ? bitsToFloat(Number(results[at])) : Number(results[at]);
      return Object.is(got, step.value.kind === 'float32' ? expected : expected + 0)
        ? []
        : [`${step.name}(${given.join(', ')}): ${got}, expected ${expected}`];
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});
