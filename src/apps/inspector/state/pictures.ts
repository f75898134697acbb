import type { DrawAnswer } from './protocol.ts';

/** A picture that comes in piece by piece. A new one overwrites the old one, so that nothing flickers. */
export class IncomingPicture {
  width = 0;
  height = 0;
  linear = false;
  values = new Float32Array(0);
  /** The picture that wrote each pixel; 0 for none. */
  private written = new Uint32Array(0);
  private serial = 0;

  /** @param numbers a pixel: 4 of colours, 1 of a quantity */
  constructor(
    readonly numbers: 1 | 4,
    private readonly changed: (from: number, until: number) => void,
  ) {}

  /** True if a pixel has a value. */
  has(pixel: number): boolean {
    return this.written[pixel] > 0;
  }

  take({ width, height, linear, values, places, active }: DrawAnswer): void {
    if (active.length === 0) this.begin(width, height, linear);
    const { numbers } = this;
    let [top, bottom] = active.length === 0 ? [0, height] : [height, 0];
    for (let quad = 0; quad < active.length; quad++) {
      top = Math.min(top, places[2 * quad + 1]);
      bottom = Math.max(bottom, places[2 * quad + 1] + 2);
      for (let lane = 0; lane < 4; lane++) {
        if (((active[quad] >> lane) & 1) === 0) continue;
        const x = places[2 * quad] + (lane & 1);
        const y = places[2 * quad + 1] + (lane >> 1);
        if (x >= width || y >= height) continue;
        const pixel = y * width + x;
        this.written[pixel] = this.serial;
        for (let c = 0; c < numbers; c++) this.values[numbers * pixel + c] = values[numbers * (4 * quad + lane) + c];
      }
    }
    this.changed(top, Math.min(bottom, height));
  }

  /** Forgets the pixels that the last picture has not written. */
  finish(): void {
    const { written, serial } = this;
    let isSame = true;
    for (let n = 0; n < written.length; n++) {
      if (written[n] === serial || written[n] === 0) continue;
      written[n] = 0;
      isSame = false;
    }
    if (!isSame) this.changed(0, this.height);
  }

  private begin(width: number, height: number, linear: boolean): void {
    this.linear = linear;
    this.serial++;
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.values = new Float32Array(this.numbers * width * height);
    this.written = new Uint32Array(width * height);
  }
}

/** Called with the rows `from` to `until - 1` whose pixels have changed. */
type RowListener = (from: number, until: number) => void;

const listeners = new Set<RowListener>();
const changed: RowListener = (from, until) => listeners.forEach((listener) => listener(from, until));

/** The pictures of the page. */
export const pictures = {
  first: new IncomingPicture(4, changed),
  second: new IncomingPicture(4, changed),
  captured: new IncomingPicture(4, changed),
  map: new IncomingPicture(1, changed),
};

/** The name of a picture of the page. */
export type ShownPicture = keyof typeof pictures;

/** Calls when pixels come in. @returns ends it */
export function onPixels(listener: RowListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
