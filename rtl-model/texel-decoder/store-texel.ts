/** Stores r, g, b, a of `value` at texel[to]. */
export function storeTexel(texel: Float32Array, to: number, value: Float32Array): void {
  texel[to] = value[0];
  texel[to + 1] = value[1];
  texel[to + 2] = value[2];
  texel[to + 3] = value[3];
}
