import { registerClass } from './register.ts';
import { REQUEST_ARRAYS } from './register-arrays.ts';

/** Lanes of a quad: lane 0 at (x, y), 1 at (x+1, y), 2 at (x, y+1), 3 at (x+1, y+1). */
export const QUAD_LANES = 4;
export const ALL_LANES = 0b1111;

/** Quads of a batch where nothing asks for another number: the functional mode takes some hundredths of a second. */
export const BATCH_QUADS = 1024;

/** The value of `cycle`, `warp` and `unit` where the request has none. */
export const NOT_GIVEN = -1;

/** The issue of quads, which their results don't depend on. */
export const ISSUE = ['cycle', 'warp', 'unit'] as const;

/** All that a batch has of its quads. */
const COLUMNS = [...(Object.keys(REQUEST_ARRAYS) as (keyof typeof REQUEST_ARRAYS)[]), ...ISSUE];

/**
 * Requests on their way to the texture unit: 2x2 quads as a structure of arrays (REQUEST_ARRAYS). Registers of lane l
 * of quad k are at 4k + l. Lanes outside `active` are helpers: they take part in the derivatives and return nothing.
 */
export class QuadBatch extends registerClass(REQUEST_ARRAYS, QUAD_LANES) {
  /** The number of quads that the batch holds now. */
  count = 0;
  /**
   * The issue of each quad: the first cycle in which the shader issues it, the shader's warp, and the texture unit. All
   * are integers from 0, or NOT_GIVEN.
   */
  readonly cycle: Float64Array;
  readonly warp: Int32Array;
  readonly unit: Int32Array;

  constructor(readonly capacity = BATCH_QUADS) {
    super(capacity);
    this.cycle = new Float64Array(capacity).fill(NOT_GIVEN);
    this.warp = new Int32Array(capacity).fill(NOT_GIVEN);
    this.unit = new Int32Array(capacity).fill(NOT_GIVEN);
  }

  /** Adds the quads of another batch after those here. There must be room for them. */
  append(other: QuadBatch): void {
    for (const name of COLUMNS) {
      const perQuad = this[name].length / this.capacity;
      this[name].set(other[name].subarray(0, other.count * perQuad), this.count * perQuad);
    }
    this.count += other.count;
  }

  get full(): boolean {
    return this.count === this.capacity;
  }

  /** Copies the operands of quad `quad` of another batch to quad `to` of this one. */
  copyQuad(from: QuadBatch, quad: number, to: number): void {
    for (const name of COLUMNS) {
      const entries = this[name].length / this.capacity;
      this[name].set(from[name].subarray(quad * entries, (quad + 1) * entries), to * entries);
    }
  }
}
