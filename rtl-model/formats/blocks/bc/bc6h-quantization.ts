/**
 * The two steps of BC6H from stored endpoints to halfs (D3D11.3 19.5.13.9, 19.5.13.10; Khronos data format: BC6H). The
 * signed first step follows Khronos, because the text of D3D11.3 is garbled there.
 */

/** An unsigned component of `bits` bits, scaled to 0 to 0xffff. */
export function unquantizeUnsigned(component: number, bits: number): number {
  if (bits >= 15 || component === 0) return component;
  if (component === (1 << bits) - 1) return 0xffff;
  return ((component << 15) + 0x4000) >> (bits - 1);
}

/** A two's-complement component of `bits` bits, scaled to -0x7fff to 0x7fff, or -0x8000 if `bits` is 16. */
export function unquantizeSigned(component: number, bits: number): number {
  if (bits >= 16 || component === 0) return component;
  const magnitude = Math.abs(component);
  const scaled = magnitude >= (1 << (bits - 1)) - 1 ? 0x7fff : ((magnitude << 15) + 0x4000) >> (bits - 1);
  return component < 0 ? -scaled : scaled;
}

/** The half of an interpolated 0 to 0xffff: at most 0x7bff, 65504. */
export function unsignedHalf(interpolated: number): number {
  return (interpolated * 31) >> 6;
}

/**
 * The half of an interpolated -0x8000 to 0x7fff; only -0x8000 gives -infinity. A magnitude that scales to 0 gives +0,
 * as D3D11.3 writes; Khronos keeps the sign of -1.
 */
export function signedHalf(interpolated: number): number {
  const magnitude = (Math.abs(interpolated) * 31) >> 5;
  return interpolated < 0 && magnitude > 0 ? 0x8000 | magnitude : magnitude;
}
