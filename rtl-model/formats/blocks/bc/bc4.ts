import { CONSTANT_SCALE } from './bc-scales.ts';
import { decodeSignedRamp, decodeUnsignedRamp, SIGNED_RAMP_SCALE, UNSIGNED_RAMP_SCALE } from './bc4-ramp.ts';
import type { BlockCodec } from '../block-codec.ts';

/** BC4: red (D3D11.3 19.5.9, 19.5.10; Khronos data format: RGTC, BC4). */
export function bc4(signed: boolean): BlockCodec {
  const decodeRamp = signed ? decodeSignedRamp : decodeUnsignedRamp;
  return {
    width: 4,
    height: 4,
    bytes: 8,
    scales: [signed ? SIGNED_RAMP_SCALE : UNSIGNED_RAMP_SCALE, CONSTANT_SCALE, CONSTANT_SCALE, CONSTANT_SCALE],
    srgb: false,
    decode: (bytes, from, texels) => {
      decodeRamp(bytes, from, texels, 0);
      for (let at = 0; at < 64; at += 4) {
        texels[at + 1] = 0;
        texels[at + 2] = 0;
        texels[at + 3] = 1;
      }
    },
  };
}
