import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';

/**
 * From texels to the result: lerps within a level, sum over the samples, lerp between levels (D3D11.3 7.18.8, 7.18.10,
 * 7.18.16; Vulkan: Texel Filtering). One filter unit serves one texture state.
 */
export abstract class FilterUnit {
  /**
   * Filters the decoded texels of one pass and adds them to their level's sum. The passes of a lane come in order from 0.
   *
   * @param lane,from first lane of the registers, first lane of the footprints
   */
  accumulate(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, count: number, pass: number): void {
    for (let k = 0; k < count; k++) {
      // A first pass without taps, of a null weight image, begins a sum as well.
      const begins = pass === 0 && lanes.passes[lane + k] !== 0;
      if (begins || foot.tapCount[from + k] !== 0) this.addLane(foot, from + k, lanes, lane + k, pass);
    }
  }

  /** The same for one lane. */
  protected abstract addLane(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void;

  /** Average, level lerp and conversion to float32 of `count` lanes whose passes are all in. */
  finish(lanes: LaneRegisters, lane: number, count: number): void {
    for (let k = lane; k < lane + count; k++) if (lanes.passes[k] !== 0) this.finishLane(lanes, k);
  }

  /** The same for one lane, which wants a result. */
  protected finishLane(_lanes: LaneRegisters, _lane: number): void {}
}
