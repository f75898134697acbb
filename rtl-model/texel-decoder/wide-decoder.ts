import { halfToFloat } from '../fixed-point/float16.ts';
import { BORDER_ADDRESS, type Footprints } from '../footprints.ts';
import type { TexelBytes } from '../image.ts';
import { storeTexel } from './store-texel.ts';
import type { TexelDecoder } from './texel-decoder.ts';
import type { TexelFormat } from './texel-format.ts';

/** 0, 0, 0, 1: what a component is that the format lacks. */
const MISSING = Float32Array.of(0, 0, 0, 1);

/** Formats of one or four components of 16 or 32 bits: component after component. */
export class WideDecoder implements TexelDecoder {
  private readonly format: TexelFormat;
  private readonly border: Float32Array;

  constructor(format: TexelFormat, border: Float32Array) {
    this.format = format;
    this.border = border;
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const { address, texel } = foot;
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(address[tap], data, texel, 4 * tap);
  }

  decodeTap(address: number, data: TexelBytes, texel: Float32Array, to: number): void {
    if (address >= 0) {
      const { order, componentBits } = this.format;
      const bytes = componentBits >> 3;
      storeTexel(texel, to, MISSING);
      for (let k = 0; k < order.length; k++) texel[to + order[k]] = this.component(data, address + k * bytes);
    } else if (address === BORDER_ADDRESS) {
      storeTexel(texel, to, this.border);
    }
  }

  private component(data: TexelBytes, address: number): number {
    if (this.format.componentBits === 32) return data.floats[address >>> 2];
    const code = data.halves[address >>> 1];
    return this.format.componentType === 'sfloat' ? halfToFloat(code) : code;
  }
}
