import type { AxisTaps } from '../../rtl-model/address-unit/axis-taps.ts';
import { groupBit, groupSize } from '../../rtl-model/address-unit/footprint-query.ts';
import { BoxPlan } from '../../rtl-model/address-unit/plans/box-plan.ts';
import { FootprintPlan } from '../../rtl-model/address-unit/plans/query-plans.ts';
import { SamplePlan } from '../../rtl-model/address-unit/plans/sample-plan.ts';
import { WeightedPlan } from '../../rtl-model/address-unit/plans/weighted-plan.ts';
import { windowLevel } from '../../rtl-model/address-unit/window-level.ts';
import { fixed } from '../../rtl-model/fixed-point/format.ts';
import { QUERY_ENTRIES } from '../../rtl-model/registers/register.ts';
import { footprintOf } from '../../traces/requests/lane-results.ts';
import type { Section, Step } from './explanation.ts';
import { fixedStep, hex } from './step-values.ts';
import type { WatchedLane } from './watched-lane.ts';

const AXES = ['u', 'v', 'w'] as const;
/** Neighbouring texels with the same share become one step, if there are more than two. */
const LEAST_RUN = 3;

/** The values that the address unit finds on the way to the taps of a pass, as the unit itself holds them. */
export function addressSteps(watched: WatchedLane, pass: number): Pick<Section, 'steps' | 'table'> {
  const plan = watched.addressed(pass);
  if (plan instanceof FootprintPlan) return footprintSteps(watched, plan);
  if (plan instanceof WeightedPlan) return { steps: kernelSteps(watched, pass, plan) };
  if (plan instanceof BoxPlan) return { steps: pass === 0 ? boxSteps(watched, plan) : [] };
  return { steps: plan instanceof SamplePlan ? axisSteps(watched, pass, plan) : [] };
}

/** The weights along each axis, whose products are those of the taps; none where the lerps' weights say the same. */
function axisSteps({ binding, lanes, lane, passesOfSample }: WatchedLane, pass: number, plan: SamplePlan) {
  const { cube, sampler } = binding;
  const shape = plan.shape.pass(lanes.filter[lane], pass % passesOfSample);
  const isPlain = shape.lerps || shape.taps === 1;
  if (!shape.startsPlane || (isPlain && sampler.ycbcrConversion === null && !(cube && !sampler.nonSeamlessCubeMap))) {
    return [];
  }
  return plan.axes.flatMap((taps, axis) =>
    shape.rules[axis] === 'absent' ? [] : tapsAlong(AXES[axis], taps, shape.axisBits[axis], shape.rules[axis]),
  );
}

/** @param note how the taps are selected */
function tapsAlong(axis: string, { count, index, weight }: AxisTaps, fractionBits: number, note: string): Step[] {
  const format = fixed('weight', 2, fractionBits);
  return Array.from({ length: count }, (_, n) =>
    fixedStep(`weight ${axis}${n}`, weight[n], format, `of texel ${index[n]} before the wrap; ${note}`),
  );
}

function boxSteps({ binding }: WatchedLane, plan: BoxPlan): readonly Step[] {
  const { integerBits, fractionBits } = binding.design.address.coordinate;
  const format = fixed('box', integerBits + 1, fractionBits);
  const level = windowLevel(binding);
  const { width, height } = binding.image.levels[level];
  const along = (axis: 0 | 1, size: number, name: string, taps: AxisTaps) => [
    fixedStep(`centre ${AXES[axis]}`, plan.centre[axis], format, `${AXES[axis]} * ${size} + offset, snapped`),
    fixedStep(`length ${AXES[axis]}`, plan.length[axis], format, 'of the box, as the design permits it'),
    fixedStep(`start ${AXES[axis]}`, plan.start[axis], format, 'centre - length / 2'),
    ...covered(name, taps, fractionBits),
  ];
  return [
    { name: 'level', value: level, note: `${width} x ${height} texels` },
    ...along(0, width, 'column', plan.columns),
    ...along(1, height, 'row', plan.rows),
  ];
}

/** The part of each column or row that a box covers; runs of the same part are one step. */
function covered(name: string, { count, index, weight }: AxisTaps, fractionBits: number): readonly Step[] {
  const format = fixed('covered', 2, fractionBits);
  const steps: Step[] = [];
  for (let n = 0; n < count;) {
    let end = n + 1;
    while (end < count && weight[end] === weight[n]) end++;
    if (end - n < LEAST_RUN) end = n + 1;
    const which = end - n === 1 ? `${name} ${index[n]}` : `${name}s ${index[n]} to ${index[end - 1]}`;
    const note = end - n === 1 ? 'covered part, before the wrap' : `covered part of each of ${end - n}`;
    steps.push(fixedStep(which, weight[n], format, note));
    n = end;
  }
  return steps;
}

function kernelSteps(watched: WatchedLane, pass: number, plan: WeightedPlan): readonly Step[] {
  if (pass > 0) return [];
  const { width, height, centerX, centerY, phases, one } = plan.kernel;
  const { fixedU, fixedV } = watched.foot(pass);
  const [x, y] = [fixedU, fixedV].map((snapped) => plan.phase(snapped[watched.lane]));
  return [
    { name: 'kernel', value: `${width} x ${height}`, note: `weights; its centre is texel ${centerX}, ${centerY}` },
    {
      name: 'phase',
      value: `${x}, ${y}`,
      note: `along u and v, of ${phases} each: from the fractions of fixed_u, fixed_v`,
    },
    { name: 'weight of 1', value: one, note: 'unit of the weights of the taps' },
  ];
}

/** The query's answer, and each texel with its group's bit in the mask. */
function footprintSteps({ binding, lanes, lane }: WatchedLane, plan: FootprintPlan): Pick<Section, 'steps' | 'table'> {
  const { instruction, dimensions } = binding;
  const axes = dimensions === 3 ? 3 : 2;
  const footprint = footprintOf(lanes.query, QUERY_ENTRIES * lane, axes);
  if (footprint === null) {
    return { steps: [{ name: 'footprint', value: 'empty', note: 'the level that is asked for is not read' }] };
  }
  const { anchor, offset, mask, lod, single, granularity } = footprint;
  const asked = instruction.granularity ?? 1;
  const used = granularity || asked;
  const size = groupSize(axes, used).slice(0, axes);
  const rows = Array.from({ length: plan.count }, (_, n) => {
    const texel = [...plan.texels.subarray(3 * n, 3 * n + axes)];
    const group = texel.map((i, axis) => Math.floor(i / size[axis]));
    return [
      String(n),
      `(${texel.join(', ')})`,
      `(${group.join(', ')})`,
      String(groupBit(plan.texels, 3 * n, axes, used)),
    ];
  });
  return {
    steps: [
      { name: 'level', value: lod, note: single ? 'the only level that is read' : 'one of two that are read' },
      { name: 'granularity', value: used, note: `groups of ${size.join(' x ')} texels; asked for ${asked}` },
      { name: 'anchor', value: anchor.join(', '), note: 'neighbourhood of groups that holds the last group' },
      { name: 'offset', value: offset.join(', '), note: 'groups from the first one to the start of the neighbourhood' },
      {
        name: 'mask low',
        value: mask[0],
        bits: hex(mask[0], 32),
        note: 'bits 0 to 31: groups that the filter touches',
      },
      { name: 'mask high', value: mask[1], bits: hex(mask[1], 32), note: 'bits 32 to 63' },
    ],
    table: { columns: ['tap', 'texel', 'group', 'mask bit'], rows },
  };
}
