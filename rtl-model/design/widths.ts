import {
  type AddressDesign,
  type CacheDesign,
  type Design,
  DesignError,
  type DramTiming,
  type L2Design,
  type L3Design,
  type MemoryDesign,
  type RowDesign,
  type TagDesign,
} from './design.ts';
import { signedBits } from '../fixed-point/format.ts';
import { BOUNDED } from './bounded-fields.ts';
import { type Bound, expectedInteger, type IntegerField, valueAt } from './field.ts';
import { checkFilterWidths } from './filter-ranges.ts';
import { policyOf } from './replacement-policies.ts';

/** Coordinates, LODs and addresses travel in int32. */
const WORD = 32;
/** Bytes of a cache are addressed in int32 as well. */
const LARGEST_CACHE = 2 ** 30;

/**
 * Checks what no single field shows: that the widths of a design fit together and into the arithmetic.
 *
 * @throws DesignError naming the field
 */
export function checkWidths(design: Design): void {
  for (const check of CHECKS) check(design);
}

/** The errors of all checks of `checkWidths`, one of each, where that throws the first. */
export function widthFaults(design: Design): readonly DesignError[] {
  return CHECKS.flatMap((check) => {
    try {
      check(design);
      return [];
    } catch (error) {
      if (error instanceof DesignError) return [error];
      throw error;
    }
  });
}

/** The most pages of a TLB. */
const MOST_PAGES = 2 ** 20;

const CHECKS: readonly ((design: Design) => void)[] = [
  ...Object.entries(BOUNDED).map(([path, field]) =>
    field.kind === 'integer'
      ? (design: Design) => checkBounds(design, path, field)
      : (design: Design) => checkFormat(design, path),
  ),
  checkLargestImage,
  checkAnisotropy,
  ({ cache }) => checkTags('cache', cache),
  ({ cache }) => {
    if (cache.l2 !== null) checkL2(cache.l2, cache);
    if (cache.l3 !== null) checkL3(cache.l3, cache.l2);
  },
  ({ cache: { tlb } }) => {
    const pages = tlb === null ? 0 : tlb.sets * tlb.ways;
    if (pages <= MOST_PAGES) return;
    throw new DesignError('cache.tlb.sets', `${tlb!.sets} sets are ${pages} pages; a TLB holds ${MOST_PAGES}`);
  },
  ({ cache: { coalescing, portSharing } }) => {
    if (coalescing === 'pass' || portSharing === 'none') return;
    throw new DesignError('cache.portSharing', `${portSharing}; expected none for look-ups of one tap each`);
  },
  checkLateTags,
  checkFilterWidths,
  checkLengths,
  checkLog2Entries,
  checkProducts,
  checkSignedSums,
  checkSrgbTable,
  checkBlends,
  checkMemory,
  checkUnits,
];

/**
 * An L2 of victims belongs to one texel cache: its lines move there. The L2 of a unit that holds requests up lets those of
 * other units pass, which a memory has to serve in the order of time.
 */
function checkUnits({ cache: { l2 }, pipeline: { units, memory } }: Design): void {
  if (l2 === null) return;
  const own = units.count === 1 || l2.sharing === 'none';
  if (l2.allocation === 'victim' && !(own && units.places === 'unlimited')) {
    const beside = own ? 'beside pipeline.units.places' : `for ${units.count} units`;
    throw new DesignError('cache.l2.allocation', `victim; expected on-miss or none ${beside}`);
  }
  const { rows } = memory;
  const inTime = rows !== null && (rows.window > 1 || rows.timing !== null);
  if (units.count === 1 || l2.sharing === 'units' || inTime) return;
  for (const field of ['ports', 'outstandingMisses'] as const) {
    if (l2[field] === 'unlimited') continue;
    const expected = '"unlimited" for an L2 of each unit, or pipeline.memory.rows with a window or a timing';
    throw new DesignError(`cache.l2.${field}`, `${l2[field]}; expected ${expected}`);
  }
}

