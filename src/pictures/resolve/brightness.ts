/** The largest of three float32 values. A number wins over a NaN, as in D3D11.3 3.1.3.1; three NaNs give NaN. */
export function max3(r: number, g: number, b: number): number {
  let largest = r;
  if (g > largest || Number.isNaN(largest)) largest = g;
  if (b > largest || Number.isNaN(largest)) largest = b;
  return largest;
}

const fround = Math.fround;

/** ITU-R BT.709 weights of red, green and blue in linear light, as float32. */
const RED = fround(0.2126);
const GREEN = fround(0.7152);
const BLUE = fround(0.0722);

/** Luma of a linear colour: one product and two multiply-adds, every step rounded to float32. NaN propagates. */
export function luma(r: number, g: number, b: number): number {
  return fround(fround(fround(r * RED) + fround(g * GREEN)) + fround(b * BLUE));
}
