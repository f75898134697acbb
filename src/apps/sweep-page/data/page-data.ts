import type { Design } from '../../../../rtl-model/design/design.ts';
import type { FieldValue } from '../../../experiments/sweep/plan/axis.ts';
import type { Goal } from './pareto-front.ts';

/** A varied field of the designs. */
export interface FieldData {
  readonly name: string;
  readonly doc: string;
  /** True if its values are numbers: a word beside them, such as "unlimited", is infinite. */
  readonly numeric: boolean;
  /** Its values: numbers in rising order, then others as they came. */
  readonly values: readonly FieldValue[];
  /** The place of each design's value. */
  readonly at: readonly number[];
}

export interface MeasureData {
  readonly name: string;
  readonly unit: string;
  readonly doc: string;
  readonly goal: Goal;
  /** values[workload][design]; Infinity is "inf", null is where nothing was counted or no row is. */
  readonly values: readonly (readonly (number | 'inf' | null)[])[];
}

/** The rows of a sweep in columns, as a page holds them. Designs are in the order of their numbers. */
export interface PageData {
  readonly name: string;
  readonly plan: string;
  /** Versions of texunit and of Node, and the command. */
  readonly program: string;
  readonly node: string;
  readonly command: string;
  readonly workloads: readonly { readonly name: string; readonly weight: number; readonly hash: string }[];
  /** The base designs whole. */
  readonly bases: readonly { readonly name: string }[];
  /** Numbers of designs in the space, their hashes, and the places of their bases. */
  readonly designs: readonly number[];
  readonly hashes: readonly string[];
  readonly base: readonly number[];
  readonly fields: readonly FieldData[];
  readonly measures: readonly MeasureData[];
  /** Faults: the place of the design, that of the workload, and the reason. */
  readonly faults: readonly (readonly [design: number, workload: number, reason: string])[];
  /** The measures of the first two objectives, where the plan has them. */
  readonly objectives: readonly string[];
  /** The address of an inspector, and the design of it that each base is a change of. */
  readonly inspector?: { readonly address: string; readonly bases: readonly Design[] } | undefined;
}

/** Attribute `id` of the element with the data: JSON, gzipped, in base64. */
export const DATA_ID = 'sweep-data';
/** Attribute `id` of the element in which the page is drawn. */
export const ROOT_ID = 'sweep';
