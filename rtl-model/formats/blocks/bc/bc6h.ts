import { halfToFloat } from '../../../fixed-point/float16.ts';
import { interpolateBc, WEIGHTS } from './bc-interpolation.ts';
import { PARTITIONS } from './bc-partitions.ts';
import { BC6H_MODES, type Bc6hMode } from './bc6h-modes.ts';
import { blockBits } from '../bits.ts';
import { type BlockCodec, codec4x4 } from '../block-codec.ts';
import { CONSTANT_SCALE, floatScale } from '../component-scale.ts';

/** The first bit of the partition number in a two-subset block; the indices follow it. */
const PARTITION_FIRST = 77;
const PARTITION_BITS = 5;
/** The first bit of the indices in a one-subset block. */
const INDICES_FIRST = 65;

/** r, g, b of the four endpoints of the current block. */
const endpoints = new Int32Array(12);

/**
 * BC6H (D3D11.3 19.5.13; Khronos data format: BC6H). Results are the float32 values of halfs, bit-exact. Reserved modes
 * give 0, 0, 0, 1.
 */
export function bc6h(signed: boolean): BlockCodec {
  const float = floatScale(signed);
  return codec4x4(16, [float, float, float, CONSTANT_SCALE], (bytes, from, texels) =>
    decode(bytes, from, texels, signed),
  );
}

function decode(bytes: Uint8Array, from: number, texels: Float32Array, signed: boolean): void {
  const mode = BC6H_MODES.get((bytes[from] & 2) === 0 ? bytes[from] & 3 : bytes[from] & 31);
  if (mode === undefined) {
    for (let at = 0; at < 64; at++) texels[at] = (at & 3) === 3 ? 1 : 0;
    return;
  }
  readEndpoints(bytes, from, mode, signed);
  interpolateTexels(bytes, from, mode, signed, texels);
}

/**
 * Endpoints after sign extension, inverse transform and unquantization (D3D11.3 19.5.13.6, 19.5.13.7, 19.5.13.9). Sums
 * wrap at the width of the first endpoint.
 */
function readEndpoints(bytes: Uint8Array, from: number, mode: Bc6hMode, signed: boolean): void {
  const { fields, endpointBits, deltaBits, transformed, subsets } = mode;
  endpoints.fill(0);
  for (const { first, count, component, to } of fields) {
    endpoints[component] |= blockBits(bytes, from, first, count) << to;
  }
  for (let channel = 0; channel < 3; channel++) {
    const base = endpoints[channel];
    for (let component = channel; component < 6 * subsets; component += 3) {
      const isDelta = transformed && component >= 3;
      const value = isDelta ? base + signExtend(endpoints[component], deltaBits[channel]) : endpoints[component];
      endpoints[component] = signed
        ? unquantizeSigned(signExtend(value, endpointBits), endpointBits)
        : unquantizeUnsigned(value & ((1 << endpointBits) - 1), endpointBits);
    }
  }
}

function interpolateTexels(
  bytes: Uint8Array,
  from: number,
  mode: Bc6hMode,
  signed: boolean,
  texels: Float32Array,
): void {
  const two = mode.subsets === 2;
  const { subset, anchor } =
    PARTITIONS[mode.subsets][two ? blockBits(bytes, from, PARTITION_FIRST, PARTITION_BITS) : 0];
  const indexBits = two ? 3 : 4;
  const weights = WEIGHTS[indexBits];
  let first = two ? PARTITION_FIRST + PARTITION_BITS : INDICES_FIRST;
  for (let texel = 0; texel < 16; texel++) {
    const count = indexBits - anchor[texel];
    const weight = weights[blockBits(bytes, from, first, count)];
    first += count;
    const end0 = 6 * subset[texel];
    for (let channel = 0; channel < 3; channel++) {
      const between = interpolateBc(endpoints[end0 + channel], endpoints[end0 + 3 + channel], weight);
      texels[4 * texel + channel] = halfToFloat(signed ? signedHalf(between) : unsignedHalf(between));
    }
    texels[4 * texel + 3] = 1;
  }
}

/** The low `bits` bits of `value` as two's complement. */
function signExtend(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits);
}

/**
 * The two steps of BC6H from stored endpoints to halfs (D3D11.3 19.5.13.9, 19.5.13.10; Khronos data format: BC6H). The
 * signed first step follows Khronos, because the text of D3D11.3 is garbled there.
 */

/** An unsigned component of `bits` bits, scaled to 0 to 0xffff. */
function unquantizeUnsigned(component: number, bits: number): number {
  if (bits >= 15 || component === 0) return component;
  if (component === (1 << bits) - 1) return 0xffff;
  return ((component << 15) + 0x4000) >> (bits - 1);
}

/** A two's-complement component of `bits` bits, scaled to -0x7fff to 0x7fff, or -0x8000 if `bits` is 16. */
function unquantizeSigned(component: number, bits: number): number {
  if (bits >= 16 || component === 0) return component;
  const magnitude = Math.abs(component);
  const scaled = magnitude >= (1 << (bits - 1)) - 1 ? 0x7fff : ((magnitude << 15) + 0x4000) >> (bits - 1);
  return component < 0 ? -scaled : scaled;
}

/** The half of an interpolated 0 to 0xffff: at most 0x7bff, 65504. */
function unsignedHalf(interpolated: number): number {
  return (interpolated * 31) >> 6;
}

/**
 * The half of an interpolated -0x8000 to 0x7fff; only -0x8000 gives -infinity. A magnitude that scales to 0 gives +0,
 * as D3D11.3 writes; Khronos keeps the sign of -1.
 */
function signedHalf(interpolated: number): number {
  const magnitude = (Math.abs(interpolated) * 31) >> 5;
  return interpolated < 0 && magnitude > 0 ? 0x8000 | magnitude : magnitude;
}
