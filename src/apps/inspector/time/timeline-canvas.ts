import { fitting } from '../../../platform/pages/chart.ts';
import { linearScale } from '../../../platform/pages/chart-scale.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { cleared } from '../components/canvas.ts';
import type { Bars, TimelineView } from './bars.ts';
import type { CycleRange } from '../state/inspector-state.ts';
import type { RunLog } from '../state/run-log.ts';
import { named, overviewBars, quadFrames, ROWS_HEIGHT, rowsOf, timelineBars } from './timeline-chart.ts';

/** Pixels of the page: the names of the rows, the space right of them, the strip of the whole run, the axis. */
const LEFT = 106;
const RIGHT = 10;
export const STRIP = 24;
/** Where the rows begin. */
export const ROWS_TOP = STRIP + 12;
export const TIMELINE_HEIGHT = ROWS_TOP + ROWS_HEIGHT + 22;
const FONT = '12px system-ui, sans-serif';
/** Width and height of the flag of a marker. */
const FLAG = 5;

/** The axis of a run, or of two: the cycles of the longer one, so far. */
export type RunAxis = Pick<RunLog, 'cycles' | 'ended'>;

export interface ShownTimeline extends TimelineView {
  readonly axis: RunAxis;
  readonly cycle: number;
  readonly marked: CycleRange | null;
  readonly markers: readonly number[];
}

/** The pixels of the page from one end of the plot to the other. */
export function plotWidth(canvas: HTMLCanvasElement): number {
  return Math.max(1, canvas.clientWidth - LEFT - RIGHT);
}

/** The share of the plot left of a place, beyond 0 to 1 beside it. */
export function shareAt(canvas: HTMLCanvasElement, x: number): number {
  return (x - LEFT) / plotWidth(canvas);
}

/** The memory of a canvas from frame to frame: colours as the page has them, its pixels, the bars of the whole run. */
export class TimelineBrush {
  private readonly known = new Map<string, { readonly css: string; readonly pixel: number }>();
  private readonly sample = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  private image = new ImageData(1, 1);
  private strip: { readonly of: readonly unknown[]; readonly bars: readonly Bars[] } = { of: [], bars: [] };

  constructor(private readonly element: HTMLElement) {}

