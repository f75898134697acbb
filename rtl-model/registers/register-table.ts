import { FILTER_CODES } from '../state/sample-shape.ts';
import { NO_TAP } from './tap-addresses.ts';
import type { Binding } from '../state/binding.ts';
import { copiedOperands, type CopiedOperand } from './operands.ts';
import { alike, described, type Register, type Use } from './register.ts';
import { FOOTPRINT_ARRAYS, LANE_ARRAYS, REQUEST_ARRAYS } from './register-arrays.ts';
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
  alongAxes,
  always,
  samplesAnisotropically,
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
  format: float32Register,
  to: { frontEnd: always },
} as const;
const integerOfRequest = { ...ofRequest, format: signedRegister(32) } as const;
const GRADIENTS = { ...ofRequest, used: takesGradients } as const;

/** Operands, of the states that take them. */
function asOperands<F extends object, const N extends readonly CopiedOperand[]>(facts: F, names: N) {
  const used = names.map((name) => [name, { ...facts, used: (b: Binding) => copiedOperands(b).includes(name) }]);
  return Object.fromEntries(used) as { readonly [Name in N[number]]: F & { readonly used: Use } };
}

/** Operands of quads and lanes as they come in. */
export const REQUEST_REGISTERS = described(REQUEST_ARRAYS, {
  state: { ...ofRequest, format: unsigned(16), used: always, to: {} },
  active: { ...ofRequest, format: unsigned(4), used: always },
  ...alike({ ...ofRequest, format: signedRegister(32), used: always, to: {} }, ['x', 'y']),
  ...alongAxes({ ...ofRequest, format: signedRegister(16), used: takesOffsets }, ['offsetU', 'offsetV', 'offsetW']),
  laneOffset: {
    ...ofRequest,
    format: signedRegister(16),
    used: both(takesOffsets, (b) => b.instruction.laneOffsets ?? false),
  },
  ...alongAxes({ ...ofRequest, used: takesCoordinates }, ['s', 't', 'r'], directionAxes),
  q: { ...ofRequest, used: both(takesCoordinates, (b) => b.instruction.projected) },
  ...asOperands(ofRequest, ['layer']),
  dref: { ...ofRequest, used: compares },
  ...asOperands(ofRequest, ['lod', 'minLod']),
  ...alongAxes(GRADIENTS, ['dsdx', 'dtdx', 'drdx'], directionAxes),
  ...alongAxes(GRADIENTS, ['dsdy', 'dtdy', 'drdy'], directionAxes),
  ...asOperands(integerOfRequest, ['i', 'j', 'k', 'integerLayer', 'sample', 'level']),
  write: { ...ofRequest, format: bits32, used: ops('write', 'atomic') },
  ...asOperands(ofRequest, ['boxWidth', 'boxHeight']),
  ...asOperands(integerOfRequest, ['referenceI', 'referenceJ', 'blockWidth', 'blockHeight']),
} as const);

const ofFrontEnd = { from: 'frontEnd', format: float32Register } as const;
const toAddress = { address: always } as const;
const toLod = { lod: always, ...toAddress } as const;
const toFilter = { filter: always, result: always } as const;
const ofLod = { from: 'lod', format: lod } as const;
const ofFilter = { from: 'filter', format: float64 } as const;
const ofRest = { ...ofFilter, to: toFilter } as const;
/** The samples of the coarser level take the second half of the passes. */
const writesCoarser: Register['written'] = ({ levelWeight, passes }, lane, pass) =>
  levelWeight[lane] !== 0 && 2 * pass >= passes[lane];
const DERIVATIVES = { ...ofFrontEnd, used: derives, to: { lod: always } } as const;
const OPERANDS = REQUEST_REGISTERS;

