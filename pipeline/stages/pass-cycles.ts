import type { FilterDesign } from '../../rtl-model/design/design.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { PASS_TAPS } from '../cache/in-flight.ts';
import type { RunParts, StateFacts } from '../cache/run-parts.ts';

/** The numbers of samples of a pass: none to one for each lane. */
const SAMPLE_COUNTS = QUAD_LANES + 1;

/** Cycles that a pass takes in the units whose rate is limited. */
export class PassCycles {
  /** Cycles of the address unit for a number of taps. */
  private readonly ofTaps: Uint8Array;
  /** Cycles of the filter for a texture state and 0 to 4 samples, at state * SAMPLE_COUNTS + samples. */
  private readonly ofSamples: Int32Array;

  constructor({ design: { address, filter }, states }: Pick<RunParts, 'design' | 'states'>) {
    this.ofTaps = Uint8Array.from({ length: PASS_TAPS + 1 }, (_, taps) =>
      Math.max(1, Math.ceil(taps / address.tapsPerCycle)),
    );
    this.ofSamples = Int32Array.from({ length: SAMPLE_COUNTS * states.length }, (_, at) => {
      const batches = Math.ceil((at % SAMPLE_COUNTS) / filter.samplesPerCycle);
      return Math.max(1, batches * batchCycles(states[Math.floor(at / SAMPLE_COUNTS)], filter));
    });
  }

  /** Cycles of the address unit. */
  addressing(taps: number): number {
    return this.ofTaps[taps];
  }

  /** Cycles of the filter. */
  filtering(state: number, samples: number): number {
    return this.ofSamples[state * SAMPLE_COUNTS + samples];
  }
}

/** Cycles for one batch of samples. */
function batchCycles({ componentBits, factors }: StateFacts, { rate }: FilterDesign): number {
  const table = rate.factors;
  if (table !== null) return factors.reduce((cycles, factor) => cycles * table[factor], 1);
  return componentBits === 8 ? 1 : componentBits === 16 ? rate.bits16 : rate.bits32;
}
