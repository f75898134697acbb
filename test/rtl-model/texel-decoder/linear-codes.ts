import { linearCode } from '../../../src/specification/texels/srgb.ts';

/** The linear codes of all 8-bit sRGB codes. */
export function linearCodes(linearBits: number): readonly number[] {
  return Array.from({ length: 256 }, (_, code) => linearCode(code, 255, linearBits));
}
