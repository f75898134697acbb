import { fixed, saturate } from '../../rtl-model/fixed-point/format.ts';
import { laneDerivatives } from '../../rtl-model/lod-unit/lod-unit.ts';
import { UnitSteps } from '../../rtl-model/path/unit-steps.ts';
import { PLAIN } from '../../rtl-model/steps/plain-steps.ts';
import type { Section, Step } from './explanation.ts';
import { placeOf } from './request-watch.ts';
import { fixedStep, floatStep, registerSteps, sameBits } from './step-values.ts';
import { WatchedLane } from './watched-lane.ts';

/**
 * The selection of the LOD unit: its registers, and the steps before them.
 *
 * @throws Error when a step does not end in the register's bits
 */
export function lodSection(watched: WatchedLane): Section {
  const { binding, registers, quad, lane } = watched;
  const steps: Step[] = [];
  const model = new UnitSteps(binding, registers);
  model.lod(placeOf(quad), lane);
  const selects = binding.op === 'sample' || binding.op === 'footprint' || binding.op === 'query_lod';
  // OpImageQueryLod has neither an LOD nor a bias operand.
  const explicit = binding.op !== 'query_lod' && binding.instruction.lod === 'explicit';
  if (selects && !explicit && binding.dimensions < 3) steps.push(...measured(watched, model));
  if (selects) steps.push(...clamped(watched, model, explicit));
  return { title: 'LOD unit', steps: [...steps, ...registerSteps(registers.outOf('lod'), placeOf(quad), lane)] };
}

/** From derivatives to the length whose log2 is the base LOD. */
function measured({ binding, lanes, lane }: WatchedLane, { steps: model, lodUnit: unit }: UnitSteps): readonly Step[] {
  const { dimensions } = binding;
  const { width, height, lod, maxAnisotropy: most } = unit;
  const derivative = (value: number, axis: number, size: number) => (dimensions > axis ? Math.fround(value * size) : 0);
  const { dudx, dvdx, dudy, dvdy } = laneDerivatives(lanes, lane);
  const steps = [
    floatStep('du/dx', derivative(dudx, 0, width), `texels of the first level: ${dudx} * ${width}`),
    floatStep('dv/dx', derivative(dvdx, 1, height), `${dvdx} * ${height}`),
    floatStep('du/dy', derivative(dudy, 0, width), `${dudy} * ${width}`),
    floatStep('dv/dy', derivative(dvdy, 1, height), `${dvdy} * ${height}`),
  ];
  const [rho, ratio] = [model.rho[lane], model.ratio[lane]];
  sameBits('log2(rho)', unit.log2Unit.log2(PLAIN, rho), lanes.baseLod[lane]);
  const { major, minor } = unit.measure(PLAIN, laneDerivatives(lanes, lane));
  if (unit.narrowAxes !== null) {
    const axis = floatStep('major axis', Math.fround(major!), `${lod.scaleFactor}, in the design's widths`);
    const note = most > 1 ? `minor axis, at least major axis / ${most}` : 'major axis';
    return [...steps, axis, floatStep('rho', rho, note)];
  }
  if (major === null || minor === null) return [...steps, floatStep('rho', rho, `longer axis, ${lod.scaleFactor}`)];
  const whole = major === 0 ? 1 : Math.fround(major / minor);
  return [
    ...steps,
    floatStep('major axis', major, lod.scaleFactor),
    floatStep('minor axis', minor, lod.scaleFactor === 'ellipse' ? 'area / major axis' : 'shorter vector'),
    floatStep('ratio', ratio, major === 0 ? 'of a point' : ratioNote(whole, most, rho)),
    floatStep('rho', rho, whole > most ? `major axis / ${most}` : 'minor axis'),
  ];
}

/** The clamp comes first; a rho below one texel lowers what it leaves (D3D11.3 7.18.11). */
function ratioNote(whole: number, most: number, rho: number): string {
  const clamp = whole > most ? ` = ${whole}, clamped to ${most}` : rho < 1 ? ` = ${whole}` : `, at most ${most}`;
  const lowered = rho < 1 ? '; * rho, at least 1, as rho < 1 texel' : '';
  return `major axis / minor axis${clamp}${lowered}`;
}

/** Bias and clamp. */
function clamped(watched: WatchedLane, { steps: model, lodUnit: unit }: UnitSteps, explicit: boolean): readonly Step[] {
  const { lanes, lane } = watched;
  const { sampler, op } = watched.binding;
  const { format, bounds } = unit;
  if (explicit) sameBits('base LOD', bounds.explicit(PLAIN, lanes.lodOperand[lane]), lanes.baseLod[lane]);
  const [shaderBias, shaderMinLod] =
    op === 'query_lod' ? [0, 0] : [explicit ? 0 : lanes.lodOperand[lane], lanes.minLod[lane]];
  const [bias, minLod] = [model.bias[lane], model.leastLod[lane]];
  const { maxLod } = bounds;
  const biased = lanes.baseLod[lane] + bias;
  sameBits('LOD', saturate(Math.max(minLod, Math.min(maxLod, biased)), format), lanes.lod[lane]);
  const wide = fixed('lod', format.integerBits + 16, format.fractionBits);
  return [
    fixedStep('bias', bias, wide, `sampler ${sampler.mipLodBias}, instruction ${shaderBias}`),
    fixedStep('biased', biased, wide),
    fixedStep('min LOD', minLod, wide, `sampler ${sampler.minLod}, instruction ${shaderMinLod}`),
    fixedStep('max LOD', maxLod, wide, `sampler ${sampler.maxLod}`),
  ];
}
