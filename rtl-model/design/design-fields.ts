import { ROUNDING_MODES } from '../fixed-point/rounding.ts';
import { choice, extent, fixedPoint, flag, integer, list, number, orNull, part, text } from './field.ts';

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

function rounding(of: string) {
  return choice(
    `Rounding of ${of}. The nearest modes differ in ties only: to even, up (floor(x + 0.5)), down (ceil(x - 0.5)), ` +
      'away from zero (D3D11.3 3.2.2, 3.2.4.1).',
    ROUNDING_MODES,
  );
}

export const ADDRESS = part('Address unit (D3D11.3 7.18.6-7.18.9; Vulkan: Unnormalized Texel Coordinate Operations).', {
  coordinate: fixedPoint(
    'Scaled texel coordinates, i.f; 32 bits in all at most (D3D11.3 7.18.16.1: 16.8).',
    integer('Integer bits, the sign included: they hold twice the largest image that the limits claim.', 2, 31, 'bits'),
    integer('Fraction bits (Vulkan: subTexelPrecisionBits).', 1, 16, 'bits', { narrows: { turn: 7 } }),
  ),
  rounding: rounding('the scaled coordinate'),
  scalePrecision: choice(
    'Coordinate times size: in float32 steps, or the whole product kept until the one rounding (D3D11.3 7.18.7).',
    ['float32', 'exact'],
  ),
  rangeReduction: flag('Whole periods of the coordinate are dropped before it is scaled (D3D11.3 7.18.6).'),
  layerRounding: choice('Array layer: RNE(a), preferred, or floor(a + 0.5) (Vulkan: Array Layer Selection).', [
    'nearest-even',
    'floor-plus-half',
  ]),
  tapsPerCycle: integer('Texels addressed in a cycle, over the four lanes of a quad.', 1, 64, 'texels'),
});

export const LOD = part('LOD unit (D3D11.3 7.18.10-7.18.11; Vulkan: Scale Factor Operation, LOD Operation).', {
  format: fixedPoint(
    'LOD, i.f; 32 bits in all at most (D3D11.3 7.18.16.1: 8.8).',
    integer(
      'Integer bits, the sign included: they hold the last level of the largest image that the limits claim.',
      1,
      31,
      'bits',
    ),
    integer('Fraction bits, also those of the level weight (Vulkan: mipmapPrecisionBits).', 0, 15, 'bits', {
      narrows: { turn: 8 },
    }),
  ),
  rounding: rounding('the LOD, its bias and its bounds'),
  derivatives: choice(
    'Implicit derivatives: one for the quad, or one for each row and column (D3D11.3 22.5.2-22.5.5).',
    ['coarse', 'fine'],
  ),
  scaleFactor: choice(
    'Length of a derivative vector: of the ideal ellipse (D3D11.3 7.18.11), or a permitted approximation ' +
      '(Vulkan: Scale Factor Operation).',
    ['ellipse', 'euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min'],
  ),
  alpha: number('Weight of the larger component for alpha-max-beta-min. Other methods ignore it.', 0, 2),
  beta: number('Weight of the smaller component for alpha-max-beta-min. Other methods ignore it.', 0, 2),
  log2Table: part('log2 by the leading one and a table over the mantissa.', {
    indexBits: integer('Mantissa bits that select an entry.', 0, 16, 'bits', { narrows: { turn: 11, least: 1 } }),
    entryBits: integer("Fraction bits of an entry; at least the LOD's.", 1, 24, 'bits', {
      atLeast: { field: 'lod.format.fractionBits', words: "the LOD's # fraction bits" },
      narrows: { turn: 10 },
    }),
    interpolationBits: integer(
      'Highest mantissa bits below the index, of 23 - indexBits, that interpolate linearly between entries.',
      0,
      23,
      'bits',
      { narrows: { turn: 9 } },
    ),
  }),
  nearestRule: choice(
    "Nearest level: ceil(d' + 0.5) - 1, preferred, or floor(d' + 0.5) (Vulkan: Image Level(s) Selection).",
    ['ceil-minus-one', 'floor-plus-half'],
  ),
  levelWeightCurve: orNull(
    list(
      'Weight of the coarser level over the fraction of the LOD: null for the fraction itself (D3D11.3 7.18.10), or ' +
        'the knots [fraction, weight] of a piecewise linear curve.',
      2,
      [
        number('Fraction of the LOD, strictly rising from knot to knot.', 0, 1),
        number('Weight of the coarser level, never falling.', 0, 1),
      ],
    ),
  ),
  bias: fixedPoint(
    'LOD bias of sampler and instruction, signed i.f (Vulkan: LOD Operation).',
    integer('Integer bits, the sign included.', 1, 16, 'bits'),
    integer('Fraction bits.', 0, 16, 'bits'),
  ),
  clamp: fixedPoint(
    'minLod and maxLod, unsigned i.f (Vulkan: LOD Operation).',
    integer('Integer bits.', 0, 16, 'bits'),
    integer('Fraction bits.', 0, 16, 'bits'),
  ),
  anisotropicRates: list(
    'Supported anisotropic sampling rates, rising from 1; a ratio rounds up to the next ' +
      '(Vulkan: Scale Factor Operation).',
    1,
    [integer('Samples along the major axis.', 1, 127, 'samples')],
  ),
  anisotropicSpacing: choice(
    'Place of sample i of N on the major axis: i/(N+1) - 1/2 (Vulkan: Texel Anisotropic Filtering), or ' +
      '(i - 1/2)/N - 1/2.',
    ['i-over-n-plus-1', 'centered'],
  ),
});

