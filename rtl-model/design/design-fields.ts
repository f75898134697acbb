import { NEAREST_ROUNDINGS, ROUNDING_MODES } from '../fixed-point/rounding.ts';
import { BOUNDED, MOST_CUBIC_BITS } from './bounded-fields.ts';
import { choice, extent, type Field, fieldsIn, free, integer, list, number, orNull, part } from './field.ts';
import { type Replacement, REPLACEMENT_POLICIES } from './replacement-policies.ts';

/** Sides of the tiles that texels can lie in. */
const TILE_SIDES = [1, 2, 4, 8, 16, 32] as const;
export type TileSide = (typeof TILE_SIDES)[number];
/** The orders of texels in memory: rows, rows of tiles of WxH texels each, or Z-order. */
export type TexelLayout = 'linear' | `tiled-${TileSide}x${TileSide}` | 'morton';
export const TEXEL_LAYOUTS: readonly TexelLayout[] = [
  'linear',
  ...TILE_SIDES.flatMap((width) => TILE_SIDES.map((height) => `tiled-${width}x${height}` as const)),
  'morton',
];

/** The texts of Vulkan whose readings a design and a profile can follow. */
export const SPECIFICATION_TEXTS = ['current', 'vulkan-1.1'] as const;

const rounding = choice(ROUNDING_MODES);
const ownRounding = choice(['same', ...ROUNDING_MODES]);

/** Significant bits of a step that is ideal at `exact`. */
const significant = (least: number, turn: number) => integer(least, 24, 'bits', { or: 'exact', narrows: { turn } });

export const FRONT_END = part({
  projectionBits: significant(1, 14),
  cubeDivideBits: significant(1, 15),
});

export const ADDRESS = part({
  coordinate: BOUNDED['address.coordinate'],
  rounding,
  pointRounding: free(ownRounding, 'same'),
  pointFractionBits: free(BOUNDED['address.pointFractionBits'], 'same'),
  gatherRounding: free(ownRounding, 'same'),
  scalePrecision: choice(['float32', 'exact']),
  rangeReduction: { kind: 'flag' },
  mirroredFraction: free(choice(['kept', 'complemented']), 'kept'),
  layerRounding: choice(['nearest-even', 'floor-plus-half']),
  tapsPerCycle: integer(1, 64, 'texels'),
});

export const LOD = part({
  format: BOUNDED['lod.format'],
  rounding,
  derivatives: choice(['coarse', 'fine', 'diagonal']),
  scaleFactor: choice(['ellipse', 'euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min']),
  alpha: number(0, 2),
  beta: number(0, 2),
  alphaBetaBits: integer(0, 12, 'bits', { or: 'exact', narrows: { turn: 13 } }),
  scaleFactorBits: significant(2, 9),
  componentBits: free(integer(4, 24, 'bits', { or: 'aligned' }), 'aligned'),
  diagonals: free(number(0, 1), 0),
  ellipseBits: significant(2, 10),
  lengthBits: significant(2, 11),
  minorAxisBits: significant(2, 12),
  log2Table: part({
    indexBits: integer(0, 16, 'bits', { narrows: { turn: 18, least: 1 } }),
    entryBits: BOUNDED['lod.log2Table.entryBits'],
    interpolationBits: integer(0, 23, 'bits', { narrows: { turn: 16 } }),
    rounding: free(rounding, 'nearest-even'),
    entries: free(orNull(list(1, [integer(0, 2 ** 24, 'units')], 'null, or the integers of a table')), null),
  }),
  nearestRule: choice(['ceil-minus-one', 'floor-plus-half']),
  levelWeightCurve: orNull(list(2, [number(0, 1), number(0, 1)])),
  levelWeightSlopes: free(orNull(list(1, [number(1, 8)], 'null, or a list of slopes')), null),
  bias: BOUNDED['lod.bias'],
  clamp: BOUNDED['lod.clamp'],
  anisotropicRates: list(1, [integer(1, 127, 'samples')], 'a list of integers that rises from 1'),
  anisotropicSpacing: choice(['i-over-n-plus-1', 'centered']),
});

