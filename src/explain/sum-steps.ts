import { BlockMatchPlan, groups } from '../../rtl-model/address-unit/plans/block-match-plan.ts';
import { SamplePlan } from '../../rtl-model/address-unit/plans/sample-plan.ts';
import { alignedComponents } from '../../rtl-model/filter-unit/arithmetic/aligned-texels.ts';
import { depthCompare } from '../../rtl-model/filter-unit/arithmetic/depth-compare.ts';
import { BlockMatchFilter } from '../../rtl-model/filter-unit/block-match-filter.ts';
import { SampleFilter } from '../../rtl-model/filter-unit/sample-filter.ts';
import { GatherFilter } from '../../rtl-model/filter-unit/texel-filter.ts';
import { WindowFilter } from '../../rtl-model/filter-unit/window-filter.ts';
import { COMPONENT, formatText, LANE } from '../../rtl-model/registers/register.ts';
import type { Section, Step } from './explanation.ts';
import { placeOf } from './request-watch.ts';
import { floatStep, jsonFloat, registerSteps, sameBits } from './step-values.ts';
import type { WatchedLane } from './watched-lane.ts';

/** The operation, the reference and what it is compared as; none for instructions without a reference depth. */
export function compareSteps({ binding, lanes, lane }: WatchedLane): readonly Step[] {
  const compare = depthCompare(binding);
  if (compare === null) return [];
  const { compareOp } = binding.sampler;
  const dref = lanes.dref[lane];
  const how = binding.design.filter.depthReference === 'quantized' ? 'rounded to the format' : 'not rounded';
  const scale = compare.one === 1 ? '' : `/${compare.one}`;
  return [
    { name: 'compare op', value: compareOp, note: `1 where reference ${compareOp} depth, else 0` },
    floatStep('dref', dref, 'reference depth, as the front end has it'),
    { name: 'reference', value: `${jsonFloat(compare.reference(dref))}${scale}`, note: `as compared: ${how}` },
  ];
}

/** The filter unit's registers of components: after each pass, or where a sum that a pass adds to is complete. */
export function sumsSection(watched: WatchedLane): Section {
  const { registers, passes, lane } = watched;
  const sums = registers.outOf('filter').filter(({ register }) => register.of === COMPONENT);
  const rows = passes.flatMap((place, pass) => {
    const after = rowName(watched, pass);
    return sums.flatMap((register) => {
      const isSum = register.name.startsWith('sum');
      if (after === null || !register.isWritten(place, lane, 0) || isSum !== endsSum(watched, pass)) return [];
      const values = COMPONENT.entries.map((_, c) => String(register.value(place, lane, c)));
      return [[after, register.snake, formatText(register.format), ...values]];
    });
  });
  rows.push(...conversionRows(watched));
  const ofLane = registers.outOf('filter').filter(({ register }) => register.of === LANE);
  const steps = [...registerSteps(ofLane, placeOf(watched.quad), lane), ...operationSteps(watched)];
  if (steps.length === 0 && rows.length === 0) steps.push({ name: 'result', value: 'the tap as it is, or the answer' });
  return { title: 'Filter unit', steps, table: { columns: ['after', 'register', 'format', 'r', 'g', 'b', 'a'], rows } };
}

/** True for a pass that ends a plane of a sample, whose sum is then in a level's sum. */
function endsSum({ path, lanes, lane, passesOfSample }: WatchedLane, pass: number): boolean {
  if (!(path.addressUnit instanceof SamplePlan)) return false;
  return path.addressUnit.shape.pass(lanes.filter[lane], pass % passesOfSample).endsPlane;
}

