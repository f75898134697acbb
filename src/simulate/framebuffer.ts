import { roundToInteger } from '../../rtl-model/fixed-point/rounding.ts';
import { linearToSrgb, srgbToLinear } from '../../rtl-model/fixed-point/srgb.ts';
import type { Picture } from '../pictures/textures/picture.ts';

/** The colour of pixels that nothing is drawn to: r, g and b as bytes of the picture. */
export const BACKGROUND: readonly [number, number, number] = [0x14, 0x17, 0x1c];

/** The destination of results: 8 bits a component, opaque for any alpha of the texture. */
export class Framebuffer {
  readonly picture: Picture;
  private readonly toByte = this.srgb ? linearToSrgb : floatToUnorm8;
  private readonly fromByte = this.srgb ? srgbToLinear : (byte: number) => byte / 255;

  /** @param srgb true if colours arrive as linear light and are stored sRGB-encoded, as in an sRGB image view */
  constructor(
    width: number,
    height: number,
    private readonly srgb: boolean,
  ) {
    const texels = new Uint8Array(4 * width * height);
    new Uint32Array(texels.buffer).fill(new Uint32Array(Uint8Array.of(...BACKGROUND, 255).buffer)[0]);
    this.picture = { width, height, texels };
  }

  /** Stores the active lanes of the quad at (x, y). r, g, b, a of lane l are at colors[first + 4l]. */
  store(x: number, y: number, active: number, colors: Float32Array, first: number): void {
    const { width, texels } = this.picture;
    for (let lane = 0; lane < 4; lane++) {
      if (((active >> lane) & 1) === 0) continue;
      const to = 4 * ((y + (lane >> 1)) * width + x + (lane & 1));
      const from = first + 4 * lane;
      texels[to] = this.toByte(colors[from]);
      texels[to + 1] = this.toByte(colors[from + 1]);
      texels[to + 2] = this.toByte(colors[from + 2]);
    }
  }

  /** Blends the active lanes over the picture by their alpha, 0 to 1; parameters as in store(). */
  blend(x: number, y: number, active: number, colors: Float32Array, first: number): void {
    const { width, texels } = this.picture;
    for (let lane = 0; lane < 4; lane++) {
      if (((active >> lane) & 1) === 0) continue;
      const to = 4 * ((y + (lane >> 1)) * width + x + (lane & 1));
      const from = first + 4 * lane;
      const alpha = Math.min(Math.max(colors[from + 3], 0), 1);
      for (let c = 0; c < 3; c++) {
        const below = this.fromByte(texels[to + c]);
        texels[to + c] = this.toByte(below + alpha * (colors[from + c] - below));
      }
    }
  }
}

/** FLOAT to UNORM, D3D11.3 3.2.3.6: NaN gives 0, other values are clamped to [0, 1], ties go up. */
export function floatToUnorm8(value: number): number {
  return value > 0 ? roundToInteger(Math.min(value, 1) * 255, 'nearest-up') : 0;
}
