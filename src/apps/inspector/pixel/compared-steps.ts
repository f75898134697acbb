import type { Explanation, Step } from '../../../explain/explanation.ts';

/** The first step whose value differs. */
export interface FirstDifference {
  readonly section: string;
  readonly step: string;
}

/** The sections of two designs side by side, each the steps of one unit, in the order of the first. */
export function comparedSections(first: Explanation, second: Explanation | null) {
  const titles = first.sections.map(({ title }) => title);
  const more = (second?.sections ?? []).map(({ title }) => title).filter((title) => !titles.includes(title));
  return [...titles, ...more].map((title) => {
    const one = first.sections.find((section) => section.title === title) ?? null;
    const other = second?.sections.find((section) => section.title === title) ?? null;
    return { title, first: one, second: other, steps: comparedSteps(one?.steps ?? [], other?.steps ?? []) };
  });
}

export type ComparedSection = ReturnType<typeof comparedSections>[number];

/** The steps of one design beside those of the other one, null where it does not have one; two may differ in their values. */
function comparedSteps(first: readonly Step[], second: readonly Step[]) {
  const of = (steps: readonly Step[], name: string) => steps.find((step) => step.name === name) ?? null;
  const names = [...new Set([...first, ...second].map(({ name }) => name))];
  return names.map((name) => {
    const [one, other] = [of(first, name), of(second, name)];
    return { name, first: one, second: other, differs: one !== null && other !== null && one.value !== other.value };
  });
}

export type ComparedStep = ReturnType<typeof comparedSteps>[number];

/** True for a register or a value in a format; other steps are settings, or words. */
function isComputed({ first }: ComparedStep): boolean {
  return first?.bits !== undefined || first?.format !== undefined;
}

/**
 * The first step at which two designs part, a register, a value or a row of lerps or sums; null where all values are
 * equal.
 */
export function partingOf(sections: readonly ComparedSection[]): FirstDifference | null {
  for (const section of sections) {
    const step = section.steps.find((one) => one.differs && isComputed(one))?.name ?? partingRow(section);
    if (step !== null) return { section: section.title, step };
  }
  return null;
}

/** The first row of the filter unit whose r, g, b or a differ, if both designs take the same steps. */
function partingRow({ first, second }: ComparedSection): string | null {
  const [rows, others] = [first?.table, second?.table];
  if (rows?.columns[1] !== 'fraction' || rows.rows.length !== others?.rows.length) return null;
  const differs = rows.rows.find((row, n) => String(scaled(row)) !== String(scaled(others.rows[n])));
  return differs?.[0] ?? null;
}

/** r, g, b, a of a row: integers with the fraction that the row names, such as `/ 2^8`, or floats. */
function scaled([, fraction, ...components]: readonly string[]): readonly number[] {
  const bits = Number(/2\^(\d+)/.exec(fraction)?.[1] ?? 0);
  return components.map((component) => Number(component) / 2 ** bits);
}
