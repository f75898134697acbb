import { interpolateBc, WEIGHTS } from './bc-interpolation.ts';
import { PARTITIONS } from './bc-partitions.ts';
import { BC7_MODES, type Bc7Mode } from './bc7-modes.ts';
import { blockBits, replicated } from '../bits.ts';
import { type BlockCodec, codec4x4 } from '../block-codec.ts';
import { unsignedScale } from '../component-scale.ts';

/** r, g, b, a of the six endpoints of the current block, 8 bits each. */
const endpoints = new Uint8Array(24);

/**
 * BC7 (D3D11.3 19.5.14; Khronos data format: BC7). Results are 8-bit codes, bit-exact. The reserved mode, a low byte of
 * 0, gives zeros in all channels as D3D11.3 demands; Khronos would allow alpha 1.
 */
export function bc7(srgb: boolean): BlockCodec {
  const scale = unsignedScale(255);
  return codec4x4(16, [scale, scale, scale, scale], decode, srgb);
}

function decode(bytes: Uint8Array, from: number, texels: Float32Array): void {
  const low = bytes[from];
  if (low === 0) {
    texels.fill(0, 0, 64);
    return;
  }
  const mode = BC7_MODES[31 - Math.clz32(low & -low)];
  readEndpoints(bytes, from, mode);
  interpolateTexels(bytes, from, mode, texels);
  const rotation = blockBits(bytes, from, mode.rotationFirst, mode.rotationBits);
  if (rotation > 0) swapAlpha(texels, rotation - 1);
}

/**
 * Reads the endpoints. The fields of one channel are together, endpoint after endpoint; P-bits follow all of them.
 */
function readEndpoints(bytes: Uint8Array, from: number, mode: Bc7Mode): void {
  const { colorBits, alphaBits, pBits, pBitsShared, colorsFirst, alphasFirst, pBitsFirst } = mode;
  const count = 2 * mode.subsets;
  for (let endpoint = 0; endpoint < count; endpoint++) {
    const p = blockBits(bytes, from, pBitsFirst + (pBitsShared ? endpoint >> 1 : endpoint), pBits);
    for (let channel = 0; channel < 3; channel++) {
      const stored = blockBits(bytes, from, colorsFirst + (channel * count + endpoint) * colorBits, colorBits);
      endpoints[4 * endpoint + channel] = replicated((stored << pBits) | p, colorBits + pBits, 8);
    }
    const alpha = blockBits(bytes, from, alphasFirst + endpoint * alphaBits, alphaBits);
    endpoints[4 * endpoint + 3] = alphaBits === 0 ? 255 : replicated((alpha << pBits) | p, alphaBits + pBits, 8);
  }
}

function interpolateTexels(bytes: Uint8Array, from: number, mode: Bc7Mode, texels: Float32Array): void {
  const { indexBits, secondaryIndexBits } = mode;
  const { subset, anchor } = PARTITIONS[mode.subsets][blockBits(bytes, from, mode.partitionFirst, mode.partitionBits)];
  const swapped = blockBits(bytes, from, mode.indexSelectionFirst, mode.indexSelectionBits) === 1;
  let primaryFirst = mode.indicesFirst;
  let secondaryFirst = mode.secondaryIndicesFirst;
  for (let texel = 0; texel < 16; texel++) {
    const primary = WEIGHTS[indexBits][blockBits(bytes, from, primaryFirst, indexBits - anchor[texel])];
    primaryFirst += indexBits - anchor[texel];
    let secondary = primary;
    if (secondaryIndexBits > 0) {
      const count = secondaryIndexBits - anchor[texel];
      secondary = WEIGHTS[secondaryIndexBits][blockBits(bytes, from, secondaryFirst, count)];
      secondaryFirst += count;
    }
    const colorWeight = swapped ? secondary : primary;
    const alphaWeight = swapped ? primary : secondary;
    const end0 = 8 * subset[texel];
    for (let channel = 0; channel < 3; channel++) {
      texels[4 * texel + channel] = interpolateBc(
        endpoints[end0 + channel],
        endpoints[end0 + 4 + channel],
        colorWeight,
      );
    }
    texels[4 * texel + 3] = interpolateBc(endpoints[end0 + 3], endpoints[end0 + 7], alphaWeight);
  }
}

/** Exchanges alpha with another channel: the rotation of modes 4 and 5. */
function swapAlpha(texels: Float32Array, channel: number): void {
  for (let at = 0; at < 64; at += 4) {
    const alpha = texels[at + 3];
    texels[at + 3] = texels[at + channel];
    texels[at + channel] = alpha;
  }
}
