import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Operation } from '../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { ResultRange } from '../../specification/answers/answer.ts';
import type { FaultySteps } from '../../specification/texels/reading.ts';
import type { ResultFault } from '../judge/result-fault.ts';
import type { Profile } from '../profiles.ts';
import type { Fault } from './faults.ts';

/** A texture state with its view, and the profile that judges it. */
export interface JudgedState {
  readonly texture: TextureState;
  readonly image: ImageSource;
  readonly view: ImageView;
  /** The weight image or the reference image, where the state has one. */
  readonly second?: ImageSource;
  readonly profile: Profile;
}

/** A lane whose result is judged. */
export interface ResultLane {
  readonly quad: number;
  readonly lane: number;
}

/** The same question with one thing changed. */
export interface ChangedQuestion {
  readonly texture?: TextureState;
  readonly image?: ImageSource;
  readonly second?: ImageSource;
  readonly profile?: Profile;
  readonly faultySteps?: FaultySteps;
  /** False for operands that the change leaves as they are. */
  readonly concerns?: (batch: QuadBatch) => boolean;
  /** Changes operands; those of all four lanes, where derivatives must not change. */
  readonly operands?: (batch: QuadBatch, lane: number) => void;
  /** The lane whose result was returned instead. */
  readonly lane?: (lane: number) => number;
  /** The change of the answer itself. */
  readonly returned?: Returned;
}

/** A faulty change of the right result. */
export type Returned = (right: ResultRange) => ResultRange;

/** The changed questions of a fault, in groups. */
export type Groups = readonly (readonly ChangedQuestion[])[];
export type GroupsOf = (given: JudgedState) => Groups;

/**
 * A fault of a certain size. It explains a result that one of its changed questions permits. The questions of a group
 * are the ends of a range: a result between their answers is explained, too.
 */
export interface Hypothesis {
  readonly fault: Fault;
  /** The changed questions: empty where the fault cannot occur. */
  readonly groups?: GroupsOf;
  /** The error in ULP that the fault explains in a channel (any channel if left out) without a question. */
  readonly within?: (given: JudgedState, channel?: ResultFault['channel']) => number;
  /** Changes of the right result. The question is as it was, in the order of all requests. */
  readonly returned?: (given: JudgedState) => readonly Returned[];
}

/** A hypothesis about operations that have an LOD or coordinates with a fraction. */
export function ofSamples(groups: GroupsOf): GroupsOf {
  return (given) => (['sample', 'gather'].includes(given.texture.instruction.op ?? 'sample') ? groups(given) : []);
}

/** The `count` variants of a fault, one hypothesis each: a device has one of them. Null if a variant cannot occur. */
export function variantsOf(
  fault: Fault,
  count: number,
  variants: (given: JudgedState) => readonly (readonly ChangedQuestion[] | null)[],
): readonly Hypothesis[] {
  return Array.from({ length: count }, (_, n) => ({
    fault,
    groups: (given) => {
      const variant = variants(given)[n] ?? null;
      return variant === null ? [] : [variant];
    },
  }));
}

/** The operations whose results are texels, filtered or not. */
export const RETURNING_TEXELS: readonly Operation[] = ['sample', 'gather', 'fetch', 'read'];

type Operand = Float32Array | Int32Array | Int16Array;

/** Changes an operand of all lanes. */
export function change(operand: Operand, by: (value: number, n: number) => number): void {
  operand.forEach((value, n) => (operand[n] = by(value, n)));
}

/** Exchanges two operands of all lanes. */
export function exchange(a: Operand, b: Operand): void {
  a.forEach((value, n) => ([a[n], b[n]] = [b[n], value]));
}

export function each<T>(values: readonly T[], changed: (value: T) => ChangedQuestion): Groups {
  return values.map((value) => [changed(value)]);
}

export function withSampler(texture: TextureState, change: Partial<Sampler>): ChangedQuestion {
  return { texture: { ...texture, sampler: { ...texture.sampler, ...change } } };
}

export function withView(texture: TextureState, view: ImageView, change: Partial<ImageView>): ChangedQuestion {
  return { texture: { ...texture, view: { ...view, ...change } } };
}
