import { DRAM_NAMES } from './drams.ts';
import type { DESIGN, TAGS } from '../../rtl-model/design/design-fields.ts';
import { type Fields, type ListField, type Part, valueAt } from '../../rtl-model/design/field.ts';

/** The meaning of a field, in a sentence with the specification's section; of a part, its own and those of its fields. */
type Docs<F> =
  F extends Part<infer P>
    ? { readonly doc: string } & DocsOf<P>
    : F extends ListField<infer I>
      ? { readonly doc: string; readonly items: { readonly [K in keyof I]: string } }
      : string;
type DocsOf<F extends Fields> = { readonly [K in keyof F]: Docs<F[K]> };

const rounding = (of: string) =>
  `Rounding of ${of}. The nearest modes differ in ties only: to even, up (floor(x + 0.5)), down (ceil(x - 0.5)), ` +
  'away from zero, toward zero (D3D11.3 3.2.2, 3.2.4.1).';
const depth = (stage: string) => `Entries of the FIFO in front of the ${stage}.`;
const latency = (stage: string) => `Cycles that a quad spends in the ${stage}.`;

const clock = (bus: string) => ({
  doc: `Clock of ${bus}, whose cycle 0 begins with that of the unit.`,
  cycles: `Cycles of ${bus} in \`unitCycles\`.`,
  unitCycles: 'Cycles of the unit.',
});

const blend = (of: string) => ({
  doc: `${of}: (first a + second b + added) / divisor, rounded down.`,
  first: 'Factor of a, the nearer component.',
  second: 'Factor of b.',
  added: 'Integer that is added before the division.',
  divisor: 'Divisor.',
});

const ramp = (count: string) => ({
  doc: `The ${count} steps between two ends a and b of 8 bits: (w a + (total - w) b + added) / divisor, rounded down.`,
  weights: { doc: `The ${count} weights w, from code 2 on.`, items: ['Weight of the first end.'] as const },
  total: 'Sum of the weights of both ends.',
  added: 'Integer that is added before the division.',
  divisor: 'Divisor.',
});

const ramps = (doc: string) => ({
  doc,
  bits: 'Bits of a value; the 8 bits of an end are repeated to them.',
  eightSteps: ramp('six'),
  sixSteps: ramp('four'),
});

const signedSteps = (count: string) => ({
  doc: `The ${count} steps between two ends.`,
  weights: { doc: `The ${count} weights w, from code 2 on.`, items: ['Weight of the first end.'] as const },
  rests: { doc: 'Rest that each step adds.', items: ['1 for A - total a, 0 for B - total b.'] as const },
});

/** The end of the sentence on a width whose lower bits are cut off. */
const TRUNCATED = ', the lower ones cut off; "exact" for the ideal step.';

const TAG_DOCS: DocsOf<typeof TAGS> = {
  lineBytes: 'Bytes of a line, which holds the widest texel of 16 bytes.',
  sets: 'Sets of lines.',
  ways: 'Ways: lines of a set. A power of two for tree-plru.',
  setIndex:
    'Set of a line: its number modulo the sets, or the exclusive or of all groups of log2(sets) bits of the ' +
    'number, so that strides of powers of two spread.',
  indexBits: {
    doc:
      'Bits of the byte address whose number takes the place of the number of the line in `setIndex`, from its lowest ' +
      'bit on: log2(sets) of them, or more that are folded. null for all bits of the line.',
    items: ['Bit of the byte address; 0 is the lowest.'],
  },
  replacement:
    'Line of a full set that goes: the one unused for longest, the one that a tree of bits points away from, ' +
    'the oldest, any, or one whose predicted next use is furthest (Jaleel et al. 2010).',
  rrpvBits: "Bits of a line's re-reference prediction value, for srrip, brrip and drrip.",
};

/**
 * The documentation of every field of a design. A field without a sentence, and a sentence without a field, are errors
 * of types.
 */
