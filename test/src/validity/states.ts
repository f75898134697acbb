import type { LimitsDesign } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { type ImageView, type WeightView, wholeView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler, type YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ResolvedState, SecondImage } from '../../../src/validity/resolved-state.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

/** Limits that small images can exceed, each separately. */
export const LIMITS: LimitsDesign = {
  ...FULL_QUALITY.limits,
  maxSamplerLodBias: 16.5,
  maxSamplerAnisotropy: 8,
  maxImageDimension1D: 256,
  maxImageDimension2D: 128,
  maxImageDimension3D: 32,
  maxImageDimensionCube: 64,
  maxImageArrayLayers: 24,
  minTexelGatherOffset: -16,
  maxTexelGatherOffset: 15,
  maxBoxFilterBlockSize: [16, 8],
  maxWeightFilterDimension: [16, 8],
  maxWeightFilterPhases: 64,
  maxBlockMatchRegion: [16, 8],
};

type ImagePatch = Partial<Omit<ImageSource, 'levels' | 'format'>> & {
  readonly levels?: number;
  readonly format?: string;
};
type ViewPatch = Partial<Omit<ImageView, 'format'>> & { readonly format?: string };

/** The differences of a state from the plain one. */
export interface Patch {
  readonly image?: ImagePatch | null;
  readonly view?: ViewPatch;
  readonly sampler?: Partial<Sampler>;
  readonly instruction?: Partial<Instruction>;
  readonly second?: {
    readonly image?: ImagePatch;
    readonly view?: ViewPatch;
    readonly weights?: Partial<WeightView> | null;
  } | null;
}

export const PLAIN_WEIGHTS: WeightView = { filterCenter: [1, 1], filterSize: [4, 3], numPhases: 1 };

/** Trilinear sampling of a 2d r8g8b8a8_unorm image of 16x8 texels and 4 levels, with the changes of the patches. */
export function stateOf(...patches: readonly Patch[]): ResolvedState {
  const [image, view] = imageOf(patches.map((patch) => ({ image: patch.image ?? {}, view: patch.view ?? {} })));
  const seconds = patches.flatMap(({ second }) => (second === undefined ? [] : [second]));
  return {
    image: patches.some((patch) => patch.image === null) ? null : image,
    view,
    sampler: Object.assign({}, DEFAULT_SAMPLER, ...patches.map(({ sampler }) => sampler)),
    instruction: Object.assign({ lod: 'implicit', projected: false }, ...patches.map((patch) => patch.instruction)),
    ...(seconds.length > 0 && seconds.at(-1) !== null && { second: secondOf(seconds.map((second) => second ?? {})) }),
  };
}

function secondOf(patches: readonly Exclude<Patch['second'], null | undefined>[]): SecondImage {
  const [image, view] = imageOf(patches.map((patch) => ({ image: patch.image ?? {}, view: patch.view ?? {} })));
  const weights = patches.some((patch) => patch.weights === null)
    ? undefined
    : Object.assign({}, PLAIN_WEIGHTS, ...patches.map((patch) => patch.weights));
  return { image, view, ...(weights && { weights }) };
}

function imageOf(
  patches: readonly { readonly image: ImagePatch; readonly view: ViewPatch }[],
): readonly [ImageSource, ImageView] {
  const merged: ImagePatch = Object.assign({}, ...patches.map(({ image }) => image));
  const { levels = 4, format = 'r8g8b8a8_unorm', ...rest } = merged;
  const image: ImageSource = {
    width: 16,
    height: 8,
    layers: 1,
    ...rest,
    format: formatOf(format),
    levels: Array.from({ length: levels }, () => new Uint8Array(0)),
  };
  const { format: viewFormat, ...view }: ViewPatch = Object.assign({}, ...patches.map((patch) => patch.view));
  return [image, { ...wholeView(image), ...view, ...(viewFormat !== undefined && { format: formatOf(viewFormat) }) }];
}

export function formatOf(name: string): TexelFormat {
  return TEXEL_FORMATS.get(name)!;
}

export const CONVERSION: YcbcrConversion = {
  ycbcrModel: 'ycbcr_709',
  ycbcrRange: 'itu_narrow',
  components: ['identity', 'identity', 'identity', 'identity'],
  xChromaOffset: 'midpoint',
  yChromaOffset: 'midpoint',
  chromaFilter: 'linear',
  forceExplicitReconstruction: false,
  enableYDegamma: false,
  enableCbCrDegamma: false,
};
