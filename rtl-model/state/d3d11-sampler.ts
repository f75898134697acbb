import {
  ADDRESS_MODES,
  type AddressMode,
  COMPARE_OPS,
  type CompareOp,
  DEFAULT_SAMPLER,
  type Filter,
  type ReductionMode,
  type Sampler,
} from './sampler.ts';

/** D3D11_SAMPLER_STATE with the field names of D3D11.3 7.18.3; enumerations are their numbers. */
export interface D3D11SamplerState {
  /** D3D11_FILTER. */
  readonly Filter: number;
  /** D3D11_TEXTURE_ADDRESS_MODE: 1 wrap, 2 mirror, 3 clamp, 4 border, 5 mirror once. */
  readonly AddressU: number;
  readonly AddressV: number;
  readonly AddressW: number;
  /** May be above MaxLOD; then MinLOD wins (7.18.11). */
  readonly MinLOD: number;
  readonly MaxLOD: number;
  /** -16 to 15.99. */
  readonly MipLODBias: number;
  /** 0 to 16, for anisotropic filters; 0 counts as 1. */
  readonly MaxAnisotropy: number;
  /** D3D11_COMPARISON_FUNC, 1 never to 8 always, for comparison filters. */
  readonly ComparisonFunction: number;
  /** r, g, b, a in linear space. */
  readonly BorderColor: readonly [number, number, number, number];
}

/** The values of bits 8:7 of a filter. A comparison filter averages the results of its comparisons. */
const COMPARISON = 1;
const REDUCTIONS: readonly ReductionMode[] = ['weighted_average', 'weighted_average', 'min', 'max'];

/** Bits 6:0 of an anisotropic filter: linear in min, mag and mip. */
const ANISOTROPIC = 0x55;

/** The decoded bits of a D3D11_FILTER. */
interface FilterBits {
  readonly min: Filter;
  readonly mag: Filter;
  readonly mip: Sampler['mipmapMode'];
  readonly anisotropic: boolean;
  readonly comparison: boolean;
  readonly reduction: ReductionMode;
}

/**
 * The sampler that a D3D11_SAMPLER_STATE describes (D3D11.3 7.18.3). Fields that the filter does not use are not
 * checked.
 *
 * @throws RangeError for a filter that 7.18.3 does not list, naming its bits, and for a field out of its range
 */
export function d3d11Sampler(state: D3D11SamplerState): Sampler {
  const filter = filterBits(state.Filter);
  for (const field of ['MinLOD', 'MaxLOD', 'MipLODBias'] as const) {
    if (Number.isNaN(state[field])) throw new RangeError(`${field} is NaN`);
  }
  return {
    ...DEFAULT_SAMPLER,
    minFilter: filter.min,
    magFilter: filter.mag,
    mipmapMode: filter.mip,
    addressModeU: addressMode(state, 'AddressU'),
    addressModeV: addressMode(state, 'AddressV'),
    addressModeW: addressMode(state, 'AddressW'),
    mipLodBias: state.MipLODBias,
    anisotropyEnable: filter.anisotropic,
    maxAnisotropy: filter.anisotropic ? maxAnisotropy(state.MaxAnisotropy) : 1,
    minLod: state.MinLOD,
    maxLod: state.MaxLOD,
    borderColor: state.BorderColor,
    compareEnable: filter.comparison,
    compareOp: filter.comparison ? compareOp(state.ComparisonFunction) : DEFAULT_SAMPLER.compareOp,
    reductionMode: filter.reduction,
  };
}

function filterBits(bits: number): FilterBits {
  const refuse = (reason: string) => new RangeError(`Filter 0x${(bits >>> 0).toString(16)}: ${reason}`);
  if (!Number.isInteger(bits) || bits < 0) throw new RangeError(`Filter ${bits} is no D3D11_FILTER`);
  if (bits >= 0x200) throw refuse('bits above 8 are set');
  const pick = (name: string, low: number): 'nearest' | 'linear' => {
    const value = (bits >> low) & 3;
    if (value > 1) throw refuse(`bits ${low + 1}:${low} (${name}) are ${value}, neither 0 (point) nor 1 (linear)`);
    return value === 0 ? 'nearest' : 'linear';
  };
  const mip = pick('mip', 0);
  const mag = pick('mag', 2);
  const min = pick('min', 4);
  const anisotropic = (bits & 0x40) !== 0;
  if (anisotropic && (bits & 0x7f) !== ANISOTROPIC) throw refuse('bit 6 (aniso) wants min, mag and mip linear');
  const reduction = bits >> 7;
  return { min, mag, mip, anisotropic, comparison: reduction === COMPARISON, reduction: REDUCTIONS[reduction] };
}

/** D3D11 numbers the modes and the comparisons from 1 on, in the order of Vulkan's. */
function addressMode(state: D3D11SamplerState, field: 'AddressU' | 'AddressV' | 'AddressW'): AddressMode {
  const mode = ADDRESS_MODES[state[field] - 1];
  if (mode === undefined) throw new RangeError(`${field} ${state[field]} is not 1 to ${ADDRESS_MODES.length}`);
  return mode;
}

function compareOp(comparison: number): CompareOp {
  const op = COMPARE_OPS[comparison - 1];
  if (op === undefined) throw new RangeError(`ComparisonFunction ${comparison} is not 1 to ${COMPARE_OPS.length}`);
  return op;
}

function maxAnisotropy(anisotropy: number): number {
  if (!Number.isInteger(anisotropy) || anisotropy < 0 || anisotropy > 16) {
    throw new RangeError(`MaxAnisotropy ${anisotropy} is not 0 to 16`);
  }
  return Math.max(1, anisotropy);
}
