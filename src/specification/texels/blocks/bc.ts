import { signExtended } from '../numeric-formats.ts';
import { BlockBits, widenedCode } from './block-bits.ts';

/**
 * A value of a decoded texel, and the endpoints that its tolerance depends on (D3D11.3 19.5.2). The sections leave open
 * whether the quotient of two UNORM8 colours is cut off to UNORM8, and BC2 and BC3 are written without promotion: what
 * they may mean reaches from `lower` to `upper`.
 */
export interface BlockValue {
  readonly lower: number;
  readonly upper: number;
  /** No tolerance: 0, 1, -1, and the endpoints of BC4 and BC5. */
  readonly exact: boolean;
  /** The larger of the distances between the endpoints, as stored and promoted. */
  readonly spread: number;
}

/** r, g, b, a as the format has them; the missing ones are not given. */
export type BlockTexels = readonly (readonly (BlockValue | undefined)[])[];

/** Formats of 19.5.6 to 19.5.12. */
export interface BlockFormat {
  readonly name: string;
  readonly dxgi: string;
  readonly absoluteError: number;
  readonly decode: (block: Uint8Array) => BlockTexels;
}

const TEXELS = Array.from({ length: 16 }, (_, n) => n);

interface Channel {
  readonly stored: number;
  readonly bits: number;
}

function between(lower: number, upper: number, spread: number): BlockValue {
  return { lower, upper, exact: lower === upper && (lower === 0 || Math.abs(lower) === 1), spread };
}

function exactly(value: number): BlockValue {
  return { lower: value, upper: value, exact: true, spread: 0 };
}

/** Shares of two endpoints over a whole, as quotients that are cut off or not, promoted or (BC2, BC3) not. */
function derivedColor(a: Channel, b: Channel, shares: readonly [number, number], promotes: boolean): BlockValue {
  const [p, q] = [a, b].map(({ stored, bits }) => widenedCode(stored, bits));
  const [m, n] = shares;
  const one = 2 ** a.bits - 1;
  const spread = Math.max(Math.abs(p - q) / 255, Math.abs(a.stored - b.stored) / one);
  if (n === 0 || m === 0) return between((n === 0 ? p : q) / 255, (n === 0 ? p : q) / 255, spread);
  const quotient = (m * p + n * q) / (m + n);
  const readings = [Math.floor(quotient) / 255, quotient / 255];
  if (!promotes) readings.push((m * a.stored + n * b.stored) / (m + n) / one);
  return between(Math.min(...readings), Math.max(...readings), spread);
}

/** r, g and b of 5:6:5, r in the highest bits. */
function channels(color: number): readonly Channel[] {
  return [
    { stored: Math.floor(color / 2048), bits: 5 },
    { stored: Math.floor(color / 32) % 64, bits: 6 },
    { stored: color % 32, bits: 5 },
  ];
}

/** The eight bytes of colour: 19.5.6, and without three-colour blocks those of BC2 and BC3. */
function colors(block: Uint8Array, threeColors: boolean): BlockTexels {
  const bits = new BlockBits(block);
  const [color0, color1] = [bits.take(16), bits.take(16)];
  const four = !threeColors || color0 > color1;
  const ends = channels(color0).map((a, c) => ({ a, b: channels(color1)[c] }));
  const shares: readonly (readonly [number, number])[] = four ? FOUR_COLORS : THREE_COLORS;
  const palette = [0, 1, 2, 3].map((code) => {
    const black = !four && code === 3;
    const rgb = ends.map(({ a, b }) => (black ? exactly(0) : derivedColor(a, b, shares[code], threeColors)));
    return threeColors ? [...rgb, exactly(black ? 0 : 1)] : rgb;
  });
  return TEXELS.map(() => palette[bits.take(2)]);
}

/** Shares of the endpoints in the colours of a block, by code. */
const FOUR_COLORS = [
  [1, 0],
  [0, 1],
  [2, 1],
  [1, 2],
] as const;
const THREE_COLORS = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** The eight bytes of 19.5.9 and 19.5.10. */
function ramp(block: Uint8Array, signed: boolean): readonly BlockValue[] {
  const bits = new BlockBits(block);
  const [red0, red1] = [bits.take(8), bits.take(8)].map((red) => (signed ? signExtended(red, 8) : red));
  const [a, b] = [red0, red1].map((red) => (signed ? Math.max(red, -127) / 127 : red / 255));
  const eight = red0 > red1;
  const steps = eight ? 7 : 5;
  const least = signed ? -1 : 0;
  const spread = Math.abs(a - b);
  return TEXELS.map(() => {
    const code = bits.take(3);
    if (code < 2) return exactly(code === 0 ? a : b);
    if (!eight && code >= 6) return exactly(code === 6 ? least : 1);
    const derived = ((steps + 1 - code) * a + (code - 1) * b) / steps;
    return between(derived, derived, spread);
  });
}

function bc2(block: Uint8Array): BlockTexels {
  const alpha = new BlockBits(block.subarray(0, 8));
  return colors(block.subarray(8), false).map((rgb) => {
    const value = alpha.take(4) / 15;
    return [...rgb, between(value, value, 0)];
  });
}

function bc3(block: Uint8Array): BlockTexels {
  const alpha = ramp(block.subarray(0, 8), false);
  return colors(block.subarray(8), false).map((rgb, texel) => [...rgb, alpha[texel]]);
}

function ramps(signed: boolean, components: number): BlockFormat['decode'] {
  return (block) => {
    const decoded = Array.from({ length: components }, (_, c) => ramp(block.subarray(8 * c, 8 * c + 8), signed));
    return TEXELS.map((texel) => decoded.map((values) => values[texel]));
  };
}

export const BLOCK_FORMATS: readonly BlockFormat[] = [
  { name: 'bc1_rgba_unorm_block', dxgi: 'BC1_UNORM', absoluteError: 1 / 255, decode: (block) => colors(block, true) },
  { name: 'bc2_unorm_block', dxgi: 'BC2_UNORM', absoluteError: 1 / 255, decode: bc2 },
  { name: 'bc3_unorm_block', dxgi: 'BC3_UNORM', absoluteError: 1 / 255, decode: bc3 },
  { name: 'bc4_unorm_block', dxgi: 'BC4_UNORM', absoluteError: 1 / 65_535, decode: ramps(false, 1) },
  { name: 'bc4_snorm_block', dxgi: 'BC4_SNORM', absoluteError: 1 / 32_767, decode: ramps(true, 1) },
  { name: 'bc5_unorm_block', dxgi: 'BC5_UNORM', absoluteError: 1 / 65_535, decode: ramps(false, 2) },
  { name: 'bc5_snorm_block', dxgi: 'BC5_SNORM', absoluteError: 1 / 32_767, decode: ramps(true, 2) },
];