/** Registers that travel with a lane from unit to unit. */
export const LANE_REGISTERS = described(LANE_ARRAYS, {
  ...alongAxes({ ...ofFrontEnd, used: takesCoordinates, to: { lod: filtersBoxes, ...toAddress } }, ['u', 'v', 'w']),
  face: { ...ofFrontEnd, format: upTo(5), used: both(takesCoordinates, cube), to: toAddress },
  layer: { ...OPERANDS.layer, ...ofFrontEnd, to: toAddress },
  ...alongAxes(DERIVATIVES, ['dudx', 'dvdx', 'dwdx']),
  ...alongAxes(DERIVATIVES, ['dudy', 'dvdy', 'dwdy']),
  dref: { ...ofFrontEnd, used: compares, to: { filter: always } },
  ...alike({ ...ofFrontEnd, used: selectsLevels, to: { lod: always } }, ['lodOperand', 'minLod']),
  ...alongAxes(
    {
      ...ofFrontEnd,
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
  ...alike({ ...ofLod, format: level, used: selectsLevels, to: toAddress }, ['levelHi', 'levelLo']),
  levelWeight: { ...ofLod, format: lodFraction, used: selectsLevels, to: { address: always, result: samplesTexels } },
  filter: {
    ...ofLod,
    format: upTo(FILTER_CODES.cubic),
    used: selectsLevels,
    to: { address: always, filter: samplesTexels },
  },
  samples: {
    ...ofLod,
    format: samples,
    used: selectsLevels,
    to: { address: always, filter: samplesTexels, result: samplesTexels },
  },
  ...alike({ ...ofLod, format: float32Register, used: samplesAnisotropically, to: toAddress }, ['axisU', 'axisV']),
  passes: { ...ofLod, format: unsigned(31), used: always, to: { result: always } },

  query: {
    from: 'address',
    format: signedRegister(32),
    used: both(asksFootprint, isBound),
    to: { result: always, reply: always },
  },
  sumHi: { ...ofFilter, format: levelSum, used: filtersTexels, to: toFilter },
  sumHiRest: { ...ofRest, used: fuses },
  sumLo: {
    ...ofFilter,
    format: levelSum,
    used: filtersTexels,
    to: toFilter,
    written: writesCoarser,
  },
  sumLoRest: { ...ofRest, used: fuses, written: writesCoarser },
  tapSum: {
    ...ofFilter,
    used: anyUse(both(filtersTexels, takesPasses, averages), filtersWindows, matchesBlocks),
    to: { filter: always, result: filtersWindows },
  },
  tapSumRest: {
    ...ofRest,
    used: both(sumsExactly, anyUse(both(filtersTexels, takesPasses), filtersWindows, matchesBlocks)),
    to: { filter: always, result: filtersWindows },
  },
  weightSum: { ...ofFilter, used: both(filtersBoxes, readsTexels), to: toFilter },
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
    format: texelRegister,
    used: matchesBlocks,
    to: { filter: always },
  },
  resident: {
    ...ofFilter,
    format: unsigned(1),
    used: (b) => b.instruction.sparse ?? false,
    to: { filter: always, reply: always },
  },
  color: {
    from: 'result',
    format: bits32,
    used: (b) => b.op !== 'write',
    to: { reply: always },
  },
} as const);

const ofAddress = { from: 'address' } as const;
const linearLane: Register['written'] = ({ filter }, lane) => filter[lane] === FILTER_CODES.linear;
const SNAPS = { used: ops('sample', 'gather', 'sample_weighted'), to: {} } as const;

/** Registers of one pass of a lane: a footprint of up to four taps, (i0, j0), (i1, j0), (i0, j1), (i1, j1). */
export const FOOTPRINT_REGISTERS = described(FOOTPRINT_ARRAYS, {
  tapCount: {
    ...ofAddress,
    format: upTo(4),
    used: always,
    to: { decode: always, filter: readsTexels },
  },
  ...alongAxes({ ...ofAddress, ...SNAPS, format: float32Register }, ['sampleU', 'sampleV', 'sampleW']),
  ...alongAxes({ ...ofAddress, ...SNAPS, format: coordinate }, ['fixedU', 'fixedV', 'fixedW']),
  address: {
    ...ofAddress,
    format: signedRegister(32),
    used: readsTexels,
    unwritten: NO_TAP,
    to: { decode: always, filter: always },
  },
  ...alongAxes(
    {
      ...ofAddress,
      format: filterWeight,
      used: filtersTexels,
      to: { filter: always },
      written: linearLane,
    },
    ['alpha', 'beta', 'gamma'],
  ),
  weight: {
    ...ofAddress,
    format: tapWeightRegister,
    used: anyUse(weighsTaps, filtersWindows),
    to: { filter: always },
  },
  plane: {
    ...ofAddress,
    format: upTo(2),
    used: both(
      readsTexels,
      anyUse((b) => b.image.planes !== null, matchesBlocks),
    ),
    to: { decode: always },
  },
  texel: {
    from: 'decode',
    format: texelRegister,
    used: both(readsTexels, (b) => b.op !== 'write'),
    to: { filter: always },
  },
} as const);
