/**
 * The integers of Vortex's texture unit (Skybox), from the formulas of hw/rtl/tex in vortexgpgpu/vortex. BigInt throughout,
 * as the oracle shares nothing with the model.
 *
 * - A coordinate is Q9.23. Half a texel of the level is taken off and added (VX_tex_addr), and each of both wraps to 23
 * bits by itself (VX_tex_wrap, VX_tex_sat): the texel is the upper bits, the blend factor the next 8 of the lower one.
 * - Texels become four components of 8 bits (VX_tex_format).
 * - A lerp is (a (255 - f) + b f + 128), of which t becomes (t + (t >> 8)) >> 8 (VX_tex_lerp).
 */
export const VORTEX_WRAPS = ['clamp', 'repeat', 'mirror'] as const;
export type VortexWrap = (typeof VORTEX_WRAPS)[number];

const FRACTION = 23n;
const MASK = (1n << FRACTION) - 1n;
const HALF = 1n << (FRACTION - 1n);
const BLEND_BITS = 8n;

/** The wrapped coordinate, 23 bits. */
function wrapped(coordinate: bigint, wrap: VortexWrap): bigint {
  const x = BigInt.asIntN(32, coordinate);
  if (wrap === 'clamp') return x < 0n ? 0n : x > MASK ? MASK : x;
  const low = x & MASK;
  return wrap === 'mirror' && (x >> FRACTION) % 2n !== 0n ? low ^ MASK : low;
}

interface Axis {
  readonly low: number;
  readonly high: number;
  /** 0 to 255. */
  readonly blend: bigint;
}

/** The texels along an axis, and the blend factor of the higher one. */
function axisOf(coordinate: number, logSize: number, wrap: VortexWrap, bilinear: boolean): Axis {
  const size = BigInt(logSize);
  const delta = bilinear ? HALF >> size : 0n;
  const low = wrapped(BigInt(coordinate) - delta, wrap);
  const high = wrapped(BigInt(coordinate) + delta, wrap);
  const scaled = (x: bigint) => x >> (FRACTION - BLEND_BITS - size);
  return {
    low: Number(scaled(low) >> BLEND_BITS),
    high: Number(scaled(high) >> BLEND_BITS),
    blend: bilinear ? scaled(low) & 0xffn : 0n,
  };
}

function lerp(a: bigint, b: bigint, f: bigint): bigint {
  const t = a * (255n - f) + b * f + 128n;
  return (t + (t >> 8n)) >> 8n;
}

export interface VortexTexture {
  readonly logWidth: number;
  readonly logHeight: number;
  readonly wraps: readonly [VortexWrap, VortexWrap];
  readonly bilinear: boolean;
  /** r, g, b, a of 8 bits. */
  readonly texel: (x: number, y: number) => readonly number[];
}

/** r, g, b, a of 8 bits. @param u,v Q9.23 */
export function vortexSample({ logWidth, logHeight, wraps, bilinear, texel }: VortexTexture, u: number, v: number) {
  const x = axisOf(u, logWidth, wraps[0], bilinear);
  const y = axisOf(v, logHeight, wraps[1], bilinear);
  const taps = [texel(x.low, y.low), texel(x.high, y.low), texel(x.low, y.high), texel(x.high, y.high)];
  return [0, 1, 2, 3].map((c) => {
    const [t00, t10, t01, t11] = taps.map((tap) => BigInt(tap[c]));
    return Number(lerp(lerp(t00, t10, x.blend), lerp(t01, t11, x.blend), y.blend));
  });
}
