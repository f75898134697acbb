import type { Design } from '../../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../../rtl-model/memory/image.ts';
import { QUAD_LANES, type QuadBatch } from '../../../../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../../rtl-model/state/texture-state.ts';
import { type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import type { Rule } from '../../../../../src/checker/rule.ts';
import { designSubject, type Subject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY, VULKAN_MINIMUM } from '../../../../oracle/presets.ts';
import { fails } from '../wrong-subject.ts';

/**
 * The widest and the narrowest design that conform, each with a profile that it conforms to, and the turn of its rules.
 * The claims of full quality beyond 1.4 have a test of their own. test/deep has other designs.
 */
export const CONFORMING: readonly (readonly [design: Design, profile: Profile, turn: number])[] = [
  [FULL_QUALITY, VULKAN_1_4, 0],
  [VULKAN_MINIMUM, VULKAN_1_0, 1],
];

/** The last parts of the ids of the rules that a subject fails. */
export function failures(rules: readonly Rule[], subject: Subject, profile: Profile = VULKAN_1_4): readonly string[] {
  return rules.filter((rule) => fails(rule, subject, profile)).map(({ id }) => id.split('/').pop()!);
}

/** A design that is not what it claims: the limits stay those of full quality. */
export function narrowed(change: (design: Design) => Design): Subject {
  return { ...designSubject(change(FULL_QUALITY)), design: FULL_QUALITY };
}

export interface Request {
  readonly images: readonly ImageSource[];
  readonly state: TextureState;
  readonly batch: QuadBatch;
}

const RIGHT = designSubject(FULL_QUALITY);

/** Full quality that is asked something else than what it was. */
export function misunderstood(change: (request: Request) => Partial<Request>): Subject {
  return {
    ...RIGHT,
    sample(images, state, batch, extras) {
      const request = { images, state, batch };
      const asked = { ...request, ...change(request) };
      return RIGHT.sample(asked.images, asked.state, asked.batch, extras);
    },
  };
}

export function withSampler(change: (sampler: Sampler) => Partial<Sampler>): Subject {
  return misunderstood(({ state }) => ({
    state: { ...state, sampler: { ...state.sampler, ...change(state.sampler) } },
  }));
}

/** Full quality that changes r, g, b and a of every result. */
export function distorted(change: (color: Float32Array, request: Request, lane: number) => void): Subject {
  return {
    ...RIGHT,
    sample(images, state, batch, extras) {
      const result = RIGHT.sample(images, state, batch, extras);
      for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
        change(result.subarray(4 * lane, 4 * lane + 4), { images, state, batch }, lane);
      }
      return result;
    },
  };
}