  /** A colour of the page's style, and the pixel of an image that has it. */
  color(color: string, opacity = 1) {
    const key = `${color} ${opacity}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.element.style.color = color;
    const css = getComputedStyle(this.element).color;
    this.sample.clearRect(0, 0, 1, 1);
    this.sample.globalAlpha = opacity;
    this.sample.fillStyle = css;
    this.sample.fillRect(0, 0, 1, 1);
    const [pixel] = new Uint32Array(this.sample.getImageData(0, 0, 1, 1).data.buffer);
    const found = { css, pixel };
    this.known.set(key, found);
    return found;
  }

  /** The page may have other colours. */
  forget(): void {
    this.known.clear();
  }

  /** An empty image. */
  empty(width: number, height: number): ImageData {
    if (this.image.width !== width || this.image.height !== height) this.image = new ImageData(width, height);
    else this.image.data.fill(0);
    return this.image;
  }

  overview(log: RunLog, width: number): readonly Bars[] {
    const wanted = [log, log.cycles, width];
    if (wanted.some((value, n) => value !== this.strip.of[n])) {
      this.strip = { of: wanted, bars: overviewBars(log, width, STRIP) };
    }
    return this.strip.bars;
  }
}

/** Draws the strip of the whole run, the rows of a window of cycles and their axis. */
export function drawTimeline(canvas: HTMLCanvasElement, shown: ShownTimeline, brush: TimelineBrush): void {
  const { to: context, ratio } = cleared(canvas);
  // A canvas that is not shown has no pixels.
  if (canvas.width === 0 || canvas.height === 0) return;
  const { axis, from, to, log, name, cycle, marked, markers } = shown;
  const width = plotWidth(canvas);
  const all = { from: 0, to: Math.max(1, axis.cycles), width, top: 0 };
  const seen = { from, to, width, top: ROWS_TOP };
  const ticks = fitting(linearScale(from, Math.max(from + 1, to), grouped).ticks, width);
  const pen = new Pen(context, ratio, brush);
  for (const { at } of ticks) pen.line('var(--line)', seen, at, 0, ROWS_HEIGHT);
  pen.bars(brush.overview(log, width), all);
  pen.bars(timelineBars(shown, width), seen);
  if (cycle >= from && cycle < to) pen.line('var(--text)', seen, cycle + 0.5, 0, ROWS_HEIGHT);
  pen.put();
  pen.text(named(name, 'whole run'), LEFT - 7, STRIP / 2, 'var(--quiet)', 'right');
  for (const { label, top, height } of rowsOf(shown)) {
    pen.text(label, LEFT - 7, ROWS_TOP + top + height / 2, 'var(--text)', 'right');
  }
  for (const { at, text } of ticks) {
    pen.text(text, LEFT + ((at - from) / (to - from)) * width, ROWS_TOP + ROWS_HEIGHT + 11, 'var(--text)', 'center');
  }
  const frames = quadFrames(shown);
  for (let n = 0; n < frames.length; n += 4) pen.frame(seen, frames[n], frames[n + 1], frames[n + 2], frames[n + 3]);
  for (const [plot, height] of [[all, STRIP] as const, [seen, ROWS_HEIGHT] as const]) {
    if (marked !== null) pen.shade(plot, marked, height);
    for (const at of markers) pen.flag(plot, at, height);
  }
  pen.frame(all, from, to, 0, STRIP);
}

/** The cycles `from` to `to - 1` in a plot that begins at `top`. */
interface Plot {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly top: number;
}

/**
 * Draws in whole pixels of the screen, so that bars beside each other have no seam. Bars and lines are written into an
 * image, which is put under the rest: it takes a tenth of the time of as many rectangles of the canvas.
 */
class Pen {
  private readonly image: ImageData;
  private readonly pixels: Uint32Array;
  /** Pixels of a row: a bar asks for them in each of its rows, and an image's own takes as long as some pixels. */
  private readonly columns: number;

  constructor(
    private readonly to: CanvasRenderingContext2D,
    private readonly ratio: number,
    private readonly brush: TimelineBrush,
  ) {
    this.image = brush.empty(to.canvas.width, to.canvas.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.columns = to.canvas.width;
  }

  bars(groups: readonly Bars[], plot: Plot): void {
    for (const { color, opacity, places } of groups) {
      const { pixel } = this.brush.color(color, opacity);
      for (let n = 0; n < places.length; n += 4) {
        this.rect(pixel, plot, places[n], places[n + 1], places[n + 2], places[n + 3]);
      }
    }
  }

  line(color: string, plot: Plot, cycle: number, top: number, bottom: number): void {
    this.rect(this.brush.color(color).pixel, plot, cycle, cycle, top, bottom);
  }

  /** Puts bars and lines on the canvas. */
  put(): void {
    this.to.putImageData(this.image, 0, 0);
  }

  text(text: string, x: number, y: number, color: string, align: CanvasTextAlign): void {
    const { to, ratio, brush } = this;
    to.setTransform(ratio, 0, 0, ratio, 0, 0);
    to.font = FONT;
    to.textAlign = align;
    to.textBaseline = 'middle';
    to.fillStyle = brush.color(color).css;
    // A text in the middle of a place at the edge stays in the canvas.
    const half = align === 'center' ? to.measureText(text).width / 2 : 0;
    to.fillText(text, Math.min(x, to.canvas.width / ratio - half), y);
    to.setTransform(1, 0, 0, 1, 0, 0);
  }

  frame(plot: Plot, from: number, to: number, top: number, bottom: number): void {
    const { ratio } = this;
    const left = this.across(plot, from);
    const right = Math.max(left + 2, this.across(plot, to));
    const line = 1.5 * ratio;
    this.to.strokeStyle = this.brush.color('var(--text)').css;
    this.to.lineWidth = line;
    this.to.strokeRect(left, (plot.top + top) * ratio + line / 2, right - left, (bottom - top) * ratio - line);
  }

  shade(plot: Plot, [from, to]: CycleRange, height: number): void {
    if (to <= plot.from || from >= plot.to) return;
    const [left, right, top] = [this.across(plot, from), this.across(plot, to), plot.top * this.ratio];
    this.to.fillStyle = this.brush.color('var(--focus)').css;
    this.to.globalAlpha = 0.25;
    this.to.fillRect(left, top, Math.max(1, right - left), height * this.ratio);
    this.to.globalAlpha = 1;
    for (const end of [left, right]) this.to.fillRect(end, top, this.ratio, height * this.ratio);
  }

  /** The line of a marker, with a flag at its top. */
  flag(plot: Plot, cycle: number, height: number): void {
    if (cycle < plot.from || cycle >= plot.to) return;
    const [x, y, size] = [this.across(plot, cycle + 0.5), plot.top * this.ratio, FLAG * this.ratio];
    this.to.fillStyle = this.brush.color('var(--fail)').css;
    this.to.fillRect(x, y, this.ratio, height * this.ratio);
    this.to.beginPath();
    this.to.moveTo(x, y);
    this.to.lineTo(x + size * 1.6, y + size);
    this.to.lineTo(x, y + 2 * size);
    this.to.fill();
  }

  private rect(pixel: number, plot: Plot, from: number, to: number, top: number, bottom: number): void {
    const { pixels, ratio, columns } = this;
    const left = this.across(plot, from);
    const right = Math.max(left + 1, this.across(plot, to));
    const above = Math.round((plot.top + top) * ratio);
    const below = Math.max(above + 1, Math.round((plot.top + bottom) * ratio));
    for (let row = above * columns; row < below * columns; row += columns) {
      for (let at = row + left; at < row + right; at++) pixels[at] = pixel;
    }
  }

  /** The pixel of the screen at which a cycle begins, within the plot. */
  private across({ from, to, width }: Plot, cycle: number): number {
    const share = Math.min(1, Math.max(0, (cycle - from) / (to - from)));
    return Math.round((LEFT + share * width) * this.ratio);
  }
}
