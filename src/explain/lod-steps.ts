import type { Binding } from '../../rtl-model/state/binding.ts';
import { fixed, saturate } from '../../rtl-model/fixed-point/format.ts';
import { floatToFixed } from '../../rtl-model/fixed-point/float-to-fixed.ts';
import type { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { orthogonalize } from '../../rtl-model/lod-unit/ellipse.ts';
import { LodBounds } from '../../rtl-model/lod-unit/lod-bounds.ts';
import { Log2Unit, lodFormat } from '../../rtl-model/lod-unit/log2.ts';
import { NarrowAxes } from '../../rtl-model/lod-unit/narrow-axes.ts';
import { scaleFactor } from '../../rtl-model/lod-unit/scale-factor.ts';
import { UnitSteps } from '../../rtl-model/path/unit-steps.ts';
import type { Section, Step } from './explanation.ts';
import { placeOf } from './request-watch.ts';
import { fixedStep, floatStep, registerSteps, sameBits } from './step-values.ts';
import { WatchedLane } from './watched-lane.ts';

/**
 * The selection of the LOD unit: its registers, and the steps before them.
 *
 * @throws Error when a step does not end in the register's bits
 */
export function lodSection({ binding, registers, quad, lanes, lane }: WatchedLane): Section {
  const steps: Step[] = [];
  const model = new UnitSteps(binding, registers);
  model.lod(placeOf(quad), lane);
  const selects = binding.op === 'sample' || binding.op === 'footprint' || binding.op === 'query_lod';
  const explicit = isExplicit(binding);
  if (selects && !explicit && binding.dimensions < 3) steps.push(...measured(binding, model, lanes, lane));
  if (selects) steps.push(...clamped(binding, model, explicit, lanes, lane));
  return { title: 'LOD unit', steps: [...steps, ...registerSteps(registers.outOf('lod'), placeOf(quad), lane)] };
}

/** OpImageQueryLod has neither an LOD nor a bias of its own. */
function isExplicit({ op, instruction }: Binding): boolean {
  return op !== 'query_lod' && instruction.lod === 'explicit';
}

/** From derivatives to the length whose log2 is the base LOD. */
function measured(
  { design, image, sampler, firstLevel, dimensions }: Binding,
  { steps: model }: UnitSteps,
  lanes: LaneRegisters,
  lane: number,
): readonly Step[] {
  const { lod, limits } = design;
  const ends = image.cornerSampled ? 1 : 0;
  const width = image.levels[firstLevel].width - ends;
  const height = dimensions > 1 ? image.levels[firstLevel].height - ends : 0;
  const derivative = (value: number, axis: number, size: number) => (dimensions > axis ? Math.fround(value * size) : 0);
  const d = Float64Array.of(
    derivative(lanes.dudx[lane], 0, width),
    derivative(lanes.dvdx[lane], 1, height),
    derivative(lanes.dudy[lane], 0, width),
    derivative(lanes.dvdy[lane], 1, height),
  );
  const steps = [
    floatStep('du/dx', d[0], `texels of the first level: ${lanes.dudx[lane]} * ${width}`),
    floatStep('dv/dx', d[1], `${lanes.dvdx[lane]} * ${height}`),
    floatStep('du/dy', d[2], `${lanes.dudy[lane]} * ${width}`),
    floatStep('dv/dy', d[3], `${lanes.dvdy[lane]} * ${height}`),
  ];
  const most =
    sampler.anisotropyEnable && dimensions === 2
      ? Math.min(Math.fround(sampler.maxAnisotropy), limits.maxSamplerAnisotropy)
      : 1;
  const [rho, ratio] = [model.rho[lane], model.ratio[lane]];
  sameBits('log2(rho)', new Log2Unit(lod).log2(rho), lanes.baseLod[lane]);
  const narrow = NarrowAxes.of(lod);
  if (narrow !== null) {
    narrow.measure(Float64Array.of(...d, 0, 0));
    const axis = floatStep('major axis', Math.fround(narrow.major), `${lod.scaleFactor}, in the design's widths`);
    const note = most > 1 ? `minor axis, at least major axis / ${most}` : 'major axis';
    return [...steps, axis, floatStep('rho', rho, note)];
  }
  if (most === 1) return [...steps, floatStep('rho', rho, `longer axis, ${lod.scaleFactor}`)];
  const ellipse = lod.scaleFactor === 'ellipse';
  if (ellipse) orthogonalize(d);
  const x = scaleFactor(d[0], d[1], lod);
  const y = scaleFactor(d[2], d[3], lod);
  const major = Math.max(x, y);
  const area = Math.fround(Math.abs(d[0] * d[3] - d[1] * d[2]));
  const minor = !ellipse ? Math.min(x, y) : major === 0 ? 0 : Math.fround(area / major);
  const whole = major === 0 ? 1 : Math.fround(major / minor);
  return [
    ...steps,
    floatStep('major axis', major, lod.scaleFactor),
    floatStep('minor axis', minor, ellipse ? 'area / major axis' : 'shorter vector'),
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
function clamped(
  { design, sampler, op }: Binding,
  { steps: model }: UnitSteps,
  explicit: boolean,
  lanes: LaneRegisters,
  lane: number,
): readonly Step[] {
  const format = lodFormat(design.lod);
  if (explicit) {
    const operand = lanes.lodOperand[lane];
    const base = Number.isNaN(operand) ? format.max : floatToFixed(operand, format, design.lod.rounding);
    sameBits('base LOD', base, lanes.baseLod[lane]);
  }
  const [shaderBias, shaderMinLod] =
    op === 'query_lod' ? [0, 0] : [explicit ? 0 : lanes.lodOperand[lane], lanes.minLod[lane]];
  const [bias, minLod] = [model.bias[lane], model.leastLod[lane]];
  const { maxLod } = new LodBounds(design, format, sampler);
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
