import type { ComponentScale } from '../component-scale.ts';
import { CONSTANT_SCALE, signedScale, unsignedScale } from '../bc/bc-scales.ts';
import type { BlockCodec } from '../block-codec.ts';
import { decodeSignedEac, decodeUnsignedEac } from './eac-component.ts';

/**
 * EAC red (Khronos data format: Format Unsigned R11 EAC, Format Signed R11 EAC). Codes are the 11-bit ones that the
 * text calls the exact representation; none of the text's extensions to more bits is used.
 */
export function eacR11(signed: boolean): BlockCodec {
  const decodeComponent = signed ? decodeSignedEac : decodeUnsignedEac;
  return {
    width: 4,
    height: 4,
    bytes: 8,
    scales: [eacScale(signed), CONSTANT_SCALE, CONSTANT_SCALE, CONSTANT_SCALE],
    srgb: false,
    decode: (bytes, from, texels) => {
      decodeComponent(bytes, from, texels, 0);
      for (let at = 0; at < 64; at += 4) {
        texels[at + 1] = 0;
        texels[at + 2] = 0;
        texels[at + 3] = 1;
      }
    },
  };
}

/** EAC red, then green (Khronos data format: Format Unsigned RG11 EAC, Format Signed RG11 EAC). */
export function eacR11G11(signed: boolean): BlockCodec {
  const decodeComponent = signed ? decodeSignedEac : decodeUnsignedEac;
  return {
    width: 4,
    height: 4,
    bytes: 16,
    scales: [eacScale(signed), eacScale(signed), CONSTANT_SCALE, CONSTANT_SCALE],
    srgb: false,
    decode: (bytes, from, texels) => {
      decodeComponent(bytes, from, texels, 0);
      decodeComponent(bytes, from + 8, texels, 1);
      for (let at = 0; at < 64; at += 4) {
        texels[at + 2] = 0;
        texels[at + 3] = 1;
      }
    },
  };
}

function eacScale(signed: boolean): ComponentScale {
  return signed ? signedScale(1023) : unsignedScale(2047);
}
