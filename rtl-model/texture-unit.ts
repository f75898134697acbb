import type { Design } from './design/design.ts';
import type { TexelMemory } from './memory/lay-out-images.ts';
import { unitPath, unitPaths } from './path/bind-units.ts';
import type { UnitPath } from './path/unit-path.ts';
import type { LaneExtras } from './registers/lane-extras.ts';
import type { QuadBatch } from './registers/quad-batch.ts';
import type { TextureState } from './state/texture-state.ts';

/** The functional mode of the texture unit: quads in, results out, with no clock. */
export class TextureUnit {
  private readonly design: Design;
  private readonly memory: TexelMemory;
  private readonly paths: UnitPath[];

  /** @throws as `unitPaths` */
  constructor(design: Design, memory: TexelMemory, states: readonly TextureState[]) {
    this.design = design;
    this.memory = memory;
    this.paths = [...unitPaths(design, memory, states)];
  }

  /** Adds a state after those that the unit has. @throws RangeError as `unitPaths` */
  addState(state: TextureState): void {
    this.paths.push(unitPath(this.design, this.memory, state));
  }

  /**
   * Samples every quad of the batch.
   *
   * @param result receives r, g, b, a of lane l of quad k at 16k + 4l, float32, or the bits of 32-bit integers; lanes that
   * are not active keep theirs
   * @param extras receives the rest, of lane l of quad k at 4k + l
   */
  sample(batch: QuadBatch, result: Float32Array, extras?: LaneExtras): void {
    const { count, state: states } = batch;
    let quad = 0;
    while (quad < count) {
      const state = states[quad];
      let end = quad + 1;
      while (end < count && states[end] === state) end++;
      this.paths[state].sample(batch, quad, end - quad, this.memory.data, result, extras);
      quad = end;
    }
  }
}
