import type { PassView } from '../../pipeline/stages/observer.ts';
import type { Stage } from '../../pipeline/stages/stages.ts';
import { holds, type RegisterUnit } from '../../rtl-model/registers/register.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { SilentObserver } from './observers.ts';

/** Holds every register that a unit has written to its format, at the end of the unit's stage. */
export class RegisterCheck extends SilentObserver {
  constructor(private readonly states: readonly StateRegisters[]) {
    super();
  }

  /** @throws RangeError naming the register, when it holds what its format does not */
  override enter(_cycle: number, stage: Stage, view: PassView): void {
    // The tag stage and the data store write lines of the cache.
    if (stage !== 'tag' && stage !== 'data') this.check(stage, view);
  }

  private check(unit: RegisterUnit & Stage, view: PassView): void {
    const { lanes, lane } = view;
    const place = unit === 'result' ? { ...view, pass: view.passes - 1 } : view;
    for (const register of this.states[view.state].outOf(unit)) {
      const { format, snake } = register;
      if ('raw' in format) continue;
      const { entries } = register.register.of;
      for (let l = 0; l < QUAD_LANES; l++) {
        if (unit !== 'frontEnd' && lanes.passes[lane + l] <= view.pass) continue;
        for (let entry = 0; entry < entries.length; entry++) {
          const value = register.value(place, l, entry);
          if (holds(value, format)) continue;
          const { width, min, max } = format;
          throw new RangeError(
            `${unit}.lane${l}.${snake}${entries[entry]}: ${value} does not fit ${width} bits (${min} to ${max}) ` +
              `in pass ${view.pass} of quad ${view.quad}`,
          );
        }
      }
    }
  }
}
