import { type FixedFormat, fixed } from '../fixed-point/format.ts';
import { type Footprints, NO_TAP } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import type { Binding } from '../state/binding.ts';
import type { TapPlan } from './plans/tap-plan.ts';

/** The address unit for every image operation: what a pass reads is the operation's tap plan. */
export class OperationAddressUnit {
  readonly coordinateFormat: FixedFormat;
  private readonly plan: TapPlan;

  constructor({ design }: Binding, plan: TapPlan) {
    const { integerBits, fractionBits } = design.address.coordinate;
    this.coordinateFormat = fixed('coordinate', integerBits, fractionBits);
    this.plan = plan;
  }

  /** As `AddressUnit.footprints`. */
  footprints(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, count: number, pass: number): void {
    for (let k = 0; k < count; k++) {
      clearPosition(foot, to + k);
      foot.tapCount[to + k] = 0;
      foot.alpha[to + k] = 0;
      foot.beta[to + k] = 0;
      foot.gamma[to + k] = 0;
      foot.plane[to + k] = 0;
      foot.address.fill(NO_TAP, 4 * (to + k), 4 * (to + k) + 4);
      foot.weight.fill(0, 4 * (to + k), 4 * (to + k) + 4);
      if (pass < lanes.passes[lane + k]) this.plan.address(lanes, lane + k, foot, to + k, pass);
    }
  }
}

/** Operations that sample nowhere between texels leave it so. */
function clearPosition({ sampleU, sampleV, sampleW, fixedU, fixedV, fixedW }: Footprints, at: number): void {
  sampleU[at] = 0;
  sampleV[at] = 0;
  sampleW[at] = 0;
  fixedU[at] = 0;
  fixedV[at] = 0;
  fixedW[at] = 0;
}
