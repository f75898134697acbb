import { FILTER_CODES } from '../state/sample-shape.ts';
import { NO_TAP } from './tap-addresses.ts';
import {
  AXIS,
  COMPONENT,
  LANE,
  QUAD,
  QUERY,
  REST,
  type Register,
  type RegisterTable,
  TAP,
  TAP_COMPONENT,
} from './register.ts';
import {
  bits32,
  coordinate,
  filterWeight,
  float32,
  float64,
  level,
  levelSum,
  lod,
  lodFraction,
  samples,
  signed,
  tapWeight,
  texel,
  unsigned,
  upTo,
} from './register-formats.ts';
import {
  alike,
  alongAxes,
  always,
  anisotropic,
  arrayed,
  asksFootprint,
  asksLod,
  averages,
  both,
  compares,
  cube,
  derives,
  directionAxes,
  either,
  filters,
  filtersBoxes,
  filtersWindows,
  fuses,
  isBound,
  matchesBlocks,
  ops,
  readsTexels,
  reduces,
  samplesTexels,
  selectsLevels,
  selectsLod,
  sumsExactly,
  takesCoordinates,
  takesGradients,
  takesIntegers,
  takesOffsets,
  takesPasses,
  weighsTaps,
} from './register-uses.ts';

/*
 * Every register of the texture unit: storage, waveforms, golden vectors, explanations and the checks of widths come
 * from here. Names are Vulkan's where it has them: s, t, r, q, u, v, w, i, j, k, lambda, N (`samples`), d_hi and d_lo.
 */

const ofRequest = {
  from: 'request',
  of: LANE,
  store: Float32Array,
  format: float32,
  to: { frontEnd: always },
} as const;
const integerOfRequest = { ...ofRequest, store: Int32Array, format: signed(32) } as const;
const GRADIENTS = { ...ofRequest, used: takesGradients } as const;

/** Operands of quads and lanes as they come in. */
export const REQUEST_REGISTERS = {
  state: {
    ...ofRequest,
    of: QUAD,
    store: Uint16Array,
    format: unsigned(16),
    used: always,
    to: {},
    text: 'texture state',
  },
  active: {
    ...ofRequest,
    of: QUAD,
    store: Uint8Array,
    format: unsigned(4),
    used: always,
    text: 'bit l set where lane l wants a result',
  },
  ...alike(
    { ...ofRequest, of: QUAD, store: Int32Array, format: signed(32), used: always, to: {} },
    { x: 'column of the pixel of lane 0', y: 'row of the pixel of lane 0' },
  ),
  ...alongAxes(
    { ...ofRequest, of: QUAD, store: Int16Array, format: signed(16), used: takesOffsets },
    {
      offsetU: 'texel offset of the quad along u (ConstOffset, Offset; D3D11 immediate offset)',
      offsetV: 'texel offset of the quad along v',
      offsetW: 'texel offset of the quad along w',
    },
  ),
  laneOffset: {
    ...ofRequest,
    of: AXIS,
    store: Int16Array,
    format: signed(16),
    used: both(takesOffsets, (b) => b.instruction.laneOffsets ?? false),
    text: "texel offset of the lane, added to the quad's (instructions with `laneOffsets`)",
  },
  ...alongAxes(
    { ...ofRequest, used: takesCoordinates },
    { s: 'first coordinate', t: 'second coordinate', r: 'third coordinate' },
    directionAxes,
  ),
  q: {
    ...ofRequest,
    initial: 1,
    used: both(takesCoordinates, (b) => b.instruction.projected),
    text: "the projection's divisor",
  },
  layer: { ...ofRequest, used: both(takesCoordinates, arrayed), text: 'array layer' },
  dref: { ...ofRequest, used: compares, text: 'reference depth' },
  ...alike(
    { ...ofRequest, used: selectsLevels },
    {
      lod: "the instruction's LOD (explicit), or its bias (implicit, gradient)",
      minLod: "the instruction's minimum LOD; 0 where it has none",
    },
  ),
  ...alongAxes(GRADIENTS, { dsdx: 'ds/dx', dtdx: 'dt/dx', drdx: 'dr/dx' }, directionAxes),
  ...alongAxes(GRADIENTS, { dsdy: 'ds/dy', dtdy: 'dt/dy', drdy: 'dr/dy' }, directionAxes),
  ...alongAxes(
    { ...integerOfRequest, used: either(takesIntegers, matchesBlocks) },
    {
      i: 'integer coordinate along u (fetch, read, write; target texel of a block match)',
      j: 'integer coordinate along v',
      k: 'integer coordinate along w',
    },
  ),
  integerLayer: {
    ...integerOfRequest,
    used: both(takesIntegers, either(arrayed, cube)),
    text: 'layer or face of a fetch',
  },
  sample: {
    ...integerOfRequest,
    used: either(
      both(takesIntegers, (b) => b.image.samples > 1),
      ops('sample_position'),
    ),
    text: 'index of the sample of a multisampled image',
  },
  level: { ...integerOfRequest, used: either(takesIntegers, ops('query_size')), text: 'level of the view of a fetch' },
  write: {
    ...ofRequest,
    of: COMPONENT,
    format: bits32,
    bits: true,
    used: ops('write', 'atomic'),
    text: 'texel to write; operand and comparator of an atomic',
  },
  ...alike(
    { ...ofRequest, initial: 1, used: filtersBoxes },
    { boxWidth: 'width of the box, texels', boxHeight: 'height of the box, texels' },
  ),
  ...alike(
    { ...integerOfRequest, used: matchesBlocks },
    { referenceI: 'i of the reference texel of a block match', referenceJ: 'j of the reference texel' },
  ),
  ...alike(
    { ...integerOfRequest, initial: 1, used: matchesBlocks },
    { blockWidth: 'width of the block, texels', blockHeight: 'height of the block, texels' },
  ),
} as const satisfies RegisterTable;

