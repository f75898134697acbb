import type { Binding } from '../../rtl-model/state/binding.ts';
import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { FixedArithmetic } from '../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { filterScales } from '../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import { readFormat, readsIntegers } from '../../rtl-model/state/read-format.ts';
import { componentSources, swizzleColor } from '../../rtl-model/texel-decoder/swizzle.ts';
import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import type { Section } from './explanation.ts';
import { WatchedLane } from './watched-lane.ts';
import { sameBits } from './step-values.ts';

const COLUMNS = ['step', 'fraction', 'r', 'g', 'b', 'a'];

/** True if the filter of the state is two lerps of codes along u and v in a level, and one between levels. */
export function lerpsCodes(binding: Binding): boolean {
  const { op, dimensions, image, sampler, view, design } = binding;
  const scales = componentScales(readFormat(binding), design.filter.srgbLinearBits);
  return (
    op === 'sample' &&
    dimensions === 2 &&
    image.planes === null &&
    sampler.ycbcrConversion === null &&
    sampler.reductionMode === 'weighted_average' &&
    sampler.magFilter !== 'cubic' &&
    sampler.minFilter !== 'cubic' &&
    !readsIntegers(binding) &&
    scales.every(({ bits }) => bits > 0) &&
    view.minLod <= binding.lastLevel
  );
}

/**
 * Each lerp and sum of a filter of codes in a plane.
 *
 * @throws Error when a step does not end in the register's bits
 */
export function lerpSection(watched: WatchedLane): Section {
  const { binding, passes } = watched;
  const widths = filterWidths(binding.design);
  const arithmetic = new FixedArithmetic(binding.design, filterScales(binding), binding.dimensions);
  const rows = passes.flatMap((_, pass) => passRows(watched, pass, arithmetic));
  rows.push(...resultRows(watched, arithmetic));
  const steps = [
    {
      name: 'weights',
      value: `${widths.weightBits} bits`,
      note: `lerp a (1 - w) + b w, rounded ${binding.design.filter.rounding}`,
    },
    {
      name: 'guard bits',
      value: binding.design.filter.guardBits,
      note: 'fraction bits below the code that a step keeps at most',
    },
  ];
  return { title: 'Filter unit', steps, table: { columns: COLUMNS, rows } };
}

const rgba = (of: (c: number) => number) => [0, 1, 2, 3].map(of);

function passRows(watched: WatchedLane, pass: number, arithmetic: FixedArithmetic): string[][] {
  const { lanes, lane } = watched;
  const { design } = watched.binding;
  const foot = watched.foot(pass);
  const widths = filterWidths(design);
  const one = 2 ** widths.weightBits - (design.filter.weightScale === 'all-ones' ? 1 : 0);
  const a = foot.alpha[lane];
  const b = foot.beta[lane];
  const texel = (tap: number, c: number) => foot.texel[16 * lane + 4 * tap + c];
  const along = (first: number) => rgba((c) => arithmetic.alongU(texel(first, c), texel(first + 1, c), a));
  const rows: string[][] = [];
  let values = rgba((c) => texel(0, c) * 2 ** widths.afterV);
  if (foot.tapCount[lane] === 4) {
    const top = along(0);
    const bottom = along(2);
    values = rgba((c) => arithmetic.alongV(top[c], bottom[c], b));
    rows.push(row(`pass ${pass}: row j0, w ${a}/${one}`, widths.afterU, top));
    rows.push(row(`pass ${pass}: row j1, w ${a}/${one}`, widths.afterU, bottom));
    rows.push(row(`pass ${pass}: rows, w ${b}/${one}`, widths.afterV, values));
  } else {
    rows.push(row(`pass ${pass}: texel`, widths.afterV, values));
  }
  const sum = sumOf(watched, pass);
  const before = pass % lanes.samples[lane] === 0 ? [0, 0, 0, 0] : sumOf(watched, pass - 1);
  values.forEach((value, c) => sameBits(`sum of pass ${pass}`, before[c] + value, sum[c]));
  if (lanes.samples[lane] > 1) rows.push(row(`pass ${pass}: sum`, widths.afterV, sum));
  return rows;
}

/** The level's sum with the pass in it. */
function sumOf({ quad, lanes, lane }: WatchedLane, pass: number): readonly number[] {
  const { sumHi, sumLo } = quad.passes[pass].lanes;
  return [...(pass < lanes.samples[lane] ? sumHi : sumLo).subarray(4 * lane, 4 * lane + 4)];
}

/** Averages, level lerp, division by the code of 1. */
function resultRows(watched: WatchedLane, arithmetic: FixedArithmetic): string[][] {
  const { binding, lanes, lane } = watched;
  const { design } = binding;
  const widths = filterWidths(design);
  const n = lanes.samples[lane];
  const weight = lanes.levelWeight[lane];
  const levelOne = 2 ** widths.levelWeightBits;
  const rows: string[][] = [];
  const average = (name: string, pass: number) => {
    if (n === 1) return;
    const values = sumOf(watched, pass).map((sum) => arithmetic.average(sum, n));
    rows.push(row(`${name}: sum / ${n}`, widths.afterV, values));
  };
  average('finer level', n - 1);
  if (weight !== 0) average('coarser level', 2 * n - 1);
  const { sumHi, sumLo } = lanes;
  const codes = rgba((c) => arithmetic.filtered(sumHi[4 * lane + c], sumLo[4 * lane + c], n, weight));
  if (weight !== 0) rows.push(row(`levels, w ${weight}/${levelOne}`, widths.afterLevel, codes));
  const ones = componentScales(readFormat(binding), design.filter.srgbLinearBits).map(({ one }) => one);
  const colors = codes.map((code, c) => Math.fround(code / (ones[c] * 2 ** widths.afterLevel)));
  const swizzled = Float32Array.from(colors);
  swizzleColor(swizzled, 0, componentSources(binding.view.components));
  swizzled.forEach((color, c) => sameBits('result', color, lanes.color[4 * lane + c]));
  rows.push([`/ (${[...new Set(ones)].join(', ')} * 2^${widths.afterLevel})`, 'float32', ...colors.map(String)]);
  return rows;
}

function row(step: string, fractionBits: number, values: readonly number[]): string[] {
  return [step, fractionBits === 0 ? 'integer' : `/ 2^${fractionBits}`, ...values.map(String)];
}
