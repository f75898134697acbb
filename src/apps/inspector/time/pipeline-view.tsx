import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CAUSE_RECORDS } from '../../../../pipeline/counters/causes.ts';
import { ACTIVITY_RECORDS, capacities, type Stage, STAGE_RECORDS, STAGES } from '../../../../pipeline/stages/stages.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { activePixels } from '../../../explain/quad-pixels.ts';
import { grouped, percent } from '../../../platform/pages/wording.ts';
import { activityColor, causeColor } from '../../../simulate/report/html-style.ts';
import { DataTable } from '../../components/data-table.tsx';
import { NumberInput } from '../components/number-input.tsx';
import { Radios } from '../components/radios.tsx';
import { choosePixel, inspector, session } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import type { DrawnSubject, RunAnswer, RunQuestion } from '../state/protocol.ts';
import { type CycleRange, type CycleWindow, LEAST_CYCLES, TIME_ROWS } from '../state/inspector-state.ts';
import { causesOf, RunLog } from '../state/run-log.ts';
import { limitOf, markFrom, markTo, showWindow, TimelineFigure, toggleMarker } from './timeline.tsx';
import type { TimelineView } from './bars.ts';
import type { RunAxis } from './timeline-canvas.ts';
import { named } from './timeline-chart.ts';
import { ColorName, RunCharts, RunTotals } from './two-runs.tsx';
import { zoomedWindow } from './window-motion.ts';
import { slicesAt, type StageSlice, type TimeWindow, valueAtCycle } from '../state/time-window.ts';
import { useAnswer } from '../worker/use-answer.ts';

/** Cycles whose stages are kept one by one: the part of the run that the window begins in, and the next part. */
const PART = 2 ** 24;

interface ViewProps {
  readonly subject: DrawnSubject;
  readonly design: Design;
  /** Null without a second design. */
  readonly second: Design | null;
}

/** The stages, FIFOs, misses and causes of a window of cycles, and the cycle of the slider. */
export function PipelineView({ subject, design, second }: ViewProps) {
  const state = useStored(inspector, 'window', 'cycle', 'pixel', 'marked', 'markers', 'rows');
  const { window, pixel, marked, markers, rows } = state;
  const { from, cycles } = window;
  const part = Math.floor(from / PART) * PART;
  const detail = { from: part, to: part + 2 * PART };
  const { log, running, fault } = useRun('run', { subject, design, detail });
  const other = useRun('secondRun', second && { subject, design: second, detail });
  const secondLog = second && other.log;
  // The axis of both: the cycles of the longer run.
  const axis = { cycles: Math.max(log.cycles, other.log.cycles), ended: log.ended && secondLog?.ended !== false };
  const to = Math.min(from + cycles, Math.max(from + LEAST_CYCLES, limitOf(axis)));
  const last = Math.min(to, axis.cycles) - 1;
  const cycle = Math.min(Math.max(state.cycle ?? from, from), Math.max(from, last));
  // What follows the cycle waits until the window is still: a frame of a gesture draws the timeline alone.
  const isStill = useStill(window);
  const told = useRef(cycle);
  if (isStill) told.current = cycle;
  const at = useStages(log, told.current);
  const secondAt = useStages(secondLog ?? NO_LOG, told.current);
  useEffect(() => {
    session.update({ lit: at === null ? [] : pixelsAt(at) });
    return () => session.update({ lit: [] });
  }, [at]);

  // Two fields may change before the page is drawn again.
  const show = (change: Partial<CycleWindow>) => showWindow(axis, { ...inspector.value.window, ...change });
  const zoom = (factor: number) => showWindow(axis, zoomedWindow(window, (cycle - from) / cycles, factor));
  const missed = useMemo(() => log.nextMiss(cycle), [log, log.cycles, cycle]);
  const name = second ? 'A' : null;
  const shown = { axis, from, to, rows, pixel, cycle, marked, markers };
  const goTo = (to: number) => {
    const isSeen = to >= from && to < from + cycles;
    inspector.update({ window: isSeen ? window : { from: Math.max(0, to - (cycles >> 1)), cycles }, cycle: to });
  };
  return (
    <div class="pipeline-view">
      {secondLog && <RunTotals log={running ? NO_LOG : log} second={other.running ? NO_LOG : secondLog} />}
      <Radios
        legend="Rows"
        name="time-rows"
        value={rows}
        options={TIME_ROWS.map((name) => [name, name] as const)}
        onChange={(name) => inspector.update({ rows: name })}
      />
      <div class="time-head">
        <NumberInput label="From cycle" value={from} least={0} change={(value) => show({ from: value })} />
        <NumberInput label="Cycles" value={cycles} least={LEAST_CYCLES} change={(value) => show({ cycles: value })} />
        <span class="buttons" role="group" aria-label="Window">
          <button type="button" aria-label="Earlier" onClick={() => show({ from: from - cycles / 2 })}>
            ◀
          </button>
          <button type="button" aria-label="Later" onClick={() => show({ from: from + cycles / 2 })}>
            ▶
          </button>
          <button type="button" aria-label="Fewer cycles" onClick={() => zoom(0.5)}>
            +
          </button>
          <button type="button" aria-label="More cycles" onClick={() => zoom(2)}>
            −
          </button>
          <button type="button" onClick={() => show({ from: 0, cycles: axis.cycles })}>
            Whole run
          </button>
        </span>
        <button type="button" disabled={missed === undefined} onClick={() => goTo(missed!)}>
          Next miss
        </button>
        <span class="buttons" role="group" aria-label="Marked range">
          <button type="button" onClick={() => markFrom(cycle, { to })}>
            Mark from here
          </button>
          <button type="button" onClick={() => markTo(cycle, { from })}>
            Mark to here
          </button>
          <button type="button" disabled={marked === null} onClick={() => inspector.update({ marked: null })}>
            Unmark
          </button>
        </span>
        <span class="buttons" role="group" aria-label="Markers">
          <button type="button" aria-pressed={markers.includes(cycle)} onClick={() => toggleMarker(cycle)}>
            Marker
          </button>
          {markers.map((each) => (
            <button
              key={each}
              type="button"
              class="link"
              aria-label={`Go to the marker at cycle ${each}`}
              onClick={() => goTo(each)}
            >
              {grouped(each)}
            </button>
          ))}
        </span>
      </div>
      <p class="note time-notes">
        <span class="seen-range">{axis.cycles > 0 && rangeText(from, last, axis)}</span>
        <span role="status">
          {fault ?? other.fault ?? (running || (second && other.running) ? 'The pipeline runs ...' : '')}
        </span>
      </p>
      <div class="in-window">
        {last >= from && (
          <>
            <label class="cycle-slider">
              Cycle <output>{grouped(cycle)}</output>
              <input
                type="range"
                min={from}
                max={last}
                value={cycle}
                onInput={({ currentTarget }) => inspector.update({ cycle: Number(currentTarget.value) })}
              />
            </label>
            <div class="time-columns">
              <div>
                <TimelineFigure {...shown} {...{ log, design, name }} />
                {secondLog && <TimelineFigure {...shown} log={secondLog} design={second} name="B" />}
              </div>
              <div class="at-cycle">
                {at && <AtCycle name={name} window={at} design={design} />}
                {second && secondAt && <AtCycle name="B" window={secondAt} design={second} />}
                {marked && <MarkedAccount {...{ log, marked }} />}
              </div>
            </div>
          </>
        )}
      </div>
      {log.ended && log.cycles > 0 && <RunCharts log={log} second={secondLog?.ended ? secondLog : null} />}
    </div>
  );
}

