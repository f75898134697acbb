import { useEffect, useMemo } from 'preact/hooks';
import type { Account } from '../../../../pipeline/stages/account.ts';
import { CAUSE_RECORDS } from '../../../../pipeline/counters/causes.ts';
import { ACTIVITY_RECORDS, capacities, type Stage, STAGE_RECORDS, STAGES } from '../../../../pipeline/stages/stages.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { laneAt, pixelOf } from '../../../explain/quad-pixels.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { activityColor, causeColor } from '../../../simulate/report/html-style.ts';
import { DataTable } from '../../components/data-table.tsx';
import { NumberInput } from '../components/number-input.tsx';
import { ChartFigure } from '../components/chart-figure.tsx';
import { choosePixel, inspector, session } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import type { DrawnSubject } from '../state/protocol.ts';
import { type CycleWindow, LEAST_CYCLES, MOST_CYCLES } from '../state/inspector-state.ts';
import { causesChart, cycleLine, fifoChart, ganttChart, missesChart } from './time-charts.ts';
import { slicesAt, type StageSlice, type TimeWindow, valueAtCycle } from '../state/time-window.ts';
import { useAnswer } from '../worker/use-answer.ts';

interface ViewProps {
  readonly subject: DrawnSubject;
  readonly design: Design;
}

/** The stages, FIFOs, misses and causes of a window of cycles, and the cycle of the slider. */
export function PipelineView({ subject, design }: ViewProps) {
  const { window: wanted, cycle: chosen, pixel } = useStored(inspector, 'window', 'cycle', 'pixel');
  const { from, cycles } = wanted;
  const { answer: window, running, fault } = useAnswer('window', { subject, design, from, cycles });
  const { answer: account, fault: accountFault } = useAnswer('account', { subject, design });
  const cycle = window && Math.min(Math.max(chosen ?? window.from, window.from), Math.max(window.from, window.to - 1));
  useEffect(() => {
    if (window !== null && cycle !== null) session.update({ lit: pixelsAt(window, cycle) });
    return () => session.update({ lit: [] });
  }, [window, cycle]);

  const move = (first: number, count = cycles) => {
    const most = account === null ? Infinity : Math.max(0, account.cycles - LEAST_CYCLES);
    const size = Math.min(MOST_CYCLES, Math.max(LEAST_CYCLES, Math.round(count)));
    inspector.update({ window: { from: Math.min(most, Math.max(0, Math.round(first))), cycles: size }, cycle: null });
  };
  // The charts may still be those of the window before.
  const kept = Math.min(Math.max(chosen ?? from, from), from + cycles - 1);
  const zoom = (factor: number) => move(kept - (kept - from) * factor, cycles * factor);
  const nextMiss = window?.missed.find((at) => at > cycle!);
  const all = account === null ? '' : ` of ${grouped(account.cycles)}`;
  return (
    <div class="pipeline-view">
      <div class="time-head">
        <NumberInput label="From cycle" value={from} least={0} change={(value) => move(value)} />
        <NumberInput label="Cycles" value={cycles} least={LEAST_CYCLES} change={(value) => move(from, value)} />
        <span class="buttons" role="group" aria-label="Window">
          <button type="button" aria-label="Earlier" onClick={() => move(from - cycles / 2)}>
            ◀
          </button>
          <button type="button" aria-label="Later" onClick={() => move(from + cycles / 2)}>
            ▶
          </button>
          <button type="button" aria-label="Fewer cycles" onClick={() => zoom(0.5)}>
            +
          </button>
          <button type="button" aria-label="More cycles" onClick={() => zoom(2)}>
            −
          </button>
        </span>
        <button type="button" disabled={nextMiss === undefined} onClick={() => inspector.update({ cycle: nextMiss! })}>
          Next miss
        </button>
        <span class="note" role="status">
          {fault ??
            accountFault ??
            (running
              ? 'The pipeline runs ...'
              : `${grouped(window?.from ?? 0)} to ${grouped((window?.to ?? 1) - 1)}${all} cycles`)}
        </span>
      </div>
      <div class="in-window">
        {window && cycle !== null && window.to > window.from && (
          <>
            <label class="cycle-slider">
              Cycle <output>{grouped(cycle)}</output>
              <input
                type="range"
                min={window.from}
                max={window.to - 1}
                value={cycle}
                onInput={({ currentTarget }) => inspector.update({ cycle: Number(currentTarget.value) })}
              />
            </label>
            <div class="time-columns">
              <Charts {...{ window, design, cycle, pixel }} />
              <AtCycle {...{ window, design, cycle }} />
            </div>
          </>
        )}
      </div>
      {account && account.cycles > 0 && (
        <Causes {...{ account, from, cycles }} go={(middle) => move(middle - cycles / 2)} />
      )}
    </div>
  );
}

