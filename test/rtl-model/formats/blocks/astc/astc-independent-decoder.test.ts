import { decodeAstc } from '@arkntools/unity-js-tools-wasm';
import { describe, expect, it } from 'vitest';
import { ASTC_FOOTPRINTS, astcCodecs } from '../../../../../rtl-model/formats/blocks/astc/astc-codecs.ts';
import type { BlockCodec } from '../../../../../rtl-model/formats/blocks/block-codec.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { decodeAll, decodeIndependently, disagreements, type Sample } from '../independent-decoder.ts';
import { randomBlocks } from './random-blocks.ts';

/*
 * The independent decoder gives 8-bit codes. LDR results are those of linear mode, rounded to nearest. HDR results and
 * HDR void extents are 255 times the half without its fraction. LDR void extents are the upper 8 bits.
 */

/** LDR results are halfs up to 1, with steps of at most 2^-11; the decoder's rounding adds a half. */
const HALF_STEP = 2 ** -11;
const ROUNDING = 0.5 + 255 * HALF_STEP;
const TRUNCATION = 1 + 255 * HALF_STEP;

function codecs(width: number, height: number) {
  const codec = (type: string) => astcCodecs.get(`astc_${width}x${height}_${type}_block`)!;
  return { ldr: codec('unorm'), srgb: codec('srgb'), hdr: codec('sfloat') };
}

function decode(codec: BlockCodec, blocks: Uint8Array): Uint8Array {
  const { width, height } = codec;
  return decodeIndependently((bytes, w, h) => decodeAstc(bytes, w, h, width, height), codec, blocks);
}

function isMagenta(texels: Float32Array, at: number): boolean {
  return texels[at] === 1 && texels[at + 1] === 0 && texels[at + 2] === 1 && texels[at + 3] === 1;
}

/** The blocks that are legal in HDR mode. The decoder stops at some of the others and treats some as legal. */
function legalBlocks(codec: BlockCodec, blocks: Uint8Array): Uint8Array {
  const texels = decodeAll(codec, blocks);
  const components = 4 * codec.width * codec.height;
  const isLegal = (block: number) => {
    for (let at = components * block; at < components * (block + 1); at += 4) if (!isMagenta(texels, at)) return true;
    return false;
  };
  return blocks.filter((_, at) => isLegal(Math.floor(at / 16)));
}

function isVoidExtent(block: Uint8Array): boolean {
  return block[0] === 0xfc && (block[1] & 1) === 1;
}

/** True if a partition can have endpoint mode 11, 14 or 15: HDR RGB direct, with LDR, HDR or no alpha. */
function mayBeDirectHdr(block: Uint8Array): boolean {
  if ((block[1] & 0x18) === 0) return isDirectHdr(((block[1] >> 5) | (block[2] << 3)) & 15);
  const selector = (block[2] >> 7) | ((block[3] & 1) << 1);
  // The endpoint class of a partition is selector - 1 or selector. Class 2 has mode 11, class 3 has modes 14 and 15.
  return selector === 0 ? isDirectHdr((block[3] >> 1) & 15) : selector >= 2;
}

function isDirectHdr(mode: number): boolean {
  return mode === 11 || mode === 14 || mode === 15;
}

function hdrCode(value: number): number {
  return Math.min(255, Math.max(0, Math.floor(255 * value)));
}

/** True if the sample is HDR alpha, or the LDR alpha of endpoint mode 14. */
function isHdrAlpha({ ours, theirs }: Sample): boolean {
  return theirs === hdrCode(ours) || Math.abs(theirs - 255 * ours) <= ROUNDING;
}

describe('ASTC codecs', () => {
  it.each(ASTC_FOOTPRINTS)('decode legal blocks of %dx%d as an independent decoder does', (width, height) => {
    const { ldr, srgb, hdr } = codecs(width, height);
    const blocks = legalBlocks(hdr, randomBlocks(width, height, 400, 200 + 16 * width + height));
    const theirs = decode(hdr, blocks);
    const linear = decodeAll(ldr, blocks);
    const isLdr = ({ at, component }: Sample) => !isMagenta(linear, at - component);

    const hdrAgrees = (sample: Sample) => {
      if (isLdr(sample)) return true;
      if (sample.component === 3) return isHdrAlpha(sample);
      // The decoder turns a negative d0 or d1 into a large positive one, so red, green or blue are less, never more.
      const expected = hdrCode(sample.ours);
      return sample.theirs === expected || (sample.theirs < expected && mayBeDirectHdr(sample.block));
    };
    const ldrAgrees = (sample: Sample) => {
      const bound = isVoidExtent(sample.block) ? TRUNCATION : ROUNDING;
      return !isLdr(sample) || Math.abs(sample.theirs - 255 * sample.ours) <= bound;
    };
    const srgbAgrees = (sample: Sample) => {
      // Endpoints of linear mode end in their code, those of sRGB mode in 0x80, so a tie can fall to the code below.
      const tie = !isVoidExtent(sample.block) && sample.theirs === sample.ours - 1;
      return !isLdr(sample) || sample.theirs === sample.ours || tie;
    };
    expect(disagreements(hdr, blocks, theirs, hdrAgrees), 'HDR mode').toEqual([]);
    expect(disagreements(ldr, blocks, theirs, ldrAgrees), 'LDR mode').toEqual([]);
    expect(disagreements(srgb, blocks, theirs, srgbAgrees), 'sRGB mode').toEqual([]);
    expect(blocks.length / 16).toBeGreaterThan(200);
  });

  it.each([11, 14, 15])('decode endpoint mode %d like that decoder if d0 and d1 are not negative', (mode) => {
    const dice = new Dice(300 + mode);
    const blocks = new Uint8Array(16 * 400);
    for (let at = 0; at < blocks.length; at += 16) blocks.set(directHdrBlock(mode, dice), at);
    const { hdr } = codecs(4, 4);
    const agrees = (sample: Sample) =>
      sample.component === 3 ? isHdrAlpha(sample) : sample.theirs === hdrCode(sample.ours);
    expect(disagreements(hdr, blocks, decode(hdr, blocks), agrees)).toEqual([]);
  });
});

/** A block of one partition, 4x4 weights of 2 bits, and endpoint integers of 8 bits from bit 17 on. */
function directHdrBlock(mode: number, dice: Dice): Uint8Array {
  const values = Array.from({ length: 8 }, () => dice.integer(0, 255));
  // The layout of the mode, and the width of d0 and d1 in two's complement (ASTC: HDR Endpoint Mode 11).
  const layout = (values[1] >> 7) | ((values[2] >> 6) & 2) | ((values[3] >> 5) & 4);
  const sign = 1 << [6, 5, 6, 5, 4, 5, 4, 5][layout];
  values[4] &= ~sign;
  values[5] &= ~sign;
  const endpoints = values.reduceRight((bits, value) => (bits << 8n) | BigInt(value), 0n);
  const weights = BigInt(dice.bits()) << 96n;
  const bits = 0b000_0100_0010n | (BigInt(mode) << 13n) | (endpoints << 17n) | weights;
  return Uint8Array.from({ length: 16 }, (_, k) => Number((bits >> BigInt(8 * k)) & 255n));
}
