import type { Camera } from '../../pictures/scenes/camera.ts';
import type { Rows } from '../../pictures/scenes/draw-requests.ts';
import type { FrameSimulation } from '../simulate.ts';

/** The data that all bands of a run share. */
export type BandRun = Pick<FrameSimulation, 'design' | 'drawing' | 'frame'>;

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
