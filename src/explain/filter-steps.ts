import type { Binding } from '../../rtl-model/state/binding.ts';
import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { UnitSteps } from '../../rtl-model/path/unit-steps.ts';
import type { StepRegisters } from '../../rtl-model/registers/step-registers.ts';
import { lerpsCodes } from '../../rtl-model/registers/step-table.ts';
import { readFormat } from '../../rtl-model/state/read-format.ts';
import { componentSources, swizzleColor } from '../../rtl-model/texel-decoder/swizzle.ts';
import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import type { Section } from './explanation.ts';
import { placeOf } from './request-watch.ts';
import { WatchedLane } from './watched-lane.ts';
import { sameBits } from './step-values.ts';

const COLUMNS = ['step', 'fraction', 'r', 'g', 'b', 'a'];

/** True if the filter of the state is two lerps of codes along u and v in a level, and one between levels. */
export function lerpsPlane(binding: Binding): boolean {
  return binding.dimensions === 2 && lerpsCodes(binding);
}

/** Each lerp and sum of a filter of codes in a plane. @throws Error when a step does not end in the register's bits */
export function lerpSection(watched: WatchedLane): Section {
  const { binding, registers, quad, passes, lane } = watched;
  const { weightBits } = filterWidths(binding.design);
  const model = new UnitSteps(binding, registers);
  const rows = passes.flatMap((place, pass) => {
    model.filter({ ...place, foot: quad.decoded[pass] }, lane);
    return passRows(watched, pass, model.steps);
  });
  model.result(placeOf(quad), lane);
  rows.push(...resultRows(watched, model.steps));
  const steps = [
    {
      name: 'weights',
      value: `${weightBits} bits`,
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

/** The components of a lane. */
function rgba(register: Float64Array, lane: number): readonly number[] {
  return [...register.subarray(4 * lane, 4 * lane + 4)];
}

function passRows(watched: WatchedLane, pass: number, steps: StepRegisters): string[][] {
  const { lanes, lane, binding } = watched;
  const { filter } = binding.design;
  const { alpha, beta, tapCount } = watched.foot(pass);
  const { weightBits, afterU, afterV } = filterWidths(binding.design);
  const one = 2 ** weightBits - (filter.weightScale === 'power-of-two' ? 0 : 1);
  const values = rgba(steps.passSample, lane);
  const rows =
    tapCount[lane] === 4
      ? [
          row(`pass ${pass}: row j0, w ${alpha[lane]}/${one}`, afterU, rgba(steps.lerpU0, lane)),
          row(`pass ${pass}: row j1, w ${alpha[lane]}/${one}`, afterU, rgba(steps.lerpU1, lane)),
          row(`pass ${pass}: rows, w ${beta[lane]}/${one}`, afterV, values),
        ]
      : [row(`pass ${pass}: texel`, afterV, values)];
  const sum = sumOf(watched, pass);
  const before = pass % lanes.samples[lane] === 0 ? [0, 0, 0, 0] : sumOf(watched, pass - 1);
  values.forEach((value, c) => sameBits(`sum of pass ${pass}`, before[c] + value, sum[c]));
  if (lanes.samples[lane] > 1) rows.push(row(`pass ${pass}: sum`, afterV, sum));
  return rows;
}

/** The level's sum with the pass in it. */
function sumOf({ quad, lanes, lane }: WatchedLane, pass: number): readonly number[] {
  const { sumHi, sumLo } = quad.passes[pass].lanes;
  return rgba(pass < lanes.samples[lane] ? sumHi : sumLo, lane);
}

/** Averages, level lerp, division by the code of 1. */
function resultRows({ binding, lanes, lane }: WatchedLane, steps: StepRegisters): string[][] {
  const { design, view } = binding;
  const { afterV, afterLevel, levelWeightBits } = filterWidths(design);
  const n = lanes.samples[lane];
  const weight = lanes.levelWeight[lane];
  const codes = rgba(steps.filtered, lane);
  const rows: string[][] = [];
  if (n > 1) rows.push(row(`finer level: sum / ${n}`, afterV, rgba(steps.averageHi, lane)));
  if (n > 1 && weight !== 0) rows.push(row(`coarser level: sum / ${n}`, afterV, rgba(steps.averageLo, lane)));
  if (weight !== 0) rows.push(row(`levels, w ${weight}/${2 ** levelWeightBits}`, afterLevel, codes));
  const ones = componentScales(readFormat(binding), design.filter.srgbLinearBits).map(({ one }) => one);
  const colors = codes.map((code, c) => Math.fround(code / (ones[c] * 2 ** afterLevel)));
  const swizzled = Float32Array.from(colors);
  swizzleColor(swizzled, 0, componentSources(view.components));
  swizzled.forEach((color, c) => sameBits('result', color, lanes.color[4 * lane + c]));
  rows.push([`/ (${[...new Set(ones)].join(', ')} * 2^${afterLevel})`, 'float32', ...colors.map(String)]);
  return rows;
}

function row(step: string, fractionBits: number, values: readonly number[]): string[] {
  return [step, fractionBits === 0 ? 'integer' : `/ 2^${fractionBits}`, ...values.map(String)];
}
