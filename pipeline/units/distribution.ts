import type { UnitsDesign } from '../../rtl-model/design/design.ts';

/** The choice of the unit for each quad, in the order of the requests. */
export class Distribution {
  private quads = 0;

  constructor(private readonly design: UnitsDesign) {}

  /**
   * The unit of the next quad.
   *
   * @param x,y the pixel of its lane 0
   * @param unit the one that the trace names
   * @throws RangeError where the quad names a unit that there is not
   */
  unitOf(x: number, y: number, unit: number): number {
    const { distribution, count, tilePixels, batchQuads } = this.design;
    const serial = this.quads++;
    switch (distribution) {
      case 'batch':
        return Math.floor(serial / batchQuads) % count;
      case 'tiles':
        return modulo(Math.floor(x / tilePixels) + Math.floor(y / tilePixels), count);
      case 'trace':
        if (unit >= 0 && unit < count) return unit;
        throw new RangeError(`unit: quad ${serial} has unit ${unit}, expected 0 to ${count - 1}`);
    }
  }
}

/** @param value may be negative */
function modulo(value: number, count: number): number {
  return ((value % count) + count) % count;
}
