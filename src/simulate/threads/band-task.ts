import type { Design } from '../../../rtl-model/design/design.ts';
import type { Camera } from '../../pictures/scenes/camera.ts';
import type { Drawing } from '../../pictures/scenes/draw.ts';
import type { FrameOptions, Rows } from '../../pictures/scenes/draw-requests.ts';

/** The data that all bands of a run share. */
export interface BandRun {
  readonly design: Design;
  readonly drawing: Drawing;
  readonly frame: FrameOptions;
}

/** Some rows of a frame, as a task of a thread. */
export interface BandTask {
  readonly camera: Camera;
  readonly rows: Rows;
}

export interface BandResult {
  /** The rows of the picture. */
  readonly texels: Uint8Array;
  /** The rows of the pass map. */
  readonly passes: Uint32Array;
  readonly quads: number;
  readonly pixels: number;
}
