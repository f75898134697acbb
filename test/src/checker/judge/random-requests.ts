import type { Design } from '../../../../rtl-model/design/design.ts';
import type { RoundingMode } from '../../../../rtl-model/fixed-point/rounding.ts';
import { ALL_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { type Sampler, DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { judgeLanes, oracleOf, type WrongLane } from '../../../../src/checker/judge/judge-lanes.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import type { Profile } from '../../../../src/checker/profiles.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { EXPLICIT } from '../../../oracle/sampling.ts';

/** Noise of one byte a texel, 16x16 and its chain of levels. */
export function noise(seed: number) {
  const dice = new Dice(seed);
  const levels = [16, 8, 4, 2, 1].map((size) => Uint8Array.from({ length: size * size }, () => dice.integer(0, 255)));
  return { format: formatOf('r8_unorm'), width: 16, height: 16, layers: 1, levels };
}

/** The one state of image 0, with an explicit LOD. */
export function explicitState(sampler: Partial<Sampler>): TextureState {
  return { image: 0, sampler: { ...DEFAULT_SAMPLER, ...sampler }, instruction: EXPLICIT };
}

/** Coordinates anywhere near the image, LODs from `lodOf`. */
export function randomLanes(seed: number, quads: number, lodOf: (dice: Dice) => number): QuadBatch {
  const dice = new Dice(seed);
  const batch = new QuadBatch(quads);
  batch.count = quads;
  for (let lane = 0; lane < 4 * quads; lane++) {
    batch.active[lane >> 2] = ALL_LANES;
    batch.s[lane] = dice.real(-1, 2);
    batch.t[lane] = dice.real(-1, 2);
    batch.lod[lane] = lodOf(dice);
  }
  return batch;
}

interface Widths {
  readonly subtexel?: number;
  readonly mip?: number;
  readonly rounding?: RoundingMode;
  readonly lodRounding?: RoundingMode;
  readonly address?: Partial<Design['address']>;
  readonly lod?: Partial<Design['lod']>;
  readonly filter?: Partial<Design['filter']>;
}

/** The full-quality design with other widths. */
export function designOf({ subtexel = 8, mip = 8, rounding, lodRounding, ...changes }: Widths): Design {
  const { address, lod, filter } = FULL_QUALITY;
  return {
    ...FULL_QUALITY,
    name: 'changed',
    address: {
      ...address,
      coordinate: { ...address.coordinate, fractionBits: subtexel },
      ...(rounding && { rounding }),
      ...changes.address,
    },
    lod: {
      ...lod,
      format: { ...lod.format, fractionBits: mip },
      ...(lodRounding && { rounding: lodRounding }),
      ...changes.lod,
    },
    filter: { ...filter, accumulatorBits: 51, weightBits: subtexel, ...changes.filter },
  };
}

/** Runs a generator to its result. */
export function finished<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The wrong results of a trace, without a search for their faults. */
export function wrongLanes(trace: MeasuredTrace, profile: Profile): readonly WrongLane[] {
  const oracle = oracleOf(trace, { kind: 'profile', profile });
  return finished(judgeLanes(trace, oracle, { from: 0, until: trace.requests.length })).wrong;
}