export const FILTER = part('Filter unit (D3D11.3 7.18.16.2; Vulkan: Texel Filtering).', {
  weightBits: integer("Bits of a bilinear weight; at most the coordinate's fraction bits.", 1, 16, 'bits', {
    atMost: { field: 'address.coordinate.fractionBits', words: "the coordinate's # fraction bits" },
    narrows: { turn: 1 },
  }),
  guardBits: integer("Fraction bits kept below the texel's own after each lerp.", 0, 40, 'bits', {
    narrows: { turn: 2 },
  }),
  rounding: rounding('every lerp and average'),
  accumulatorBits: integer('Width of the anisotropic accumulator.', 17, 51, 'bits', { narrows: { turn: 5 } }),
  reciprocalBits: integer(
    'Fraction bits of 1/N for the anisotropic average, or "exact" for a divider.',
    1,
    32,
    'bits',
    {
      or: 'exact',
      narrows: { turn: 4 },
    },
  ),
  cubicWeightBits: integer(
    'Fraction bits of a cubic weight, which is signed and has one integer bit (Vulkan: Texel Cubic Filtering).',
    4,
    12,
    'bits',
    { narrows: { turn: 3 } },
  ),
  srgbLinearBits: integer('Bits of a linearised sRGB component; D3D11.3 3.2.3.7 needs 12.', 8, 24, 'bits', {
    narrows: { turn: 6 },
  }),
  depthReference: choice(
    'Reference of a depth comparison: as it is, or at the precision of the depth format (D3D11.3 22.4.19).',
    ['exact', 'quantized'],
  ),
  floatPath: choice(
    'Float formats: one rounding of the exact weighted sum over slices, samples and levels, over a window or a block, or ' +
      'every float32 step rounded (D3D11.3 3.1, 7.18.16.2).',
    ['fused', 'float32-steps'],
  ),
  samplesPerCycle: integer('Bilinear samples (2x2 texels of four 8-bit components) in a cycle.', 1, 64, 'samples'),
  rate: part('Cycles for wider components, relative to 8 bits.', {
    bits16: integer('Cycles for components of 16 bits.', 1, 64, 'cycles'),
    bits32: integer('Cycles for components of 32 bits.', 1, 64, 'cycles'),
  }),
});

const lineBytes = 'Bytes of a line, which holds the widest texel of 16 bytes.';

