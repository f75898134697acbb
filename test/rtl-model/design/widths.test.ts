import { describe, expect, test } from 'vitest';
import { type Design, DesignError, type L2Design } from '../../../rtl-model/design/design.ts';
import { checkWidths } from '../../../rtl-model/design/widths.ts';
import { BASES } from '../../../src/designs/bases.ts';
import { preset } from '../../pipeline/random-work.ts';
import { L2 as L2_FIELDS, ROWS } from '../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../rtl-model/design/field.ts';

const BASE = preset('full-quality');
const L2: L2Design = {
  ...freeValues(L2_FIELDS),
  lineBytes: 64,
  sets: 512,
  ways: 8,
  setIndex: 'modulo',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 30,
  bytesPerCycle: 64,
};

function complaint(design: Design): string {
  try {
    checkWidths(design);
  } catch (error) {
    if (error instanceof DesignError) return error.message;
    throw error;
  }
  return 'fits';
}

const cached = (changes: Partial<Design['cache']>) => complaint({ ...BASE, cache: { ...BASE.cache, ...changes } });
const withL2 = (changes: Partial<L2Design>) => cached({ l2: { ...L2, ...changes } });
const remembered = (changes: Partial<Design['pipeline']['memory']>) =>
  complaint({ ...BASE, pipeline: { ...BASE.pipeline, memory: { ...BASE.pipeline.memory, ...changes } } });

describe('a design that cannot reach the largest image of its claims', () => {
  const limits = (texels: number) => ({
    ...BASE.limits,
    maxImageDimension1D: 1,
    maxImageDimension2D: texels,
    maxImageDimension3D: 1,
    maxImageDimensionCube: 1,
  });
  const coordinates = (integerBits: number, texels: number) =>
    complaint({
      ...BASE,
      address: { ...BASE.address, coordinate: { integerBits, fractionBits: 8 } },
      limits: limits(texels),
    });
  const levels = (integerBits: number, texels: number) =>
    complaint({
      ...BASE,
      address: { ...BASE.address, coordinate: { integerBits: 20, fractionBits: 8 } },
      lod: { ...BASE.lod, format: { integerBits, fractionBits: 8 } },
      limits: limits(texels),
    });

  test('a signed coordinate holds twice its texels, for the mirrored half', () => {
    for (const [integerBits, texels] of [
      [16, 16_384],
      [15, 8192],
      [4, 4],
      [3, 2],
      [2, 1],
    ]) {
      expect(coordinates(integerBits, texels)).toBe('fits');
      expect(coordinates(integerBits, texels + 1)).toBe(
        `address.coordinate.integerBits: ${integerBits}; expected ${integerBits + 1} or more for the claimed images of ` +
          `${texels + 1} texels`,
      );
    }
  });

  test('quotients tell its texels and the claimed fractions of them apart; a cube has two halves of a face', () => {
    const divided = (projectionBits: number, cubeDivideBits: number, texels: number) =>
      complaint({
        ...BASE,
        frontEnd: { projectionBits, cubeDivideBits },
        limits: { ...limits(texels), maxImageDimensionCube: texels },
      });
    const expected = (field: string, bits: number, texels: number) =>
      `frontEnd.${field}: ${bits}; expected ${bits + 1} or more for the claimed images of ${texels} texels`;
    for (const [texels, bits] of [
      [1, 8],
      [3, 10],
      [16_384, 22],
    ]) {
      expect(divided(bits, bits - 1, texels)).toBe('fits');
      expect(divided(bits - 1, bits - 1, texels)).toBe(expected('projectionBits', bits - 1, texels));
      expect(divided(bits, bits - 2, texels)).toBe(expected('cubeDivideBits', bits - 2, texels));
    }
    // A float32 has no more than 24.
    const wide = { ...BASE.address, coordinate: { integerBits: 20, fractionBits: 8 } };
    expect(
      complaint({
        ...BASE,
        address: wide,
        frontEnd: { projectionBits: 24, cubeDivideBits: 24 },
        limits: limits(2 ** 17),
      }),
    ).toBe('fits');
  });

  test('the LOD holds its last level', () => {
    for (const [integerBits, texels] of [
      [5, 32_768],
      [4, 128],
      [3, 8],
      [2, 2],
      [1, 1],
    ]) {
      expect(levels(integerBits, 2 * texels - 1)).toBe('fits');
      expect(levels(integerBits, 2 * texels)).toBe(
        `lod.format.integerBits: ${integerBits}; expected ${integerBits + 1} or more for the claimed images of ` +
          `${2 * texels} texels`,
      );
    }
  });
});

