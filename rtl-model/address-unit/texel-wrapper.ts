import type { Binding } from '../state/binding.ts';
import { BORDER_ADDRESS, CORNER_ADDRESS } from '../registers/footprints.ts';
import type { AddressMode, Sampler } from '../state/sampler.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import { beyondEdge, CUBE_FACES } from './cube-edge.ts';
import type { Image } from '../memory/image.ts';
import { Surface } from './surface.ts';
import { BORDER, wrap } from './wrap.ts';

/**
 * From texel indices to an address: address modes, or the seams of a cube (Vulkan: Wrapping Operation, Cube Map Edge
 * Handling).
 */
export class TexelWrapper {
  readonly surface: Surface;
  private readonly modes: readonly AddressMode[];
  private readonly cube: boolean;
  private readonly seamless: boolean;
  private readonly baseLayer: number;

  /** @param image the binding's, or one of its planes */
  constructor({ sampler, cube, view, image: whole }: Binding, image: Image = whole) {
    this.surface = new Surface(image);
    this.modes = addressModes(sampler);
    this.cube = cube;
    this.seamless = cube && !sampler.nonSeamlessCubeMap;
    this.baseLayer = view.baseArrayLayer;
  }

  /**
   * @param layer of the view; for a cube, which cube
   * @param i,j,k any integers
   * @param filter 0 nearest, 1 linear, 2 cubic: a cube's nearest texel stays on its face, and the texel that a corner lacks
   * is averaged by linear filtering, and by cubic filtering taken from the corner of the face itself
   * @returns an address, BORDER_ADDRESS, CORNER_ADDRESS or ZERO_ADDRESS
   */
  address(level: number, layer: number, face: number, i: number, j: number, k: number, filter: number): number {
    const { width, height, depth } = this.surface.image.levels[level];
    if (this.seamless) return this.onCube(level, layer, face, i, j, width, filter);
    const [modeU, modeV, modeW] = this.modes;
    const x = wrap(i, width, modeU);
    const y = wrap(j, height, modeV);
    const z = wrap(k, depth, modeW);
    return this.inside(level, this.layerOf(layer, face), x, y, z);
  }

  /** @param layer of the image  @param i,j,k of a texel, or BORDER */
  inside(level: number, layer: number, i: number, j: number, k: number): number {
    if (i === BORDER || j === BORDER || k === BORDER) return BORDER_ADDRESS;
    return this.surface.address(level, layer, i, j, k, 0);
  }

  private onCube(level: number, layer: number, face: number, i: number, j: number, size: number, filter: number) {
    const [x, y] = [i, j].map((n) => Math.max(0, Math.min(n, size - 1)));
    const on = (texel: { face: number; i: number; j: number }) =>
      this.surface.address(level, this.layerOf(layer, texel.face), texel.i, texel.j, 0, 0);
    const atCorner = x !== i && y !== j;
    if (filter === 0 || (x === i && y === j) || (atCorner && filter !== 1)) return on({ face, i: x, j: y });
    return atCorner ? CORNER_ADDRESS : on(beyondEdge(PLAIN, face, i, j, size));
  }

  /** @param layer of the view; for a cube, which cube  @returns the layer of the image */
  layerOf(layer: number, face: number): number {
    return this.baseLayer + (this.cube ? CUBE_FACES * layer + face : layer);
  }
}

/** The address modes along u, v and w. Vulkan ignores those of axes that an image lacks: index 0 of size 1 wraps to itself. */
export function addressModes({ addressModeU, addressModeV, addressModeW }: Sampler): readonly AddressMode[] {
  return [addressModeU, addressModeV, addressModeW];
}
