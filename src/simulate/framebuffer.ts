import { roundToInteger } from '../../rtl-model/fixed-point/rounding.ts';
import { linearToSrgb, srgbToLinear } from '../../rtl-model/fixed-point/srgb.ts';
import type { Picture } from '../pictures/textures/picture.ts';

/** What pixels show that nothing was drawn to: r, g and b as bytes of the picture. */
export const BACKGROUND: readonly [number, number, number] = [0x14, 0x17, 0x1c];

/** Where results go: 8 bits a component, opaque, whatever alpha the texture gives. */
export class Framebuffer {
  readonly picture: Picture;
  private readonly toByte: (value: number) => number;
  private readonly fromByte: (byte: number) => number;

  /** @param srgb whether colours arrive as linear light and are stored sRGB-encoded, as an sRGB image view does */
  constructor(width: number, height: number, srgb: boolean) {
    const texels = new Uint8Array(4 * width * height);
    for (let at = 0; at < texels.length; at += 4) texels.set([...BACKGROUND, 255], at);
    this.picture = { width, height, texels };
    this.toByte = srgb ? linearToSrgb : floatToUnorm8;
    this.fromByte = srgb ? srgbToLinear : (byte) => byte / 255;
  }

  /** Stores the active lanes of the quad at (x, y). r, g, b, a of lane l stand at colors[first + 4l]. */
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

  /** As store(), but blended over what is there, by alpha from 0 to 1. */
  blend(x: number, y: number, active: number, colors: Float32Array, first: number): void {
    const { width, texels } = this.picture;
    for (let lane = 0; lane < 4; lane++) {
      if (((active >> lane) & 1) === 0) continue;
      const to = 4 * ((y + (lane >> 1)) * width + x + (lane & 1));
      const from = first + 4 * lane;
      const alpha = Math.min(Math.max(colors[from + 3], 0), 1);
      for (let c = 0; c < 3; c++) {
        const behind = this.fromByte(texels[to + c]);
        texels[to + c] = this.toByte(behind + alpha * (colors[from + c] - behind));
      }
    }
  }
}

/** D3D11.3 3.2.3.6, FLOAT to UNORM: NaN gives 0, [0, 1] is clamped to, ties go up. */
function floatToUnorm8(value: number): number {
  return value > 0 ? roundToInteger(Math.min(value, 1) * 255, 'nearest-up') : 0;
}
