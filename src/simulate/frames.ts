import type { Draw } from '../pictures/scenes/draw.ts';
import type { Picture } from '../pictures/textures/picture.ts';
import { Framebuffer } from './framebuffer.ts';
import { PixelColors } from './pixel-colors.ts';

/**
 * The pictures of successive frames, made from results. A frame may begin before the last results of the previous one.
 */
export class Frames {
  /** The notes of the requests that are needed to colour pixels; null if each result is its pixel's colour. */
  readonly noting: PixelColors | null;
  private readonly make: () => Framebuffer;
  private current: Framebuffer;
  private complete = 0;
  /** The first request of each frame that has begun and waits for the end of the current one. */
  private readonly starts: number[] = [];
  private began = 0;
  /** The number of results so far. */
  answered = 0;

  /**
   * @param linear as in Drawing
   * @param onFrame gets each picture after its last result, or at the end of the run
   */
  constructor(
    { width, height }: { readonly width: number; readonly height: number },
    draws: readonly Draw[],
    linear: boolean,
    private readonly onFrame: (picture: Picture, frame: number) => void,
  ) {
    this.noting = draws.every(isPlain) ? null : new PixelColors(draws);
    this.make = () => new Framebuffer(width, height, linear);
    this.current = this.make();
  }

  /** @param requests the number of requests of all earlier frames */
  begin(requests: number): void {
    if (this.began++ > 0) this.starts.push(requests);
  }

  /** Takes the result of the next request; parameters as in QuadSink. */
  take(x: number, y: number, active: number, colors: Float32Array, first: number): void {
    const request = this.answered++;
    while (request >= this.starts[0]) this.turnOver();
    if (this.noting === null) this.current.store(x, y, active, colors, first);
    else this.noting.take(request, x, y, active, colors, first, this.current);
  }

  /** Completes the remaining frames after the last result. */
  end(): void {
    while (this.starts.length > 0) this.turnOver();
    this.onFrame(this.current.picture, this.complete++);
  }

  private turnOver(): void {
    this.starts.shift();
    this.onFrame(this.current.picture, this.complete++);
    this.current = this.make();
  }
}

/** True if the texture's colour is the pixel's colour. */
function isPlain({ layers, tint, surface }: Draw): boolean {
  return layers.length === 1 && layers[0].uses.join() === 'base' && tint === null && surface.alphaMode === 'opaque';
}