const NO_LOG = new RunLog();

/** The log of a run, as far as it has come; empty before its first cycles and without a question. */
function useRun(kind: 'run' | 'secondRun', question: RunQuestion | null) {
  const { answer, running, fault } = useAnswer(kind, question, gathered);
  return { log: (question && answer) ?? NO_LOG, running, fault };
}

/** Milliseconds without a change after which something is still. */
const STILL = 120;

/** True if a value has been the same for a while. */
function useStill(value: unknown): boolean {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), STILL);
    return () => clearTimeout(timer);
  }, [value]);
  return still === value;
}

/** The window of one cycle; null where it is not known. */
function useStages(log: RunLog, cycle: number): TimeWindow | null {
  const isKnown = cycle < log.cycles && log.hasDetail(cycle, cycle + 1);
  return useMemo(() => (isKnown ? log.window(cycle, cycle + 1) : null), [log, isKnown, cycle]);
}

function gathered({ pieces, ended }: RunAnswer, before: RunLog | null): RunLog {
  const log = before ?? new RunLog();
  pieces.forEach((piece) => log.take(piece));
  log.ended = ended;
  return log;
}

function rangeText(from: number, last: number, { cycles, ended }: RunAxis): string {
  const known = grouped(cycles);
  if (last < from) return ended ? `The run has ${known} cycles` : `The run has come to cycle ${known}`;
  return `${grouped(from)} to ${grouped(last)} of ${known} cycles${ended ? '' : ' so far'}`;
}

/** The cycles of a marked range by cause, which sum to it. */
function MarkedAccount({ log, marked: [from, to] }: { readonly log: RunLog; readonly marked: CycleRange }) {
  const last = Math.min(to, log.cycles);
  const sums = useMemo(() => log.sums(from, last), [log, from, last]);
  const cycles = Math.max(0, last - from);
  return (
    <DataTable
      kind="marked-account"
      caption={`Marked: cycles ${grouped(from)} to ${grouped(to - 1)}`}
      head={['cause', 'cycles', 'share']}
      rows={[
        ...(sums === null ? [] : causesOf(sums)).map(([cause, count]) => ({
          cells: [
            <ColorName key="cause" color={causeColor(cause)} name={CAUSE_RECORDS[cause].title} />,
            grouped(count),
            percent(count / cycles),
          ],
        })),
        { cells: ['all', grouped(cycles), sums === null ? 'zoom there for its causes' : ''] },
      ]}
    />
  );
}

interface AtCycleProps extends Pick<TimelineView, 'name'> {
  readonly window: TimeWindow;
  readonly design: Design;
}

/** The work of each stage in a cycle, as a table. */
function AtCycle({ name, window, design }: AtCycleProps) {
  const { from: cycle } = window;
  const slices = slicesAt(window, cycle);
  const room = capacities(design.pipeline);
  const cause = window.causes.find(({ from, to }) => from <= cycle && cycle < to)?.cause;
  const caption = (
    <>
      {cause && <span class="key" style={{ background: causeColor(cause) }} />}
      {named(name, 'Cycle')} {grouped(cycle)}: {cause && CAUSE_RECORDS[cause].title},{' '}
      {valueAtCycle(window.misses, cycle) ?? 0} misses in flight
    </>
  );
  return (
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
  );
}

function Does({ activity }: Pick<StageSlice, 'activity'>) {
  return <ColorName color={activityColor(activity)} name={ACTIVITY_RECORDS[activity].title} />;
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

/** The pixels of the quads that stages work on in a window. */
function pixelsAt(window: TimeWindow): readonly (readonly [number, number])[] {
  const quads = new Set(window.slices.flatMap(({ work }) => (work === null ? [] : work.quad)));
  return [...quads].flatMap((quad) => {
    const place = window.quads.get(quad);
    return place === undefined ? [] : activePixels(place);
  });
}