/** The first cell of the rows of a pass; null for one within a large box, or within a match of blocks. */
function rowName({ isLargeBox, passes, path, lanes, lane }: WatchedLane, pass: number): string | null {
  if (isLargeBox && pass < passes.length - 1) return null;
  const { addressUnit } = path;
  if (!(addressUnit instanceof BlockMatchPlan)) return `pass ${pass}`;
  const ofMatch = 2 * groups(lanes, lane);
  const match = Math.floor(pass / ofMatch);
  const place = `${addressUnit.columnOf(match)}, ${addressUnit.rowOf(match)}`;
  return pass % ofMatch === ofMatch - 1 ? `match ${match} (${place})` : null;
}

/** The meaning of each component of a block match. */
const MATCHES = {
  single: 'one match, component by component',
  window: 'r: the best error, g, b: the place of its match',
  gather: 'r, g, b, a: the errors of matches 0 to 3',
} as const;

/** What an operation makes of its sums. */
function operationSteps({ binding, path: { filter }, lanes, lane }: WatchedLane): readonly Step[] {
  const { sampler, instruction } = binding;
  if (filter instanceof GatherFilter) {
    const which = instruction.dref ? 'the outcome' : 'rgba'[instruction.component ?? 0];
    return [{ name: 'result', value: `${which} of each tap`, note: 'r, g, b, a: taps 0, 1, 2, 3' }];
  }
  if (filter instanceof WindowFilter) {
    const { reductionMode } = sampler;
    const of = reductionMode === 'min' ? 'least' : reductionMode === 'max' ? 'greatest' : 'tap_sum';
    return [{ name: 'divisor', value: filter.divisor(lanes, lane, 0), note: `result = ${of} / divisor, float32` }];
  }
  if (filter instanceof BlockMatchFilter) {
    const { metric, form } = instruction.blockMatch!;
    return [
      {
        name: 'metric',
        value: metric,
        note: `sums of the ${metric === 'ssd' ? 'squared' : 'absolute'} differences; ${MATCHES[form]}`,
      },
      { name: 'divisor', value: filter.divisor(0), note: 'error = tap_sum / divisor, float32' },
    ];
  }
  const aligned = alignedComponents(binding)?.find((component) => component !== null);
  if (aligned !== undefined) {
    const { kept, float } = aligned;
    const { rounding } = binding.design.filter.alignedSum!;
    const note = `of the greatest texel of a pass; the sum is rounded ${rounding} to a float of ${float.bits} bits`;
    return [{ name: 'kept bits', value: kept, note }];
  }
  const { ycbcrConversion } = sampler;
  if (ycbcrConversion === null) return [];
  const { forceExplicitReconstruction, chromaFilter, xChromaOffset, yChromaOffset } = ycbcrConversion;
  return [
    { name: 'model', value: ycbcrConversion.ycbcrModel, note: "r, g, b are Cr, Y', Cb until the model conversion" },
    { name: 'range', value: ycbcrConversion.ycbcrRange },
    {
      name: 'reconstruction',
      value: `${forceExplicitReconstruction ? 'explicit' : 'implicit'}, ${chromaFilter}`,
      note: `chroma lies at ${xChromaOffset} along u, ${yChromaOffset} along v`,
    },
  ];
}

/**
 * The result on its way through a Y'CbCr conversion, which the filter unit makes once more.
 *
 * @throws Error when it does not end in the register's bits
 */
function conversionRows(watched: WatchedLane): string[][] {
  const { path, lanes, lane } = watched;
  const converter = path.filter instanceof SampleFilter ? path.filter.result.converter : null;
  if (converter === null) return [];
  const again = watched.lanesCopy();
  path.filter.finish(again, lane, 1);
  const color = [...again.color.subarray(4 * lane, 4 * lane + 4)];
  color.forEach((value, c) => sameBits('result', value, lanes.color[4 * lane + c]));
  const { reconstructed, expanded } = converter;
  const texts = (values: Iterable<number>) => [...values].map(String);
  return [
    ['reconstruction', "Cr, Y', Cb", 'float32', ...texts(reconstructed)],
    ['range expansion', "Cr, Y', Cb", 'float64', ...texts(expanded)],
    ['model conversion', 'color', 'float32', ...texts(color)],
  ];
}
