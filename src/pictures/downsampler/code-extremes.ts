import { levelSize } from '../../../rtl-model/memory/level-size.ts';

/** A source level: the codes of its texels, ordered like the values that they encode, and its size. */
export interface CodeLevel {
  readonly codes: Uint8Array | Int8Array;
  readonly width: number;
  readonly height: number;
  readonly layers: number;
  readonly components: number;
}

/**
 * The smallest or largest code of 2x2 texels in each component. No code is decoded and nothing is rounded, so a level
 * made of the stored level above equals one made of registers.
 */
export function reduceToExtreme(above: CodeLevel, below: CodeLevel['codes'], extreme: 'min' | 'max'): void {
  const { width, height, layers, components } = above;
  const [columns, rows] = [levelSize(width, 1), levelSize(height, 1)];
  const right = width === 1 ? 0 : components;
  const pitch = width * components;
  for (let row = 0, to = 0; row < layers * rows; row++, to += columns * components) {
    const upper = (Math.floor(row / rows) * height + 2 * (row % rows)) * pitch;
    const lower = height === 1 ? upper : upper + pitch;
    reduceRow(above.codes, upper, lower, right, components, below, to, columns, extreme);
  }
  if (below instanceof Int8Array) dropSecondMinusOne(below);
}

/** Replaces -128, which means -1 like -127 and is not stored (D3D11.3 3.2.3.4). */
function dropSecondMinusOne(codes: Int8Array): void {
  for (let n = 0; n < codes.length; n++) if (codes[n] === -128) codes[n] = -127;
}

function reduceRow(
  codes: CodeLevel['codes'],
  upper: number,
  lower: number,
  right: number,
  components: number,
  below: CodeLevel['codes'],
  at: number,
  texels: number,
  extreme: 'min' | 'max',
): void {
  // The complement reverses the order of integers: the largest integer has the smallest complement.
  const flip = extreme === 'max' ? -1 : 0;
  const step = 2 * components;
  for (let c = 0; c < components; c++) {
    const end = at + texels * components;
    for (let to = at + c, p = upper + c, q = lower + c; to < end; to += components, p += step, q += step) {
      const above = Math.min(codes[p] ^ flip, codes[p + right] ^ flip);
      const least = Math.min(above, codes[q] ^ flip, codes[q + right] ^ flip);
      below[to] = least ^ flip;
    }
  }
}