describe('a design whose caches and memory do not fit together', () => {
  test('sectors are powers of two from a texel to the line', () => {
    for (const sectorBytes of [16, 32, 64]) expect(cached({ sectorBytes })).toBe('fits');
    for (const sectorBytes of [8, 48, 128]) {
      expect(cached({ sectorBytes })).toBe(
        `cache.sectorBytes: ${sectorBytes}; expected a power of two from 16 to the line's 64`,
      );
    }
  });

  test('sets, lines and banks are powers of two, and ways for tree-plru, in both caches', () => {
    expect(cached({ ways: 3 })).toBe('fits');
    expect(cached({ ways: 3, replacement: 'tree-plru' })).toBe('cache.ways: 3; expected a power of two for tree-plru');
    expect(withL2({ ways: 6, replacement: 'tree-plru' })).toBe(
      'cache.l2.ways: 6; expected a power of two for tree-plru',
    );
    expect(withL2({ sets: 3 })).toBe('cache.l2.sets: 3; expected a power of two from 1 to 65536');
    expect(withL2({ lineBytes: 96 })).toBe(
      "cache.l2.lineBytes: 96; expected a power of two from the texel cache's 64 to 1024",
    );
    expect(cached({ banks: 3 })).toBe('cache.banks: 3; expected a power of two from 1 to 64');
  });

  test('a TLB has pages of powers of two, and not more than a run has room for', () => {
    const tlb = { pageBytes: 4096, sets: 4, ways: 8, walkLatency: 100, walks: 2 };
    expect(cached({ tlb })).toBe('fits');
    expect(cached({ tlb: { ...tlb, sets: 65536, ways: 16 } })).toBe('fits');
    expect(cached({ tlb: { ...tlb, sets: 65536, ways: 17 } })).toBe(
      'cache.tlb.sets: 65536 sets are 1114112 pages; a TLB holds 1048576',
    );
    expect(cached({ tlb: { ...tlb, sets: 3 } })).toBe('cache.tlb.sets: 3; expected a power of two from 1 to 65536');
    expect(cached({ tlb: { ...tlb, pageBytes: 5000 } })).toBe(
      'cache.tlb.pageBytes: 5000; expected a power of two from 1024 to 1073741824',
    );
  });

  test('bits of the address give each set of a cache lines, and no line two sets', () => {
    const four = { sets: 4, lineBytes: 32, sectorBytes: 32 };
    expect(cached({ ...four, indexBits: [7, 8] })).toBe('fits');
    expect(cached({ ...four, indexBits: [8, 5] })).toBe('fits');
    expect(cached({ ...four, setIndex: 'xor-folded', indexBits: [7, 8, 9] })).toBe('fits');
    expect(cached({ ...four, indexBits: [4, 8] })).toBe(
      'cache.indexBits: 4,8; expected 2 of the bits from 5 on, each once',
    );
    expect(cached({ ...four, indexBits: [7, 7] })).toBe(
      'cache.indexBits: 7,7; expected 2 of the bits from 5 on, each once',
    );
    expect(cached({ ...four, indexBits: [7, 8, 9] })).toBe(
      'cache.indexBits: 7,8,9; expected 2 of the bits from 5 on, each once',
    );
    expect(cached({ ...four, setIndex: 'xor-folded', indexBits: [7] })).toBe(
      'cache.indexBits: 7; expected 2 or more of the bits from 5 on, each once',
    );
    expect(cached({ sets: 1, indexBits: [7] })).toBe('cache.indexBits: 7; expected null for one set');
    expect(cached({ sets: 3, indexBits: [7] })).toBe('cache.sets: 3; expected a power of two from 1 to 65536');
    expect(withL2({ sets: 2, indexBits: [5] })).toBe(
      'cache.l2.indexBits: 5; expected 1 of the bits from 6 on, each once',
    );
  });

  test('a cache is no larger than what its addresses reach', () => {
    expect(cached({ sets: 2 ** 16, ways: 64, lineBytes: 256 })).toBe('fits');
    expect(cached({ sets: 2 ** 16, ways: 64, lineBytes: 512 })).toBe(
      'cache.sets: 65536 sets are 2147483648 bytes; a cache holds 1073741824',
    );
    expect(withL2({ sets: 2 ** 16, ways: 64, lineBytes: 1024 })).toMatch(/^cache\.l2\.sets: 65536 sets are/);
  });

  test('a line of the L2 holds one of the texel cache, and is one where it keeps victims', () => {
    expect(withL2({ lineBytes: 256 })).toBe('fits');
    expect(withL2({ lineBytes: 32 })).toBe(
      "cache.l2.lineBytes: 32; expected a power of two from the texel cache's 64 to 1024",
    );
    expect(withL2({ allocation: 'victim' })).toBe('fits');
    expect(withL2({ allocation: 'victim', lineBytes: 128 })).toBe(
      "cache.l2.lineBytes: 128; expected the texel cache's 64 for victims of it",
    );
  });

  test('other work of the memory leaves time for requests', () => {
    const bus = { bytesPerCycle: 16, busClock: { cycles: 2, unitCycles: 3 } };
    const otherClient = { bytes: 32, interval: 4 };
    expect(remembered({ ...bus, otherClient })).toBe('fits');
    expect(remembered({ ...bus, otherClient: { bytes: 32, interval: 3 } })).toBe(
      'pipeline.memory.otherClient.bytes: 32; expected less, so that time is left for requests',
    );
    expect(remembered({ ...bus, otherClient, refresh: { interval: 8, cycles: 1 } })).toBe('fits');
    expect(remembered({ ...bus, otherClient, refresh: { interval: 8, cycles: 2 } })).toContain('otherClient.bytes: 32');
    expect(remembered({ refresh: { interval: 8, cycles: 8 } })).toBe(
      'pipeline.memory.refresh.cycles: 8; expected less, so that time is left for requests',
    );
    const channels = { count: 2, interleaveBytes: 64 };
    expect(remembered({ ...bus, channels, otherClient: { bytes: 32, interval: 2 } })).toBe('fits');
  });

  test('bursts, rows and their banks are powers of two, and a row holds a burst', () => {
    const rows = { ...freeValues(ROWS), banks: 4, rowBytes: 1024, activateCycles: 0 };
    expect(remembered({ rows })).toBe('fits');
    expect(remembered({ burstBytes: 48 })).toBe(
      'pipeline.memory.burstBytes: 48; expected a power of two from 1 to 4096',
    );
    expect(remembered({ rows: { ...rows, banks: 3 } })).toBe(
      'pipeline.memory.rows.banks: 3; expected a power of two from 1 to 1024',
    );
    for (const rowBytes of [16, 48]) {
      expect(remembered({ rows: { ...rows, rowBytes } })).toBe(
        `pipeline.memory.rows.rowBytes: ${rowBytes}; expected a power of two from a burst's 32 to 65536`,
      );
    }
  });
});