/** The place of a line in a cache, and the line that goes for it. */
export const TAGS = {
  lineBytes: integer(lineBytes, 16, 1024, 'bytes', { powerOfTwo: true }),
  sets: integer('Sets of lines.', 1, 65536, 'sets', { powerOfTwo: true }),
  ways: integer('Ways: lines of a set. A power of two for tree-plru.', 1, 64, 'ways'),
  setIndex: choice(
    'Set of a line: its number modulo the sets, or the exclusive or of all groups of log2(sets) bits of the number, ' +
      'so that strides of powers of two spread.',
    ['modulo', 'xor-folded'],
  ),
  replacement: choice(
    'Line of a full set that goes: the one unused for longest, the one that a tree of bits points away from, the ' +
      'oldest, or any.',
    ['lru', 'tree-plru', 'fifo', 'random'],
  ),
};

export const L2 = part('Cache between the texel cache and memory; null for none.', {
  ...TAGS,
  lineBytes: integer(lineBytes, 16, 1024, 'bytes', {
    powerOfTwo: true,
    atLeast: { field: 'cache.lineBytes', words: "the texel cache's #" },
  }),
  allocation: choice(
    'Lines that the L2 keeps: those that it misses, those that the texel cache gives up, or no new ones.',
    ['on-miss', 'victim', 'none'],
  ),
  latency: integer(
    'Cycles from a miss of the texel cache to the first byte, or to the request of the L2 to memory.',
    0,
    65536,
    'cycles',
  ),
  bytesPerCycle: integer('Bytes that the L2 delivers in a cycle.', 1, 4096, 'bytes'),
});

export const CACHE = part('Texel cache.', {
  ...TAGS,
  sectorBytes: integer(
    'Bytes that come from memory at a time, up to the line. A line has one or more sectors under its tag.',
    16,
    1024,
    'bytes',
    { powerOfTwo: true, atMost: { field: 'cache.lineBytes', words: "the line's #" } },
  ),
  banks: integer('Banks of the data store; a bank reads one sector in a cycle.', 1, 64, 'banks', {
    powerOfTwo: true,
  }),
  victimLines: integer(
    'Lines of a fully associative LRU buffer of what the texel cache gave up (Jouppi 1990); 0 for none.',
    0,
    1024,
    'lines',
  ),
  layout: choice(
    'Order of the texels of a level in memory: rows, rows of tiles, or Z-order.',
    TEXEL_LAYOUTS,
    '"linear", "morton", or "tiled-WxH" with W and H of 1, 2, 4, 8, 16 or 32',
  ),
  blocks: choice('Block-compressed texels in the cache: as they are stored, or decoded on their way into it.', [
    'compressed',
    'decoded',
  ]),
  outstandingMisses: integer('Sectors that can be on their way from the L2 or memory at a time.', 1, 4096, 'sectors'),
  tagsPerCycle: integer('Tag look-ups in a cycle, each of a sector.', 1, 64, 'look-ups'),
  l2: orNull(L2),
});

const depth = (stage: string) => integer(`Entries of the FIFO in front of the ${stage}.`, 1, 65536, 'entries');
const latency = (stage: string) => integer(`Cycles that a quad spends in the ${stage}.`, 1, 1024, 'cycles');

export const MEMORY = part('Memory behind the caches.', {
  latency: integer('Cycles from a request to its first byte, where its row is open.', 0, 65536, 'cycles'),
  bytesPerCycle: integer('Bytes that memory delivers in a cycle.', 1, 4096, 'bytes'),
  burstBytes: integer('Every transfer is a multiple of this.', 1, 4096, 'bytes', { powerOfTwo: true }),
  rows: orNull(
    part(
      'Banks with one open row each; consecutive rows lie in consecutive banks. Null where each access costs the same.',
      {
        banks: integer('Banks of the memory.', 1, 1024, 'banks', { powerOfTwo: true }),
        rowBytes: integer('Bytes of a row, at least a burst.', 16, 65536, 'bytes', {
          powerOfTwo: true,
          atLeast: { field: 'pipeline.memory.burstBytes', words: "a burst's #" },
        }),
        activateCycles: integer(
          "Cycles to close a bank's row, if one is open, and open another; the bank serves nothing meanwhile.",
          0,
          65536,
          'cycles',
        ),
      },
    ),
  ),
});

