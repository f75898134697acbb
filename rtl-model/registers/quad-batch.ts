import { registerClass } from './register.ts';
import { REQUEST_REGISTERS } from './register-table.ts';

/** Lanes of a quad: lane 0 at (x, y), 1 at (x+1, y), 2 at (x, y+1), 3 at (x+1, y+1). */
export const QUAD_LANES = 4;
export const ALL_LANES = 0b1111;

const REGISTERS = Object.keys(REQUEST_REGISTERS) as (keyof typeof REQUEST_REGISTERS)[];

/**
 * Requests on their way to the texture unit: 2x2 quads as a structure of arrays (REQUEST_REGISTERS). Registers of lane l
 * of quad k stand at 4k + l. Lanes outside `active` are helpers: they take part in the derivatives and return nothing.
 */
export class QuadBatch extends registerClass(REQUEST_REGISTERS, QUAD_LANES) {
  readonly capacity: number;
  /** The number of quads that the batch holds now. */
  count = 0;

  constructor(capacity: number) {
    super(capacity);
    this.capacity = capacity;
  }

  /** Adds the quads of another batch behind those here. There must be room for them. */
  append(other: QuadBatch): void {
    for (const name of REGISTERS) {
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
    for (const name of Object.keys(REQUEST_REGISTERS) as (keyof typeof REQUEST_REGISTERS)[]) {
      const entries = this[name].length / this.capacity;
      this[name].set(from[name].subarray(quad * entries, (quad + 1) * entries), to * entries);
    }
  }
}
