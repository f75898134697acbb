/**
 * The bare loop: bilinear RGBA8, repeat, 16.8 coordinates, written by hand for that one case with a fixed mode, format,
 * layout and width. It gives the same results as the model, bit for bit.
 *
 * @param texels width * height words, red in the low byte
 * @param result r, g, b, a of sample k at 4k, float32
 */
export function bareBilinear(
  s: Float32Array,
  t: Float32Array,
  count: number,
  texels: Uint32Array,
  width: number,
  height: number,
  result: Float32Array,
): void {
  const snap = 1.5 * 2 ** 52;
  for (let k = 0; k < count; k++) {
    const u = s[k] - Math.floor(s[k]);
    const v = t[k] - Math.floor(t[k]);
    const x = (u * width * 256 + snap - snap - 128) | 0;
    const y = (v * height * 256 + snap - snap - 128) | 0;
    const a = x & 255;
    const b = y & 255;
    let i0 = x >> 8;
    let j0 = y >> 8;
    let i1 = i0 + 1;
    let j1 = j0 + 1;
    if (i0 < 0) i0 += width;
    if (i1 >= width) i1 -= width;
    if (j0 < 0) j0 += height;
    if (j1 >= height) j1 -= height;
    const t00 = texels[j0 * width + i0];
    const t10 = texels[j0 * width + i1];
    const t01 = texels[j1 * width + i0];
    const t11 = texels[j1 * width + i1];
    const w00 = (256 - a) * (256 - b);
    const w10 = a * (256 - b);
    const w01 = (256 - a) * b;
    const w11 = a * b;
    const one = 255 * 65536;
    result[4 * k] = ((t00 & 255) * w00 + (t10 & 255) * w10 + (t01 & 255) * w01 + (t11 & 255) * w11) / one;
    result[4 * k + 1] =
      (((t00 >>> 8) & 255) * w00 + ((t10 >>> 8) & 255) * w10 + ((t01 >>> 8) & 255) * w01 + ((t11 >>> 8) & 255) * w11) /
      one;
    result[4 * k + 2] =
      (((t00 >>> 16) & 255) * w00 +
        ((t10 >>> 16) & 255) * w10 +
        ((t01 >>> 16) & 255) * w01 +
        ((t11 >>> 16) & 255) * w11) /
      one;
    result[4 * k + 3] = ((t00 >>> 24) * w00 + (t10 >>> 24) * w10 + (t01 >>> 24) * w01 + (t11 >>> 24) * w11) / one;
  }
}