function checkFormat(design: Design, path: string): void {
  const { integerBits, fractionBits } = valueAt(design, path) as AddressDesign['coordinate'];
  const bits = integerBits + fractionBits;
  if (bits < 1 || bits > WORD) throw new DesignError(path, `${bits} bits; expected 1 to ${WORD} in all`);
}

/**
 * The largest image that the design claims: mirrored, it takes twice its texels of a signed coordinate (D3D11.3 7.18.4,
 * 7.18.6), and the LOD reaches its last level. Quotients distinguish its texels and the claimed fractions of them; those
 * of a cube go from -1 to 1, over both halves of a face.
 */
function checkLargestImage({ frontEnd, address, lod, limits }: Design): void {
  const { maxImageDimension1D, maxImageDimension2D, maxImageDimension3D, maxImageDimensionCube } = limits;
  const { subTexelPrecisionBits: fraction } = limits;
  const texels = Math.max(maxImageDimension1D, maxImageDimension2D, maxImageDimension3D, maxImageDimensionCube);
  const reach = (path: string, bits: number | 'exact', needed: number, size = texels) => {
    if (bits === 'exact' || bits >= needed) return;
    throw new DesignError(path, `${bits}; expected ${needed} or more for the claimed images of ${size} texels`);
  };
  reach(
    'address.coordinate.integerBits',
    address.coordinate.integerBits,
    signedBits({ low: -2 * texels, high: 2 * texels - 1 }),
  );
  const places = (size: number) => Math.ceil(Math.log2(size)) + fraction;
  const onFace = places(maxImageDimensionCube) - 1;
  reach('frontEnd.projectionBits', frontEnd.projectionBits, Math.min(places(texels), 24));
  reach('frontEnd.cubeDivideBits', frontEnd.cubeDivideBits, Math.min(onFace, 24), maxImageDimensionCube);
  reach('lod.format.integerBits', lod.format.integerBits, signedBits({ low: 0, high: Math.floor(Math.log2(texels)) }));
}

function checkBounds(design: Design, path: string, field: IntegerField): void {
  const value = valueAt(design, path);
  if (typeof value !== 'number') return;
  const { powerOfTwo, atLeast, atMost } = field;
  const low = atLeast === undefined ? field.min : (valueAt(design, atLeast.field) as number);
  const high = atMost === undefined ? field.max : (valueAt(design, atMost.field) as number);
  if (value >= low && value <= high && (!powerOfTwo || isPowerOfTwo(value))) return;
  const expected = expectedInteger(field, inWords(atLeast, low), inWords(atMost, high));
  throw new DesignError(path, `${value}; expected ${expected}`);
}

function checkAnisotropy({ lod: { anisotropicRates: rates }, limits: { maxSamplerAnisotropy } }: Design): void {
  if (rates[0] !== 1 || rates.some((rate, k) => k > 0 && rate <= rates[k - 1])) {
    throw new DesignError('lod.anisotropicRates', 'must rise from 1');
  }
  if (maxSamplerAnisotropy > rates[rates.length - 1]) {
    throw new DesignError(
      'limits.maxSamplerAnisotropy',
      `${maxSamplerAnisotropy} is more than the highest of lod.anisotropicRates`,
    );
  }
}

/** The other lengths have no coefficients. */
function checkLengths({ lod: { scaleFactor, componentBits, diagonals } }: Design): void {
  if (scaleFactor === 'alpha-max-beta-min' || (componentBits === 'aligned' && diagonals === 0)) return;
  const field = componentBits === 'aligned' ? 'diagonals' : 'componentBits';
  throw new DesignError('lod.scaleFactor', `${scaleFactor}; expected alpha-max-beta-min beside lod.${field}`);
}

