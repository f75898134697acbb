import type { PassView } from '../../pipeline/stages/observer.ts';
import type { Stage } from '../../pipeline/stages/stages.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { SilentObserver } from '../stages/observers.ts';
import type { TapAccesses } from './tap-accesses.ts';
import { texelEndText, texelHeaderText, texelPassText } from './texel-trace-lines.ts';
import type { TextSink } from '../encodings/text-sink.ts';

/**
 * Writes the texel accesses of a run as a texel-access trace in JSON Lines, with the cycles of the look-ups and the taps
 * that read nothing.
 */
export class TexelTraceObserver extends SilentObserver {
  private readonly sink: TextSink;
  private readonly taps: TapAccesses;
  private passes = 0;
  private accesses = 0;

  constructor(sink: TextSink, taps: TapAccesses) {
    super();
    this.sink = sink;
    this.taps = taps;
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