const ofFrontEnd = { from: 'frontEnd', of: LANE, store: Float32Array, format: float32 } as const;
const toAddress = { address: always } as const;
const ofLod = { from: 'lod', of: LANE, store: Int32Array, format: lod } as const;
const ofFilter = { from: 'filter', of: COMPONENT, store: Float64Array, format: float64 } as const;
const ofRest = { ...ofFilter, of: REST, to: { filter: always, result: always } } as const;
/** The samples of the coarser level take the second half of the passes. */
const writesCoarser: Register['written'] = ({ levelWeight, passes }, lane, pass) =>
  levelWeight[lane] !== 0 && 2 * pass >= passes[lane];
const DERIVATIVES = { ...ofFrontEnd, used: derives, to: { lod: always } } as const;
const OPERANDS = REQUEST_REGISTERS;

/** Registers that travel with a lane from unit to unit. */
export const LANE_REGISTERS = {
  ...alongAxes(
    { ...ofFrontEnd, used: takesCoordinates, to: { lod: filtersBoxes, ...toAddress } },
    {
      u: 'normalized coordinate after projection, or on the face of a cube',
      v: 'second normalized coordinate',
      w: 'third normalized coordinate',
    },
  ),
  face: {
    ...ofFrontEnd,
    store: Uint8Array,
    format: upTo(5),
    used: both(takesCoordinates, cube),
    to: toAddress,
    text: 'face of the cube: +x, -x, +y, -y, +z, -z',
  },
  layer: { ...OPERANDS.layer, ...ofFrontEnd, to: toAddress },
  ...alongAxes(DERIVATIVES, { dudx: 'du/dx, normalized', dvdx: 'dv/dx', dwdx: 'dw/dx' }),
  ...alongAxes(DERIVATIVES, { dudy: 'du/dy, normalized', dvdy: 'dv/dy', dwdy: 'dw/dy' }),
  dref: { ...ofFrontEnd, used: compares, to: { filter: always }, text: 'reference depth after projection' },
  ...alike(
    { ...ofFrontEnd, used: selectsLevels, to: { lod: always } },
    { lodOperand: OPERANDS.lod.text, minLod: OPERANDS.minLod.text },
  ),
  ...alongAxes(
    {
      ...ofFrontEnd,
      store: Int16Array,
      format: signed(16),
      used: takesOffsets,
      to: { lod: filtersBoxes, ...toAddress },
    },
    { offsetU: 'texel offset along u', offsetV: 'texel offset along v', offsetW: 'texel offset along w' },
  ),
  i: { ...OPERANDS.i, from: 'frontEnd', to: toAddress },
  j: { ...OPERANDS.j, from: 'frontEnd', to: toAddress },
  k: { ...OPERANDS.k, from: 'frontEnd', to: toAddress },
  integerLayer: { ...OPERANDS.integerLayer, from: 'frontEnd', to: toAddress },
  sample: { ...OPERANDS.sample, from: 'frontEnd', to: { address: takesIntegers, result: ops('sample_position') } },
  level: { ...OPERANDS.level, from: 'frontEnd', to: { address: takesIntegers, result: ops('query_size') } },
  referenceI: { ...OPERANDS.referenceI, from: 'frontEnd', to: toAddress },
  referenceJ: { ...OPERANDS.referenceJ, from: 'frontEnd', to: toAddress },
  boxWidth: { ...OPERANDS.boxWidth, from: 'frontEnd', to: { lod: always, ...toAddress } },
  boxHeight: { ...OPERANDS.boxHeight, from: 'frontEnd', to: { lod: always, ...toAddress } },
  blockWidth: {
    ...OPERANDS.blockWidth,
    from: 'frontEnd',
    to: { lod: always, ...toAddress, filter: always, result: always },
  },
  blockHeight: {
    ...OPERANDS.blockHeight,
    from: 'frontEnd',
    to: { lod: always, ...toAddress, filter: always, result: always },
  },

  baseLod: { ...ofLod, used: selectsLod, to: {}, text: 'LOD before the bias' },
  lambda: {
    ...ofLod,
    used: selectsLod,
    to: { result: asksLod },
    text: "lambda': the LOD after the bias, before the clamp",
  },
  lod: { ...ofLod, used: selectsLod, to: {}, text: 'LOD after bias and clamp' },
  levelParameter: {
    ...ofLod,
    used: selectsLod,
    to: { result: asksLod },
    text: "d_l: the level, counted from the view's first",
  },
  ...alike(
    { ...ofLod, store: Uint8Array, format: level, used: selectsLevels, to: toAddress },
    { levelHi: 'd_hi: the finer level', levelLo: 'd_lo: the coarser level' },
  ),
  levelWeight: {
    ...ofLod,
    format: lodFraction,
    used: selectsLevels,
    to: { address: always, result: samplesTexels },
    text: 'weight of the coarser level',
  },
  filter: {
    ...ofLod,
    store: Uint8Array,
    format: upTo(FILTER_CODES.cubic),
    used: selectsLevels,
    to: { address: always, filter: samplesTexels },
    text: 'filter within a level: 0 nearest, 1 linear, 2 cubic',
  },
  samples: {
    ...ofLod,
    store: Uint8Array,
    format: samples,
    used: selectsLevels,
    to: { address: always, filter: samplesTexels, result: samplesTexels },
    text: 'N: anisotropic samples of a level',
  },
  ...alike(
    { ...ofLod, store: Float32Array, format: float32, used: anisotropic, to: toAddress },
    { axisU: 'major axis along u, normalized', axisV: 'major axis along v, normalized' },
  ),
  passes: {
    ...ofLod,
    format: unsigned(31),
    used: always,
    to: { result: always },
    text: 'footprints that the lane takes; 0 for a lane that wants no result',
  },

  query: {
    from: 'address',
    of: QUERY,
    store: Int32Array,
    format: signed(32),
    used: both(asksFootprint, isBound),
    to: { result: always, reply: always },
    text: 'answer of a footprint query (OpImageSampleFootprintNV)',
  },
  sumHi: {
    ...ofFilter,
    format: levelSum,
    used: filters,
    to: { filter: always, result: always },
    text: "sum over the finer level's samples",
  },
  sumHiRest: { ...ofRest, behind: 'sumHi', used: fuses, text: 'terms of the exact sum behind sum_hi, float formats' },
  sumLo: {
    ...ofFilter,
    format: levelSum,
    used: filters,
    to: { filter: always, result: always },
    written: writesCoarser,
    text: "sum over the coarser level's samples",
  },
  sumLoRest: {
    ...ofRest,
    behind: 'sumLo',
    used: fuses,
    written: writesCoarser,
    text: 'terms of the exact sum behind sum_lo, float formats',
  },
  tapSum: {
    ...ofFilter,
    used: either(both(filters, takesPasses, averages), filtersWindows, matchesBlocks),
    to: { filter: always, result: filtersWindows },
    text: 'sum over the passes of one sample, window or block',
  },
  tapSumRest: {
    ...ofRest,
    behind: 'tapSum',
    used: both(sumsExactly, either(both(filters, takesPasses), filtersWindows, matchesBlocks)),
    to: { filter: always, result: filtersWindows },
    text: 'terms of the exact sum behind tap_sum, float formats',
  },
  weightSum: {
    ...ofFilter,
    of: LANE,
    used: both(filtersBoxes, readsTexels),
    to: { filter: always, result: always },
    text: 'sum of the weights of the box',
  },
  ...alike(
    {
      ...ofFilter,
      used: both(reduces, either(both(filters, takesPasses), filtersWindows)),
      to: { filter: always, result: filtersWindows },
    },
    { least: 'least texel of the passes; NaN before the first', greatest: 'greatest texel of the passes' },
  ),
  targetTexel: {
    ...ofFilter,
    of: TAP_COMPONENT,
    store: Float32Array,
    format: texel,
    used: matchesBlocks,
    to: { filter: always },
    text: "the target's texels until the reference's come in (block match)",
  },
  resident: {
    ...ofFilter,
    of: LANE,
    store: Uint8Array,
    initial: 1,
    format: unsigned(1),
    used: (b) => b.instruction.sparse ?? false,
    to: { filter: always, reply: always },
    text: '1 while every texel that the lane touched is resident (Vulkan: Sparse Residency)',
  },
  color: {
    from: 'result',
    of: COMPONENT,
    store: Float32Array,
    format: bits32,
    bits: true,
    used: (b) => b.op !== 'write',
    to: { reply: always },
    text: 'result: float32, or 32-bit integers',
  },
} as const satisfies RegisterTable;

