import type { PassView } from '../../pipeline/stages/observer.ts';
import type { Stage } from '../../pipeline/stages/stages.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { headerText, type TraceHeader } from '../encodings/json-lines.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { SilentObserver } from '../stages/observers.ts';
import type { AccessBatch } from './access-batch.ts';
import type { TracedImage } from './image-table.ts';
import type { TapAccesses } from './tap-accesses.ts';

export const TEXEL_HEADER: TraceHeader = { kind: 'texels', versions: [1, 2], own: ['images'] };
/** Taps that a line can have in each lane. */
export const MOST_LANE_TAPS = 1024;

/** The first line of a texel-access trace. */
export function texelHeaderText(images: readonly TracedImage[]): string {
  return `${headerText(TEXEL_HEADER).slice(0, -2)},"images":${JSON.stringify(images)}}\n`;
}

/** The last line, by which a reader knows that nothing is missing. */
export function texelEndText(passes: number, accesses: number): string {
  return `{"end":{"passes":${passes},"accesses":${accesses}}}\n`;
}

/** A pass of a quad, or a part of one, on a line. */
export interface PassLine {
  /** The cycle in which it is issued; null where there is no clock. */
  readonly cycle: number | null;
  readonly unit: number;
  readonly quad: number;
  readonly pass: number;
  /** Bytes of an access, by lane; of a lane without any it does not matter. */
  readonly sizes: readonly number[];
  /** 1 if the accesses are writes, 0 if they are reads. */
  readonly write: number;
  /** The addresses of the taps of each lane, joined by commas. */
  readonly lanes: readonly string[];
}

export function texelPassText({ cycle, unit, quad, pass, sizes, write, lanes }: PassLine): string {
  const used = sizes.filter((_, lane) => lanes[lane] !== '');
  const [size = sizes[0]] = used;
  const text = used.every((other) => other === size)
    ? String(size)
    : `[${sizes.map((own, lane) => (lanes[lane] === '' ? size : own)).join()}]`;
  const begin = `{${cycle === null ? '' : `"cycle":${cycle},`}${unit === 0 ? '' : `"unit":${unit},`}`;
  const kind = write === 0 ? '' : '"write":true,';
  return `${begin}"quad":${quad},"pass":${pass},"size":${text},${kind}"taps":[[${lanes.join('],[')}]]}\n`;
}

/** Writes accesses as a texel-access trace in JSON Lines, one line for each pass of a quad. */
export class AccessLineWriter {
  private passes = 0;
  private accesses = 0;
  /** The pass whose line is being made. */
  private quad = -1;
  private pass = -1;
  private lane = 0;
  private kind = 0;
  private cycle = 0;
  private unit = 0;
  private readonly sizes = [1, 1, 1, 1];
  private readonly taps: string[] = ['', '', '', ''];
  private laneTaps = 0;

  constructor(
    private readonly sink: TextSink,
    images: readonly TracedImage[],
  ) {
    sink(texelHeaderText(images));
  }

  write(batch: AccessBatch): void {
    const { address, bytes, quad, pass, lane, write, cycle, unit } = batch;
    for (let n = 0; n < batch.count; n++) {
      const l = lane[n];
      const issued = cycle[n] === this.cycle && unit[n] === this.unit && write[n] === this.kind;
      if (quad[n] !== this.quad || pass[n] !== this.pass || !issued || !this.goesOn(l, bytes[n])) {
        this.flush();
        this.quad = quad[n];
        this.pass = pass[n];
        this.kind = write[n];
        this.cycle = cycle[n];
        this.unit = unit[n];
      }
      if (l !== this.lane) this.laneTaps = 0;
      this.taps[l] = this.taps[l] === '' ? String(address[n]) : `${this.taps[l]},${address[n]}`;
      this.lane = l;
      this.sizes[l] = bytes[n];
      this.laneTaps++;
    }
    this.accesses += batch.count;
  }

  end(): void {
    this.flush();
    this.sink(texelEndText(this.passes, this.accesses));
  }

  /** True if the line can take another access: it holds lane after lane, each with one size. */
  private goesOn(lane: number, bytes: number): boolean {
    if (lane !== this.lane) return lane > this.lane;
    return this.laneTaps === 0 || (this.laneTaps < MOST_LANE_TAPS && this.sizes[lane] === bytes);
  }

  private flush(): void {
    if (this.quad >= 0) {
      this.passes++;
      const { cycle, unit, quad, pass, sizes, kind: write, taps: lanes } = this;
      this.sink(texelPassText({ cycle: cycle === 0 ? null : cycle, unit, quad, pass, sizes, write, lanes }));
    }
    this.taps.fill('');
    this.quad = -1;
    this.lane = 0;
    this.laneTaps = 0;
  }
}

/**
 * Writes the texel accesses of a run as a texel-access trace in JSON Lines, with the cycles of the look-ups and the taps
 * that read nothing.
 */
export class TexelTraceObserver extends SilentObserver {
  private passes = 0;
  private accesses = 0;

  constructor(
    private readonly sink: TextSink,
    private readonly taps: TapAccesses,
  ) {
    super();
    sink(texelHeaderText(taps.images));
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    if (stage !== 'tag') return;
    const { quad, pass, state, foot, footLane } = view;
    const lanes: string[] = [];
    const sizes: number[] = [];
    for (let lane = footLane; lane < footLane + QUAD_LANES; lane++) {
      const taps = foot.address.subarray(4 * lane, 4 * lane + foot.tapCount[lane]);
      lanes.push(Array.from(taps, (at) => this.tapText(state, at)).join());
      sizes.push(taps.length === 0 ? 0 : this.taps.bytes(state, foot.plane[lane]));
    }
    this.passes++;
    const size = sizes.every((bytes) => bytes === 0) ? [1, 1, 1, 1] : sizes;
    this.sink(texelPassText({ cycle, unit: 0, quad, pass, sizes: size, write: this.taps.write(state), lanes }));
  }

  override end(): void {
    this.sink(texelEndText(this.passes, this.accesses));
  }

  /** A tap that falls on the border, or outside of what is bound, reads nothing. */
  private tapText(state: number, at: number): string {
    if (at < 0) return 'null';
    this.accesses++;
    return String(this.taps.address(state, at));
  }
}