/** One entry for each index; with interpolation, one more for its end. */
function checkLog2Entries({ lod: { log2Table } }: Design): void {
  const { entries, indexBits, entryBits, interpolationBits } = log2Table;
  if (entries === null) return;
  const count = 2 ** indexBits + (interpolationBits > 0 ? 1 : 0);
  if (entries.length !== count) {
    throw new DesignError('lod.log2Table.entries', `${entries.length} entries; expected ${count}`);
  }
  const wide = entries.find((entry) => entry > 2 ** entryBits);
  if (wide === undefined) return;
  throw new DesignError('lod.log2Table.entries', `${wide}; expected at most 2^entryBits, ${2 ** entryBits}`);
}

/** The last entry is the code of 1. */
function checkProducts({ filter: { sum, alignedSum, weightScale, weightBits }, lod }: Design): void {
  if ((sum !== 'lerps' || alignedSum !== null) && weightScale !== 'power-of-two') {
    const beside = alignedSum === null ? sum : 'filter.alignedSum';
    throw new DesignError('filter.weightScale', `${weightScale}; expected power-of-two beside ${beside}`);
  }
  if (sum === 'three-point-mid-texel' && weightBits < 2) {
    throw new DesignError('filter.weightBits', `${weightBits}; expected at least 2 beside ${sum}, which has quarters`);
  }
  const { fractionBits } = lod.format;
  if (sum !== 'rounded-products' || fractionBits <= weightBits) return;
  throw new DesignError(
    'lod.format.fractionBits',
    `${fractionBits}; expected at most filter.weightBits, ${weightBits}`,
  );
}

/** A sum of lerps has no place to be widened; 16 bits repeat those of 8. */
function checkSignedSums({ filter: { signedGuardBits, sum, texelBits } }: Design): void {
  if (signedGuardBits === 'stored' || (sum !== 'lerps' && texelBits === 16)) return;
  const beside = sum === 'lerps' ? 'filter.sum lerps' : `filter.texelBits ${texelBits}`;
  throw new DesignError('filter.signedGuardBits', `${signedGuardBits}; expected stored beside ${beside}`);
}

function checkSrgbTable({ filter: { srgbTable } }: Design): void {
  if (srgbTable === null) return;
  if (srgbTable.length !== 256) {
    throw new DesignError('filter.srgbTable', `${srgbTable.length} entries; expected 256`);
  }
  const one = srgbTable[255];
  if (one >= 255 && one <= 65536 && srgbTable.every((entry) => entry <= one)) return;
  throw new DesignError('filter.srgbTable', `the last is ${one}; expected 255 to 65536, and no entry above it`);
}

/** The values between two ends of a block stay within their codes. */
function checkBlends({ decoder: { bc } }: Design): void {
  if (bc === null) return;
  for (const [name, bits] of [['fiveBits', 5] as const, ['sixBits', 6] as const]) {
    const { of } = bc[name];
    const largest = of === 'codes' ? 2 ** bits - 1 : bc.ends === 'shifted' ? 256 - 2 ** (8 - bits) : 255;
    for (const part of ['third', 'half'] as const) {
      const { first, second, added, divisor } = bc[name][part];
      fits(`decoder.bc.${name}.${part}`, ((first + second) * largest + added) / divisor, 8);
    }
  }
  for (const [steps, count] of STEPS) {
    for (const part of ['alpha', 'ramp'] as const) {
      const { weights, total, added, divisor } = bc[part][steps];
      const path = `decoder.bc.${part}.${steps}`;
      checkWeights(path, weights, count, total);
      fits(path, (255 * total + added) / divisor, bc[part].bits);
    }
    if (bc.signedRamp === null) continue;
    const path = `decoder.bc.signedRamp.${steps}`;
    const { weights, rests } = bc.signedRamp[steps];
    checkWeights(path, weights, count, bc.signedRamp.total);
    if (rests.length !== count) throw new DesignError(`${path}.rests`, `${rests.length} numbers; expected ${count}`);
  }
  if (bc.signedRamp !== null && bc.signedRamp.total > 258) {
    throw new DesignError('decoder.bc.signedRamp.total', `${bc.signedRamp.total}; expected at most 258, 32767 / 127`);
  }
}

/** The steps between two ends: of blocks of eight values, and of six and the ends of the range. */
const STEPS = [
  ['eightSteps', 6],
  ['sixSteps', 4],
] as const;

