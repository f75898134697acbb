import * as z from 'zod';
import {
  type Design,
  L2_ALLOCATIONS,
  REPLACEMENTS,
  SET_INDICES,
  TEXEL_LAYOUTS,
} from '../../rtl-model/design/design.ts';
import { ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';

/** The fields of a design or of a part of it, each with a schema whose values the interface takes. */
type Fields<T> = { readonly [K in keyof T]: z.ZodType<T[K]> };

/** Every message says what would be right: it completes "expected ...". */
function integer(min: number, max: number, description: string, error = `an integer from ${min} to ${max}`) {
  return z.int({ error }).min(min, { error }).max(max, { error }).describe(description);
}

function number(min: number, max: number, description: string) {
  const error = `a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error }).describe(description);
}

function oneOf<const T extends readonly string[]>(
  values: T,
  description: string,
  error = `one of ${values.map((v) => `"${v}"`).join(', ')}`,
) {
  return z.enum(values, { error }).describe(description);
}

function extent(min: number, max: number, description: string) {
  const size = integer(min, max, description);
  return z.tuple([size, size], { error: '[width, height]' }).describe(description);
}

function flag(description: string) {
  return z.boolean({ error: 'true or false' }).describe(description);
}

function text(description: string) {
  const error = 'a text that is not empty';
  return z.string({ error }).min(1, { error }).describe(description);
}

function part<const T extends z.ZodRawShape>(description: string, fields: T, error = 'an object') {
  return z.strictObject(fields, { error }).describe(description);
}

function rounding(of: string) {
  return oneOf(
    ROUNDING_MODES,
    `Rounding of ${of}. The nearest modes differ in ties only: to even, up (floor(x + 0.5)), down (ceil(x - 0.5)), ` +
      'away from zero (D3D11.3 3.2.2, 3.2.4.1).',
  );
}

const address = part('Address unit (D3D11.3 7.18.6-7.18.9; Vulkan: Unnormalized Texel Coordinate Operations).', {
  coordinate: part('Scaled texel coordinates, i.f; 32 bits in all at most (D3D11.3 7.18.16.1: 16.8).', {
    integerBits: integer(2, 31, 'Integer bits, the sign included.'),
    fractionBits: integer(1, 16, 'Fraction bits (Vulkan: subTexelPrecisionBits).'),
  }),
  rounding: rounding('the scaled coordinate'),
  scalePrecision: oneOf(
    ['float32', 'exact'],
    'Coordinate times size: in float32 steps, or the whole product kept until the one rounding (D3D11.3 7.18.7).',
  ),
  rangeReduction: flag('Whole periods of the coordinate are dropped before it is scaled (D3D11.3 7.18.6).'),
  layerRounding: oneOf(
    ['nearest-even', 'floor-plus-half'],
    'Array layer: RNE(a), preferred, or floor(a + 0.5) (Vulkan: Array Layer Selection).',
  ),
  tapsPerCycle: integer(1, 64, 'Texels addressed in a cycle, over the four lanes of a quad.'),
} satisfies Fields<Design['address']>);

const levelWeightCurve = z
  .array(
    z.tuple(
      [
        number(0, 1, 'Fraction of the LOD, strictly rising from knot to knot.'),
        number(0, 1, 'Weight of the coarser level, never falling.'),
      ],
      { error: 'a knot [fraction, weight], both from 0 to 1' },
    ),
    { error: 'null, or a list of knots [fraction, weight]' },
  )
  .min(2, { error: 'two knots or more' })
  .refine((knots) => knots.every(([x, y], k) => k === 0 || (x > knots[k - 1][0] && y >= knots[k - 1][1])), {
    error: 'knots whose fractions rise and whose weights never fall',
  })
  .nullable()
  .describe(
    'Weight of the coarser level over the fraction of the LOD: null for the fraction itself (D3D11.3 7.18.10), or the ' +
      'knots [fraction, weight] of a piecewise linear curve.',
  );

const RATES = 'a list of integers that rises from 1';

const lod = part('LOD unit (D3D11.3 7.18.10-7.18.11; Vulkan: Scale Factor Operation, LOD Operation).', {
  format: part('LOD, i.f; 32 bits in all at most (D3D11.3 7.18.16.1: 8.8).', {
    integerBits: integer(1, 31, 'Integer bits, the sign included.'),
    fractionBits: integer(0, 15, 'Fraction bits, also those of the level weight (Vulkan: mipmapPrecisionBits).'),
  }),
  rounding: rounding('the LOD, its bias and its bounds'),
  derivatives: oneOf(
    ['coarse', 'fine'],
    'Implicit derivatives: one for the quad, or one for each row and column (D3D11.3 22.5.2-22.5.5).',
  ),
  scaleFactor: oneOf(
    ['ellipse', 'euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min'],
    'Length of a derivative vector: of the ideal ellipse (D3D11.3 7.18.11), or a permitted approximation ' +
      '(Vulkan: Scale Factor Operation).',
  ),
  alpha: number(0, 2, 'alpha-max-beta-min: weight of the larger component. Other methods ignore it.'),
  beta: number(0, 2, 'alpha-max-beta-min: weight of the smaller component. Other methods ignore it.'),
  log2Table: part('log2 by leading one and a table over the mantissa.', {
    indexBits: integer(0, 16, 'Mantissa bits that select an entry.'),
    entryBits: integer(1, 24, "Fraction bits of an entry; at least the LOD's."),
    interpolationBits: integer(
      0,
      23,
      'Highest mantissa bits below the index that interpolate linearly between entries, of the 23 - indexBits there are.',
    ),
  }),
  nearestRule: oneOf(
    ['ceil-minus-one', 'floor-plus-half'],
    "Nearest level: ceil(d' + 0.5) - 1, preferred, or floor(d' + 0.5) (Vulkan: Image Level(s) Selection).",
  ),
  levelWeightCurve,
  bias: part('LOD bias of sampler and instruction, signed i.f (Vulkan: LOD Operation).', {
    integerBits: integer(1, 16, 'Integer bits, the sign included.'),
    fractionBits: integer(0, 16, 'Fraction bits.'),
  }),
  clamp: part('minLod and maxLod, unsigned i.f (Vulkan: LOD Operation).', {
    integerBits: integer(0, 16, 'Integer bits.'),
    fractionBits: integer(0, 16, 'Fraction bits.'),
  }),
  anisotropicRates: z
    .array(integer(1, 127, 'Samples along the major axis.'), { error: RATES })
    .min(1, { error: RATES })
    .describe(
      'Supported anisotropic sampling rates, rising from 1; a ratio rounds up to the next (Vulkan: Scale Factor Operation).',
    ),
  anisotropicSpacing: oneOf(
    ['i-over-n-plus-1', 'centered'],
    'Place of sample i of N on the major axis: i/(N+1) - 1/2 (Vulkan: Texel Anisotropic Filtering), or (i - 1/2)/N - 1/2.',
  ),
} satisfies Fields<Design['lod']>);

const RECIPROCAL = 'an integer from 1 to 32, or "exact"';

const filter = part('Filter unit (D3D11.3 7.18.16.2; Vulkan: Texel Filtering).', {
  weightBits: integer(1, 16, "Bits of a bilinear weight; at most the coordinate's fraction bits."),
  guardBits: integer(0, 40, "Fraction bits kept below the texel's own after each lerp."),
  rounding: rounding('every lerp and average'),
  accumulatorBits: integer(17, 51, 'Width of the anisotropic accumulator.'),
  reciprocalBits: z
    .union([integer(1, 32, 'Fraction bits of 1/N.', RECIPROCAL), z.literal('exact')], { error: RECIPROCAL })
    .describe('Fraction bits of 1/N for the anisotropic average, or "exact" for a divider.'),
  cubicWeightBits: integer(4, 12, 'Fraction bits of a cubic weight (Vulkan: Texel Cubic Filtering).'),
  srgbLinearBits: integer(8, 24, 'Bits of a linearised sRGB component; D3D11.3 3.2.3.7 needs 12.'),
  depthReference: oneOf(
    ['exact', 'quantized'],
    'Reference of a depth comparison: as it is, or at the precision of the depth format (D3D11.3 22.4.19).',
  ),
  floatPath: oneOf(
    ['fused', 'float32-steps'],
    'Float formats: one rounding of the exact weighted sum, or every float32 step rounded (D3D11.3 3.1, 7.18.16.2).',
  ),
  samplesPerCycle: integer(1, 64, 'Bilinear samples (2x2 texels of four 8-bit components) in a cycle.'),
  rate: part('Cycles for wider components, relative to 8 bits.', {
    bits16: integer(1, 64, 'Cycles for components of 16 bits.'),
    bits32: integer(1, 64, 'Cycles for components of 32 bits.'),
  }),
} satisfies Fields<Design['filter']>);

const tags = {
  lineBytes: integer(16, 1024, 'Bytes of a line, a power of two.'),
  sets: integer(1, 65536, 'Sets, a power of two.'),
  ways: integer(1, 64, 'Ways: lines of a set. A power of two for tree-plru.'),
  setIndex: oneOf(
    SET_INDICES,
    "Set of a line: its number modulo the sets, or the exclusive or of all groups of log2(sets) bits of it, so that strides don't meet.",
  ),
  replacement: oneOf(
    REPLACEMENTS,
    'Which line of a full set goes: the one unused for longest, the one a tree of bits points away from, the oldest, or any.',
  ),
};

const l2 = part(
  'Cache between the texel cache and memory.',
  {
    ...tags,
    allocation: oneOf(
      L2_ALLOCATIONS,
      'What it keeps: the lines that it misses, those that the texel cache gives up, or nothing new.',
    ),
    latency: integer(0, 65536, 'Cycles from a miss of the texel cache to the first byte, or to the L2 asking memory.'),
    bytesPerCycle: integer(1, 4096, 'Bytes that it delivers in a cycle.'),
  } satisfies Fields<NonNullable<Design['cache']['l2']>>,
  'an object with all its fields, or null',
);

const cache = part('Texel cache.', {
  ...tags,
  sectorBytes: integer(16, 1024, 'Bytes that come from memory at a time, a power of two up to the line.'),
  banks: integer(1, 64, 'Banks of the data store, a power of two; a bank reads one sector in a cycle.'),
  victimLines: integer(
    0,
    1024,
    'Lines of a fully associative LRU buffer of what the texel cache gave up (Jouppi 1990); 0 for none.',
  ),
  layout: oneOf(
    TEXEL_LAYOUTS,
    'Order of the texels of a level in memory: rows, rows of tiles, or Z-order.',
    '"linear", "morton", or "tiled-WxH" with W and H of 1, 2, 4, 8, 16 or 32',
  ),
  blocks: oneOf(
    ['compressed', 'decoded'],
    'Block-compressed texels in the cache: as they are stored, or decoded on their way into it.',
  ),
  outstandingMisses: integer(1, 4096, 'Sectors that can be on their way from the L2 or memory at a time.'),
  tagsPerCycle: integer(1, 64, 'Tag look-ups in a cycle, each of a sector.'),
  l2: l2.nullable().describe('Cache between the texel cache and memory; null for none.'),
} satisfies Fields<Design['cache']>);

const depth = (stage: string) => integer(1, 65536, `Entries of the FIFO in front of the ${stage}.`);
const latency = (stage: string) => integer(1, 1024, `Cycles that a quad spends in the ${stage}.`);

const pipeline = part('Depths in quads or quad passes, latencies in cycles.', {
  fifoDepth: part('Depth of the FIFO in front of each stage.', {
    lod: depth('LOD unit'),
    address: depth('address unit'),
    tag: depth('tag look-up'),
    fragment: integer(1, 65536, 'Entries of the fragment FIFO: passes that wait while their lines come from memory.'),
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
  memory: part('Memory behind the cache.', {
    latency: integer(0, 65536, 'Cycles from a request to its first byte, where its row is open.'),
    bytesPerCycle: integer(1, 4096, 'Bytes that memory delivers in a cycle.'),
    burstBytes: integer(1, 4096, 'Every transfer is a multiple of this, a power of two.'),
    rows: part(
      'Banks with one open row each; consecutive rows lie in consecutive banks.',
      {
        banks: integer(1, 1024, 'Banks, a power of two.'),
        rowBytes: integer(16, 65536, 'Bytes of a row, a power of two of at least a burst.'),
        activateCycles: integer(
          0,
          65536,
          "Cycles to close a bank's row, if one is open, and open another; the bank serves nothing meanwhile.",
        ),
      } satisfies Fields<NonNullable<Design['pipeline']['memory']['rows']>>,
      'an object with all its fields, or null',
    )
      .nullable()
      .describe('Banks and rows; null where every access costs the same.'),
  }),
} satisfies Fields<Design['pipeline']>);

const limits = part('What the design claims of itself (Vulkan: VkPhysicalDeviceLimits).', {
  subTexelPrecisionBits: integer(0, 16, 'Fraction bits of texel coordinates.'),
  mipmapPrecisionBits: integer(0, 16, 'Fraction bits of the LOD between levels.'),
  maxSamplerLodBias: number(0, 32768, 'Largest absolute LOD bias, of sampler and instruction together.'),
  maxSamplerAnisotropy: number(1, 127, 'Largest degree of anisotropy; at most the highest of lod.anisotropicRates.'),
  minTexelOffset: integer(-32768, 0, 'Smallest texel offset of an instruction.'),
  maxTexelOffset: integer(0, 32767, 'Largest texel offset of an instruction.'),
  maxImageDimension2D: integer(1, 131072, 'Largest width or height of an image (D3D11.3 7.18.4: 2^17 at most).'),
  maxImageArrayLayers: integer(1, 65536, 'Most layers of an image.'),
  maxImageDimension1D: integer(1, 131072, 'Largest width of a 1D image.'),
  maxImageDimension3D: integer(1, 131072, 'Largest width, height or depth of a 3D image.'),
  maxImageDimensionCube: integer(1, 131072, 'Largest width of a cube.'),
  minTexelGatherOffset: integer(-32768, 0, 'Smallest texel offset of a gather.'),
  maxTexelGatherOffset: integer(0, 32767, 'Largest texel offset of a gather.'),
  maxBoxFilterBlockSize: extent(1, 256, 'Largest box of a box filter, in texels (VK_QCOM_image_processing).'),
  maxWeightFilterDimension: extent(1, 256, 'Largest kernel of a weight image.'),
  maxWeightFilterPhases: integer(1, 4096, 'Most phases of a weight image.'),
  maxBlockMatchRegion: extent(1, 256, 'Largest block of a block match, in texels.'),
} satisfies Fields<Design['limits']>);

/** A whole design, field by field. What no single field shows is checkWidths()'s to check. */
export const designSchema = z
  .strictObject(
    {
      name: text('Name of the design, for reports.'),
      description: text('What it is, in a sentence.'),
      address,
      lod,
      filter,
      cache,
      pipeline,
      limits,
    } satisfies Fields<Design>,
    { error: 'an object' },
  )
  .describe('A texture-unit design: every width, rule, depth and latency.');
