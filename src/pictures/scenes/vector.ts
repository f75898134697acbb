export type Vector = readonly [number, number, number];

/** A 4x4 matrix, column by column, for column vectors, as in glTF. */
export type Mat4 = readonly number[];

/** p a + q b. */
export function combined(a: Vector, p: number, b: Vector, q: number): Vector {
  return [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function product(a: Mat4, b: Mat4): Mat4 {
  return Array.from({ length: 16 }, (_, n) => {
    const [column, row] = [n >> 2, n & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row] * b[4 * column + k], 0);
  });
}
