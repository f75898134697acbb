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
  float32Register,
  float64,
  level,
  levelSum,
  lod,
  lodFraction,
  samples,
  signedRegister,
  tapWeightRegister,
  texelRegister,
  unsigned,
  upTo,
} from './register-formats.ts';
import {
  alike,
  alongAxes,
  always,
  samplesAnisotropically,
  arrayed,
  asksFootprint,
  asksLod,
  averages,
  both,
  compares,
  cube,
  derives,
  directionAxes,
  anyUse,
  filtersTexels,
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
  format: float32Register,
  to: { frontEnd: always },
} as const;
const integerOfRequest = { ...ofRequest, store: Int32Array, format: signedRegister(32) } as const;
const GRADIENTS = { ...ofRequest, used: takesGradients } as const;

/** Operands of quads and lanes as they come in. */
export const REQUEST_REGISTERS = {
  state: { ...ofRequest, of: QUAD, store: Uint16Array, format: unsigned(16), used: always, to: {} },
  active: { ...ofRequest, of: QUAD, store: Uint8Array, format: unsigned(4), used: always },
  ...alike({ ...ofRequest, of: QUAD, store: Int32Array, format: signedRegister(32), used: always, to: {} }, ['x', 'y']),
  ...alongAxes({ ...ofRequest, of: QUAD, store: Int16Array, format: signedRegister(16), used: takesOffsets }, [
    'offsetU',
    'offsetV',
    'offsetW',
  ]),
  laneOffset: {
    ...ofRequest,
    of: AXIS,
    store: Int16Array,
    format: signedRegister(16),
    used: both(takesOffsets, (b) => b.instruction.laneOffsets ?? false),
  },
  ...alongAxes({ ...ofRequest, used: takesCoordinates }, ['s', 't', 'r'], directionAxes),
  q: { ...ofRequest, initial: 1, used: both(takesCoordinates, (b) => b.instruction.projected) },
  layer: { ...ofRequest, used: both(takesCoordinates, arrayed) },
  dref: { ...ofRequest, used: compares },
  ...alike({ ...ofRequest, used: selectsLevels }, ['lod', 'minLod']),
  ...alongAxes(GRADIENTS, ['dsdx', 'dtdx', 'drdx'], directionAxes),
  ...alongAxes(GRADIENTS, ['dsdy', 'dtdy', 'drdy'], directionAxes),
  ...alongAxes({ ...integerOfRequest, used: anyUse(takesIntegers, matchesBlocks) }, ['i', 'j', 'k']),
  integerLayer: { ...integerOfRequest, used: both(takesIntegers, anyUse(arrayed, cube)) },
  sample: {
    ...integerOfRequest,
    used: anyUse(
      both(takesIntegers, (b) => b.image.samples > 1),
      ops('sample_position'),
    ),
  },
  level: { ...integerOfRequest, used: anyUse(takesIntegers, ops('query_size')) },
  write: { ...ofRequest, of: COMPONENT, format: bits32, bits: true, used: ops('write', 'atomic') },
  ...alike({ ...ofRequest, initial: 1, used: filtersBoxes }, ['boxWidth', 'boxHeight']),
  ...alike({ ...integerOfRequest, used: matchesBlocks }, ['referenceI', 'referenceJ']),
  ...alike({ ...integerOfRequest, initial: 1, used: matchesBlocks }, ['blockWidth', 'blockHeight']),
} as const satisfies RegisterTable;

const ofFrontEnd = { from: 'frontEnd', of: LANE, store: Float32Array, format: float32Register } as const;
const toAddress = { address: always } as const;
const toLod = { lod: always, ...toAddress } as const;
const toFilter = { filter: always, result: always } as const;
const ofLod = { from: 'lod', of: LANE, store: Int32Array, format: lod } as const;
const ofFilter = { from: 'filter', of: COMPONENT, store: Float64Array, format: float64 } as const;
const ofRest = { ...ofFilter, of: REST, to: toFilter } as const;
/** The samples of the coarser level take the second half of the passes. */
const writesCoarser: Register['written'] = ({ levelWeight, passes }, lane, pass) =>
  levelWeight[lane] !== 0 && 2 * pass >= passes[lane];