export const DESIGN_DOCS: Docs<typeof DESIGN> = {
  doc: 'A texture-unit design: every width, rule, depth and latency.',
  name: 'Name of the design, for reports.',
  description: 'Description of the design in a sentence.',
  text:
    'Text of Vulkan that the design follows where two of them differ: the current one (1.4), or the older one ' +
    '(1.1, and the first text of VK_QCOM_image_processing). It decides the coarser of two levels, the Catmull-Rom ' +
    'weights and the phase of weight images (docs/specification.md).',
  frontEnd: {
    doc: 'Front end (Vulkan: Normalized Texel Coordinate Operations).',
    projectionBits: `Significant bits of a coordinate divided by q (Vulkan: Projection Operation)${TRUNCATED}`,
    cubeDivideBits:
      'Significant bits of a quotient by the major axis of a cube, and of the quotient of its derivative (Vulkan: Cube ' +
      `Map Coordinate Transformation, Cube Map Derivative Transformation)${TRUNCATED}`,
  },
  address: {
    doc: 'Address unit (D3D11.3 7.18.6-7.18.9; Vulkan: Unnormalized Texel Coordinate Operations).',
    coordinate: {
      doc: 'Scaled texel coordinates, i.f; 32 bits in all at most (D3D11.3 7.18.16.1: 16.8).',
      integerBits: 'Integer bits, the sign included: they hold twice the largest image that the limits claim.',
      fractionBits: 'Fraction bits (Vulkan: subTexelPrecisionBits).',
    },
    rounding: rounding('the scaled coordinate'),
    pointRounding:
      'Rounding of the coordinate for a nearest filter: that of `rounding`, or another one. With floor, the texel is that ' +
      'of the coordinate itself. Boxes and weighted samples are no nearest filter.',
    pointFractionBits:
      'Fraction bits that the rounding of the coordinate for a nearest filter leaves: all, or fewer. The texel is that of ' +
      'the rounded coordinate.',
    gatherRounding: 'Rounding of the coordinate for a gather: that of `rounding`, or another one.',
    scalePrecision:
      'Coordinate times size: in float32 steps, or the whole product kept until the one rounding (D3D11.3 7.18.7).',
    rangeReduction: 'Whole periods of the coordinate are dropped before it is scaled (D3D11.3 7.18.6).',
    mirroredFraction:
      'Fraction of a coordinate in a mirrored period: that of the coordinate, or the complement of its bits, where hardware ' +
      'mirrors the coordinate before it takes texel and fraction apart. Texels are the same; a weight then counts from the ' +
      'other one.',
    layerRounding: 'Array layer: RNE(a), preferred, or floor(a + 0.5) (Vulkan: Array Layer Selection).',
    tapsPerCycle: 'Texels addressed in a cycle, over the four lanes of a quad.',
  },
  lod: {
    doc: 'LOD unit (D3D11.3 7.18.10-7.18.11; Vulkan: Scale Factor Operation, LOD Operation).',
    format: {
      doc: 'LOD, i.f; 32 bits in all at most (D3D11.3 7.18.16.1: 8.8).',
      integerBits:
        'Integer bits, the sign included: they hold the last level of the largest image that the limits claim.',
      fractionBits: 'Fraction bits, also those of the level weight (Vulkan: mipmapPrecisionBits).',
    },
    rounding: rounding('the LOD, its bias and its bounds'),
    derivatives:
      'Implicit derivatives: one for the quad, or one for each row and column (D3D11.3 22.5.2-22.5.5); or the difference of ' +
      'lanes 0 and 3, as that along x and along y.',
    scaleFactor:
      'Length of a derivative vector: of the ideal ellipse (D3D11.3 7.18.11), or a permitted approximation ' +
      '(Vulkan: Scale Factor Operation).',
    alpha: 'Weight of the larger component for alpha-max-beta-min. Other methods ignore it.',
    beta: 'Weight of the smaller component for alpha-max-beta-min. Other methods ignore it.',
    alphaBetaBits: 'Fraction bits of alpha and beta, which are rounded to the nearest; "exact" takes them as they are.',
    scaleFactorBits:
      'Bits of the scaled derivatives: of the largest magnitude, to whose exponent the others are aligned' + TRUNCATED,
    componentBits:
      'Significant bits of each component of a derivative as a float of its own, for alpha-max-beta-min; "aligned" for ' +
      'those of scaleFactorBits. Lengths are made of floats as wide: a product with a coefficient is rounded, ties up, to ' +
      "the component's last place times the leading bit of the coefficient, and a sum is cut off.",
    diagonals:
      'Factor with which the lengths of the sum and of the difference of both vectors count beside theirs, for ' +
      'alpha-max-beta-min; 0 for none. The longest of the four decides the LOD.',
    ellipseBits:
      'Bits of the squares and the product of the two vectors, aligned to the sum of the squares, of which the ideal ' +
      `ellipse is made; and fraction bits of the direction of its major axis (D3D11.3 7.18.11)${TRUNCATED}`,
    lengthBits: `Significant bits of a vector's length, or of the major axis: of the square root or its approximation${TRUNCATED}`,
    minorAxisBits:
      'Significant bits of the minor axis: area / major axis of the ellipse, and major axis / maxAnisotropy of a ' +
      `footprint that is longer than that (D3D11.3 7.18.11)${TRUNCATED}`,
    log2Table: {
      doc: 'log2 by the leading one and a table over the mantissa.',
      indexBits: 'Mantissa bits that select an entry.',
      entryBits: "Fraction bits of an entry; at least the LOD's.",
      interpolationBits:
        'Highest mantissa bits below the index, of 23 - indexBits, that interpolate linearly between entries.',
      rounding: rounding('a computed entry'),
      entries: {
        doc:
          'Entries in units of 2^-entryBits: null for those of log2, or a list of 2^indexBits, and one more where entries are ' +
          'interpolated.',
        items: ['Fraction of log2 from the start of its interval on.'],
      },
    },
    nearestRule: "Nearest level: ceil(d' + 0.5) - 1, preferred, or floor(d' + 0.5) (Vulkan: Image Level(s) Selection).",
    levelWeightCurve: {
      doc:
        'Weight of the coarser level over the fraction of the LOD: null for the fraction itself (D3D11.3 7.18.10), ' +
        'or the knots [fraction, weight] of a piecewise linear curve.',
      items: ['Fraction of the LOD, strictly rising from knot to knot.', 'Weight of the coarser level, never falling.'],
    },
    levelWeightSlopes: {
      doc:
        'Slopes of the weight of the coarser level for samplers with a maxAnisotropy of 1, from 2 on, from 4 on and so on, the ' +
        'last one for all above: null for 1. Others than 1 take the place of the curve: the weight rises from (1 - 1/slope)/2, ' +
        'which is cut off to steps of the LOD, and is cut off to them itself.',
      items: ['Slope, at least 1.'],
    },
    bias: {
      doc: 'LOD bias of sampler and instruction, signed i.f (Vulkan: LOD Operation).',
      integerBits: 'Integer bits, the sign included.',
      fractionBits: 'Fraction bits.',
    },
    clamp: {
      doc: 'minLod and maxLod, unsigned i.f (Vulkan: LOD Operation).',
      integerBits: 'Integer bits.',
      fractionBits: 'Fraction bits.',
    },
    anisotropicRates: {
      doc:
        'Supported anisotropic sampling rates, rising from 1; a ratio rounds up to the next (Vulkan: Scale Factor ' +
        'Operation).',
      items: ['Samples along the major axis.'],
    },
    anisotropicSpacing:
      'Place of sample i of N on the major axis: i/(N+1) - 1/2 (Vulkan: Texel Anisotropic Filtering), or (i - ' +
      '1/2)/N - 1/2.',
  },
  decoder: {
    doc: 'Texel decoder (D3D11.3 19.1.3, 19.5).',
    codeBits:
      'Bits to which narrower UNORM components are widened before the filter, their bits repeated from the top; ' +
      '"stored" for codes as they are.',
    bc: {
      doc:
        'Blocks of BC1 to BC5, as a decoder of integers rounds them; null for exact values (D3D11.3 19.5.2 allows ' +
        'a distance from them).',
      ends: 'Colours and alphas of 4, 5 and 6 bits as codes of 8 bits: their bits repeated, or zeros below them.',
      fiveBits: {
        doc: 'Red and blue between the two colours.',
        of: 'Components that are blended: codes of 8 bits, or of 5 bits as stored.',
        third: blend('Two thirds of the first component and one of the second'),
        half: blend('Half of each component'),
      },
      sixBits: {
        doc: 'Green between the two colours.',
        of: 'Components that are blended: codes of 8 bits, or of 6 bits as stored.',
        third: blend('Two thirds of the first component and one of the second'),
        half: blend('Half of each component'),
      },
      threeColors:
        'Blocks whose first colour is not above the second have three colours and black: those of BC1, or those of BC2 and ' +
        'BC3 as well.',
      alpha: ramps('Alpha of BC3.'),
      ramp: ramps('Components of BC4 and BC5.'),
      signedRamp: {
        doc:
          'Components of BC4 and BC5 SNORM: null for exact values. Ends a and b are -127 to 127. The 7 bits of a magnitude, ' +
          'repeated to 15, are the end A or B. A step is w a + (total - w) b + A - total a, or + B - total b.',
        total: 'Sum of the weights of both ends.',
        eightSteps: signedSteps('six'),
        sixSteps: signedSteps('four'),
      },
    },
  },
  filter: {
    doc: 'Filter unit (D3D11.3 7.18.16.2; Vulkan: Texel Filtering).',
    weightBits: "Bits of a bilinear weight; at most the coordinate's fraction bits.",
    weightScale:
      'Weight of 1 in a lerp of normalized formats within a level: 2^weightBits, or 2^weightBits - 1. The ' +
      'second divides, and its greatest weight leaves nothing of the first texel. All ones over a power of two: the weights ' +
      'add up to 2^weightBits - 1, and 2^weightBits divides.',
    sum:
      'Linear filter of a level: lerps along each axis; or the sum of the texels times the products of their weights, ' +
      'narrowed once. Rounded products have weightBits: the weight of a level, or its part in a slice, is split along u, ' +
      'and each part along v; the texels of both levels make one sum. Three-point filters interpolate in the triangle of ' +
      'the square that the place lies in, cut from texel (1, 0) to (0, 1): (0, 0) or (1, 1) has what both weights leave of ' +
      '1. At mid-texel the square has quarters.',
    texelBits:
      'Bits to which narrower UNORM codes are widened in the filter, their bits repeated; those of its results.',
    signedGuardBits:
      'Bits kept below the last place of a sum of SNORM codes of 8 bits, which is then widened to texelBits, 16, its bits ' +
      'repeated, and rounded once. The least code counts as it is. "stored" for sums of codes as they are.',
    guardBits: "Fraction bits kept below the texel's own after each lerp.",
    rounding: rounding('every lerp and average'),
    accumulatorBits: 'Width of the anisotropic accumulator.',
    reciprocalBits: 'Fraction bits of 1/N for the anisotropic average, or "exact" for a divider.',
    cubicWeightBits:
      'Fraction bits of a cubic weight, which is signed and has one integer bit (Vulkan: Texel Cubic Filtering).',
    srgbLinearBits: 'Bits of a linearised sRGB component; D3D11.3 3.2.3.7 needs 12.',
    srgbTable: {
      doc:
        'Linear value of each sRGB code of 8 bits, the last one for 1: null for the ideal values in srgbLinearBits, or a ' +
        'list of 256.',
      items: ['Linear value, in units of the last entry.'],
    },
    depthReference:
      'Reference of a depth comparison: as it is, or at the precision of the depth format (D3D11.3 22.4.19).',
    floatPath:
      'Float formats: one rounding of the exact weighted sum over slices, samples and levels, over a window or a ' +
      'block, or every float32 step rounded (D3D11.3 3.1, 7.18.16.2).',
    alignedSum: {
      doc:
        'Weighted averages of floats and of sRGB texels in linear light: null for those of floatPath and sum. Else the texels ' +
        'of a pass are cut, toward zero, to bits of the greatest of those with a weight. The exact sum of their products, of ' +
        'all passes, is rounded once: to a half, or to a float32 where components have 32 bits.',
      guardBits: 'Bits of texels kept below the last place of the greatest one, in the float of the sum.',
      srgbBits: 'Bits kept of the greatest linear value of a pass, from that of its exponent on.',
      srgbExponentBits:
        'Upper bits of an sRGB code that decide the exponent of its linear value: that of the greatest of such codes.',
      rounding: rounding('the sum'),
    },
    samplesPerCycle: 'Bilinear samples (2x2 texels of four 8-bit components) in a cycle.',
    rate: {
      doc: 'Cycles for wider components, relative to 8 bits.',
      bits16: 'Cycles for components of 16 bits.',
      bits32: 'Cycles for components of 32 bits.',
      factors: {
        doc:
          'In place of both: the factors of the cycles of a batch of samples. Those of its texels and operation are ' +
          'multiplied; null for `bits16` and `bits32`. Two levels, slices, and samples of anisotropy are passes, and take ' +
          'their cycles in any case.',
        over32Bits:
          'Factor for texels of more than 32 bits: a component of a block has 8, or 16 in BC6H, EAC and ASTC but sRGB.',
        over64Bits: 'Factor for texels of more than 64 bits, besides.',
        linear32: 'Factor for samples of floats of 32 bits that are filtered, in one direction of the LOD at least.',
        blocks: 'Factor for compressed blocks.',
        volume: 'Factor for volumes.',
        cube: 'Factor for cubes.',
        comparison: 'Factor for comparisons with a depth.',
      },
    },
  },
  cache: {
    doc: 'Texel cache.',
    ...TAG_DOCS,
    sectorBytes: 'Bytes that come from memory at a time, up to the line. A line has one or more sectors under its tag.',
    banks: 'Banks of the data store. Sector n is in bank n modulo this.',
    dataPorts: 'Reads that a bank of the data store makes in a cycle, each of a sector.',
    portSharing:
      'Taps of one sector that share a read of the data store: all of a pass, those of a lane, or none of them.',
    victimLines: 'Lines of a fully associative LRU buffer of what the texel cache gave up (Jouppi 1990); 0 for none.',
    layout: 'Order of the texels of a level in memory: rows, rows of tiles, or Z-order.',
    blocks: 'Block-compressed texels in the cache: as they are stored, or decoded on their way into it.',
    outstandingMisses: 'Sectors that can be on their way from the L2 or memory at a time.',
    missQueue: 'Misses that wait for the memory at a time; the memory or the L2 takes them from the queue.',
    tagsPerCycle: 'Tag look-ups in a cycle, each of one line.',
    sectorsPerTag: 'Look-ups of sectors of one line in a cycle that share a tag look-up.',
    missesPerCycle: 'Misses that the tag look-ups of a cycle send at most.',
    missLatency: 'Cycles from a look-up that misses to its request at the L2 or the memory.',
    tapOrder:
      'Order in which the taps of a pass are looked up: those of the first lane, then those of the second, or the first tap of each lane, then the second.',
    coalescing:
      'Taps of one sector that share a look-up and an outstanding miss: all of a pass, or none of them. Each tap is then looked up, and waits for its sector, by itself.',
    replay:
      'Reads of sectors that have missed take nothing, or a look-up each: the unit looks a miss up again once its sector is there.',
    writes: 'Written sectors stay until their line loses its place, or go on to the L2 or memory at once.',
    fill: {
      doc: 'Cost of a sector that comes into the texel cache.',
      dataCycles:
        'Cycles for which a fill takes the ports of the data store from reads; 0 if it has a port of its own.',
      turnaroundCycles: 'Cycles from the last fill of a pass to its first read, where they share the ports.',
      tagCycles: 'Cycles for which the tag of a miss takes the tag ports from look-ups; 0 if it has a port of its own.',
      tags: 'A missed line gets its tag, and another one loses its place, at the look-up, or when it comes. Texels are then read at the look-up.',
    },
    prefetch: {
      doc: 'Sectors that a miss fetches ahead into a buffer beside the texel cache (Jouppi 1990); null for none.',
      next: 'The sector after the missed one, the one of the next coarser level that shows the same place, or both.',
      sectors: 'Sectors of the buffer, which is fully associative and gives the oldest one up.',
    },
    tlb: {
      doc: 'Pages whose place in memory is known, in front of the L2 and the memory; null where every one is.',
      pageBytes: 'Bytes of a page.',
      sets: 'Sets of pages: page n is in set n modulo this.',
      ways: 'Ways: pages of a set, of which the one unused for longest goes.',
      walkLatency: 'Cycles of a walk, which finds the place of a page.',
      walks: 'Walks at a time. Requests leave the TLB in their order, also where a later walk has ended.',
    },
    l2: {
      doc: 'Cache between the texel cache and memory; null for none.',
      ...TAG_DOCS,
      allocation: 'Lines that the L2 keeps: those that it misses, those that the texel cache gives up, or no new ones.',
      bypass: 'Misses that find no line in an L2 of kept misses and get no place there: none, or those of writes.',
      inclusive:
        'True for an L2 that takes the sectors of a line that it gives up out of the texel caches and their buffers.',
      sharing: 'Texture units that share an L2: all of them, or none, where each has one of its own.',
      latency:
        'Cycles from a miss of the texel cache to the tags of the L2 and, after a miss there, the request to memory.',
      dataLatency: 'Cycles from the tags of the L2, after a hit, to the first byte.',
      banks: 'Banks of the L2. Line n is in bank n modulo this.',
      ports: 'Misses of the texel caches that a bank looks up in a cycle.',
      outstandingMisses:
        'Requests that the L2 can have at the memory at a time; the L2 takes nothing while it needs one more.',
      bytesPerCycle: 'Bytes that the L2 delivers in a cycle of its link.',
      busClock: clock("the L2's link"),
    },
    l3: {
      doc: 'Cache of all units in front of memory, below the L2 if there is one; null for none.',
      ...TAG_DOCS,
      latency: 'Cycles from a request to the tags of the L3 and, after a miss there, the request to memory.',
      dataLatency: 'Cycles from the tags of the L3, after a hit, to the first byte.',
      bytesPerCycle: 'Bytes that the L3 delivers in a cycle.',
    },
  },
  pipeline: {
    doc: 'Depths in quads or quad passes, latencies in cycles.',
    fifoDepth: {
      doc: 'Depth of the FIFO in front of each stage.',
      lod: depth('LOD unit'),
      address: depth('address unit'),
      tag: depth('tag look-up'),
      fragment:
        'Entries of the fragment FIFO, in front of the data store: passes that wait while their lines come from ' +
        'memory.',
      decode: depth('texel decoder'),
      filter: depth('filter unit'),
      result: depth('result stage'),
    },
    latency: {
      doc: 'Length of each stage.',
      frontEnd: latency('front end'),
      lod: latency('LOD unit'),
      address: latency('address unit'),
      tag: latency('tag look-up'),
      data: latency('read of the data store'),
      decode: latency('texel decoder'),
      filter: latency('filter unit'),
      result: latency('result stage'),
    },
    requestsInFlight:
      'Quads that can be on their way from the first look-up of their first pass to the last read of their last one at a time.',
    memory: {
      doc: 'Memory below the caches.',
      latency: 'Cycles from a request to its first byte, where its row is open.',
      bytesPerCycle: 'Bytes that memory delivers in a cycle of its bus, in each channel.',
      busClock: clock("the memory's bus"),
      burstBytes: 'Every transfer is a multiple of this.',
      requests: 'Requests are taken at once, or each when the data of the one before have moved.',
      channels: {
        doc: 'Channels that work side by side, each with a bus and banks of its own; null for one.',
        count: 'Channels of the memory.',
        interleaveBytes: 'Consecutive bytes in one channel, at least a burst; the next ones are in the next channel.',
      },
      rows: {
        doc:
          'Banks with one open row each; consecutive rows lie in consecutive banks. Null where each access costs ' +
          'the same.',
        banks: 'Banks of each channel.',
        rowBytes: 'Bytes of a row, at least a burst.',
        ranks:
          'Ranks, each of as many consecutive banks, with limits and refreshes of its own; more than 1 with `timing` alone.',
        policy:
          'A bank keeps its row open after a transfer, closes it, or, with `timing` alone, closes it when no request waits ' +
          'for the bank.',
        activateCycles: 'Cycles to open a row of a bank; the bank serves nothing meanwhile.',
        prechargeCycles: 'Cycles to close the row of a bank; the bank serves nothing meanwhile.',
        window:
          'Parts of requests that a channel chooses from, counted from the oldest: 1 moves them in the order of the ' +
          'requests, more take open rows first (FR-FCFS).',
        queue: {
          doc: 'Queues of a channel, with `timing` alone; null for one that holds all requests.',
          transactions: 'Parts of requests in the queue of the channel. Others wait in front of the memory.',
          commands: 'Parts in the queue of each bank, which commands serve.',
          writes: {
            doc: 'Queue of the channel for writes, which is drained in one go; null if they share that of reads.',
            entries: 'Parts of writes. The queue is drained when it is full.',
            low: 'Parts of writes from which on the queue is drained when no read waits; at most `entries`.',
          },
        },
        timing: {
          doc:
            "Limits of a DRAM's commands, in cycles of the memory's bus, by the names of JEDEC's standards; null for " +
            '`activateCycles` and `prechargeCycles` alone. A name in its place has the numbers of a data sheet: ' +
            `${DRAM_NAMES.join(', ')}.`,
          bankGroups: 'Groups of banks: bank b is in group b modulo this. 1 where the limits know no groups.',
          tRCD: 'From an activation to a read or a write.',
          tRP: 'From a precharge to an activation.',
          tRAS: 'From an activation to a precharge.',
          tCL: 'From a read to its first data.',
          tCWL: 'From a write to its first data.',
          tRRD_S: 'From an activation to one of a bank in another group.',
          tRRD_L: 'From an activation to one of a bank in the same group.',
          tFAW: 'From an activation to the fourth one after it.',
          tCCD_S: 'From a read to a read, or a write to a write, in another group.',
          tCCD_L: 'The same in one group.',
          tRTP: 'From a read to a precharge.',
          tRTW: 'From a read to a write.',
          tRTRS: 'From the end of the data of one rank to those of another.',
          tWR: 'From the end of written data to a precharge.',
          tWTR_S: 'From the end of written data to a read in another group.',
          tWTR_L: 'The same in one group.',
          tRFC: 'From a refresh to an activation.',
          tREFI: 'From one refresh to the next, or `never`.',
        },
        hitLimit:
          'Bursts of an open row after which a bank may close it for its oldest part, though others of the row wait; ' +
          'with `timing` alone.',
      },
      refresh: {
        doc: 'Refreshes, in which a channel serves nothing and closes its rows; null for none.',
        interval: 'Cycles from one refresh to the next.',
        cycles: 'Cycles of a refresh.',
      },
      otherClient: {
        doc: "Another client of the memory, whose transfers take turns with the unit's requests; null for none.",
        bytes: 'Bytes of a transfer; each goes to the next channel.',
        interval: 'Cycles from one transfer to the next.',
      },
    },
    shader: {
      doc: 'Shader that issues the requests to a unit. Each unit has one.',
      warps:
        'Warps in flight. A warp waits for the results of its texture instruction before it issues the next one. With ' +
        '`unlimited` no request waits for a result.',
      quadsPerWarp: 'Quads of a texture instruction, at most: those of a warp.',
      instructionsBetween:
        'Instructions of a warp between the last result of a texture instruction and its next one, at one a cycle.',
    },
    units: {
      doc: 'Texture units. They share the L2 and the memory; each has all other parts for itself.',
      count: 'Number of units.',
      distribution:
        'Choice of the unit for a quad: tiles of the screen in turn, along rows and shifted from row to row; batches of ' +
        "the requests in turn; or the request's own field `unit`.",
      tilePixels: 'Width and height of a tile of the screen.',
      batchQuads: 'Quads of a batch.',
      arbitration:
        'Order of the units whose misses come in the same cycle: the one after the last one that was served first, or ' +
        'the one whose quad is the oldest.',
      places:
        'Misses and prefetches of all units that the L2 and the memory have at a time. The others wait in the miss ' +
        'queue of their unit, and the arbitration gives each free place to one of them. With `unlimited` none waits.',
    },
  },
  limits: {
    doc: 'Claims of the design (Vulkan: VkPhysicalDeviceLimits).',
    subTexelPrecisionBits: 'Fraction bits of texel coordinates.',
    mipmapPrecisionBits: 'Fraction bits of the LOD between levels.',
    maxSamplerLodBias: 'Largest absolute LOD bias, of sampler and instruction together.',
    maxSamplerAnisotropy: 'Largest degree of anisotropy; at most the highest of lod.anisotropicRates.',
    minTexelOffset: 'Smallest texel offset of an instruction.',
    maxTexelOffset: 'Largest texel offset of an instruction.',
    maxImageDimension2D: 'Largest width or height of an image (D3D11.3 7.18.4: 2^17 at most).',
    maxImageArrayLayers: 'Most layers of an image.',
    maxImageDimension1D: 'Largest width of a 1D image.',
    maxImageDimension3D: 'Largest width, height or depth of a 3D image.',
    maxImageDimensionCube: 'Largest width of a cube.',
    minTexelGatherOffset: 'Smallest texel offset of a gather.',
    maxTexelGatherOffset: 'Largest texel offset of a gather.',
    maxBoxFilterBlockSize: 'Largest box of a box filter, in texels (VK_QCOM_image_processing).',
    maxWeightFilterDimension: 'Largest kernel of a weight image (VK_QCOM_image_processing).',
    maxWeightFilterPhases: 'Most phases of a weight image (VK_QCOM_image_processing).',
    maxBlockMatchRegion: 'Largest block of a block match, in texels (VK_QCOM_image_processing).',
  },
};

/** The documentation of a field, by its path such as `cache.l2.ways`; of an item of a list, `lod.anisotropicRates.items.0`. */
export function docOf(path: string): string {
  const found = valueAt(DESIGN_DOCS, path) as string | { readonly doc: string };
  return typeof found === 'string' ? found : found.doc;
}
