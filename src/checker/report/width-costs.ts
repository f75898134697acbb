import { escaped } from '../../platform/pages/escaped.ts';
import { foldedSection, htmlTable, linked } from '../../platform/pages/page.ts';
import { counted, grouped } from '../../platform/pages/wording.ts';
import type { Verdict } from '../check.ts';
import type { GatesOf } from '../minimize/gates-of-sweeps.ts';
import { isPossible, type WidthSweep, type WidthTrial } from '../minimize/search.ts';
import type { Plot } from '../rule.ts';
import { findingNumber } from './check-report.ts';
import { plotSvg } from './plot-svg.ts';

/** The largest error of a width's values by the rule that shows the most of it. */
interface WidthError {
  readonly rule: Verdict['rule'];
  readonly required: number;
  /** By the width's value. */
  readonly measured: ReadonlyMap<number, number>;
}

/** The link to the inspector of a design with a width of so many bits, the others as they are; null without one. */
export type WidthLink = (parameter: WidthSweep['parameter'], bits: number) => string | null;

/**
 * A section for each width, folded: the error and the gates as the width varies, as plots and as a table. Without gates
 * there are the plots of the errors alone.
 */
export function widthCosts(
  sweeps: readonly WidthSweep[],
  gates: GatesOf | null,
  linkOf: WidthLink = () => null,
): string {
  if (gates !== null) {
    const summary = `${counted(sweeps.length, 'width')} as each varies: tables and plots of errors and gates`;
    return foldedSection(summary, '', sweeps.map((sweep) => section(sweep, gates, linkOf)).join('\n'));
  }
  const plots = sweeps.flatMap((sweep) => {
    const error = errorOf(sweep);
    return error === null ? [] : [plotSvg(errorPlot(sweep, error))];
  });
  return `<div class="grid">${plots.join('\n')}</div>`;
}

/** NAND2 that the last bit of a width adds, as a text; none where one of the two is not known. */
export function lastBitCost({ parameter: { field }, start }: WidthSweep, gates: GatesOf): string {
  const [now, less] = [gates(field, start), gates(field, start - 1)];
  return now === null || less === null ? '' : signed(now - less);
}

function section(sweep: WidthSweep, gates: GatesOf, linkOf: WidthLink): string {
  const { parameter, start } = sweep;
  const { field } = parameter;
  const error = errorOf(sweep);
  const trials = sweep.trials.toSorted((a, b) => a.value - b.value);
  const area = trials.map(({ value }) => [value, (gates(field, value) ?? NaN) / 1000] as const);
  const areaPlot = {
    title: `${field}: area`,
    x: 'bits',
    y: 'thousand NAND2',
    series: [{ name: 'modules', points: area }],
  };
  const now = gates(field, start);
  const unit = error === null ? '' : `, ${error.rule.unit}`;
  const rows = trials.map((trial) => {
    const own = gates(field, trial.value);
    const measured = error?.measured.get(trial.value);
    const bits = linked(String(trial.value), isPossible(trial) ? linkOf(parameter, trial.value) : null);
    return [
      trial.value === start ? `<b>${bits}, the design's</b>` : bits,
      own === null ? (isPossible(trial) ? 'not known' : '') : unbroken(grouped(own)),
      own === null || now === null ? '' : signed(own - now),
      measured === undefined ? '' : findingNumber(measured),
      escaped(trial.obstacle?.reason ?? 'nothing'),
    ];
  });
  return `<section class="panel" id="${escaped(field)}">
<h2>${escaped(field)}</h2>
${error === null ? '<p>No rule measures a difference.</p>' : `<p>The error is that of ${escaped(`${error.rule.id}: ${error.rule.title}`)}, at most ${findingNumber(error.required)} ${error.rule.unit}.</p>`}
${htmlTable(field, ['bits', 'NAND2', 'difference', `error${unit}`, 'breaks'], rows)}
<div class="grid">${error === null ? '' : plotSvg(errorPlot(sweep, error))}${plotSvg(areaPlot)}</div>
</section>`;
}

function signed(gates: number): string {
  return unbroken(gates < 0 ? `-${grouped(-gates)}` : `+${grouped(gates)}`);
}

/** A number in one line. */
function unbroken(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}

/** The worst error beside the limit over the widths that were tried. */
function errorPlot({ parameter }: WidthSweep, { rule, required, measured }: WidthError): Plot {
  const points = [...measured].sort(([a], [b]) => a - b);
  const ends = [points[0][0], points.at(-1)![0]];
  return {
    title: `${parameter.field}: ${rule.id}`,
    x: parameter.field,
    y: rule.unit,
    series: [
      { name: 'measured', points },
      { name: 'limit', points: ends.map((value) => [value, required] as const) },
    ],
  };
}

/** The error by the first rule that breaks or, where none does, by the one whose measured value changes most. */
function errorOf({ start, trials }: WidthSweep): WidthError | null {
  const near = trials.toSorted((a, b) => Math.abs(a.value - start) - Math.abs(b.value - start));
  const broken = near.map(({ obstacle }) => obstacle?.verdict ?? null).find((verdict) => verdict !== null);
  const errors = trials
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ rule }, n, all) => all.findIndex((other) => other.rule.id === rule.id) === n)
    .map(({ rule, finding }) => ({ rule, required: finding.required, measured: measuredBy(rule.id, trials) }));
  if (broken !== undefined) return errors.find(({ rule }) => rule.id === broken.rule.id)!;
  const [most] = errors.toSorted((a, b) => change(b) - change(a));
  return most === undefined || change(most) === 0 ? null : most;
}

function measuredBy(id: string, trials: readonly WidthTrial[]): ReadonlyMap<number, number> {
  return new Map(
    trials.flatMap(({ value, verdicts }) => {
      const own = verdicts.find(({ rule }) => rule.id === id);
      return own === undefined ? [] : [[value, own.finding.measured] as const];
    }),
  );
}

/** The change of a measured value over the widths, as a part of its limit. */
function change({ required, measured }: WidthError): number {
  const values = [...measured.values()].filter(Number.isFinite);
  if (values.length === 0) return 0;
  return (Math.max(...values) - Math.min(...values)) / Math.max(Math.abs(required), Number.EPSILON);
}
