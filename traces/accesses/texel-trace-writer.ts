import type { AccessBatch } from './access-batch.ts';
import { MOST_LANE_TAPS, texelEndText, texelHeaderText, texelPassText } from './texel-trace-lines.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import type { TracedImage } from './image-table.ts';

/** Writes accesses as a texel-access trace in JSON Lines, one line for each pass of a quad. */
export class AccessLineWriter {
  private readonly sink: TextSink;
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

  constructor(sink: TextSink, images: readonly TracedImage[]) {
    this.sink = sink;
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
