import type { Design } from '../../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../../rtl-model/state/texture-state.ts';
import { check } from '../../../../../src/checker/check.ts';
import { D3D11_3 } from '../../../../../src/checker/profiles.ts';
import type { Effort, Finding, Rule } from '../../../../../src/checker/rule.ts';
import { designSubject, type Subject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY } from '../../../../oracle/presets.ts';

/** Full quality, with what D3D11.3 leaves no choice in: half way to a level is the coarser, biases add to -32. */
export const RIGHT: Design = {
  ...FULL_QUALITY,
  lod: { ...FULL_QUALITY.lod, nearestRule: 'floor-plus-half' },
  limits: { ...FULL_QUALITY.limits, maxSamplerLodBias: 32 },
};

type Changes = { readonly [unit in keyof Design]?: Partial<Design[unit]> };

/** The right design but for some fields. */
export function changed(changes: Changes): Subject {
  const design = { ...RIGHT } as Record<string, unknown>;
  for (const [unit, fields] of Object.entries(changes)) {
    design[unit] = { ...(RIGHT[unit as keyof Design] as object), ...(fields as object) };
  }
  return designSubject(design as unknown as Design);
}

/** One integer bit fewer of coordinates, and the images that they then hold. */
export function shorterCoordinates(): Subject {
  return changed({
    address: { coordinate: { integerBits: 15, fractionBits: 8 } },
    limits: { maxImageDimension1D: 8192, maxImageDimension2D: 8192, maxImageDimensionCube: 8192 },
  });
}

/** The question that a result answers. */
export interface Asked {
  readonly images: readonly ImageSource[];
  readonly state: TextureState;
  readonly batch: QuadBatch;
}

/** A design that is asked something else than it should be, or whose results come out wrong. */
export function distorted(
  distortion: { readonly ask?: (asked: Asked) => void; readonly answer?: (result: Float32Array, asked: Asked) => void },
  design: Design = RIGHT,
): Subject {
  const right = designSubject(design);
  return {
    ...right,
    sample(images, state, batch) {
      const asked = { images, state, batch };
      distortion.ask?.(asked);
      const result = right.sample(images, state, batch);
      distortion.answer?.(result, asked);
      return result;
    },
  };
}

/** The finding of a rule. */
export function found(subject: Subject, rule: Rule, effort: Effort = 'quick'): Finding {
  const steps = check(subject, D3D11_3, effort, [rule]);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value[0].finding;
}

/** The names of those of some rules that a subject fails. */
export function failed(subject: Subject, rules: readonly Rule[]): readonly string[] {
  return rules
    .filter((rule) => found(subject, rule).verdict === 'fail')
    .map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
}
