import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { activePixels } from '../../../explain/quad-pixels.ts';
import { chartSvg } from '../../../platform/pages/chart.ts';
import { SaveButtons } from '../../components/figure.tsx';
import { pageZoom, redrawing } from '../components/canvas.ts';
import { choosePixel, inspector } from '../state/inspector.ts';
import { type CycleWindow, MOST_MARKERS } from '../state/inspector-state.ts';
import {
  drawTimeline,
  TimelineBrush,
  plotWidth,
  ROWS_TOP,
  type RunAxis,
  shareAt,
  type ShownTimeline,
  STRIP,
  TIMELINE_HEIGHT,
} from './timeline-canvas.ts';
import type { QuadRow } from './quad-rows.ts';
import { frameName, named, quadRows, timelineChart, timelineKeys, timelineTitle } from './timeline-chart.ts';
import { windowWithin, zoomedWindow } from './window-motion.ts';

/** Pixels of the screen that a click may move, and of the wheel for an octave. */
const CLICK = 4;
const OCTAVE = 300;
/** The most columns of a saved timeline. */
const SAVED_COLUMNS = 4096;
const SAVED_WIDTH = 1120;

/** The timeline of the stages, zoomed, moved and marked. Its canvas draws in the next frame whatever has changed. */
export function TimelineFigure(props: ShownTimeline) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef(props);
  shown.current = props;
  const [svg, setSvg] = useState('');
  const request = useRef(() => {});
  useEffect(() => {
    const brush = new TimelineBrush(canvas.current!);
    const layer = redrawing(canvas.current!, (to) => drawTimeline(to, shown.current, brush));
    request.current = layer.request;
    const resized = new ResizeObserver(layer.request);
    resized.observe(canvas.current!);
    const recolor = () => {
      brush.forget();
      drawTimeline(canvas.current!, shown.current, brush);
    };
    const media = ['print', '(prefers-color-scheme: dark)'].map((query) => matchMedia(query));
    media.forEach((query) => query.addEventListener('change', recolor));
    return () => {
      layer.end();
      resized.disconnect();
      media.forEach((query) => query.removeEventListener('change', recolor));
    };
  }, []);
  useLayoutEffect(() => request.current());
  const gestures = useMemo(() => timelineGestures(shown), []);
  const { log, cycle, markers, rows, pixel } = props;
  // Colours are looked for again when a run has become twice as long.
  const keys = useMemo(() => timelineKeys(log, rows), [log, rows, log.ended, Math.floor(Math.log2(log.cycles))]);
  const name = timelineTitle(props);
  const save = () => {
    setSvg(chartSvg(timelineChart(shown.current, SAVED_COLUMNS, [cycle, ...markers]), SAVED_WIDTH));
  };
  return (
    <figure class="timeline" data-name={name}>
      <canvas
        ref={canvas}
        style={{ height: `${TIMELINE_HEIGHT}px` }}
        tabIndex={0}
        role="application"
        aria-label={`${named(props.name, 'Timeline')}. Left and right arrows move it, plus and minus zoom, 0 shows the whole run, M sets a marker, brackets begin and end a marked range, Escape removes it.`}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.altKey && keyPressed(event.key, shown.current))
            event.preventDefault();
        }}
        {...gestures}
      />
      <ul class="keys">
        {keys.map(({ name, color }) => (
          <li key={color}>
            <span class="key" style={{ background: color }} />
            {name}
          </li>
        ))}
        {pixel !== null && (
          <li>
            <span class="key frame" />
            {frameName(pixel)}
          </li>
        )}
      </ul>
      {/* The buttons save the SVG that is in the figure when the press reaches the page. */}
      <figcaption onPointerDownCapture={save} onFocusCapture={save}>
        <SaveButtons name={name} />
      </figcaption>
      <div class="saved-svg" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
    </figure>
  );
}

/** Shows a window of the run. The cycle of the slider stays if it is in the window. */
export function showWindow(axis: RunAxis, window: CycleWindow): void {
  inspector.update({ window: windowWithin(limitOf(axis), window) });
}

/** The cycle after the last one of an axis; Infinity while it grows. */
export function limitOf({ cycles, ended }: RunAxis): number {
  return ended ? cycles : Infinity;
}

/** Sets a marker at a cycle, or removes it. */
export function toggleMarker(cycle: number): void {
  const { markers } = inspector.value;
  const others = markers.filter((each) => each !== cycle);
  const all = others.length < markers.length ? others : [...others, cycle].sort((a, b) => a - b);
  if (all.length <= MOST_MARKERS) inspector.update({ markers: all });
}

/** Begins or ends the marked range at a cycle, which is in it. */
export function markFrom(cycle: number, { to }: Pick<ShownTimeline, 'to'>): void {
  const end = inspector.value.marked?.[1] ?? to;
  inspector.update({ marked: [cycle, Math.max(cycle + 1, end)] });
}

export function markTo(cycle: number, { from }: Pick<ShownTimeline, 'from'>): void {
  const start = inspector.value.marked?.[0] ?? from;
  inspector.update({ marked: [Math.min(start, cycle), cycle + 1] });
}