test('lengths of floats and of diagonals are those of coefficients', () => {
  const lod = (changes: Partial<Design['lod']>) => complaint({ ...BASE, lod: { ...BASE.lod, ...changes } });
  const fields = { componentBits: 10, diagonals: 0.6875 } as const;
  expect(lod({ ...fields, scaleFactor: 'alpha-max-beta-min' })).toBe('fits');
  expect(lod({ ...fields, scaleFactor: 'euclidean' })).toBe(
    'lod.scaleFactor: euclidean; expected alpha-max-beta-min beside lod.componentBits',
  );
  expect(lod({ diagonals: 0.5, scaleFactor: 'ellipse' })).toBe(
    'lod.scaleFactor: ellipse; expected alpha-max-beta-min beside lod.diagonals',
  );
});

describe('tables of a design', () => {
  const log2 = (changes: Partial<Design['lod']['log2Table']>) =>
    complaint({ ...BASE, lod: { ...BASE.lod, log2Table: { ...BASE.lod.log2Table, ...changes } } });
  const entries = [0, 100, 200, 256];

  test('of log2 have an entry for each index, none above 1', () => {
    const format = { indexBits: 2, entryBits: 8, interpolationBits: 0 };
    expect(log2({ ...format, entries })).toBe('fits');
    expect(log2({ ...format, entries: [0, 1, 2] })).toBe('lod.log2Table.entries: 3 entries; expected 4');
    expect(log2({ ...format, interpolationBits: 3, entries })).toBe('lod.log2Table.entries: 4 entries; expected 5');
    expect(log2({ ...format, entries: [0, 1, 257, 3] })).toBe(
      'lod.log2Table.entries: 257; expected at most 2^entryBits, 256',
    );
  });

  test('of sRGB have 256 entries, none above the last', () => {
    const srgb = (srgbTable: readonly number[]) => complaint({ ...BASE, filter: { ...BASE.filter, srgbTable } });
    const rising = Array.from({ length: 256 }, (_, code) => 257 * code);
    expect(srgb(rising)).toBe('fits');
    expect(srgb(rising.slice(1))).toBe('filter.srgbTable: 255 entries; expected 256');
    expect(srgb([65536, ...rising.slice(1)])).toMatch(/^filter\.srgbTable: the last is 65535; expected 255 to 65536/);
  });

  test('of products have weights of a power of two, and fit the integers of the arithmetic', () => {
    const filter = (changes: Partial<Design['filter']>) =>
      complaint({ ...BASE, filter: { ...BASE.filter, ...changes } });
    expect(filter({ sum: 'products' })).toBe('fits');
    expect(filter({ sum: 'rounded-products', weightScale: 'all-ones' })).toBe(
      'filter.weightScale: all-ones; expected power-of-two beside rounded-products',
    );
    expect(filter({ sum: 'rounded-products', weightBits: BASE.lod.format.fractionBits - 1 })).toMatch(
      /^lod\.format\.fractionBits: \d+; expected at most filter\.weightBits, \d+$/,
    );
    expect(filter({ sum: 'three-point', weightBits: 1 })).toBe('fits');
    expect(filter({ sum: 'three-point-mid-texel', weightBits: 1 })).toBe(
      'filter.weightBits: 1; expected at least 2 beside three-point-mid-texel, which has quarters',
    );
    const widened = { sum: 'rounded-products', signedGuardBits: 3 } as const;
    expect(filter({ ...widened, texelBits: 16 })).toBe('fits');
    expect(filter({ ...widened, texelBits: 16, sum: 'lerps' })).toBe(
      'filter.signedGuardBits: 3; expected stored beside filter.sum lerps',
    );
    expect(filter({ ...widened, texelBits: 12 })).toBe(
      'filter.signedGuardBits: 3; expected stored beside filter.texelBits 12',
    );
    const alignedSum = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-up' } as const;
    expect(filter({ alignedSum })).toBe('fits');
    expect(filter({ alignedSum, weightScale: 'all-ones' })).toBe(
      'filter.weightScale: all-ones; expected power-of-two beside filter.alignedSum',
    );
    const { coordinate } = BASE.address;
    const fine = { ...BASE, address: { ...BASE.address, coordinate: { ...coordinate, fractionBits: 14 } } };
    const wide = (sum: Design['filter']['sum'], aligned: typeof alignedSum | null = null) =>
      complaint({
        ...fine,
        filter: { ...BASE.filter, sum, alignedSum: aligned, weightBits: 14, guardBits: 0, srgbLinearBits: 24 },
      });
    expect(wide('rounded-products')).toBe('fits');
    expect(wide('products')).toBe('filter.sum: products need 53 bits; the arithmetic holds 51');
    expect(wide('three-point')).toBe('fits');
    expect(wide('lerps')).toBe('fits');
    expect(wide('lerps', alignedSum)).toBe('filter.alignedSum: products need 53 bits; the arithmetic holds 51');
  });

  const bc = BASES.get('sony-psp')!.decoder.bc!;
  const withBc = (changes: Partial<typeof bc>) =>
    complaint({ ...BASE, decoder: { ...BASE.decoder, bc: { ...bc, ...changes } } });

  test('of blocks stay within their codes', () => {
    const third = { ...bc.fiveBits.third, divisor: 2 };
    expect(withBc({})).toBe('fits');
    expect(withBc({ fiveBits: { ...bc.fiveBits, third } })).toBe(
      'decoder.bc.fiveBits.third: reaches 372; expected at most 255, the largest code of 8 bits',
    );
    expect(withBc({ sixBits: { ...bc.sixBits, of: 'codes', third } })).toBe('fits');
    const eightSteps = { ...bc.ramp.eightSteps, divisor: 6 };
    expect(withBc({ ramp: { ...bc.ramp, eightSteps } })).toBe(
      'decoder.bc.ramp.eightSteps: reaches 297; expected at most 255, the largest code of 8 bits',
    );
    expect(withBc({ ramp: { ...bc.ramp, bits: 9, eightSteps } })).toBe('fits');
  });

  test('of blocks have a weight for each step', () => {
    const sixSteps = { ...bc.alpha.sixSteps, weights: [4, 3, 2, 1, 0] };
    expect(withBc({ alpha: { ...bc.alpha, sixSteps } })).toBe(
      'decoder.bc.alpha.sixSteps.weights: [4, 3, 2, 1, 0]; expected 4, each at most the total 5',
    );
    const steps = { weights: [5, 4, 3, 2], rests: [1, 1, 0, 0] };
    const six = { weights: [6, 5, 4, 3, 2, 1], rests: [1, 1, 1, 0, 0] };
    expect(withBc({ signedRamp: { total: 7, eightSteps: six, sixSteps: steps } })).toBe(
      'decoder.bc.signedRamp.eightSteps.rests: 5 numbers; expected 6',
    );
    const eightSteps = { ...six, rests: [1, 1, 1, 0, 0, 0] };
    expect(withBc({ signedRamp: { total: 259, eightSteps, sixSteps: steps } })).toBe(
      'decoder.bc.signedRamp.total: 259; expected at most 258, 32767 / 127',
    );
  });
});
