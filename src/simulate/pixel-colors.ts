import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { Draw } from '../pictures/scenes/draw.ts';
import { type QuadNotes, TINT } from '../pictures/scenes/quad-notes.ts';
import type { Framebuffer } from './framebuffer.ts';

const LANES = 4;
const RGBA = 4;

/**
 * The colours of pixels, computed from the results of a quad's requests. Requests are noted before they are sampled.
 * Results come in the order of the requests.
 */
export class PixelColors {
  /** Notes of request n at index n modulo the length: a ring that holds at least every request without a result. */
  private draw = new Uint32Array(0);
  private layer = new Uint16Array(0);
  private tint = new Float32Array(0);
  private noted = 0;
  /** Sums of the quad whose results are coming in, lane by lane: the factor and the sum of its textures, and alpha. */
  private readonly factor = new Float64Array(LANES * TINT);
  private readonly sum = new Float64Array(LANES * TINT);
  private readonly alpha = new Float64Array(LANES);
  private readonly colors = new Float32Array(LANES * RGBA);

  constructor(private readonly draws: readonly Draw[]) {}

  /** @param answered the number of requests that have their result */
  note(batch: QuadBatch, notes: QuadNotes, answered: number): void {
    this.reserve(this.noted - answered + batch.count);
    const ring = this.draw.length;
    for (let quad = 0; quad < batch.count; quad++) {
      const at = this.noted++ % ring;
      this.draw[at] = notes.draw[quad];
      this.layer[at] = notes.layer[quad];
      const tint = TINT * LANES * quad;
      for (let k = 0; k < TINT * LANES; k++) this.tint[TINT * LANES * at + k] = notes.tint[tint + k];
    }
  }

  /** Takes the result of the next request. The quad's active lanes are stored with the result of its last layer. */
  take(
    request: number,
    x: number,
    y: number,
    active: number,
    colors: Float32Array,
    first: number,
    frame: Framebuffer,
  ): void {
    const at = request % this.draw.length;
    const draw = this.draws[this.draw[at]];
    const layer = this.layer[at];
    if (layer === 0) this.begin(draw, at);
    for (let lane = 0; lane < LANES; lane++) {
      if (((active >> lane) & 1) === 1) this.apply(draw, layer, lane, colors, first + RGBA * lane);
    }
    if (layer === draw.layers.length - 1) this.store(draw, x, y, active, frame);
  }

  private begin({ tint }: Draw, at: number): void {
    this.sum.fill(0);
    this.alpha.fill(1);
    if (tint === null) this.factor.fill(1);
    else this.factor.set(this.tint.subarray(TINT * LANES * at, TINT * LANES * (at + 1)));
  }

  private apply({ layers, surface }: Draw, layer: number, lane: number, colors: Float32Array, from: number): void {
    for (const use of layers[layer].uses) {
      if (use === 'base') this.alpha[lane] *= colors[from + 3];
      for (let c = 0; c < TINT; c++) {
        const to = TINT * lane + c;
        if (use === 'base' || use === 'light') this.factor[to] *= colors[from + c];
        else if (use === 'detail') this.factor[to] *= 2 * colors[from + c];
        else if (use === 'occlusion') this.factor[to] *= 1 + surface.occlusionStrength * (colors[from] - 1);
        else if (use === 'emissive') this.sum[to] += surface.emissiveFactor[c] * colors[from + c];
      }
    }
  }

  private store({ surface }: Draw, x: number, y: number, active: number, frame: Framebuffer): void {
    const { colors } = this;
    let shown = active;
    for (let lane = 0; lane < LANES; lane++) {
      const alpha = this.alpha[lane] * surface.alphaFactor;
      if (surface.alphaMode === 'mask' && alpha < surface.alphaCutoff) shown &= ~(1 << lane);
      for (let c = 0; c < TINT; c++) colors[RGBA * lane + c] = this.factor[TINT * lane + c] + this.sum[TINT * lane + c];
      colors[RGBA * lane + 3] = alpha;
    }
    if (surface.alphaMode === 'blend') frame.blend(x, y, shown, colors, 0);
    else frame.store(x, y, shown, colors, 0);
  }

  private reserve(requests: number): void {
    const old = this.draw.length;
    if (requests <= old) return;
    const { draw, layer, tint } = this;
    const ring = 2 * requests;
    this.draw = new Uint32Array(ring);
    this.layer = new Uint16Array(ring);
    this.tint = new Float32Array(TINT * LANES * ring);
    for (let request = Math.max(0, this.noted - old); request < this.noted; request++) {
      const [from, to] = [request % old, request % ring];
      this.draw[to] = draw[from];
      this.layer[to] = layer[from];
      this.tint.set(tint.subarray(TINT * LANES * from, TINT * LANES * (from + 1)), TINT * LANES * to);
    }
  }
}
