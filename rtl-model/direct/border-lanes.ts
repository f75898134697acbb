import type { Design } from '../design/design.ts';
import type { Arithmetic } from '../filter-unit/arithmetic.ts';
import { arithmetic } from '../filter-unit/component-arithmetic.ts';
import { BORDER_ADDRESS, type Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/image.ts';
import type { ComponentScale } from '../texel-decoder/component-scale.ts';
import type { TexelDecoder } from '../texel-decoder/texel-decoder.ts';

/** A decoder, and the texel that it has for the border. */
type BorderDecoder = TexelDecoder & { readonly border: Float32Array };

/** Lanes with a tap on the border: decoder and filter one after the other, tap by tap. */
export class BorderLanes {
  private readonly decoder: TexelDecoder;
  private readonly arithmetic: Arithmetic;
  /** The colour where all taps are on the border; null for floats, whose zero may change its sign by the weights. */
  private readonly color: Float32Array | null;

  /** @param scales of what the decoder gives */
  constructor(design: Design, decoder: BorderDecoder, scales: readonly ComponentScale[]) {
    this.decoder = decoder;
    this.arithmetic = arithmetic(design, scales, 2);
    const floats = scales.some(({ bits }) => bits === 0);
    this.color = floats ? null : decoder.border.map((code, c) => this.component(code, code, code, code, 0, 0, c));
  }

  /** Filters the first `count` of `lanes`, and leaves them without taps. See `DirectFilter.filter`. */
  take(foot: Footprints, lanes: Int32Array, count: number, data: TexelBytes, result: Float32Array, to: number): void {
    const { color } = this;
    const { tapCount, address } = foot;
    for (let n = 0; n < count; n++) {
      const lane = lanes[n];
      const tap = 4 * lane;
      tapCount[lane] = 0;
      const signs = address[tap] & address[tap + 1] & address[tap + 2] & address[tap + 3];
      if (color === null || signs >= 0) {
        this.filter(foot, lane, data, result, to + tap);
        continue;
      }
      result[to + tap] = color[0];
      result[to + tap + 1] = color[1];
      result[to + tap + 2] = color[2];
      result[to + tap + 3] = color[3];
    }
  }

  private filter(foot: Footprints, lane: number, data: TexelBytes, result: Float32Array, to: number): void {
    const { address, texel, alpha, beta } = foot;
    for (let tap = 4 * lane; tap < 4 * lane + 4; tap++) {
      this.decoder.decodeTap(foot, tap, Math.max(address[tap], BORDER_ADDRESS), data);
    }
    for (let c = 0; c < 4; c++) {
      const at = 16 * lane + c;
      const [t00, t10, t01, t11] = [texel[at], texel[at + 4], texel[at + 8], texel[at + 12]];
      result[to + c] = this.component(t00, t10, t01, t11, alpha[lane], beta[lane], c);
    }
  }

  private component(
    t00: number,
    t10: number,
    t01: number,
    t11: number,
    alpha: number,
    beta: number,
    c: number,
  ): number {
    const value = this.arithmetic.bilinear(t00, t10, t01, t11, alpha, beta);
    return this.arithmetic.toFloat(this.arithmetic.levels(value, 0, 0), c);
  }
}
