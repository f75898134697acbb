import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { texelMemory, type TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { storesTexels } from '../simulate/kept-memory.ts';

/**
 * The subject of a check. It answers requests, and nothing else of it counts. So the model of a design, a wrong one
 * that a test makes, and a table of somebody's results are judged alike.
 */
export interface Subject {
  readonly name: string;
  /**
   * The design that the subject claims to be. Its limits are the claims; its widths explain a verdict but do not decide
   * it.
   */
  readonly design: Design;
  /**
   * Answers every quad of a batch with one texture state; the batch's `state` is ignored. The answer to a write is the
   * texel that a read finds after all writes of the batch.
   *
   * @param extras receives residency codes and footprints, of lane l of quad k at 4k + l
   * @returns r, g, b, a of lane l of quad k at 16k + 4l: float32, or the bits of integers
   */
  sample(images: readonly ImageSource[], state: TextureState, batch: QuadBatch, extras?: LaneExtras): Float32Array;
}

/** The states that a question runs one after the other: a write is read back. */
export function statesOf(state: TextureState): readonly TextureState[] {
  const { instruction } = state;
  return instruction.op === 'write' ? [state, { ...state, instruction: { ...instruction, op: 'read' } }] : [state];
}

/** A texture unit, with its images and states. */
interface BoundUnit {
  readonly images: readonly ImageSource[];
  readonly memory: TexelMemory;
  readonly state: TextureState;
  readonly states: readonly TextureState[];
  readonly unit: TextureUnit;
}

/**
 * The model of a design as a subject. Batches that follow each other with the same images share their memory, and with
 * the same state a unit, unless they store texels.
 *
 * @param made is called when a unit was made
 */
export function designSubject(design: Design, made = () => {}): Subject {
  let bound: BoundUnit | null = null;
  const unitFor = (images: readonly ImageSource[], state: TextureState): BoundUnit => {
    const states = statesOf(state);
    const isKept =
      bound !== null && !storesTexels(state) && !storesTexels(bound.state) && sameItems(images, bound.images);
    const memory = isKept ? bound!.memory : texelMemory(design, images);
    const unit = new TextureUnit(design, memory, states);
    made();
    return { images, memory, state, states, unit };
  };
  return {
    name: design.name,
    design,
    sample(images, state, batch, extras) {
      const result = new Float32Array(16 * batch.capacity);
      if (storesTexels(state) || bound?.state !== state || !sameItems(images, bound.images))
        bound = unitFor(images, state);
      const { states, unit } = bound;
      for (const n of states.keys()) {
        batch.state.fill(n);
        unit.sample(batch, result, extras);
      }
      return result;
    },
  };
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, n) => item === b[n]);
}