/** A component between two others: (first a + second b + added) / divisor, rounded down. */
const BLEND = part({
  first: integer(0, 65536, 'units'),
  second: integer(0, 65536, 'units'),
  added: integer(0, 65536, 'units'),
  divisor: integer(1, 65536, 'units'),
});

/** The colours between the two of a block, of components of 5 or 6 bits. */
const blends = part({
  of: choice(['ends', 'codes']),
  third: BLEND,
  half: BLEND,
});

/** The steps between the two ends of a block of one component. */
const RAMP = part({
  weights: list(4, [integer(0, 65536, 'units')], 'a list of weights'),
  total: integer(1, 65536, 'units'),
  added: integer(0, 65536, 'units'),
  divisor: integer(1, 65536, 'units'),
});

const RAMPS = part({ bits: integer(8, 16, 'bits'), eightSteps: RAMP, sixSteps: RAMP });

/** The same of SNORM, whose ends have more bits when they are widened than a product has. */
const SIGNED_RAMP = part({
  weights: list(4, [integer(0, 65536, 'units')], 'a list of weights'),
  rests: list(4, [integer(0, 1, 'units')], 'a list of 0 and 1'),
});

/** Blocks of BC1 to BC5 as a unit rounds them. */
export const BC = part({
  ends: choice(['replicated', 'shifted']),
  fiveBits: blends,
  sixBits: blends,
  threeColors: choice(['bc1', 'all']),
  alpha: RAMPS,
  ramp: RAMPS,
  signedRamp: free(
    orNull(part({ total: integer(1, 65536, 'units'), eightSteps: SIGNED_RAMP, sixSteps: SIGNED_RAMP })),
    null,
  ),
});

export const DECODER = part({
  codeBits: free(integer(2, 16, 'bits', { or: 'stored' }), 'stored'),
  bc: free(orNull(BC), null),
});

/** Sums of floats whose texels are cut to the greatest of them. */
export const ALIGNED_SUM = part({
  guardBits: integer(0, 16, 'bits'),
  srgbBits: integer(1, 24, 'bits'),
  srgbExponentBits: integer(0, 8, 'bits'),
  rounding: choice(NEAREST_ROUNDINGS),
});

/** A number of times, one batch of samples after the other. */
const times = integer(1, 8, 'times');

/** The factors of the time of a batch, by format and operation. */
export const RATE_FACTORS = part({
  over32Bits: times,
  over64Bits: times,
  linear32: times,
  blocks: times,
  volume: times,
  cube: times,
  comparison: times,
});

export const FILTER = part({
  weightBits: BOUNDED['filter.weightBits'],
  weightScale: choice(['power-of-two', 'all-ones', 'all-ones-over-power-of-two']),
  sum: free(choice(['lerps', 'products', 'rounded-products', 'three-point', 'three-point-mid-texel']), 'lerps'),
  texelBits: free(integer(2, 16, 'bits', { or: 'stored' }), 'stored'),
  signedGuardBits: free(integer(0, 8, 'bits', { or: 'stored' }), 'stored'),
  guardBits: integer(0, 40, 'bits', { narrows: { turn: 2 } }),
  rounding,
  accumulatorBits: integer(17, 51, 'bits', { narrows: { turn: 5 } }),
  reciprocalBits: integer(1, 32, 'bits', { or: 'exact', narrows: { turn: 4 } }),
  cubicWeightBits: integer(4, MOST_CUBIC_BITS, 'bits', { narrows: { turn: 3 } }),
  srgbLinearBits: integer(8, 24, 'bits', { narrows: { turn: 6 } }),
  srgbTable: free(orNull(list(256, [integer(0, 2 ** 24 - 1, 'units')], 'null, or 256 integers')), null),
  depthReference: choice(['exact', 'quantized']),
  floatPath: choice(['fused', 'float32-steps']),
  alignedSum: free(orNull(ALIGNED_SUM), null),
  samplesPerCycle: integer(1, 64, 'samples'),
  rate: part({
    bits16: integer(1, 64, 'cycles'),
    bits32: integer(1, 64, 'cycles'),
    factors: free(orNull(RATE_FACTORS), null),
  }),
});

