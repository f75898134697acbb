import { selectViewLayer } from '../address-unit/array-layer.ts';
import { SamplePlan } from '../address-unit/plans/sample-plan.ts';
import { wrap } from '../address-unit/wrap.ts';
import { FixedArithmetic } from '../filter-unit/arithmetic/fixed-arithmetic.ts';
import { filterScales, TapTexels } from '../filter-unit/arithmetic/tap-texels.ts';
import { laneDerivatives, LodUnit } from '../lod-unit/lod-unit.ts';
import { narrowRatio } from '../lod-unit/narrow-axes.ts';
import { Footprints } from '../registers/footprints.ts';
import { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES } from '../registers/quad-batch.ts';
import { copyRegisters, type RegisterPlace, type StateRegisters } from '../registers/state-registers.ts';
import { StepRegisters } from '../registers/step-registers.ts';
import { lerpsCodes } from '../registers/step-table.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import type { Binding } from '../state/binding.ts';

/**
 * The steps of the units under one state, calculated again from the registers by the units' own functions: none of them
 * is stored on the way of a quad.
 */
export class UnitSteps {
  readonly steps = new StepRegisters(QUAD_LANES);
  private readonly binding: Binding;
  private readonly names: ReadonlySet<string>;
  readonly lodUnit: LodUnit;
  private readonly plan: SamplePlan | null;
  private readonly arithmetic: FixedArithmetic | null;
  private readonly texels: TapTexels | null;
  /** Copies of the lane whose steps are calculated. */
  private readonly lanes = new LaneRegisters(QUAD_LANES);
  private readonly foot = new Footprints(1);

  /** @param registers those of the binding's state */
  constructor(binding: Binding, registers: StateRegisters) {
    this.binding = binding;
    this.names = new Set(registers.steps.map(({ name }) => name));
    this.lodUnit = new LodUnit(binding, { passes: () => 1 });
    this.plan = this.names.has('levelIndex') ? new SamplePlan(binding) : null;
    this.arithmetic = lerpsCodes(binding)
      ? new FixedArithmetic(binding.design, filterScales(binding), binding.dimensions)
      : null;
    this.texels = this.arithmetic === null ? null : TapTexels.of(binding, this.arithmetic);
  }

  /** The steps of the LOD unit in lane l. */
  lod({ lanes, lane }: RegisterPlace, l: number): void {
    const { lodUnit, steps } = this;
    const at = lane + l;
    if (!this.names.has('bias')) return;
    if (lodUnit.source !== 'explicit') {
      const { length, major, minor, ratio } = lodUnit.measure(PLAIN, laneDerivatives(lanes, at));
      steps.rho[l] = length;
      const narrow = lodUnit.narrowAxes !== null && minor !== null;
      steps.ratio[l] = narrow ? narrowRatio(major!, minor, lodUnit.maxAnisotropy) : (ratio ?? 1);
    }
    steps.bias[l] = lodUnit.biased ? lodUnit.bounds.bias(PLAIN, lanes.lodOperand[at]) : lodUnit.bounds.plainBias;
    steps.leastLod[l] = lodUnit.bounds.minLod(PLAIN, lodUnit.bounded ? lanes.minLod[at] : 0);
  }

  /** The steps of the address unit in lane l, in the pass of the place. */
  address({ lanes, lane, pass }: RegisterPlace, l: number): void {
    const { plan, binding, steps } = this;
    if (plan === null) return;
    const { image, view, sampler } = binding;
    const level = plan.levelOf(lanes, lane + l, pass);
    steps.levelIndex[l] = level;
    steps.layerIndex[l] = view.baseArrayLayer + selectViewLayer(PLAIN, binding, lanes.layer[lane + l]);
    if (!this.names.has('i0')) return;
    this.foot.tapCount[0] = 0;
    plan.address(lanes, lane + l, this.foot, 0, pass);
    const { width, height, depth } = image.levels[level];
    const { i0, i1, i2, i3, j0, j1, j2, j3, k0, k1, k2, k3 } = steps;
    const [u, v, w] = plan.axes.map(({ index }) => index);
    [i0, i1, i2, i3].forEach((i, n) => (i[l] = wrap(u[n], width, sampler.addressModeU)));
    [j0, j1, j2, j3].forEach((j, n) => (j[l] = wrap(v[n], height, sampler.addressModeV)));
    [k0, k1, k2, k3].forEach((k, n) => (k[l] = wrap(w[n], depth, sampler.addressModeW)));
  }

  /** The steps of the filter unit in lane l, in the pass of the place, whose texels are those that were decoded. */
  filter({ lanes: from, lane, foot: texels, footLane }: RegisterPlace, l: number): void {
    const { arithmetic, foot, lanes, steps } = this;
    if (arithmetic === null) return;
    copyRegisters(texels, footLane + l, foot, 1);
    copyRegisters(from, lane + l, lanes, 1);
    this.texels?.resolve(foot, 0, lanes, 0);
    const { texel, alpha, beta, tapCount } = foot;
    const isPoint = tapCount[0] === 1;
    const row = tapCount[0] === 2 ? 0 : 8;
    arithmetic.lift(texel, 0, steps.passSample, 4 * l);
    if (isPoint) return;
    for (let c = 0; c < 4; c++) {
      const at = 4 * l + c;
      steps.lerpU0[at] = arithmetic.alongU(texel[c], texel[c + 4], alpha[0]);
      steps.lerpU1[at] = arithmetic.alongU(texel[row + c], texel[row + c + 4], alpha[0]);
      steps.lerpV[at] = arithmetic.alongV(steps.lerpU0[at], steps.lerpU1[at], beta[0]);
      steps.passSample[at] = steps.lerpV[at];
    }
  }

  /** The steps of the result in lane l. */
  result({ lanes, lane }: RegisterPlace, l: number): void {
    const { arithmetic, steps } = this;
    if (arithmetic === null) return;
    const n = lanes.samples[lane + l];
    for (let c = 0; c < 4; c++) {
      const hi = lanes.sumHi[4 * (lane + l) + c];
      const lo = lanes.sumLo[4 * (lane + l) + c];
      steps.averageHi[4 * l + c] = arithmetic.average(hi, n);
      steps.averageLo[4 * l + c] = arithmetic.average(lo, n);
      steps.filtered[4 * l + c] = arithmetic.filtered(hi, lo, n, lanes.levelWeight[lane + l]);
    }
  }
}