/** @returns false for a key without a meaning */
function keyPressed(key: string, shown: ShownTimeline): boolean {
  const { cycle, axis } = shown;
  const { window } = inspector.value;
  const move = (share: number) => showWindow(axis, { ...window, from: window.from + share * window.cycles });
  const zoom = (factor: number) =>
    showWindow(axis, zoomedWindow(window, (cycle - window.from) / window.cycles, factor));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-1 / 8),
    ArrowRight: () => move(1 / 8),
    PageUp: () => move(-1),
    PageDown: () => move(1),
    Home: () => showWindow(axis, { ...window, from: 0 }),
    End: () => showWindow(axis, { ...window, from: axis.cycles - window.cycles }),
    '+': () => zoom(0.5),
    '=': () => zoom(0.5),
    '-': () => zoom(2),
    '0': () => showWindow(axis, { from: 0, cycles: axis.cycles }),
    m: () => toggleMarker(cycle),
    '[': () => markFrom(cycle, shown),
    ']': () => markTo(cycle, shown),
    Escape: () => inspector.update({ marked: null }),
  };
  keys[key]?.();
  return key in keys;
}

/** The row of a quad at a place of the canvas; undefined beside them. */
function rowAt(shown: ShownTimeline, y: number): QuadRow | undefined {
  if (shown.rows === 'stages') return undefined;
  return quadRows(shown).findLast(({ top }) => ROWS_TOP + top <= y);
}

/** A pointer over the canvas, and what its handlers get. */
type Gesture<Kind> = Kind & { readonly currentTarget: HTMLCanvasElement };
type Motion = 'move' | 'mark' | 'overview';

/** The handlers of pointers and wheel. */
function timelineGestures(shown: { readonly current: ShownTimeline }) {
  /** Shares of the plot at which pointers are down. */
  const pressed = new Map<number, number>();
  let from: { readonly share: number; readonly x: number; motion: Motion; far: boolean; window: CycleWindow } | null =
    null;
  /** The window before it was rounded to whole cycles, so that small steps add up. */
  let exact = inspector.value.window;
  const present = () => {
    const { window } = inspector.value;
    const same = Math.round(exact.from) === window.from && Math.round(exact.cycles) === window.cycles;
    return same ? exact : window;
  };
  const show = (window: CycleWindow) => {
    exact = window;
    showWindow(shown.current.axis, window);
  };
  const place = ({ currentTarget, clientX, clientY }: Gesture<MouseEvent>) => {
    const box = currentTarget.getBoundingClientRect();
    const zoom = pageZoom(currentTarget);
    return { share: shareAt(currentTarget, (clientX - box.left) / zoom), y: (clientY - box.top) / zoom };
  };
  const cycleAt = ({ from: first, cycles }: CycleWindow, share: number) => {
    const last = Math.max(0, shown.current.axis.cycles - 1);
    return Math.min(last, Math.max(0, Math.floor(first + Math.min(1, Math.max(0, share)) * cycles)));
  };
  const follow = (share: number) => {
    const { motion, window, share: start } = from!;
    if (motion === 'move') show({ ...window, from: window.from - (share - start) * window.cycles });
    else if (motion === 'overview') {
      const { cycles } = inspector.value.window;
      show({ from: share * shown.current.axis.cycles - cycles / 2, cycles });
    } else {
      const [first, last] = [cycleAt(window, start), cycleAt(window, share)].sort((a, b) => a - b);
      inspector.update({ marked: [first, last + 1] });
    }
  };
  const end = ({ pointerId }: PointerEvent) => {
    pressed.delete(pointerId);
    from = null;
  };
  return {
    onPointerDown: (event: Gesture<PointerEvent>) => {
      const { share, y } = place(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.set(event.pointerId, share);
      const motion: Motion = y <= STRIP ? 'overview' : event.shiftKey ? 'mark' : 'move';
      from = pressed.size > 1 ? null : { share, x: event.clientX, motion, far: false, window: present() };
      if (from !== null && motion === 'overview') follow(share);
    },
    onPointerMove: (event: Gesture<PointerEvent>) => {
      const { share } = place(event);
      const [a, b] = [...pressed.values()];
      if (!pressed.has(event.pointerId)) return;
      pressed.set(event.pointerId, share);
      if (pressed.size === 2) {
        // Two fingers zoom around the cycle between them, and move it with them.
        const [c, d] = [...pressed.values()];
        const zoomed = zoomedWindow(
          present(),
          (a + b) / 2,
          Math.max(0.01, Math.abs(a - b)) / Math.max(0.01, Math.abs(c - d)),
        );
        show({ ...zoomed, from: zoomed.from - ((c + d - a - b) / 2) * zoomed.cycles });
        return;
      }
      if (from === null || (!from.far && Math.abs(event.clientX - from.x) < CLICK)) return;
      from.far = true;
      follow(share);
    },
    onPointerUp: (event: Gesture<PointerEvent>) => {
      if (from?.far === false && from.motion !== 'overview') {
        const { share, y } = place(event);
        const quad = rowAt(shown.current, y);
        const [pixel] = quad === undefined ? [] : activePixels(quad.place);
        if (pixel !== undefined) choosePixel(pixel);
        inspector.update({ cycle: cycleAt(from.window, share) });
      }
      end(event);
    },
    onPointerCancel: end,
    onWheel: (event: Gesture<WheelEvent>) => {
      event.preventDefault();
      const window = present();
      const across = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        show({ ...window, from: window.from + (across / plotWidth(event.currentTarget)) * window.cycles });
      } else show(zoomedWindow(window, Math.min(1, Math.max(0, place(event).share)), 2 ** (event.deltaY / OCTAVE)));
    },
  };
}
