import type { NearestRounding } from '../fixed-point/rounding.ts';

/** How a step's number travels: int32, float32, float64, or all bits set or none. */
export type NumberKind = 'integer' | 'float32' | 'float64' | 'mask';

/** The kinds of steps. Operands and meaning are described at the methods of `StepGraph` that make them. */
export type StepKind =
  | 'constant'
  | 'register'
  | 'quadRegister'
  | 'ofState'
  | 'ofLevel'
  | 'index'
  | 'activeLanes'
  | 'passNumber'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'least'
  | 'greatest'
  | 'shiftRight'
  | 'and'
  | 'or'
  | 'not'
  | 'less'
  | 'equal'
  | 'select'
  | 'floor'
  | 'truncate'
  | 'nearestInteger'
  | 'toInteger'
  | 'neighbor'
  | 'larger'
  | 'smaller'
  | 'divide'
  | 'squareRoot'
  | 'absolute'
  | 'negate'
  | 'ceil'
  | 'double'
  | 'single'
  | 'bits'
  | 'leadingBit'
  | 'cutBelow'
  | 'flushed'
  | 'address'
  | 'lookUp'
  | 'scaled'
  | 'roundedSum'
  | 'entry'
  | 'leave'
  | 'square'
  | 'compared'
  | 'cornered'
  | 'tap'
  | 'gathered'
  | 'extreme'
  | 'extremeOf'
  | 'lerp'
  | 'dot'
  | 'round'
  | 'lifted'
  | 'average'
  | 'known'
  | 'withConstant'
  | 'quotient'
  | 'weighted'
  | 'weightedTexels'
  | 'extremeTexel'
  | 'amongTexels'
  | 'alone'
  | 'aligned'
  | 'roundedCodes'
  | 'light'
  | 'ofComponents'
  | 'mixed'
  | 'rounded'
  | 'bounded'
  | 'completed'
  | 'shown'
  | 'when'
  | 'part'
  | 'sum'
  | 'extremeOver';

/** The steps inside a `when`, a `sum` or an `extremeOver`, in the order in which they were made. */
export interface StepRegion {
  readonly steps: StepNode[];
  readonly known: Map<string, StepNode>;
  readonly around: StepRegion | null;
}

/** The value of a step: a number for each lane, or four for each lane, a colour's components. */
export interface StepType {
  readonly kind: NumberKind;
  readonly color: boolean;
}

/** The least and the greatest value of a step, for all inputs; of a colour's components together. */
export interface StepRange {
  readonly low: number;
  readonly high: number;
}

/** The float that an exact sum is rounded to. */
export interface ResultFloat {
  /** Significant bits: those of a half or of float32. */
  readonly bits: 11 | 24;
  /** How ties go, where a sum of zeros is +0; null for even ties and zeros with their sign. */
  readonly ties: NearestRounding | null;
}

export const TO_FLOAT32: ResultFloat = { bits: 24, ties: null };

/** One step of the arithmetic. */
export interface StepNode extends StepType, StepRange {
  readonly id: number;
  readonly step: StepKind;
  readonly operands: readonly StepNode[];
  /** What the kind of step needs beside its operands. */
  readonly detail: unknown;
  /** The inner steps of `when`, `sum` and `extremeOver`. */
  readonly region: StepRegion | null;
}
