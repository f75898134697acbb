import { VERTEX } from './clip.ts';

/** Coefficients of one plane equation: f(x, y) = dx * x + dy * y + at0. */
const PLANE = 3;
/** Offsets of the four equations in `coefficients`. */
export const ONE_OVER_W = 0;
export const S_OVER_W = 3;
export const T_OVER_W = 6;
export const Z_OVER_W = 9;

/**
 * What a triangle interpolates: 1/w, s/w, t/w and z/w are linear over the screen (x right and y down, in pixels). They
 * are solved from the homogeneous vertices, before clipping and before snapping, so that neither moves the texture:
 * float64, no division by a vertex's w.
 */
export class PlaneEquations {
  /** dx, dy and at0 of each equation in turn. */
  readonly coefficients = new Float64Array(4 * PLANE);

  private readonly halfWidth: number;
  private readonly halfHeight: number;
  /** Homogeneous screen positions x, y, w of the three vertices, and the adjugate of their matrix. */
  private readonly screen = new Float64Array(9);
  private readonly adjugate = new Float64Array(9);

  /** Size of the viewport, in pixels. */
  constructor(width: number, height: number) {
    this.halfWidth = width / 2;
    this.halfHeight = height / 2;
  }

  /**
   * Solves them for vertices a, b and c.
   *
   * @param positions x, y, z, w of every vertex, in clip space
   * @param coordinates s, t of every vertex
   * @returns whether the triangle shows its front; edge-on or from behind there is nothing to draw
   */
  solve(positions: Float64Array, coordinates: Float32Array, a: number, b: number, c: number): boolean {
    this.place(positions, a, 0);
    this.place(positions, b, 1);
    this.place(positions, c, 2);
    const determinant = this.invert();
    // y points down on the screen: counter-clockwise turns negative.
    if (!(determinant < 0)) return false;
    this.linear(ONE_OVER_W, 1, 1, 1, determinant);
    this.linear(S_OVER_W, coordinates[2 * a], coordinates[2 * b], coordinates[2 * c], determinant);
    this.linear(T_OVER_W, coordinates[2 * a + 1], coordinates[2 * b + 1], coordinates[2 * c + 1], determinant);
    const z = 2;
    this.linear(Z_OVER_W, positions[VERTEX * a + z], positions[VERTEX * b + z], positions[VERTEX * c + z], determinant);
    return true;
  }

  private place(positions: Float64Array, vertex: number, n: number): void {
    const at = VERTEX * vertex;
    const w = positions[at + 3];
    this.screen[3 * n] = this.halfWidth * (w + positions[at]);
    this.screen[3 * n + 1] = this.halfHeight * (w - positions[at + 1]);
    this.screen[3 * n + 2] = w;
  }

  /** The adjugate of the matrix whose rows are the vertices; returns its determinant. */
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

  /** The equation of f/w, where f takes these values at the three vertices. */
  private linear(equation: number, fa: number, fb: number, fc: number, determinant: number): void {
    for (let k = 0; k < PLANE; k++) {
      const row = 3 * k;
      const sum = fa * this.adjugate[row] + fb * this.adjugate[row + 1] + fc * this.adjugate[row + 2];
      this.coefficients[equation + k] = sum / determinant;
    }
  }
}
