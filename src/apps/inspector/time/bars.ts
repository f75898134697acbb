import type { Design } from '../../../../rtl-model/design/design.ts';
import type { ONE_DESIGN, TIME_ROWS } from '../state/inspector-state.ts';
import { type LogColumns, type RunLog, SUM } from '../state/run-log.ts';

export interface TimelineRow {
  readonly label: string;
  /** From the top of the rows, and the height that is filled, in pixels. */
  readonly top: number;
  readonly height: number;
}

/** Bars of one colour: first cycle, end, top and bottom in pixels from the top of the rows, of one after the other. */
export interface Bars {
  readonly color: string;
  readonly opacity: number;
  readonly places: number[];
}

/** A part of a run as the timeline shows it. */
export interface TimelineView {
  /** The name of the design; null of one alone. */
  readonly name: (typeof ONE_DESIGN)[number] | null;
  readonly log: RunLog;
  readonly design: Design;
  /** The cycles `from` to `to - 1`. */
  readonly from: number;
  readonly to: number;
  readonly rows: (typeof TIME_ROWS)[number];
  readonly pixel: readonly [number, number] | null;
}

/** Collects bars by colour. */
export class BarList {
  readonly groups = new Map<string, Bars>();

  /** Adds a bar from a share of a row's height to another, from its bottom. */
  add(
    color: string,
    opacity: number,
    from: number,
    to: number,
    { top, height }: TimelineRow,
    low: number,
    high: number,
  ): void {
    const key = opacity === 1 ? color : `${color} ${opacity}`;
    let group = this.groups.get(key);
    if (group === undefined) this.groups.set(key, (group = { color, opacity, places: [] }));
    const { places } = group;
    const [above, below] = [top + height * (1 - high), top + height * (1 - low)];
    const last = places.length - 4;
    if (places[last + 1] === from && places[last + 2] === above && places[last + 3] === below) {
      places[last + 1] = to;
    } else places.push(from, to, above, below);
  }

  level(color: string, row: TimelineRow, from: number, to: number, share: number): void {
    if (share > 0) this.add(color, 1, from, to, row, 0, Math.min(1, share));
  }

  /** Adds bars above each other in each column, as high as the shares of their cycles, whose sums begin at `at`. */
  stacks(row: TimelineRow, columns: LogColumns, cycles: number, at: number, colors: readonly string[]): void {
    const { first, width, count, sums } = columns;
    for (let column = 0; column < count; column++) {
      const from = first + column * width;
      const to = Math.min(cycles, from + width);
      let low = 0;
      for (let n = 0; n < colors.length; n++) {
        const share = sums[column * SUM.size + at + n] / (to - from);
        if (share === 0) continue;
        this.add(colors[n], 1, from, to, row, low, low + share);
        low += share;
      }
    }
  }
}
