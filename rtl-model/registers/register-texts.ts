import type { RegisterTable } from './register.ts';
import { FOOTPRINT_REGISTERS, LANE_REGISTERS, REQUEST_REGISTERS } from './register-table.ts';
import { STEP_REGISTERS } from './step-table.ts';

/*
 * The contents of the registers, for those who read traces. The texts are apart from the tables, so that a unit that only
 * samples does without them.
 */

/** Operands of quads and lanes. */
const REQUEST_TEXTS: Readonly<Record<keyof typeof REQUEST_REGISTERS, string>> = {
  state: 'texture state',
  active: 'bit l set where lane l wants a result',
  x: 'column of the pixel of lane 0',
  y: 'row of the pixel of lane 0',
  offsetU: 'texel offset of the quad along u (ConstOffset, Offset; D3D11 immediate offset)',
  offsetV: 'texel offset of the quad along v',
  offsetW: 'texel offset of the quad along w',
  laneOffset: "texel offset of the lane, added to the quad's (instructions with `laneOffsets`)",
  s: 'first coordinate',
  t: 'second coordinate',
  r: 'third coordinate',
  q: "the projection's divisor",
  layer: 'array layer',
  dref: 'reference depth',
  lod: "the instruction's LOD (explicit), or its bias (implicit, gradient)",
  minLod: "the instruction's minimum LOD; 0 where it has none",
  dsdx: 'ds/dx',
  dtdx: 'dt/dx',
  drdx: 'dr/dx',
  dsdy: 'ds/dy',
  dtdy: 'dt/dy',
  drdy: 'dr/dy',
  i: 'integer coordinate along u (fetch, read, write; target texel of a block match)',
  j: 'integer coordinate along v',
  k: 'integer coordinate along w',
  integerLayer: 'layer or face of a fetch',
  sample: 'index of the sample of a multisampled image',
  level: 'level of the view of a fetch',
  write: 'texel to write; operand and comparator of an atomic',
  boxWidth: 'width of the box, texels',
  boxHeight: 'height of the box, texels',
  referenceI: 'i of the reference texel of a block match',
  referenceJ: 'j of the reference texel',
  blockWidth: 'width of the block, texels',
  blockHeight: 'height of the block, texels',
};

/** Registers of lanes, which keep operands under their names. */
const LANE_TEXTS: Readonly<Record<keyof typeof LANE_REGISTERS, string>> = {
  ...REQUEST_TEXTS,
  u: 'normalized coordinate after projection, or on the face of a cube',
  v: 'second normalized coordinate',
  w: 'third normalized coordinate',
  face: 'face of the cube: +x, -x, +y, -y, +z, -z',
  dudx: 'du/dx, normalized',
  dvdx: 'dv/dx',
  dwdx: 'dw/dx',
  dudy: 'du/dy, normalized',
  dvdy: 'dv/dy',
  dwdy: 'dw/dy',
  dref: 'reference depth after projection',
  lodOperand: "the instruction's LOD (explicit), or its bias (implicit, gradient)",
  offsetU: 'texel offset along u',
  offsetV: 'texel offset along v',
  offsetW: 'texel offset along w',
  baseLod: 'LOD before the bias',
  lambda: "lambda': the LOD after the bias, before the clamp",
  lod: 'LOD after bias and clamp',
  levelParameter: "d_l: the level, counted from the view's first",
  levelHi: 'd_hi: the finer level',
  levelLo: 'd_lo: the coarser level',
  levelWeight: 'weight of the coarser level',
  filter: 'filter within a level: 0 nearest, 1 linear, 2 cubic',
  samples: 'N: anisotropic samples of a level',
  axisU: 'major axis along u, normalized',
  axisV: 'major axis along v, normalized',
  passes: 'footprints that the lane takes; 0 for a lane that wants no result',
  query: 'answer of a footprint query (OpImageSampleFootprintNV)',
  sumHi: "sum over the finer level's samples",
  sumHiRest: 'terms of the exact sum beyond sum_hi, float formats',
  sumLo: "sum over the coarser level's samples",
  sumLoRest: 'terms of the exact sum beyond sum_lo, float formats',
  tapSum: 'sum over the passes of one sample, window or block',
  tapSumRest: 'terms of the exact sum beyond tap_sum, float formats',
  weightSum: 'sum of the weights of the box',
  least: 'least texel of the passes; NaN before the first',
  greatest: 'greatest texel of the passes',
  targetTexel: "the target's texels until the reference's come in (block match)",
  resident: '1 while every texel that the lane touched is resident (Vulkan: Sparse Residency)',
  color: 'result: float32, or 32-bit integers',
};

/** Registers of footprints. */
const FOOTPRINT_TEXTS: Readonly<Record<keyof typeof FOOTPRINT_REGISTERS, string>> = {
  tapCount: 'taps of the footprint; 0 for a lane without work',
  sampleU: "the sample's u, normalized",
  sampleV: "the sample's v",
  sampleW: "the sample's w",
  fixedU: 'snapped coordinate along u, texels',
  fixedV: 'along v',
  fixedW: 'along w',
  address:
    'byte address; -1 the border, -2 no tap, -3 what a cube corner lacks, -4 zero outside of the image, -5 not bound',
  alpha: 'weight of i0 + 1',
  beta: 'weight of j0 + 1',
  gamma: 'weight of k0 + 1',
  weight: 'weight of the tap, an integer whose fraction bits the operation knows',
  plane: "plane of a multi-planar image, or which of an operation's two images",
  texel: 'decoded texel: signed code, float32, or 32-bit integer',
};

/** Steps between the registers. */
const STEP_TEXTS: Readonly<Record<keyof typeof STEP_REGISTERS, string>> = {
  rho: 'length whose log2 is the base LOD',
  ratio: 'eta: ratio of the axes, which N is not less than; rounded up where N is found without a divide',
  bias: "the sampler's and the instruction's bias",
  leastLod: 'lower bound of the LOD',
  levelIndex: 'level that the pass reads',
  layerIndex: 'layer of the image, rounded and clamped',
  i0: 'first texel along u after the wrap; -1 the border',
  j0: 'first texel along v',
  k0: 'first texel along w',
  i1: 'second texel along u',
  j1: 'along v',
  k1: 'along w',
  i2: 'third texel along u (cubic)',
  j2: 'along v',
  k2: 'along w',
  i3: 'fourth texel along u (cubic)',
  j3: 'along v',
  k3: 'along w',
  lerpU0: 'lerp along u of the texels at j0',
  lerpU1: 'lerp along u of the texels at j1',
  lerpV: 'lerp along v of these two',
  passSample: 'what the pass adds to the sum: the lerp, or the texel of a nearest filter',
  averageHi: 'sum_hi / N',
  averageLo: 'sum_lo / N',
  filtered: 'result before the conversion to float32',
};

const TEXTS = new Map<RegisterTable, Readonly<Record<string, string>>>([
  [REQUEST_REGISTERS, REQUEST_TEXTS],
  [LANE_REGISTERS, LANE_TEXTS],
  [FOOTPRINT_REGISTERS, FOOTPRINT_TEXTS],
  [STEP_REGISTERS, STEP_TEXTS],
]);

/** The content of a register in words. @param table one of the four that has the name */
export function registerText(table: RegisterTable, name: string): string {
  return TEXTS.get(table)![name];
}
