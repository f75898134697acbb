import type { Design } from '../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { texelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import type { TracedImage } from '../../../../traces/accesses/image-table.ts';
import { idealDesign } from '../../../designs/ideal-design.ts';
import { PRESETS } from '../../../designs/presets.ts';
import { samplingUnit } from '../../../simulate/sampling-unit.ts';

interface Named {
  /** Unique in the plan. */
  readonly name: string;
  readonly weight: number;
  /** SHA-256 of all that the designs run, 16 hexadecimal digits. */
  readonly hash: string;
}

/** Requests of a trace or a scene, decoded once for all designs. It is plain data, which threads share. */
export interface RequestWorkload extends Named {
  readonly kind: 'requests';
  readonly images: readonly ImageSource[];
  readonly imageNames: readonly string[];
  readonly states: readonly TextureState[];
  readonly batches: readonly QuadBatch[];
  readonly quads: number;
  /** Results of the ideal design, 16 of each quad; null where no error is measured. */
  readonly ideal: Float32Array | null;
}

/** Texel accesses of a trace or a chase, for caches and memory alone. */
export interface AccessWorkload extends Named {
  readonly kind: 'accesses';
  readonly images: readonly TracedImage[];
  readonly batches: readonly AccessBatch[];
  /** The times that they are repeated and counted, after a first one that fills the caches; null for once, counted. */
  readonly rounds: number | null;
}

export type Workload = RequestWorkload | AccessWorkload;

/** The design against whose results all designs of a sweep are measured. */
export const IDEAL_DESIGN = idealDesign(PRESETS.get('full-quality')!);

/** Floats of a quad's results. */
export const QUAD_RESULTS = 16;

/** Results of the ideal design for requests. It yields the part that is done, 0 to 1. */
export function* idealResults(
  { images, states, batches, quads }: Pick<RequestWorkload, 'images' | 'states' | 'batches' | 'quads'>,
  design: Design = IDEAL_DESIGN,
): Generator<number, Float32Array> {
  const results = new Float32Array(QUAD_RESULTS * quads);
  const memory = texelMemory(design, images);
  const unit = samplingUnit('functional', design, memory, states, (quad, _x, _y, _active, colors, first) => {
    results.set(colors.subarray(first, first + QUAD_RESULTS), QUAD_RESULTS * quad);
  });
  for (const [n, batch] of batches.entries()) {
    unit.run(batch);
    yield n / batches.length;
  }
  unit.finish();
  return results;
}
