import type { UnitsDesign } from '../../rtl-model/design/design.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';

/** The choice of the unit for each quad, in the order of the requests. */
export class Distribution {
  private readonly design: UnitsDesign;
  private quads = 0;

  constructor(design: UnitsDesign) {
    this.design = design;
  }

  /**
   * The unit of the next quad.
   *
   * @throws RangeError where the quad names a unit that there is not
   */
  unitOf({ x, y, unit }: QuadBatch, quad: number): number {
    const { distribution, count, tilePixels, batchQuads } = this.design;
    const serial = this.quads++;
    switch (distribution) {
      case 'batch':
        return Math.floor(serial / batchQuads) % count;
      case 'tiles':
        return modulo(Math.floor(x[quad] / tilePixels) + Math.floor(y[quad] / tilePixels), count);
      case 'trace':
        if (unit[quad] >= 0 && unit[quad] < count) return unit[quad];
        throw new RangeError(`unit: quad ${serial} has unit ${unit[quad]}, expected 0 to ${count - 1}`);
    }
  }
}

/** @param value may be negative */
function modulo(value: number, count: number): number {
  return ((value % count) + count) % count;
}