interface ChartsProps {
  readonly window: TimeWindow;
  readonly design: Design;
  readonly cycle: number;
  readonly pixel: readonly [number, number] | null;
}

function Charts({ window, design, cycle, pixel }: ChartsProps) {
  const quads = useMemo(() => quadsOf(window, pixel), [window, pixel]);
  const charts = useMemo(
    () => [ganttChart(window, quads, pixel), fifoChart(window, design), missesChart(window)],
    [window, quads, pixel],
  );
  const point = (x: number, _y: number, pressed: boolean) => {
    const at = Math.min(window.to - 1, Math.floor(window.from + x * (window.to - window.from)));
    if (pressed) inspector.update({ cycle: at });
  };
  return (
    <div class="charts">
      {charts.map((chart, n) => (
        <ChartFigure key={n} {...{ chart, point }} over={(area) => cycleLine(cycle, area)} />
      ))}
    </div>
  );
}

interface CausesProps extends CycleWindow {
  readonly account: Account;
  readonly go: (cycle: number) => void;
}

function Causes({ account, from, cycles, go }: CausesProps) {
  const chart = useMemo(() => causesChart(account), [account]);
  return (
    <ChartFigure
      chart={chart}
      over={({ across, top, bottom }) => {
        const [left, right] = [across(from), across(Math.min(account.cycles, from + cycles))];
        return `<rect class="cursor" x="${left}" y="${top}" width="${Math.max(2, right - left)}" height="${bottom - top}"/>`;
      }}
      point={(x, _y, pressed) => pressed && go(x * account.cycles)}
    />
  );
}

/** The work of each stage in a cycle, as a table. */
function AtCycle({ window, design, cycle }: Omit<ChartsProps, 'pixel'>) {
  const slices = slicesAt(window, cycle);
  const room = capacities(design.pipeline);
  const cause = window.causes.find(({ from, to }) => from <= cycle && cycle < to)?.cause;
  const caption = (
    <>
      {cause && <span class="key" style={{ background: causeColor(cause) }} />}
      Cycle {grouped(cycle)}: {cause && CAUSE_RECORDS[cause].title}, {valueAtCycle(window.misses, cycle) ?? 0} misses in
      flight
    </>
  );
  return (
    <div class="at-cycle">
      <DataTable
        caption={caption}
        head={['stage', 'does', 'pixel', 'pass', 'FIFO after']}
        rows={STAGES.map((stage, n) => {
          const slice = slices.get(stage);
          const place = slice?.work && window.quads.get(slice.work.quad);
          return {
            cells: [
              STAGE_RECORDS[stage].title,
              slice && <Does activity={slice.activity} />,
              place && <PixelLink x={place.x} y={place.y} />,
              slice?.work?.pass,
              fifoText(window, stage, cycle, room[n]),
            ],
          };
        })}
      />
    </div>
  );
}

function Does({ activity }: Pick<StageSlice, 'activity'>) {
  return (
    <>
      <span class="key" style={{ background: activityColor(activity) }} />
      {ACTIVITY_RECORDS[activity].title}
    </>
  );
}

function PixelLink({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <button type="button" class="link" aria-label={`Explain the pixel ${x}, ${y}`} onClick={() => choosePixel([x, y])}>
      {x}, {y}
    </button>
  );
}

function fifoText({ fifos }: TimeWindow, stage: Stage, cycle: number, room: number): string {
  const fifo = fifos.find((each) => each.stage === stage);
  return fifo === undefined ? '' : `${valueAtCycle(fifo.levels, cycle) ?? 0} of ${room}`;
}

/** The pixels of the quads that stages work on in a cycle. */
function pixelsAt(window: TimeWindow, cycle: number): readonly (readonly [number, number])[] {
  const quads = new Set([...slicesAt(window, cycle).values()].flatMap(({ work }) => (work === null ? [] : work.quad)));
  return [...quads].flatMap((quad) => {
    const place = window.quads.get(quad);
    if (place === undefined) return [];
    return [0, 1, 2, 3].filter((lane) => (place.active >> lane) & 1).map((lane) => pixelOf(place, lane));
  });
}

/** The quads of the window that cover a pixel. */
function quadsOf({ quads }: TimeWindow, pixel: readonly [number, number] | null): readonly number[] {
  if (pixel === null) return [];
  return [...quads].filter(([, { x, y, active }]) => laneAt(pixel, x, y, active) !== null).map(([quad]) => quad);
}
