import type {
  AddressMode,
  BorderColor,
  CompareOp,
  ForeignSampler,
  ReductionMode,
  Swizzle,
  Vector4,
  YcbcrConversion,
} from './records.ts';

type Fields = Record<string, unknown>;

const NAMED_BORDERS: Readonly<Record<string, Vector4>> = {
  float_transparent_black: [0, 0, 0, 0],
  float_opaque_black: [0, 0, 0, 1],
  float_opaque_white: [1, 1, 1, 1],
  int_transparent_black: [0, 0, 0, 0],
  int_opaque_black: [0, 0, 0, 1],
  int_opaque_white: [1, 1, 1, 1],
};

/** A sampler of a request trace: fields of VkSamplerCreateInfo, or a D3D11_SAMPLER_STATE. */
export function parseSampler(fields: Fields): ForeignSampler {
  const state = fields['d3d11'] as Fields | undefined;
  if (state !== undefined) return parseState(state);
  const get = <T>(name: string, otherwise: T): T => (fields[name] as T | undefined) ?? otherwise;
  const mode = (name: string): AddressMode => get<AddressMode>(name, 'repeat');
  return {
    magFilter: get('magFilter', 'linear'),
    minFilter: get('minFilter', 'linear'),
    mipmapMode: get('mipmapMode', 'linear'),
    addressModes: [mode('addressModeU'), mode('addressModeV'), mode('addressModeW')],
    mipLodBias: Math.fround(get('mipLodBias', 0)),
    anisotropyEnable: get('anisotropyEnable', false),
    maxAnisotropy: Math.fround(get('maxAnisotropy', 1)),
    minLod: Math.fround(get('minLod', 0)),
    maxLod: Math.fround(get('maxLod', 1000)),
    border: parseBorder(fields),
    compareEnable: get('compareEnable', false),
    compareOp: get<CompareOp>('compareOp', 'always'),
    unnormalizedCoordinates: get('unnormalizedCoordinates', false),
    reductionMode: get<ReductionMode>('reductionMode', 'weighted_average'),
    cubicWeights: get('cubicWeights', 'catmull_rom'),
    nonSeamlessCubeMap: get('nonSeamlessCubeMap', false),
    ycbcrConversion: parseConversion(get<Fields | null>('ycbcrConversion', null)),
    windowExtent: get<readonly [number, number]>('windowExtent', [1, 1]),
    windowCompareMode: get('windowCompareMode', 'min'),
  };
}

function parseBorder(fields: Fields): BorderColor {
  const value = (fields['borderColor'] as string | number[] | undefined) ?? 'float_transparent_black';
  const mapping = fields['borderColorMapping'] as { components: Swizzle[] } | undefined;
  return {
    color: typeof value === 'string' ? NAMED_BORDERS[value] : (value.map(Number) as Vector4),
    kind: typeof value === 'string' ? value : 'custom',
    format: (fields['borderColorFormat'] as string | undefined) ?? null,
    mapping: mapping?.components ?? null,
  };
}

const IDENTITY_MAPPING: readonly Swizzle[] = ['identity', 'identity', 'identity', 'identity'];

function parseConversion(fields: Fields | null): YcbcrConversion | null {
  if (fields === null) return null;
  const get = <T>(name: string, otherwise: T): T => (fields[name] as T | undefined) ?? otherwise;
  return {
    ycbcrModel: get('ycbcrModel', 'rgb_identity'),
    ycbcrRange: get('ycbcrRange', 'itu_full'),
    components: get('components', IDENTITY_MAPPING),
    xChromaOffset: get('xChromaOffset', 'cosited_even'),
    yChromaOffset: get('yChromaOffset', 'cosited_even'),
    chromaFilter: get('chromaFilter', 'nearest'),
    forceExplicitReconstruction: get('forceExplicitReconstruction', false),
    enableYDegamma: get('enableYDegamma', false),
    enableCbCrDegamma: get('enableCbCrDegamma', false),
  };
}

const STATE_MODES: readonly AddressMode[] = [
  'repeat',
  'mirrored_repeat',
  'clamp_to_edge',
  'clamp_to_border',
  'mirror_clamp_to_edge',
];
const STATE_COMPARES: readonly CompareOp[] = [
  'never',
  'less',
  'equal',
  'less_or_equal',
  'greater',
  'not_equal',
  'greater_or_equal',
  'always',
];

/** A D3D11_SAMPLER_STATE (D3D11.3 7.18.3): the bits of Filter, and modes that count from 1. */
function parseState(state: Fields): ForeignSampler {
  const filter = state['Filter'] as number;
  const kind = (filter >> 7) & 3;
  const within = (shift: number): 'nearest' | 'linear' => (((filter >> shift) & 3) === 1 ? 'linear' : 'nearest');
  const mode = (name: string): AddressMode => STATE_MODES[(state[name] as number) - 1];
  return {
    magFilter: within(2),
    minFilter: within(4),
    mipmapMode: within(0),
    addressModes: [mode('AddressU'), mode('AddressV'), mode('AddressW')],
    mipLodBias: Math.fround(state['MipLODBias'] as number),
    anisotropyEnable: (filter & 0x40) !== 0,
    maxAnisotropy: Math.max(1, state['MaxAnisotropy'] as number),
    minLod: Math.fround(state['MinLOD'] as number),
    maxLod: Math.fround(state['MaxLOD'] as number),
    border: {
      color: (state['BorderColor'] as number[]).map(Number) as Vector4,
      kind: 'custom',
      format: null,
      mapping: null,
    },
    compareEnable: kind === 1,
    compareOp: STATE_COMPARES[(state['ComparisonFunction'] as number) - 1] ?? 'never',
    unnormalizedCoordinates: false,
    reductionMode: kind === 2 ? 'min' : kind === 3 ? 'max' : 'weighted_average',
    cubicWeights: 'catmull_rom',
    nonSeamlessCubeMap: false,
    ycbcrConversion: null,
    windowExtent: [1, 1],
    windowCompareMode: 'min',
  };
}