const ofAddress = { from: 'address', of: LANE } as const;
const linearLane: Register['written'] = ({ filter }, lane) => filter[lane] === FILTER_CODES.linear;
const SNAPS = { used: ops('sample', 'gather', 'sample_weighted'), to: {} } as const;

/** Registers of one pass of a lane: a footprint of up to four taps, (i0, j0), (i1, j0), (i0, j1), (i1, j1). */
export const FOOTPRINT_REGISTERS = {
  tapCount: {
    ...ofAddress,
    store: Uint8Array,
    format: upTo(4),
    used: always,
    to: { decode: always, filter: readsTexels },
    text: 'taps of the footprint; 0 for a lane without work',
  },
  ...alongAxes(
    { ...ofAddress, ...SNAPS, store: Float32Array, format: float32 },
    { sampleU: "the sample's u, normalized", sampleV: "the sample's v", sampleW: "the sample's w" },
  ),
  ...alongAxes(
    { ...ofAddress, ...SNAPS, store: Int32Array, format: coordinate },
    { fixedU: 'snapped coordinate along u, texels', fixedV: 'along v', fixedW: 'along w' },
  ),
  address: {
    ...ofAddress,
    of: TAP,
    store: Int32Array,
    format: signed(32),
    used: readsTexels,
    unwritten: NO_TAP,
    to: { decode: always, filter: always },
    text: 'byte address; -1 the border, -2 no tap, -3 what a cube corner lacks, -4 zero outside of the image, -5 not bound',
  },
  ...alongAxes(
    {
      ...ofAddress,
      store: Int32Array,
      format: filterWeight,
      used: filters,
      to: { filter: always },
      written: linearLane,
    },
    { alpha: 'weight of i0 + 1', beta: 'weight of j0 + 1', gamma: 'weight of k0 + 1' },
  ),
  weight: {
    ...ofAddress,
    of: TAP,
    store: Float64Array,
    format: tapWeight,
    used: either(weighsTaps, filtersWindows),
    to: { filter: always },
    text: 'weight of the tap, an integer whose fraction bits the operation knows',
  },
  plane: {
    ...ofAddress,
    store: Uint8Array,
    format: upTo(2),
    used: both(
      readsTexels,
      either((b) => b.image.planes !== null, matchesBlocks),
    ),
    to: { decode: always },
    text: "plane of a multi-planar image, or which of an operation's two images",
  },
  texel: {
    from: 'decode',
    of: TAP_COMPONENT,
    store: Float32Array,
    format: texel,
    bits: true,
    used: both(readsTexels, (b) => b.op !== 'write'),
    to: { filter: always },
    text: 'decoded texel: signed code, float32, or 32-bit integer',
  },
} as const satisfies RegisterTable;
