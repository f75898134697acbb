import { alike, type ArrayTable, AXIS, COMPONENT, LANE, QUAD, QUERY, REST, TAP, TAP_COMPONENT } from './register.ts';

/*
 * The arrays of the registers, which are all that the units need. The facts that traces and checks need are apart in
 * register-table.ts, so that a unit that only samples does without them.
 */

const FLOAT = { of: LANE, store: Float32Array } as const;
const INTEGER = { of: LANE, store: Int32Array } as const;
const SMALL = { of: LANE, store: Uint8Array } as const;
const SUM = { of: COMPONENT, store: Float64Array } as const;

/** Operands of quads and lanes. */
export const REQUEST_ARRAYS = {
  state: { of: QUAD, store: Uint16Array },
  active: { of: QUAD, store: Uint8Array },
  ...alike({ of: QUAD, store: Int32Array }, ['x', 'y']),
  ...alike({ of: QUAD, store: Int16Array }, ['offsetU', 'offsetV', 'offsetW']),
  laneOffset: { of: AXIS, store: Int16Array },
  ...alike(FLOAT, ['s', 't', 'r', 'layer', 'dref', 'lod', 'minLod', 'dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy']),
  ...alike({ ...FLOAT, initial: 1 }, ['q', 'boxWidth', 'boxHeight']),
  ...alike(INTEGER, ['i', 'j', 'k', 'integerLayer', 'sample', 'level', 'referenceI', 'referenceJ']),
  ...alike({ ...INTEGER, initial: 1 }, ['blockWidth', 'blockHeight']),
  write: { of: COMPONENT, store: Float32Array, bits: true },
} as const satisfies ArrayTable;

/** Registers that travel with a lane from unit to unit. */
export const LANE_ARRAYS = {
  ...alike(FLOAT, ['u', 'v', 'w', 'layer', 'dudx', 'dvdx', 'dwdx', 'dudy', 'dvdy', 'dwdy']),
  ...alike(FLOAT, ['dref', 'lodOperand', 'minLod', 'axisU', 'axisV']),
  ...alike({ ...FLOAT, initial: 1 }, ['boxWidth', 'boxHeight']),
  ...alike({ of: LANE, store: Int16Array }, ['offsetU', 'offsetV', 'offsetW']),
  ...alike(INTEGER, ['i', 'j', 'k', 'integerLayer', 'sample', 'level', 'referenceI', 'referenceJ']),
  ...alike({ ...INTEGER, initial: 1 }, ['blockWidth', 'blockHeight']),
  ...alike(INTEGER, ['baseLod', 'lambda', 'lod', 'levelParameter', 'levelWeight', 'passes']),
  ...alike(SMALL, ['face', 'levelHi', 'levelLo', 'filter', 'samples']),
  resident: { ...SMALL, initial: 1 },
  query: { of: QUERY, store: Int32Array },
  ...alike(SUM, ['sumHi', 'sumLo', 'tapSum', 'least', 'greatest']),
  ...alike({ ...SUM, of: REST }, ['sumHiRest', 'sumLoRest', 'tapSumRest']),
  weightSum: { ...SUM, of: LANE },
  targetTexel: { of: TAP_COMPONENT, store: Float32Array },
  color: { of: COMPONENT, store: Float32Array, bits: true },
} as const satisfies ArrayTable;

/** Registers of one pass of a lane: a footprint of up to four taps, (i0, j0), (i1, j0), (i0, j1), (i1, j1). */
export const FOOTPRINT_ARRAYS = {
  ...alike(SMALL, ['tapCount', 'plane']),
  ...alike(FLOAT, ['sampleU', 'sampleV', 'sampleW']),
  ...alike(INTEGER, ['fixedU', 'fixedV', 'fixedW', 'alpha', 'beta', 'gamma']),
  address: { of: TAP, store: Int32Array },
  weight: { of: TAP, store: Float64Array },
  texel: { of: TAP_COMPONENT, store: Float32Array, bits: true },
} as const satisfies ArrayTable;
