import type { Picture } from '../../../../src/pictures/textures/picture.ts';
import { display } from '../../../../src/pictures/resolve/display.ts';
import { EDGE_HEIGHT, EDGE_WIDTH, edgePicture } from '../../../../src/pictures/resolve/edge-picture.ts';
import { equalWeights, tapsOf } from '../../../../src/pictures/resolve/kernel.ts';
import { resolve, type ResolveMethod } from '../../../../src/pictures/resolve/resolve.ts';

/** Panels from left to right. */
const PANELS: readonly ResolveMethod[] = ['box', 'luma', 'tonemapped'];
const SAMPLES = 8;
/** Side of the square that shows a pixel of the edge picture; GAP is the space between panels. */
const ZOOM = 7;
const GAP = 10;

/** The edge picture, resolved with each method from eight samples a pixel. */
export function edgeFigure(): Picture {
  const samples = edgePicture(SAMPLES);
  const taps = tapsOf(equalWeights(SAMPLES));
  const panelWidth = ZOOM * EDGE_WIDTH;
  const width = PANELS.length * (panelWidth + GAP) - GAP;
  const height = ZOOM * EDGE_HEIGHT;
  const pixels = new Uint32Array(width * height).fill(0xffffffff);
  PANELS.forEach((method, n) => {
    const { texels } = display(resolve(samples, { method, taps, reciprocal: 'exact' }));
    const panel = new Uint32Array(texels.buffer);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < panelWidth; x++) {
        pixels[y * width + n * (panelWidth + GAP) + x] =
          panel[Math.floor(y / ZOOM) * EDGE_WIDTH + Math.floor(x / ZOOM)];
      }
    }
  });
  return { width, height, texels: new Uint8Array(pixels.buffer) };
}