const DERIVATIVES = { ...ofFrontEnd, used: derives, to: { lod: always } } as const;
const OPERANDS = REQUEST_REGISTERS;

/** Registers that travel with a lane from unit to unit. */
export const LANE_REGISTERS = {
  ...alongAxes({ ...ofFrontEnd, used: takesCoordinates, to: { lod: filtersBoxes, ...toAddress } }, ['u', 'v', 'w']),
  face: { ...ofFrontEnd, store: Uint8Array, format: upTo(5), used: both(takesCoordinates, cube), to: toAddress },
  layer: { ...OPERANDS.layer, ...ofFrontEnd, to: toAddress },
  ...alongAxes(DERIVATIVES, ['dudx', 'dvdx', 'dwdx']),
  ...alongAxes(DERIVATIVES, ['dudy', 'dvdy', 'dwdy']),
  dref: { ...ofFrontEnd, used: compares, to: { filter: always } },
  ...alike({ ...ofFrontEnd, used: selectsLevels, to: { lod: always } }, ['lodOperand', 'minLod']),
  ...alongAxes(
    {
      ...ofFrontEnd,
      store: Int16Array,
      format: signedRegister(16),
      used: takesOffsets,
      to: { lod: filtersBoxes, ...toAddress },
    },
    ['offsetU', 'offsetV', 'offsetW'],
  ),
  i: { ...OPERANDS.i, from: 'frontEnd', to: toAddress },
  j: { ...OPERANDS.j, from: 'frontEnd', to: toAddress },
  k: { ...OPERANDS.k, from: 'frontEnd', to: toAddress },
  integerLayer: { ...OPERANDS.integerLayer, from: 'frontEnd', to: toAddress },
  sample: { ...OPERANDS.sample, from: 'frontEnd', to: { address: takesIntegers, result: ops('sample_position') } },
  level: { ...OPERANDS.level, from: 'frontEnd', to: { address: takesIntegers, result: ops('query_size') } },
  referenceI: { ...OPERANDS.referenceI, from: 'frontEnd', to: toAddress },
  referenceJ: { ...OPERANDS.referenceJ, from: 'frontEnd', to: toAddress },
  boxWidth: { ...OPERANDS.boxWidth, from: 'frontEnd', to: toLod },
  boxHeight: { ...OPERANDS.boxHeight, from: 'frontEnd', to: toLod },
  blockWidth: { ...OPERANDS.blockWidth, from: 'frontEnd', to: { ...toLod, ...toFilter } },
  blockHeight: { ...OPERANDS.blockHeight, from: 'frontEnd', to: { ...toLod, ...toFilter } },

  baseLod: { ...ofLod, used: selectsLod, to: {} },
  lambda: { ...ofLod, used: selectsLod, to: { result: asksLod } },
  lod: { ...ofLod, used: selectsLod, to: {} },
  levelParameter: { ...ofLod, used: selectsLod, to: { result: asksLod } },
  ...alike({ ...ofLod, store: Uint8Array, format: level, used: selectsLevels, to: toAddress }, ['levelHi', 'levelLo']),
  levelWeight: { ...ofLod, format: lodFraction, used: selectsLevels, to: { address: always, result: samplesTexels } },
  filter: {
    ...ofLod,
    store: Uint8Array,
    format: upTo(FILTER_CODES.cubic),
    used: selectsLevels,
    to: { address: always, filter: samplesTexels },
  },
  samples: {
    ...ofLod,
    store: Uint8Array,
    format: samples,
    used: selectsLevels,
    to: { address: always, filter: samplesTexels, result: samplesTexels },
  },
  ...alike({ ...ofLod, store: Float32Array, format: float32Register, used: samplesAnisotropically, to: toAddress }, [
    'axisU',
    'axisV',
  ]),
  passes: { ...ofLod, format: unsigned(31), used: always, to: { result: always } },

  query: {
    from: 'address',
    of: QUERY,
    store: Int32Array,
    format: signedRegister(32),
    used: both(asksFootprint, isBound),
    to: { result: always, reply: always },
  },
  sumHi: { ...ofFilter, format: levelSum, used: filtersTexels, to: toFilter },
  sumHiRest: { ...ofRest, behind: 'sumHi', used: fuses },
  sumLo: {
    ...ofFilter,
    format: levelSum,
    used: filtersTexels,
    to: toFilter,
    written: writesCoarser,
  },
  sumLoRest: { ...ofRest, behind: 'sumLo', used: fuses, written: writesCoarser },
  tapSum: {
    ...ofFilter,
    used: anyUse(both(filtersTexels, takesPasses, averages), filtersWindows, matchesBlocks),
    to: { filter: always, result: filtersWindows },
  },
  tapSumRest: {
    ...ofRest,
    behind: 'tapSum',
    used: both(sumsExactly, anyUse(both(filtersTexels, takesPasses), filtersWindows, matchesBlocks)),
    to: { filter: always, result: filtersWindows },
  },
  weightSum: { ...ofFilter, of: LANE, used: both(filtersBoxes, readsTexels), to: toFilter },
  ...alike(
    {
      ...ofFilter,
      used: both(reduces, anyUse(both(filtersTexels, takesPasses), filtersWindows)),
      to: { filter: always, result: filtersWindows },
    },
    ['least', 'greatest'],
  ),
  targetTexel: {
    ...ofFilter,
    of: TAP_COMPONENT,
    store: Float32Array,
    format: texelRegister,
    used: matchesBlocks,
    to: { filter: always },
  },
  resident: {
    ...ofFilter,
    of: LANE,
    store: Uint8Array,
    initial: 1,
    format: unsigned(1),
    used: (b) => b.instruction.sparse ?? false,
    to: { filter: always, reply: always },
  },
  color: {
    from: 'result',
    of: COMPONENT,
    store: Float32Array,
    format: bits32,
    bits: true,
    used: (b) => b.op !== 'write',
    to: { reply: always },
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
  },
  ...alongAxes({ ...ofAddress, ...SNAPS, store: Float32Array, format: float32Register }, [
    'sampleU',
    'sampleV',
    'sampleW',
  ]),
  ...alongAxes({ ...ofAddress, ...SNAPS, store: Int32Array, format: coordinate }, ['fixedU', 'fixedV', 'fixedW']),
  address: {
    ...ofAddress,
    of: TAP,
    store: Int32Array,
    format: signedRegister(32),
    used: readsTexels,
    unwritten: NO_TAP,
    to: { decode: always, filter: always },
  },
  ...alongAxes(
    {
      ...ofAddress,
      store: Int32Array,
      format: filterWeight,
      used: filtersTexels,
      to: { filter: always },
      written: linearLane,
    },
    ['alpha', 'beta', 'gamma'],
  ),
  weight: {
    ...ofAddress,
    of: TAP,
    store: Float64Array,
    format: tapWeightRegister,
    used: anyUse(weighsTaps, filtersWindows),
    to: { filter: always },
  },
  plane: {
    ...ofAddress,
    store: Uint8Array,
    format: upTo(2),
    used: both(
      readsTexels,
      anyUse((b) => b.image.planes !== null, matchesBlocks),
    ),
    to: { decode: always },
  },
  texel: {
    from: 'decode',
    of: TAP_COMPONENT,
    store: Float32Array,
    format: texelRegister,
    bits: true,
    used: both(readsTexels, (b) => b.op !== 'write'),
    to: { filter: always },
  },
} as const satisfies RegisterTable;
