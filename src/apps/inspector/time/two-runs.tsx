import { useMemo } from 'preact/hooks';
import { CAUSE_RECORDS, CAUSES } from '../../../../pipeline/counters/causes.ts';
import { grouped, percent } from '../../../platform/pages/wording.ts';
import { causeColor } from '../../../simulate/report/html-style.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ChartFigure } from '../components/chart-figure.tsx';
import { causesOf, type RunLog } from '../state/run-log.ts';
import { causesChart, logCauses } from './timeline-chart.ts';

interface TotalsProps {
  readonly log: RunLog;
  readonly second: RunLog;
}

/** The cycles of A and B, in all and by cause. */
export function RunTotals({ log, second }: TotalsProps) {
  const [first, other] = [useCauses(log), useCauses(second)];
  const isKnown = log.ended && second.ended;
  const change = isKnown ? ` (${signed(second.cycles - log.cycles)}, ${percent(second.cycles / log.cycles)} of A)` : '';
  const rows = isKnown ? CAUSES.filter((cause) => first.has(cause) || other.has(cause)) : [];
  return (
    <details class="run-totals">
      <summary>
        Cycles: A {log.ended ? grouped(log.cycles) : '…'}, B {second.ended ? grouped(second.cycles) : '…'}
        {change}
      </summary>
      <DataTable
        caption="Cycles by cause"
        head={['cause', 'A', 'B', 'B − A']}
        rows={rows.map((cause) => {
          const [a, b] = [first.get(cause) ?? 0, other.get(cause) ?? 0];
          return {
            cells: [
              <ColorName key="cause" color={causeColor(cause)} name={CAUSE_RECORDS[cause].title} />,
              grouped(a),
              grouped(b),
              signed(b - a),
            ],
          };
        })}
      />
    </details>
  );
}

interface ChartsProps {
  readonly log: RunLog;
  /** Null before the run of B has ended, and without one. */
  readonly second: RunLog | null;
}

/** The causes of the whole run of A, and of B on the same axis. */
export function RunCharts({ log, second }: ChartsProps) {
  const cycles = Math.max(log.cycles, second?.cycles ?? 0);
  const [a, b] = useMemo(
    () => [
      causesChart(logCauses(log), cycles, second === null ? null : 'A'),
      second && causesChart(logCauses(second), cycles, 'B'),
    ],
    [log, second, cycles],
  );
  return (
    <>
      <ChartFigure chart={a} />
      {b && <ChartFigure chart={b} />}
    </>
  );
}

/** The cycles of a run by cause; none before it has ended. */
function useCauses(log: RunLog) {
  return useMemo(() => new Map(log.ended ? causesOf(log.sums(0, log.cycles)!) : []), [log, log.ended]);
}

function signed(cycles: number): string {
  return `${cycles > 0 ? '+' : cycles < 0 ? '−' : ''}${grouped(Math.abs(cycles))}`;
}

/** A name with its colour before it. */
export function ColorName({ color, name }: { readonly color: string; readonly name: string }) {
  return (
    <>
      <span class="key" style={{ background: color }} />
      {name}
    </>
  );
}
