import { CONSTANT_SCALE } from './bc-scales.ts';
import { decodeSignedRamp, decodeUnsignedRamp, SIGNED_RAMP_SCALE, UNSIGNED_RAMP_SCALE } from './bc4-ramp.ts';
import type { BlockCodec } from '../block-codec.ts';

/** BC5: red, then green (D3D11.3 19.5.11, 19.5.12; Khronos data format: RGTC, BC5). */
export function bc5(signed: boolean): BlockCodec {
  const decodeRamp = signed ? decodeSignedRamp : decodeUnsignedRamp;
  const scale = signed ? SIGNED_RAMP_SCALE : UNSIGNED_RAMP_SCALE;
  return {
    width: 4,
    height: 4,
    bytes: 16,
    scales: [scale, scale, CONSTANT_SCALE, CONSTANT_SCALE],
    srgb: false,
    decode: (bytes, from, texels) => {
      decodeRamp(bytes, from, texels, 0);
      decodeRamp(bytes, from + 8, texels, 1);
      for (let at = 0; at < 64; at += 4) {
        texels[at + 2] = 0;
        texels[at + 3] = 1;
      }
    },
  };
}
