import { alignsSums } from '../state/aligned-sums.ts';
import { readsIntegers } from '../state/read-format.ts';
import { FILTER_CODES, isPair } from '../state/sample-shape.ts';
import { alike, COMPONENT, LANE, type Register, type RegisterTable, type Use } from './register.ts';
import {
  averagedSamples,
  codeBits,
  float32Register,
  layer,
  lerpedAlongU,
  lerpedAlongV,
  lerpedLevels,
  lerpedSlices,
  level,
  lodBias,
  lodBound,
  texelIndex,
} from './register-formats.ts';
import {
  alongAxes,
  samplesAnisotropically,
  arrayed,
  both,
  cube,
  derives,
  filtersTexels,
  readsTexels,
  samplesTexels,
  selectsLod,
} from './register-uses.ts';

const linear: Register['written'] = ({ filter }, lane) => filter[lane] !== FILTER_CODES.nearest;
const cubic: Register['written'] = ({ filter }, lane) => filter[lane] === FILTER_CODES.cubic;
const coarser: Register['written'] = ({ levelWeight }, lane) => levelWeight[lane] !== 0;

const ofLod = { from: 'lod', of: LANE, store: Float64Array, to: {} } as const;
const ofAddress = { from: 'address', of: LANE, store: Int32Array, to: {} } as const;
const ofFilter = { from: 'filter', of: COMPONENT, store: Float64Array, to: {} } as const;
const ofResult = { ...ofFilter, from: 'result' } as const;

const seamless: Use = (b) => b.cube && !b.sampler.nonSeamlessCubeMap;
/** One texel of one image for each index: neither planes, nor pairs, nor the seams of a cube. */
const indexes = both(
  samplesTexels,
  readsTexels,
  (b) => b.image.planes === null && !isPair(b),
  (b) => !seamless(b),
);
const isCubic = both(indexes, (b) => b.sampler.magFilter === 'cubic' || b.sampler.minFilter === 'cubic');
/** Samples of codes that are lerps of texels, or single texels. */
export const lerpsCodes = both(
  samplesTexels,
  (b) => b.view.minLod <= b.lastLevel && !readsIntegers(b),
  (b) => b.sampler.reductionMode === 'weighted_average' && b.sampler.ycbcrConversion === null,
  (b) => b.image.planes === null && b.sampler.magFilter !== 'cubic' && b.sampler.minFilter !== 'cubic',
  (b) => codeBits(b) > 0 && b.design.filter.sum === 'lerps' && !alignsSums(b),
);
/** The texel that a cube's corner lacks is no code. */
const lerps = both(filtersTexels, lerpsCodes, (b) => !seamless(b));
const INDEX = { ...ofAddress, format: texelIndex, used: indexes } as const;

/**
 * Steps between the registers of a unit. No unit stores them: `UnitSteps` calculates them again where somebody wants to
 * see them.
 */
export const STEP_REGISTERS = {
  rho: { ...ofLod, store: Float32Array, format: float32Register, used: derives },
  ratio: { ...ofLod, store: Float32Array, format: float32Register, used: samplesAnisotropically },
  bias: { ...ofLod, format: lodBias, used: selectsLod },
  leastLod: { ...ofLod, format: lodBound, used: selectsLod },

  levelIndex: { ...ofAddress, format: level, used: both(samplesTexels, readsTexels) },
  layerIndex: { ...ofAddress, format: layer, used: both(samplesTexels, readsTexels, arrayed, (b) => !cube(b)) },
  ...alongAxes(INDEX, ['i0', 'j0', 'k0']),
  ...alongAxes({ ...INDEX, written: linear }, ['i1', 'j1', 'k1']),
  ...alongAxes({ ...INDEX, used: isCubic, written: cubic }, ['i2', 'j2', 'k2']),
  ...alongAxes({ ...INDEX, used: isCubic, written: cubic }, ['i3', 'j3', 'k3']),

  ...alike({ ...ofFilter, format: lerpedAlongU, used: lerps, written: linear }, ['lerpU0', 'lerpU1']),
  lerpV: { ...ofFilter, format: lerpedAlongV, used: lerps, written: linear },
  passSample: { ...ofFilter, format: lerpedSlices, used: both(lerps, (b) => b.dimensions < 3) },

  averageHi: { ...ofResult, format: averagedSamples, used: lerps },
  averageLo: { ...ofResult, format: averagedSamples, used: lerps, written: coarser },
  filtered: { ...ofResult, format: lerpedLevels, used: lerps },
} as const satisfies RegisterTable;