export const PIPELINE = part('Depths in quads or quad passes, latencies in cycles.', {
  fifoDepth: part('Depth of the FIFO in front of each stage.', {
    lod: depth('LOD unit'),
    address: depth('address unit'),
    tag: depth('tag look-up'),
    fragment: integer(
      'Entries of the fragment FIFO, in front of the data store: passes that wait while their lines come from memory.',
      1,
      65536,
      'entries',
    ),
    decode: depth('texel decoder'),
    filter: depth('filter unit'),
    result: depth('result stage'),
  }),
  latency: part('Length of each stage.', {
    frontEnd: latency('front end'),
    lod: latency('LOD unit'),
    address: latency('address unit'),
    tag: latency('tag look-up'),
    data: latency('read of the data store'),
    decode: latency('texel decoder'),
    filter: latency('filter unit'),
    result: latency('result stage'),
  }),
  memory: MEMORY,
});

export const LIMITS = part('Claims of the design (Vulkan: VkPhysicalDeviceLimits).', {
  subTexelPrecisionBits: integer('Fraction bits of texel coordinates.', 0, 16, 'bits'),
  mipmapPrecisionBits: integer('Fraction bits of the LOD between levels.', 0, 16, 'bits'),
  maxSamplerLodBias: number('Largest absolute LOD bias, of sampler and instruction together.', 0, 32768),
  maxSamplerAnisotropy: number('Largest degree of anisotropy; at most the highest of lod.anisotropicRates.', 1, 127),
  minTexelOffset: integer('Smallest texel offset of an instruction.', -32768, 0, 'texels'),
  maxTexelOffset: integer('Largest texel offset of an instruction.', 0, 32767, 'texels'),
  maxImageDimension2D: integer(
    'Largest width or height of an image (D3D11.3 7.18.4: 2^17 at most).',
    1,
    131072,
    'texels',
  ),
  maxImageArrayLayers: integer('Most layers of an image.', 1, 65536, 'layers'),
  maxImageDimension1D: integer('Largest width of a 1D image.', 1, 131072, 'texels'),
  maxImageDimension3D: integer('Largest width, height or depth of a 3D image.', 1, 131072, 'texels'),
  maxImageDimensionCube: integer('Largest width of a cube.', 1, 131072, 'texels'),
  minTexelGatherOffset: integer('Smallest texel offset of a gather.', -32768, 0, 'texels'),
  maxTexelGatherOffset: integer('Largest texel offset of a gather.', 0, 32767, 'texels'),
  maxBoxFilterBlockSize: extent('Largest box of a box filter, in texels (VK_QCOM_image_processing).', 1, 256, 'texels'),
  maxWeightFilterDimension: extent('Largest kernel of a weight image (VK_QCOM_image_processing).', 1, 256, 'texels'),
  maxWeightFilterPhases: integer('Most phases of a weight image (VK_QCOM_image_processing).', 1, 4096, 'phases'),
  maxBlockMatchRegion: extent(
    'Largest block of a block match, in texels (VK_QCOM_image_processing).',
    1,
    256,
    'texels',
  ),
});

/** Every field of a design, in the order of the path of a quad. */
export const DESIGN = part('A texture-unit design: every width, rule, depth and latency.', {
  name: text('Name of the design, for reports.'),
  description: text('Description of the design in a sentence.'),
  text: choice(
    'Text of Vulkan that the design follows where two of them differ: the current one (1.4), or the older one (1.1, and ' +
      'the first text of VK_QCOM_image_processing). It decides the coarser of two levels, the Catmull-Rom weights and ' +
      'the phase of weight images (docs/specification.md).',
    SPECIFICATION_TEXTS,
  ),
  address: ADDRESS,
  lod: LOD,
  filter: FILTER,
  cache: CACHE,
  pipeline: PIPELINE,
  limits: LIMITS,
});
