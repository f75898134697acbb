import type { ImageSource } from '../../rtl-model/memory/image.ts';
import type { ComponentMapping } from '../../rtl-model/state/image-view.ts';
import type { Operation } from '../../rtl-model/state/instruction.ts';
import type { AddressMode, Sampler } from '../../rtl-model/state/sampler.ts';
import { aspectFormat } from '../../rtl-model/formats/depth-stencil-formats.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { addressModesOf, isCube as isCubeView } from '../specification/state/view.ts';
import type { ResolvedState } from './resolved-state.ts';

/** An image with the defaults of its optional fields. */
type ImageFacts = ImageSource & Required<Pick<ImageSource, 'type' | 'depth' | 'samples'>>;

/** A texture state as the rules see it: with the defaults of the instruction and of the image. */
export interface ResolvedFacts extends ResolvedState {
  readonly op: Operation;
  /** Null is a null descriptor. */
  readonly image: ImageFacts | null;
  readonly samplesOrGathers: boolean;
  /** True for instructions on storage images. */
  readonly isStorage: boolean;
  /** True for OpImageSampleWeightedQCOM, OpImageBoxFilterQCOM and OpImageBlockMatch*QCOM. */
  readonly isImageProcessing: boolean;
  /** True if the instruction reads texels through address modes. */
  readonly wrapsTexels: boolean;
  readonly isCube: boolean;
  /** The address modes of the view's axes. */
  readonly addressModes: readonly AddressMode[];
  /** True if the border colour can replace a texel. Seamless cubes have no border. */
  readonly reachesBorder: boolean;
  /** The format of the view's texels: its aspect of the view's format, or that format if it lacks the aspect. */
  readonly readFormat: TexelFormat;
}

/** The facts of a state that has an image. */
export interface BoundFacts extends ResolvedFacts {
  readonly image: ImageFacts;
}

const KNOWN = new WeakMap<ResolvedState, ResolvedFacts>();

/** The facts of a state, made once. */
export function factsOf(state: ResolvedState): ResolvedFacts {
  const known = KNOWN.get(state);
  if (known !== undefined) return known;
  const { sampler, view } = state;
  const { format, aspect, viewType } = view;
  const op = state.instruction.op ?? 'sample';
  const samplesOrGathers = op === 'sample' || op === 'gather';
  const isImageProcessing = op === 'sample_weighted' || op === 'box_filter' || op === 'block_match';
  const wrapsTexels = samplesOrGathers || isImageProcessing;
  const isCube = isCubeView(viewType);
  const addressModes = addressModesOf(sampler, viewType);
  const hasBorder = !isCube || sampler.nonSeamlessCubeMap;
  const facts: ResolvedFacts = {
    ...state,
    op,
    image: state.image && { type: '2d', depth: 1, samples: 1, ...state.image },
    samplesOrGathers,
    isStorage: op === 'read' || op === 'write' || op === 'atomic',
    isImageProcessing,
    wrapsTexels,
    isCube,
    addressModes,
    reachesBorder: wrapsTexels && hasBorder && addressModes.includes('clamp_to_border'),
    readFormat: format.aspects.includes(aspect) ? aspectFormat(format, aspect) : format,
  };
  KNOWN.set(state, facts);
  return facts;
}

export function hasImage(state: ResolvedFacts): state is BoundFacts {
  return state.image !== null;
}

/** Instructions without a sampler; no width of a design has a part in their results. */
export const SAMPLERLESS: readonly Operation[] = [
  'fetch',
  'read',
  'write',
  'atomic',
  'query_size',
  'query_levels',
  'query_samples',
  'sample_position',
];

/** True if the instruction takes a sampled image. The sampler of any other state is ignored. */
export function usesSampler({ op }: ResolvedFacts): boolean {
  return !SAMPLERLESS.includes(op);
}

/** True if texels reach the shader as integers. */
export function isInteger({ componentType }: TexelFormat): boolean {
  return componentType === 'uint' || componentType === 'sint';
}

export function isDepthStencil({ aspects }: TexelFormat): boolean {
  return aspects[0] !== 'color';
}

/** The ratios of luma to chroma size, across and down; 1 and 1 if the format has no chroma planes or pairs. */
export function chromaDivisors({ planes, block, codec }: TexelFormat): readonly [number, number] {
  if (planes !== null) return [planes[1].widthDivisor, planes[1].heightDivisor];
  return [block !== null && codec === null ? block.width : 1, 1];
}

/**
 * True for formats that require a Y'CbCr conversion (Vulkan: Formats Requiring Sampler Y'CbCr Conversion) and similar
 * ones. The pairs of D3D11.3 19.4 are read without a conversion, as are the padded RGBA formats
 * (VK_EXT_rgba10x6_formats).
 */
export function requiresConversion({ name, planes }: TexelFormat): boolean {
  return planes !== null || name.includes('_422_');
}

/** True for color formats that are neither integer nor in need of a Y'CbCr conversion. */
export function isFilteredColor(format: TexelFormat): boolean {
  return !isDepthStencil(format) && !isInteger(format) && !requiresConversion(format);
}

const LETTERS = 'rgba';

/** True if every component keeps its place (Vulkan: identity swizzle). */
export function isIdentity(components: ComponentMapping): boolean {
  return components.every((_, c) => staysInPlace(components, c));
}

/** True if component c (0 to 3 for r, g, b, a) keeps its place. */
export function staysInPlace(components: ComponentMapping, c: number): boolean {
  return components[c] === 'identity' || components[c] === LETTERS[c];
}

/** The component, 0 to 3, of the texel that becomes component c of the result; null for zero and one. */
export function sourceOf(components: ComponentMapping, c: number): number | null {
  const swizzle = components[c];
  if (swizzle === 'zero' || swizzle === 'one') return null;
  return swizzle === 'identity' ? c : LETTERS.indexOf(swizzle);
}

/** Width of each of r, g, b, a in any of a format's planes; 0 for components that the format lacks. */
export function componentWidths(format: TexelFormat): readonly number[] {
  const stored = (format.planes ?? [{ format }]).map((plane) => plane.format);
  return [0, 1, 2, 3].map((c) => {
    const plane = stored.find(({ order }) => order.includes(c));
    return plane === undefined ? 0 : plane.bits[plane.order.indexOf(c)];
  });
}

/** True if a sample instruction may use the filter; the LOD decides which of the two filters it uses. */
export function usesFilter({ magFilter, minFilter }: Sampler, filter: Sampler['magFilter']): boolean {
  return magFilter === filter || minFilter === filter;
}

/** True for NaN and for biases, of a sampler or of sample_b, out of D3D11.3's range (7.18.11). */
export function isBeyondD3dBias(bias: number): boolean {
  return !(bias >= -16 && bias <= 15.99);
}

/** The last level that a state's view shows, numbered as in the image; its first if the view shows none. */
export function lastLevel({ view: { baseMipLevel, levelCount } }: ResolvedFacts): number {
  return baseMipLevel + Math.max(0, levelCount - 1);
}