/** The place of a line in a cache, and the line that goes for it. */
export const TAGS = {
  lineBytes: BOUNDED['cache.lineBytes'],
  sets: BOUNDED['cache.sets'],
  ways: integer(1, 512, 'ways'),
  setIndex: choice(['modulo', 'xor-folded']),
  indexBits: free(orNull(list(1, [integer(4, 52, 'bits')], 'null, or a list of bits of the byte address')), null),
  replacement: choice(Object.keys(REPLACEMENT_POLICIES) as Replacement[]),
  rrpvBits: free(integer(1, 8, 'bits'), 2),
};

/** The clock of a bus: so many of its cycles in so many of the unit. */
export const CLOCK = part({
  cycles: integer(1, 256, 'cycles'),
  unitCycles: integer(1, 256, 'cycles'),
});
const busClock = free(CLOCK, { cycles: 1, unitCycles: 1 });

export const L2 = part({
  ...TAGS,
  lineBytes: BOUNDED['cache.l2.lineBytes'],
  allocation: choice(['on-miss', 'victim', 'none']),
  bypass: free(choice(['none', 'written']), 'none'),
  inclusive: free({ kind: 'flag' }, false),
  sharing: free(choice(['units', 'none']), 'units'),
  latency: integer(0, 65536, 'cycles'),
  dataLatency: free(integer(0, 65536, 'cycles'), 0),
  banks: free(BOUNDED['cache.l2.banks'], 1),
  ports: free(integer(1, 64, 'look-ups', { or: 'unlimited' }), 'unlimited'),
  outstandingMisses: free(integer(1, 4096, 'lines', { or: 'unlimited' }), 'unlimited'),
  bytesPerCycle: integer(1, 4096, 'bytes'),
  busClock,
});

/** The cache in front of memory, below the L2 of each unit or of all. */
export const L3 = part({
  ...TAGS,
  lineBytes: BOUNDED['cache.l3.lineBytes'],
  sets: BOUNDED['cache.l3.sets'],
  latency: L2.fields.latency,
  dataLatency: L2.fields.dataLatency,
  bytesPerCycle: L2.fields.bytesPerCycle,
});

/** The cost of a sector that comes into the texel cache. */
export const FILL = part({
  dataCycles: integer(0, 64, 'cycles'),
  turnaroundCycles: integer(0, 64, 'cycles'),
  tagCycles: integer(0, 64, 'cycles'),
  tags: free(choice(['look-up', 'arrival']), 'look-up'),
});

/** What the texel cache fetches ahead with a miss, and the buffer for it. */
export const PREFETCH = part({
  next: choice(['line', 'mip', 'line-and-mip']),
  sectors: integer(1, 1024, 'sectors'),
});

/** Pages of addresses, in front of the L2 and the memory. */
export const TLB = part({
  pageBytes: BOUNDED['cache.tlb.pageBytes'],
  sets: BOUNDED['cache.tlb.sets'],
  ways: integer(1, 512, 'ways'),
  walkLatency: integer(0, 65536, 'cycles'),
  walks: free(integer(1, 4096, 'walks'), 1),
});

