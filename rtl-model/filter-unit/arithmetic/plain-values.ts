import { rangeClamp } from './range-clamp.ts';

/** Values of which each is one float64. */
export abstract class PlainValues {
  clamp(value: Float64Array, at: number, least: Float64Array, greatest: Float64Array): void {
    for (let c = at; c < at + 4; c++) value[c] = rangeClamp(value[c], least[c], greatest[c]);
  }

  copy(from: Float64Array, to: Float64Array, at: number, components: readonly number[]): void {
    for (const c of components) to[at + c] = from[at + c];
  }

  clear(value: Float64Array, at: number): void {
    value.fill(0, at, at + 4);
  }
}
