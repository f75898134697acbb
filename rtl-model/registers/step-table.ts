import { FILTER_CODES, isPair } from '../state/sample-shape.ts';
import { COMPONENT, LANE, type Register, type RegisterTable, type Use } from './register.ts';
import {
  codeBits,
  float32,
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
  alike,
  alongAxes,
  anisotropic,
  arrayed,
  both,
  cube,
  derives,
  filters,
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
/** Samples of codes that are lerps of texels, or single texels; the texel that a cube's corner lacks is no code. */
const lerps = both(
  filters,
  (b) => !seamless(b),
  (b) => b.sampler.reductionMode === 'weighted_average' && b.sampler.ycbcrConversion === null,
  (b) => b.image.planes === null && b.sampler.magFilter !== 'cubic' && b.sampler.minFilter !== 'cubic',
  (b) => codeBits(b) > 0,
);
const INDEX = { ...ofAddress, format: texelIndex, used: indexes } as const;

/**
 * Steps between the registers of a unit. No unit stores them: `UnitSteps` calculates them again where somebody wants to
 * see them.
 */
export const STEP_REGISTERS = {
  rho: { ...ofLod, store: Float32Array, format: float32, used: derives, text: 'length whose log2 is the base LOD' },
  ratio: {
    ...ofLod,
    store: Float32Array,
    format: float32,
    used: anisotropic,
    text: 'eta: ratio of the axes, which N is not less than; 0 where N is found without a divide',
  },
  bias: { ...ofLod, format: lodBias, used: selectsLod, text: "the sampler's and the instruction's bias" },
  leastLod: { ...ofLod, format: lodBound, used: selectsLod, text: 'lower bound of the LOD' },

  levelIndex: {
    ...ofAddress,
    format: level,
    used: both(samplesTexels, readsTexels),
    text: 'level that the pass reads',
  },
  layerIndex: {
    ...ofAddress,
    format: layer,
    used: both(samplesTexels, readsTexels, arrayed, (b) => !cube(b)),
    text: 'layer of the image, rounded and clamped',
  },
  ...alongAxes(INDEX, {
    i0: 'first texel along u after the wrap; -1 the border',
    j0: 'first texel along v',
    k0: 'first texel along w',
  }),
  ...alongAxes({ ...INDEX, written: linear }, { i1: 'second texel along u', j1: 'along v', k1: 'along w' }),
  ...alongAxes(
    { ...INDEX, used: isCubic, written: cubic },
    { i2: 'third texel along u (cubic)', j2: 'along v', k2: 'along w' },
  ),
  ...alongAxes(
    { ...INDEX, used: isCubic, written: cubic },
    { i3: 'fourth texel along u (cubic)', j3: 'along v', k3: 'along w' },
  ),

  ...alike(
    { ...ofFilter, format: lerpedAlongU, used: lerps, written: linear },
    { lerpU0: 'lerp along u of the texels at j0', lerpU1: 'lerp along u of the texels at j1' },
  ),
  lerpV: {
    ...ofFilter,
    format: lerpedAlongV,
    used: lerps,
    written: linear,
    text: 'lerp along v of these two',
  },
  passSample: {
    ...ofFilter,
    format: lerpedSlices,
    used: both(lerps, (b) => b.dimensions < 3),
    text: 'what the pass adds to the sum: the lerp, or the texel of a nearest filter',
  },

  averageHi: { ...ofResult, format: lerpedSlices, used: lerps, text: 'sum_hi / N' },
  averageLo: { ...ofResult, format: lerpedSlices, used: lerps, written: coarser, text: 'sum_lo / N' },
  filtered: { ...ofResult, format: lerpedLevels, used: lerps, text: 'result before the conversion to float32' },
} as const satisfies RegisterTable;
