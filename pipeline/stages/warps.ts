import type { ShaderDesign } from '../../rtl-model/design/design.ts';
import { NOT_GIVEN } from '../../rtl-model/registers/quad-batch.ts';

/**
 * The warps of a shader in front of a texture unit. Consecutive quads of a warp are one texture instruction, up to
 * `quadsPerWarp` of them. A warp issues its next instruction when all quads of the one before are back and its
 * instructions in between have run, one a cycle. Requests keep their order: one whose warp waits holds up those after
 * it. Instructions that name no warp take the warps in turn; a name beyond the number of warps is taken modulo it.
 */
export class Warps {
  private readonly count = this.shader.warps === 'unlimited' ? 0 : this.shader.warps;
  /** The cycle from which on each warp can issue again, once it waits for no quad. */
  private readonly ready = new Float64Array(this.count);
  /** Quads of each warp that have been issued and are not back. */
  private readonly waiting = new Int32Array(this.count);
  /** The warp of the current instruction and its name, and the quads that the instruction can still take. */
  private current = 0;
  private name = NOT_GIVEN;
  private room = 0;
  private instructions = 0;

  constructor(private readonly shader: ShaderDesign) {}

  /** False if no request waits for a result. */
  get limited(): boolean {
    return this.count > 0;
  }

  /** The first cycle in which the next quad can be issued. It is Infinity while its warp waits for a quad. */
  readyAt(name: number): number {
    if (this.continues(name)) return 0;
    const warp = this.warpOf(name);
    return this.waiting[warp] > 0 ? Infinity : this.ready[warp];
  }

  /** Issues the next quad. @returns its warp */
  issue(name: number): number {
    if (!this.continues(name)) {
      this.current = this.warpOf(name);
      this.name = name;
      this.room = this.shader.quadsPerWarp;
      this.instructions++;
    }
    this.room--;
    this.waiting[this.current]++;
    return this.current;
  }

  /** A quad of the warp is back in the cycle. */
  back(warp: number, cycle: number): void {
    this.waiting[warp]--;
    this.ready[warp] = cycle + this.shader.instructionsBetween;
  }

  private continues(name: number): boolean {
    return this.room > 0 && name === this.name;
  }

  private warpOf(name: number): number {
    return (name === NOT_GIVEN ? this.instructions : name) % this.count;
  }
}