function checkWeights(path: string, weights: readonly number[], count: number, total: number): void {
  if (weights.length === count && weights.every((weight) => weight <= total)) return;
  throw new DesignError(
    `${path}.weights`,
    `[${weights.join(', ')}]; expected ${count}, each at most the total ${total}`,
  );
}

function fits(path: string, value: number, bits: number): void {
  if (value < 2 ** bits) return;
  throw new DesignError(
    path,
    `reaches ${Math.floor(value)}; expected at most ${2 ** bits - 1}, the largest code of ${bits} bits`,
  );
}

function checkTags(part: string, { lineBytes, sets, ways, replacement, setIndex, indexBits }: TagDesign): void {
  if (policyOf(replacement).halves && !isPowerOfTwo(ways)) {
    throw new DesignError(`${part}.ways`, `${ways}; expected a power of two for ${replacement}`);
  }
  const bytes = sets * ways * lineBytes;
  if (bytes > LARGEST_CACHE) {
    throw new DesignError(`${part}.sets`, `${sets} sets are ${bytes} bytes; a cache holds ${LARGEST_CACHE}`);
  }
  if (indexBits === null || !isPowerOfTwo(sets) || !isPowerOfTwo(lineBytes)) return;
  // Every set has lines: each bit of the set is one of the address, or the exclusive or of some that no other bit has.
  const [needed, least, folds] = [Math.log2(sets), Math.log2(lineBytes), setIndex !== 'modulo'];
  const differ = indexBits.every((bit, n) => bit >= least && indexBits.indexOf(bit) === n);
  const { length } = indexBits;
  if (needed > 0 && differ && (folds ? length >= needed : length === needed)) return;
  const bits = `${needed}${folds ? ' or more' : ''} of the bits from ${least} on, each once`;
  throw new DesignError(`${part}.indexBits`, `${indexBits.join()}; expected ${needed > 0 ? bits : 'null for one set'}`);
}

/** A line without a place cannot be exchanged, have a sector, or wait for the ports of the data store. */
function checkLateTags(design: Design): void {
  const { fill, lineBytes, sectorBytes, victimLines, l2 } = design.cache;
  if (fill.tags === 'look-up') return;
  const lacks: readonly (readonly [lacks: boolean, field: string, expected: string])[] = [
    [fill.dataCycles > 0, 'fill.dataCycles', '0'],
    [sectorBytes !== lineBytes, 'sectorBytes', `the line's ${lineBytes}`],
    [victimLines > 0, 'victimLines', '0'],
    [l2?.allocation === 'victim', 'l2.allocation', 'on-miss or none'],
    [l2?.inclusive === true, 'l2.inclusive', 'false'],
  ];
  const lack = lacks.find(([is]) => is);
  if (lack === undefined) return;
  const path = `cache.${lack[1]}`;
  throw new DesignError(path, `${String(valueAt(design, path))}; expected ${lack[2]} where cache.fill.tags is arrival`);
}

function checkL2(l2: L2Design, { lineBytes }: CacheDesign): void {
  checkTags('cache.l2', l2);
  if (l2.allocation === 'victim' && l2.lineBytes !== lineBytes) {
    throw new DesignError(
      'cache.l2.lineBytes',
      `${l2.lineBytes}; expected the texel cache's ${lineBytes} for victims of it`,
    );
  }
  if (!l2.inclusive) return;
  if (l2.allocation !== 'on-miss') {
    throw new DesignError('cache.l2.inclusive', `true; expected false for allocation ${l2.allocation}`);
  }
  if (l2.bypass === 'written') {
    throw new DesignError('cache.l2.inclusive', 'true; expected false where writes bypass the L2');
  }
}

function checkL3(l3: L3Design, l2: L2Design | null): void {
  checkTags('cache.l3', l3);
  if (l2 === null || l3.lineBytes >= l2.lineBytes) return;
  throw new DesignError('cache.l3.lineBytes', `${l3.lineBytes}; expected the L2's ${l2.lineBytes} or more`);
}

