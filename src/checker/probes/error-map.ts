import { filteredTexels } from '../../specification/filtering/linear-filter.ts';
import { askAtOnce } from './requests.ts';
import { addressed, EXPLICIT_LOD, LINEAR } from './states.ts';
import { storedImage } from './texel-image.ts';
import type { Subject } from '../subject.ts';

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

/** Texels with large differences, which show errors of weights. */
const TEXELS = Uint8Array.of(0, 255, 60, 190, 255, 30, 220, 0, 90, 240, 0, 255, 255, 10, 170, 40);

/**
 * Samples a texture of 4x4 texels, R8_UNORM, clamped at its edges, and compares with the weights of the unsnapped
 * coordinates in float64 (D3D11.3 7.18.8; Vulkan: Texel Linear Filtering).
 */
export function errorMap(subject: Subject): ErrorMap {
  const place = (n: number) => [n % POSITIONS, Math.floor(n / POSITIONS)].map((k) => (k + 0.37) / POSITIONS);
  const colors = askAtOnce(subject, {
    image: storedImage('r8_unorm', SIZE, SIZE, TEXELS),
    sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
    instruction: EXPLICIT_LOD,
    count: POSITIONS ** 2,
    operands(n) {
      const [s, t] = place(n);
      return { s, t };
    },
  });
  const errors = Array.from({ length: POSITIONS ** 2 }, (_, n) => {
    const [u, v] = place(n).map((x) => Math.fround(x) * SIZE - 0.5);
    return Math.abs(colors[4 * n] * 255 - ideal(u, v));
  });
  return { title: 'Bilinear error over 4x4 texels', width: POSITIONS, height: POSITIONS, errors };
}

/** The code that the four texels around (u, v) give, u and v half a texel off already. */
function ideal(u: number, v: number): number {
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const texels = [texelAt(i, j), texelAt(i + 1, j), texelAt(i, j + 1), texelAt(i + 1, j + 1)];
  return filteredTexels(texels, [256 * (u - i), 256 * (v - j)]);
}

function texelAt(i: number, j: number): number {
  const held = (n: number) => Math.max(0, Math.min(n, SIZE - 1));
  return TEXELS[held(j) * SIZE + held(i)];
}
