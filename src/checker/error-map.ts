import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { Subject } from './subject.ts';

/** The errors of bilinear samples of a texture, position by position, row by row from the top left. */
export interface ErrorMap {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Distances in codes of the format. */
  readonly errors: readonly number[];
}

const SIZE = 4;
/** Positions along an axis; none is a multiple of a snapped step, so that snapping shows. */
const POSITIONS = 56;

/** Texels far apart: what the weights err by is seen best. */
const TEXELS = Uint8Array.of(0, 255, 60, 190, 255, 30, 220, 0, 90, 240, 0, 255, 255, 10, 170, 40);

/**
 * Samples a texture of 4x4 texels, R8_UNORM, clamped at its edges, and compares with the weights of the unsnapped
 * coordinates in float64 (D3D11.3 7.18.8; Vulkan: Texel Linear Filtering).
 */
export function errorMap(subject: Subject): ErrorMap {
  const batch = positions();
  const image: ImageSource = {
    format: TEXEL_FORMATS.get('r8_unorm')!,
    width: SIZE,
    height: SIZE,
    layers: 1,
    levels: [TEXELS],
  };
  const sampler = { ...DEFAULT_SAMPLER, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
  const state = { image: 0, sampler, instruction: { lod: 'explicit', projected: false } } as const;
  const colors = subject.sample([image], state, batch);
  const errors = Array.from({ length: POSITIONS ** 2 }, (_, n) =>
    Math.abs(colors[4 * n] * 255 - ideal(batch.s[n] * SIZE - 0.5, batch.t[n] * SIZE - 0.5)),
  );
  return { title: 'Bilinear error over 4x4 texels', width: POSITIONS, height: POSITIONS, errors };
}

function positions(): QuadBatch {
  const batch = new QuadBatch(POSITIONS ** 2 / 4);
  batch.count = batch.capacity;
  batch.active.fill(15);
  for (let n = 0; n < POSITIONS ** 2; n++) {
    batch.s[n] = ((n % POSITIONS) + 0.37) / POSITIONS;
    batch.t[n] = (Math.floor(n / POSITIONS) + 0.37) / POSITIONS;
  }
  return batch;
}

/** The code that the four texels around (u, v) give, u and v half a texel off already. */
function ideal(u: number, v: number): number {
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const [a, b] = [u - i, v - j];
  const top = texelAt(i, j) * (1 - a) + texelAt(i + 1, j) * a;
  const bottom = texelAt(i, j + 1) * (1 - a) + texelAt(i + 1, j + 1) * a;
  return top * (1 - b) + bottom * b;
}

function texelAt(i: number, j: number): number {
  const held = (n: number) => Math.max(0, Math.min(n, SIZE - 1));
  return TEXELS[held(j) * SIZE + held(i)];
}