/**
 * A memory that chooses among requests has more than one of them. Refreshes and another client leave time for requests,
 * in each channel.
 */
function checkMemory({ pipeline: { memory } }: Design): void {
  const { refresh, otherClient, busClock, bytesPerCycle, channels, requests, rows } = memory;
  const timing = rows?.timing ?? null;
  if (rows !== null && rows.window > 1 && requests !== 'pipelined') {
    throw new DesignError('pipeline.memory.rows.window', `${rows.window}; expected 1, or requests pipelined`);
  }
  if (timing !== null) checkTiming(memory, timing);
  else if (rows !== null) checkNoTiming(rows);
  const transfer = Math.ceil((otherClient?.bytes ?? 0) / bytesPerCycle) * busClock.unitCycles;
  const period = (otherClient?.interval ?? 1) * (channels?.count ?? 1) * busClock.cycles;
  const { cycles, interval } = refresh ?? { cycles: 0, interval: 1 };
  if (transfer * interval + cycles * period < period * interval) return;
  const part = otherClient === null ? 'refresh.cycles' : 'otherClient.bytes';
  const value = otherClient === null ? cycles : otherClient.bytes;
  throw new DesignError(`pipeline.memory.${part}`, `${value}; expected less, so that time is left for requests`);
}

/** Rows without the timing of a DRAM have none of what goes with its commands. */
function checkNoTiming({ ranks, policy, queue, hitLimit }: RowDesign): void {
  const expect = (field: string, value: unknown, expected: string) => {
    throw new DesignError(`pipeline.memory.rows.${field}`, `${String(value)}; expected ${expected} without a timing`);
  };
  if (ranks !== 1) expect('ranks', ranks, '1');
  if (policy === 'idle-closed') expect('policy', policy, 'open or closed');
  if (queue !== null) expect('queue', 'given', 'null');
  if (hitLimit !== 'unlimited') expect('hitLimit', hitLimit, '"unlimited"');
}

/** The timing of a DRAM has commands of its own for what other fields say of a memory without one. */
function checkTiming({ rows, requests, refresh, otherClient }: MemoryDesign, timing: DramTiming): void {
  const { activateCycles, prechargeCycles, banks, ranks, queue } = rows!;
  const { bankGroups, tRP, tRAS, tRFC, tREFI } = timing;
  const expect = (field: string, value: unknown, expected: string) => {
    throw new DesignError(`pipeline.memory.${field}`, `${String(value)}; expected ${expected}`);
  };
  if (requests !== 'pipelined') expect('rows.timing', 'given', 'null, or requests pipelined');
  if (activateCycles !== 0) expect('rows.activateCycles', activateCycles, '0 beside rows.timing, which has tRCD');
  if (prechargeCycles !== 0) expect('rows.prechargeCycles', prechargeCycles, '0 beside rows.timing, which has tRP');
  if (refresh !== null) expect('refresh', 'given', 'null beside rows.timing, which has tREFI and tRFC');
  if (otherClient !== null) expect('otherClient', 'given', 'null beside rows.timing');
  if (queue?.writes && queue.writes.low > queue.writes.entries) {
    expect('rows.queue.writes.low', queue.writes.low, `at most the ${queue.writes.entries} entries`);
  }
  if (ranks * bankGroups > banks) {
    expect('rows.ranks', ranks, `${banks / bankGroups} at most, with ${bankGroups} groups among the ${banks} banks`);
  }
  if (tREFI !== 'never' && tREFI <= tRFC + 2 * (tRAS + tRP)) {
    expect('rows.timing.tREFI', tREFI, 'more than tRFC and two times tRAS + tRP, so that time is left for requests');
  }
}

function inWords(bound: Bound | undefined, value: number): string {
  return bound === undefined ? String(value) : bound.words.replace('#', String(value));
}

function isPowerOfTwo(n: number): boolean {
  return Number.isInteger(Math.log2(n));
}
