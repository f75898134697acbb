import type { BcDesign } from '../../../design/design.ts';
import { replicated } from '../bits.ts';
import { type BlockCodec, codec4x4, type ComponentDecoder, componentCodec } from '../block-codec.ts';
import { CONSTANT_SCALE, signedScale, unsignedScale } from '../component-scale.ts';
import { colorAt, lookUpColors } from './bc1-bc3.ts';
import { lookUpRamp } from './bc4-bc5.ts';

type Blend = BcDesign['fiveBits']['third'];

/** Decodes the palette of two colours, and r, g, b of the texels; a is left at 1. */
type ColorDecoder = (bytes: Uint8Array, from: number, texels: Float32Array) => void;

const COLOR_SCALE = unsignedScale(255);
const SIGNED_SCALE = signedScale(2 ** 15 - 1);
const COLOR_SCALES = [COLOR_SCALE, COLOR_SCALE, COLOR_SCALE];

/**
 * The codec of a format of BC1 to BC5 that rounds as a design says: colours are codes of 8 bits, ramps of as many as it
 * has. D3D11.3 19.5.2 allows such decoders within a tolerance. Null for formats that the design decodes exactly.
 *
 * @param name as VkFormat in lower case
 */
export function roundedBc(bc: BcDesign, name: string): BlockCodec | null {
  const [, kind, components] = /^bc([1-5])_(?:(rgba?)_)?(?:unorm|srgb)_block$/.exec(name) ?? [];
  const srgb = name.includes('srgb');
  if (/^bc[45]_snorm_block$/.test(name)) {
    return bc.signedRamp && componentCodec(name[2] === '4' ? 1 : 2, SIGNED_SCALE, signedDecoder(bc.signedRamp));
  }
  switch (kind) {
    case '1':
      return codec4x4(
        8,
        [...COLOR_SCALES, CONSTANT_SCALE],
        colorDecoder(bc, true, components === 'rgba' ? 0 : 1),
        srgb,
      );
    case '2':
      return codec4x4(16, [...COLOR_SCALES, COLOR_SCALE], withAlphas(bc), srgb);
    case '3': {
      const colors = colorDecoder(bc, bc.threeColors === 'all', 1);
      const alpha = rampDecoder(bc.alpha);
      return codec4x4(
        16,
        [...COLOR_SCALES, unsignedScale(2 ** bc.alpha.bits - 1)],
        (bytes, from, texels) => {
          colors(bytes, from + 8, texels);
          alpha(bytes, from, texels, 3);
        },
        srgb,
      );
    }
    case '4':
    case '5':
      return componentCodec(kind === '4' ? 1 : 2, unsignedScale(2 ** bc.ramp.bits - 1), rampDecoder(bc.ramp));
    default:
      return null;
  }
}

/** BC2: sixteen alphas of 4 bits, then the colours. */
function withAlphas(bc: BcDesign): BlockCodec['decode'] {
  const colors = colorDecoder(bc, bc.threeColors === 'all', 1);
  const alpha = endOf(bc, 4);
  return (bytes, from, texels) => {
    colors(bytes, from + 8, texels);
    for (let texel = 0; texel < 16; texel++) {
      texels[4 * texel + 3] = alpha((bytes[from + (texel >>> 1)] >>> (4 * (texel & 1))) & 15);
    }
  };
}

/** An end of 4, 5 or 6 bits as a code of 8 bits. */
function endOf({ ends }: BcDesign, bits: number): (code: number) => number {
  return ends === 'shifted' ? (code) => code << (8 - bits) : (code) => replicated(code, bits, 8);
}

/** @param three true if color_0 <= color_1 gives three colours and black  @param blackAlpha alpha of black, 0 or 1 */
function colorDecoder(bc: BcDesign, three: boolean, blackAlpha: number): ColorDecoder {
  const palette = new Float32Array(16);
  const channels = [
    { shift: 11, bits: 5, blends: bc.fiveBits },
    { shift: 5, bits: 6, blends: bc.sixBits },
    { shift: 0, bits: 5, blends: bc.fiveBits },
  ].map((channel) => ({ ...channel, end: endOf(bc, channel.bits) }));
  return (bytes, from, texels) => {
    const color0 = colorAt(bytes, from);
    const color1 = colorAt(bytes, from + 2);
    const four = !three || color0 > color1;
    channels.forEach(({ shift, bits, blends: { of, third, half }, end }, c) => {
      const code0 = (color0 >>> shift) & (2 ** bits - 1);
      const code1 = (color1 >>> shift) & (2 ** bits - 1);
      const [end0, end1] = [end(code0), end(code1)];
      const [a, b] = of === 'codes' ? [code0, code1] : [end0, end1];
      palette[c] = end0;
      palette[4 + c] = end1;
      palette[8 + c] = four ? blended(third, a, b) : blended(half, a, b);
      palette[12 + c] = four ? blended(third, b, a) : 0;
    });
    palette.fill(1, 3, 4).fill(1, 7, 8).fill(1, 11, 12);
    palette[15] = four ? 1 : blackAlpha;
    lookUpColors(palette, bytes, from, texels);
  };
}

function blended({ first, second, added, divisor }: Blend, a: number, b: number): number {
  return Math.floor((first * a + second * b + added) / divisor);
}

/** Decodes the 8 bytes of a component (D3D11.3 19.5.9) with the design's steps between the ends. */
function rampDecoder({ bits, eightSteps, sixSteps }: BcDesign['ramp']): ComponentDecoder {
  const palette = new Float32Array(8);
  return (bytes, from, texels, component) => {
    const [end0, end1] = [bytes[from], bytes[from + 1]];
    const { weights, total, added, divisor } = end0 > end1 ? eightSteps : sixSteps;
    palette.fill(0).fill(2 ** bits - 1, 7);
    palette[0] = replicated(end0, 8, bits);
    palette[1] = replicated(end1, 8, bits);
    weights.forEach((weight, k) => {
      palette[2 + k] = Math.floor((weight * end0 + (total - weight) * end1 + added) / divisor);
    });
    lookUpRamp(palette, bytes, from, texels, component);
  };
}

/** The same with signed ends of 16 bits, -1 to 1 (D3D11.3 19.5.10). */
function signedDecoder({ total, eightSteps, sixSteps }: NonNullable<BcDesign['signedRamp']>): ComponentDecoder {
  const palette = new Float32Array(8);
  return (bytes, from, texels, component) => {
    const [stored0, stored1] = [(bytes[from] << 24) >> 24, (bytes[from + 1] << 24) >> 24];
    const [end0, end1] = [Math.max(-127, stored0), Math.max(-127, stored1)];
    const [wide0, wide1] = [signedEnd(end0), signedEnd(end1)];
    const { weights, rests } = stored0 > stored1 ? eightSteps : sixSteps;
    palette.fill(-SIGNED_SCALE.one).fill(SIGNED_SCALE.one, 7);
    palette[0] = wide0;
    palette[1] = wide1;
    weights.forEach((weight, k) => {
      const rest = rests[k] === 1 ? wide0 - total * end0 : wide1 - total * end1;
      palette[2 + k] = weight * end0 + (total - weight) * end1 + rest;
    });
    lookUpRamp(palette, bytes, from, texels, component);
  };
}

/** The magnitude's 7 bits, repeated to 15. */
function signedEnd(code: number): number {
  return Math.sign(code) * replicated(Math.abs(code), 7, 15);
}