export const CACHE = part({
  ...TAGS,
  sectorBytes: BOUNDED['cache.sectorBytes'],
  banks: BOUNDED['cache.banks'],
  dataPorts: integer(1, 64, 'reads'),
  portSharing: choice(['pass', 'lane', 'none']),
  victimLines: integer(0, 1024, 'lines'),
  layout: choice(TEXEL_LAYOUTS, '"linear", "morton", or "tiled-WxH" with W and H of 1, 2, 4, 8, 16 or 32'),
  blocks: choice(['compressed', 'decoded']),
  outstandingMisses: integer(1, 4096, 'sectors'),
  missQueue: integer(1, 4096, 'misses'),
  tagsPerCycle: integer(1, 64, 'look-ups'),
  sectorsPerTag: free(integer(1, 16, 'look-ups'), 1),
  missesPerCycle: integer(1, 64, 'misses'),
  missLatency: free(integer(0, 1024, 'cycles'), 0),
  tapOrder: free(choice(['by-lane', 'by-tap']), 'by-lane'),
  coalescing: free(choice(['pass', 'none']), 'pass'),
  replay: free(choice(['none', 'look-up']), 'none'),
  writes: free(choice(['back', 'through']), 'back'),
  fill: FILL,
  prefetch: free(orNull(PREFETCH), null),
  tlb: free(orNull(TLB), null),
  l2: orNull(L2),
  l3: free(orNull(L3), null),
});

const depth = integer(1, 65536, 'entries');
const latency = integer(1, 1024, 'cycles');

const busCycles = integer(0, 65536, 'cycles');

/** The least cycles of the memory's bus between two commands to a DRAM, by JEDEC's names. */
export const DRAM_TIMING = part({
  bankGroups: BOUNDED['pipeline.memory.rows.timing.bankGroups'],
  tRCD: busCycles,
  tRP: busCycles,
  tRAS: busCycles,
  tCL: busCycles,
  tCWL: busCycles,
  tRRD_S: busCycles,
  tRRD_L: busCycles,
  tFAW: busCycles,
  tCCD_S: busCycles,
  tCCD_L: busCycles,
  tRTP: busCycles,
  tRTW: busCycles,
  tRTRS: free(busCycles, 0),
  tWR: busCycles,
  tWTR_S: busCycles,
  tWTR_L: busCycles,
  tRFC: busCycles,
  tREFI: integer(1, 1048576, 'cycles', { or: 'never' }),
});

/** The queues in front of the banks of a DRAM. */
export const ROW_QUEUE = part({
  transactions: integer(1, 4096, 'parts'),
  commands: integer(1, 4096, 'parts'),
  writes: free(orNull(part({ entries: integer(1, 4096, 'parts'), low: integer(1, 4096, 'parts') })), null),
});

/** The rows of a memory's banks. */
export const ROWS = part({
  banks: BOUNDED['pipeline.memory.rows.banks'],
  rowBytes: BOUNDED['pipeline.memory.rows.rowBytes'],
  ranks: free(BOUNDED['pipeline.memory.rows.ranks'], 1),
  policy: free(choice(['open', 'closed', 'idle-closed']), 'open'),
  activateCycles: free(integer(0, 65536, 'cycles'), 0),
  prechargeCycles: free(integer(0, 65536, 'cycles'), 0),
  window: free(integer(1, 4096, 'parts'), 1),
  queue: free(orNull(ROW_QUEUE), null),
  timing: free(orNull(DRAM_TIMING), null),
  hitLimit: free(integer(1, 65536, 'bursts', { or: 'unlimited' }), 'unlimited'),
});

export const MEMORY = part({
  latency: integer(0, 65536, 'cycles'),
  bytesPerCycle: integer(1, 4096, 'bytes'),
  busClock,
  burstBytes: BOUNDED['pipeline.memory.burstBytes'],
  requests: choice(['pipelined', 'one-at-a-time']),
  channels: free(
    orNull(
      part({
        count: BOUNDED['pipeline.memory.channels.count'],
        interleaveBytes: BOUNDED['pipeline.memory.channels.interleaveBytes'],
      }),
    ),
    null,
  ),
  rows: orNull(ROWS),
  refresh: free(
    orNull(
      part({
        interval: integer(1, 1048576, 'cycles'),
        cycles: integer(1, 65536, 'cycles'),
      }),
    ),
    null,
  ),
  otherClient: free(
    orNull(
      part({
        bytes: integer(1, 65536, 'bytes'),
        interval: integer(1, 65536, 'cycles'),
      }),
    ),
    null,
  ),
});

