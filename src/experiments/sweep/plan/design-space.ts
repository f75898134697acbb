import { type Design, DesignError } from '../../../../rtl-model/design/design.ts';
import { checkWidths } from '../../../../rtl-model/design/widths.ts';
import { changedFrom } from '../../../designs/design-difference.ts';
import { withFields } from '../../../designs/with-fields.ts';
import { type FieldValue, axisStep } from './axis.ts';
import { parseConstraint } from './constraint.ts';
import type { Plan } from './parse-plan.ts';

/** The reason why there is no design of a number, in a line. */
export interface Refusal {
  readonly refused: string;
}

/**
 * The designs of a plan by their numbers, from 0 to `size - 1`: a mixed radix of the base and the axes, whose last digit
 * is the last axis. Nothing is held for a design.
 */
export class DesignSpace {
  /** Steps of the base and of each axis: the radices, the first one changes slowest. */
  readonly radices: readonly number[] = [this.plan.bases.length, ...this.plan.axes.map(({ values }) => values.length)];
  /** Numbers of designs, those that are refused included; more than 2^53 are not exact. */
  readonly size = this.radices.reduce((product, radix) => product * radix, 1);
  /** The paths of the varied fields, in the order of the plan. */
  readonly fields = this.plan.axes.flatMap(({ fields }) => fields);
  /** The digits of the baseline, null where it has those of the design that is compared with it. */
  private readonly compared: readonly (number | null)[];
  /** The one design that all are compared with; null where there are several. */
  readonly baseline: number | null;
  private readonly constraints = this.plan.constraints.map(parseConstraint);

  constructor(private readonly plan: Plan) {
    const { bases, axes, baseline = {} } = plan;
    const isGiven = (fields: readonly string[]) => fields.some((field) => Object.hasOwn(baseline, field));
    const steps = [
      isGiven(['base']) ? bases.findIndex(({ name }) => name === baseline.base) : null,
      ...axes.map((axis) => (isGiven(axis.fields) ? axisStep(axis, baseline) : null)),
    ];
    this.compared = steps.map((step, k) => (this.radices[k] === 1 ? 0 : step));
    this.baseline = this.compared.includes(null) ? null : this.baselineOf(0);
  }

  /** The digits of a number: the step of the base and of each axis. */
  digits(number: number): readonly number[] {
    return digitsOf(number, this.radices.toReversed()).toReversed();
  }

  numberOf(digits: readonly number[]): number {
    return digits.reduce((number, digit, k) => number * this.radices[k] + digit, 0);
  }

  /** The number of the design that a design is compared with; its own where the plan has no baseline. */
  baselineOf(number: number): number {
    return this.numberOf(this.digits(number).map((digit, k) => this.compared[k] ?? digit));
  }

  /** The name of a number's base, and the values of `fields`. */
  valuesAt(number: number): { readonly base: string; readonly values: readonly FieldValue[] } {
    const [base, ...steps] = this.digits(number);
    const values = this.plan.axes.flatMap((axis, k) => axis.values[steps[k]]);
    return { base: this.plan.bases[base].name, values };
  }

  /** The design of a number, or why it is not in the space. */
  designAt(number: number): Design | Refusal {
    const { values } = this.valuesAt(number);
    const base = this.plan.bases[this.digits(number)[0]];
    try {
      const changed = withFields(
        base,
        this.fields.map((field, n) => [field, values[n]]),
      );
      const design = changedFrom(base, changed, `${base.name} #${number}`);
      checkWidths(design);
      const broken = this.constraints.find(({ holds }) => !holds(design));
      return broken === undefined ? design : { refused: `${broken.text} does not hold` };
    } catch (error) {
      if (!(error instanceof DesignError)) throw error;
      return { refused: error.message };
    }
  }
}

/** The digits of a number in a mixed radix, the lowest first. */
export function digitsOf(number: number, radices: readonly number[]): number[] {
  let rest = number;
  return radices.map((radix) => {
    const digit = rest % radix;
    rest = Math.floor(rest / radix);
    return digit;
  });
}
