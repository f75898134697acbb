import type { StepNode, StepRegion } from './step.ts';
import { tablePlace } from './table-place.ts';

/** The lines of a function that calculates steps, region by region, in a language with blocks. */
export abstract class StepText {
  readonly lines: string[] = [];
  private readonly needed = new Set<StepNode>();
  private indent = '  ';

  /** @param unnamed steps without a variable: constants, registers, and steps that are another value */
  constructor(private readonly unnamed: ReadonlySet<StepNode['step']>) {}

  /** Writes a step that has a variable. */
  protected abstract define(step: StepNode): void;

  /** Writes a statement for each component c of a colour. */
  abstract eachComponent(text: string): void;

  /** Gives a step its value; a colour has that of its component c. */
  protected assign(step: StepNode, value: string): void {
    if (step.color) this.eachComponent(`${nameOf(step)}[c] = ${value};`);
    else this.line(`${nameOf(step)} = ${value};`);
  }

  /** Writes a `when`, whose variable is declared: the steps of its region where the mask is true, and one of two values. */
  protected when(step: StepNode, mask: string, yes: string, no: string): void {
    const inside = () => {
      this.region(step.region!);
      this.assign(step, yes);
    };
    this.block(`if (${mask}) {`, inside, '');
    this.block('} else {', () => this.assign(step, no));
  }

  /** The operands that a step's text has: a look-up has the index alone. */
  protected operandsOf(step: StepNode): readonly StepNode[] {
    return step.step === 'lookUp' || step.step === 'entry' ? tablePlace(step).index : step.operands;
  }

  /** Adds a step, with all that it needs, to those that are written. */
  need(step: StepNode): void {
    if (this.needed.has(step)) return;
    this.needed.add(step);
    this.operandsOf(step).forEach((operand) => this.need(operand));
  }

  /** The steps of a region that are needed. */
  protected neededOf({ steps }: StepRegion): readonly StepNode[] {
    return steps.filter((step) => this.isNeeded(step));
  }

  protected isNeeded(step: StepNode): boolean {
    return this.needed.has(step);
  }

  region(region: StepRegion): void {
    for (const step of this.neededOf(region)) if (!this.unnamed.has(step.step)) this.define(step);
  }

  line(text: string): void {
    this.lines.push(this.indent + text);
  }

  protected block(head: string, body: () => void, end = '}'): void {
    this.line(head);
    this.indent += '  ';
    body();
    this.indent = this.indent.slice(2);
    if (end !== '') this.line(end);
  }
}

/** The variable of a step. */
export function nameOf({ id }: StepNode): string {
  return `n${id}`;
}