/** The shader that issues the requests. */
export const SHADER = part({
  warps: integer(1, 65536, 'warps', { or: 'unlimited' }),
  quadsPerWarp: integer(1, 64, 'quads'),
  instructionsBetween: integer(0, 65536, 'instructions'),
});

/** Texture units on one L2 and one memory. */
export const UNITS_FIELDS = part({
  count: integer(1, 64, 'units'),
  distribution: choice(['tiles', 'batch', 'trace']),
  tilePixels: BOUNDED['pipeline.units.tilePixels'],
  batchQuads: integer(1, 65536, 'quads'),
  arbitration: choice(['round-robin', 'oldest-first']),
  places: free(integer(1, 4096, 'misses', { or: 'unlimited' }), 'unlimited'),
});

export const PIPELINE = part({
  fifoDepth: part({
    lod: depth,
    address: depth,
    tag: depth,
    fragment: depth,
    decode: depth,
    filter: depth,
    result: depth,
  }),
  latency: part({
    frontEnd: latency,
    lod: latency,
    address: latency,
    tag: latency,
    data: latency,
    decode: latency,
    filter: latency,
    result: latency,
  }),
  requestsInFlight: free(integer(1, 65536, 'quads', { or: 'unlimited' }), 'unlimited'),
  memory: MEMORY,
  shader: free(SHADER, { warps: 'unlimited', quadsPerWarp: 8, instructionsBetween: 0 }),
  units: free(UNITS_FIELDS, {
    count: 1,
    distribution: 'tiles',
    tilePixels: 16,
    batchQuads: 64,
    arbitration: 'round-robin',
    places: 'unlimited',
  }),
});

export const LIMITS = part({
  subTexelPrecisionBits: integer(0, 16, 'bits'),
  mipmapPrecisionBits: integer(0, 16, 'bits'),
  maxSamplerLodBias: number(0, 32768),
  maxSamplerAnisotropy: number(1, 127),
  minTexelOffset: integer(-32768, 0, 'texels'),
  maxTexelOffset: integer(0, 32767, 'texels'),
  maxImageDimension2D: integer(1, 131072, 'texels'),
  maxImageArrayLayers: integer(1, 65536, 'layers'),
  maxImageDimension1D: integer(1, 131072, 'texels'),
  maxImageDimension3D: integer(1, 131072, 'texels'),
  maxImageDimensionCube: integer(1, 131072, 'texels'),
  minTexelGatherOffset: integer(-32768, 0, 'texels'),
  maxTexelGatherOffset: integer(0, 32767, 'texels'),
  maxBoxFilterBlockSize: extent(1, 256, 'texels'),
  maxWeightFilterDimension: extent(1, 256, 'texels'),
  maxWeightFilterPhases: integer(1, 4096, 'phases'),
  maxBlockMatchRegion: extent(1, 256, 'texels'),
});

/** Every field of a design, in the order of the path of a quad. The sentences of its documentation are in `DESIGN_DOCS`. */
export const DESIGN = part({
  name: { kind: 'text' },
  description: { kind: 'text' },
  text: choice(SPECIFICATION_TEXTS),
  frontEnd: FRONT_END,
  address: ADDRESS,
  lod: LOD,
  decoder: free(DECODER, { codeBits: 'stored', bc: null }),
  filter: FILTER,
  cache: CACHE,
  pipeline: PIPELINE,
  limits: LIMITS,
});

/** Every field and part of a design by its path, such as `cache.l2.ways`. */
export const FIELDS: ReadonlyMap<string, Field> = new Map(fieldsIn(DESIGN.fields));
