import { VERTEX } from './clip.ts';

/** Coefficients of one plane equation: f(x, y) = dx * x + dy * y + at0. */
export const PLANE = 3;
/** Offsets of the equations in `coefficients`; attribute n is at ATTRIBUTES + n * PLANE. */
export const ONE_OVER_W = 0;
export const Z_OVER_W = 3;
export const ATTRIBUTES = 6;

/**
 * The plane equations of a triangle: 1/w, z/w and attribute/w are linear over the screen (x right and y down, in
 * pixels). They are solved from the homogeneous vertices, before clipping and snapping, so that neither moves the
 * texture. They use float64 and no division by a vertex's w.
 */
export class PlaneEquations {
  /** dx, dy and at0 of each equation in turn. */
  readonly coefficients: Float64Array;

  private readonly halfWidth: number;
  private readonly halfHeight: number;
  /** Homogeneous screen positions x, y, w of the three vertices, and the adjugate of their matrix. */
  private readonly screen = new Float64Array(9);
  private readonly adjugate = new Float64Array(9);

  private determinant = 0;

  /** @param width,height size of the viewport in pixels  @param attributes number of attributes, without 1/w and z/w */
  constructor(width: number, height: number, attributes: number) {
    this.halfWidth = width / 2;
    this.halfHeight = height / 2;
    this.coefficients = new Float64Array(ATTRIBUTES + attributes * PLANE);
  }

  /**
   * Solves 1/w and z/w for vertices a, b and c.
   *
   * @param positions x, y, z, w of every vertex, in clip space
   * @returns true if the triangle shows its front; an edge-on or back face is not drawn
   */
  solve(positions: Float64Array, a: number, b: number, c: number): boolean {
    this.place(positions, a, 0);
    this.place(positions, b, 1);
    this.place(positions, c, 2);
    this.determinant = this.invert();
    // y points down on the screen, so the determinant of a counter-clockwise triangle is negative.
    if (!(this.determinant < 0)) return false;
    this.linear(ONE_OVER_W, 1, 1, 1);
    const z = 2;
    this.linear(Z_OVER_W, positions[VERTEX * a + z], positions[VERTEX * b + z], positions[VERTEX * c + z]);
    return true;
  }

  /**
   * Solves attributes of the triangle given to solve().
   *
   * @param first number of the first attribute
   * @param values `size` numbers of every vertex
   */
  solveAttributes(first: number, values: Float32Array, size: number, a: number, b: number, c: number): void {
    for (let k = 0; k < size; k++) {
      const equation = ATTRIBUTES + (first + k) * PLANE;
      this.linear(equation, values[size * a + k], values[size * b + k], values[size * c + k]);
    }
  }

  private place(positions: Float64Array, vertex: number, n: number): void {
    const at = VERTEX * vertex;
    const w = positions[at + 3];
    this.screen[3 * n] = this.halfWidth * (w + positions[at]);
    this.screen[3 * n + 1] = this.halfHeight * (w - positions[at + 1]);
    this.screen[3 * n + 2] = w;
  }

  /** Computes the adjugate of the matrix whose rows are the vertices, and returns the determinant. */
  private invert(): number {
    const m = this.screen;
    for (let n = 0; n < 3; n++) {
      const p = 3 * ((n + 1) % 3);
      const q = 3 * ((n + 2) % 3);
      this.adjugate[n] = m[p + 1] * m[q + 2] - m[p + 2] * m[q + 1];
      this.adjugate[3 + n] = m[p + 2] * m[q] - m[p] * m[q + 2];
      this.adjugate[6 + n] = m[p] * m[q + 1] - m[p + 1] * m[q];
    }
    return m[0] * this.adjugate[0] + m[1] * this.adjugate[3] + m[2] * this.adjugate[6];
  }

  /** Solves the equation of f/w, where f has the given values at the three vertices. */
  private linear(equation: number, fa: number, fb: number, fc: number): void {
    for (let k = 0; k < PLANE; k++) {
      const row = 3 * k;
      const sum = fa * this.adjugate[row] + fb * this.adjugate[row + 1] + fc * this.adjugate[row + 2];
      this.coefficients[equation + k] = sum / this.determinant;
    }
  }
}

/** The value of the equation at index `equation` for a point of the screen. */
export function evaluate(planes: Float64Array, equation: number, x: number, y: number): number {
  return planes[equation] * x + planes[equation + 1] * y + planes[equation + 2];
}
