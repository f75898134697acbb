import type { PassView } from '../pipeline/observer.ts';
import type { Stage } from '../pipeline/stages.ts';
import { QUAD_LANES } from '../rtl-model/quad-batch.ts';
import { headerText } from './json-lines.ts';
import { SilentObserver } from './silent-observer.ts';
import type { TextSink } from './text-sink.ts';

const TEXEL_KIND = 'texels';
const TEXEL_VERSION = 1;

/** Writes the texel accesses of a run in the order of the tag look-ups, one line for each pass of a quad. */
export class TexelTraceWriter extends SilentObserver {
  private readonly sink: TextSink;
  private readonly texelBytes: readonly number[];

  /** @param texelBytes of the image of each texture state */
  constructor(sink: TextSink, texelBytes: readonly number[]) {
    super();
    this.sink = sink;
    this.texelBytes = texelBytes;
    sink(headerText(TEXEL_KIND, TEXEL_VERSION));
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    if (stage !== 'tag') return;
    const { quad, pass, state, foot, footLane } = view;
    const lanes: string[] = [];
    for (let lane = footLane; lane < footLane + QUAD_LANES; lane++) {
      const taps = Array.from(foot.address.subarray(4 * lane, 4 * lane + foot.tapCount[lane]), tapText);
      lanes.push(`[${taps.join(',')}]`);
    }
    const size = this.texelBytes[state];
    this.sink(`{"cycle":${cycle},"quad":${quad},"pass":${pass},"size":${size},"taps":[${lanes.join(',')}]}\n`);
  }
}

/** A border tap reads nothing. */
function tapText(address: number): string {
  return address < 0 ? 'null' : String(address);
}
