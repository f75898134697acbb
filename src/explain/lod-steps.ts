import type { Binding } from '../../rtl-model/state/binding.ts';
import { fixed, saturate } from '../../rtl-model/fixed-point/format.ts';
import { floatToFixed } from '../../rtl-model/fixed-point/float-to-fixed.ts';
import type { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { type Anisotropy, anisotropy, sampleCount } from '../../rtl-model/lod-unit/anisotropy.ts';
import { majorAxis, orthogonalize } from '../../rtl-model/lod-unit/ellipse.ts';
import { LodBounds } from '../../rtl-model/lod-unit/lod-bounds.ts';
import { Log2Unit } from '../../rtl-model/lod-unit/log2.ts';
import { scaleFactor } from '../../rtl-model/lod-unit/scale-factor.ts';
import { FILTER_CODES } from '../../rtl-model/state/sample-shape.ts';
import { unsignedFixed } from '../../rtl-model/fixed-point/format.ts';
import type { Section, Step } from './explanation.ts';
import { sameBits } from './same-bits.ts';
import { fixedStep, floatStep, hex } from './step-values.ts';

/**
 * What the LOD unit selected, from its registers.
 *
 * @param plain true for sampling in a plane: then the steps before the registers are shown, too
 * @throws Error when a step does not end in the register's bits
 */
export function lodSection(binding: Binding, plain: boolean, lanes: LaneRegisters, lane: number): Section {
  const { format } = new Log2Unit(binding.design.lod);
  const steps: Step[] = [];
  if (plain && binding.instruction.lod !== 'explicit') steps.push(...measured(binding, lanes, lane));
  steps.push(fixedStep('base LOD', lanes.baseLod[lane], format, baseNote(binding, plain)));
  if (plain) steps.push(...clamped(binding, lanes, lane));
  else steps.push(fixedStep('biased', lanes.lambda[lane], format, "lambda', after the bias"));
  steps.push(fixedStep('LOD', lanes.lod[lane], format, 'after the clamp'));
  return { title: 'LOD unit', steps: [...steps, ...selected(binding, lanes, lane)] };
}

function baseNote({ instruction }: Binding, plain: boolean): string {
  if (instruction.lod === 'explicit') return "the instruction's LOD";
  return plain ? 'log2(rho)' : 'before the bias';
}

/** From derivatives to the length whose log2 is the base LOD. */
function measured(
  { design, image, sampler, firstLevel }: Binding,
  lanes: LaneRegisters,
  lane: number,
): readonly Step[] {
  const { lod, limits } = design;
  const { width, height } = image.levels[firstLevel];
  const d = Float64Array.of(
    Math.fround(lanes.dudx[lane] * width),
    Math.fround(lanes.dvdx[lane] * height),
    Math.fround(lanes.dudy[lane] * width),
    Math.fround(lanes.dvdy[lane] * height),
  );
  const steps = [
    floatStep('du/dx', d[0], `texels of level ${firstLevel}: ${lanes.dudx[lane]} * ${width}`),
    floatStep('dv/dx', d[1], `${lanes.dvdx[lane]} * ${height}`),
    floatStep('du/dy', d[2], `${lanes.dudy[lane]} * ${width}`),
    floatStep('dv/dy', d[3], `${lanes.dvdy[lane]} * ${height}`),
  ];
  const most = sampler.anisotropyEnable ? Math.min(Math.fround(sampler.maxAnisotropy), limits.maxSamplerAnisotropy) : 1;
  const log2 = new Log2Unit(lod);
  const ellipse = lod.scaleFactor === 'ellipse';
  if (most === 1) {
    const length = new Float32Array(1);
    if (ellipse) majorAxis(d[0], d[1], d[2], d[3], length, 0);
    else length[0] = Math.max(scaleFactor(d[0], d[1], lod), scaleFactor(d[2], d[3], lod));
    const [rho] = length;
    sameBits('log2(rho)', log2.log2(rho), lanes.baseLod[lane]);
    return [...steps, floatStep('rho', rho, `longer axis, ${lod.scaleFactor}`)];
  }
  if (ellipse) orthogonalize(d);
  const x = scaleFactor(d[0], d[1], lod);
  const y = scaleFactor(d[2], d[3], lod);
  const major = Math.max(x, y);
  const area = Math.fround(Math.abs(d[0] * d[3] - d[1] * d[2]));
  const minor = !ellipse ? Math.min(x, y) : major === 0 ? 0 : Math.fround(area / major);
  const footprint: Anisotropy = { ratio: 1, minor: 0 };
  anisotropy(major, minor, most, footprint);
  sameBits('log2(rho)', log2.log2(footprint.minor), lanes.baseLod[lane]);
  sameBits('N', sampleCount(footprint.ratio, lod.anisotropicRates), lanes.samples[lane]);
  return [
    ...steps,
    floatStep('major axis', major, lod.scaleFactor),
    floatStep('minor axis', minor, ellipse ? 'area / major axis' : 'shorter vector'),
    floatStep('ratio', footprint.ratio, `at most ${most}`),
    floatStep('rho', footprint.minor, 'major axis / ratio'),
  ];
}

/** Bias and clamp of plain sampling. */
function clamped({ design, sampler, instruction }: Binding, lanes: LaneRegisters, lane: number): readonly Step[] {
  const { format } = new Log2Unit(design.lod);
  const bounds = new LodBounds(design, format, sampler);
  const explicit = instruction.lod === 'explicit';
  if (explicit) {
    const operand = lanes.lodOperand[lane];
    const base = Number.isNaN(operand) ? format.max : floatToFixed(operand, format, design.lod.rounding);
    sameBits('base LOD', base, lanes.baseLod[lane]);
  }
  const shaderBias = explicit ? 0 : lanes.lodOperand[lane];
  const bias = bounds.bias(shaderBias);
  const minLod = bounds.minLod(lanes.minLod[lane]);
  const { maxLod } = bounds;
  const biased = lanes.baseLod[lane] + bias;
  sameBits('LOD', saturate(Math.max(minLod, Math.min(maxLod, biased)), format), lanes.lod[lane]);
  const wide = fixed('lod', format.integerBits + 16, format.fractionBits);
  return [
    fixedStep('bias', bias, wide, `sampler ${sampler.mipLodBias}, instruction ${shaderBias}`),
    fixedStep('biased', biased, wide),
    fixedStep('min LOD', minLod, wide, `sampler ${sampler.minLod}, instruction ${lanes.minLod[lane]}`),
    fixedStep('max LOD', maxLod, wide, `sampler ${sampler.maxLod}`),
  ];
}

/** Levels, weight, filter and samples: registers all. */
function selected({ design, sampler }: Binding, lanes: LaneRegisters, lane: number): readonly Step[] {
  const { integerBits, fractionBits } = design.lod.format;
  const fraction = unsignedFixed('weight', fractionBits === 0 ? 1 : 0, fractionBits);
  const filter = Object.entries(FILTER_CODES).find(([, code]) => code === lanes.linear[lane])?.[0] ?? '';
  const steps: Step[] = [
    { name: 'filter', value: filter, note: lanes.lod[lane] <= 0 ? 'LOD <= 0: magFilter' : 'LOD > 0: minFilter' },
    {
      name: 'finer level',
      value: lanes.levelHi[lane],
      note: `mipmapMode ${sampler.mipmapMode}, LOD ${integerBits}.${fractionBits}`,
    },
    { name: 'coarser level', value: lanes.levelLo[lane] },
    fixedStep('level weight', lanes.levelWeight[lane], fraction, 'of the coarser level'),
    { name: 'N', value: lanes.samples[lane], note: 'anisotropic samples of a level' },
  ];
  if (lanes.samples[lane] > 1) {
    steps.push(
      floatStep('axis u', lanes.axisU[lane], 'major axis, normalized'),
      floatStep('axis v', lanes.axisV[lane]),
    );
  }
  steps.push({ name: 'passes', value: lanes.passes[lane], bits: hex(lanes.passes[lane], 8) });
  return steps;
}
