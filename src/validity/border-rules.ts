import { FLOAT16 } from '../../rtl-model/fixed-point/float16.ts';
import { decodeFloat } from '../../rtl-model/fixed-point/float-format.ts';
import { SHARED_EXPONENT_LARGEST } from '../../rtl-model/fixed-point/shared-exponent.ts';
import { FLOAT10, FLOAT11 } from '../../rtl-model/fixed-point/small-float.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { componentRange } from '../specification/texels/numeric-formats.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { type Breach, imageRules } from './rule.ts';
import { type BoundFacts, isDepthStencil, isIdentity, isInteger, staysInPlace } from './state-facts.ts';

const VALIDATION = 'Instruction/Format/Sampler/Image View Validation';
/** Formats whose custom border colours may not be used without `format`. */
const NEEDING_FORMAT: ReadonlySet<string> = new Set([
  'b4g4r4a4_unorm_pack16',
  'b5g6r5_unorm_pack16',
  'a1b5g5r5_unorm_pack16',
  'b5g5r5a1_unorm_pack16',
]);
const SWIZZLED = 'the border is swizzled as a texel is, as with borderColorSwizzleFromImage';

/**
 * Rules of border colours and the view whose texels they replace (Vulkan: Instruction/Format/Sampler/Image View
 * Validation, Border Replacement, Custom Border Colors; D3D11.3 7.18.9.1).
 */
export const BORDER_RULES = imageRules({
  'vulkan/textures-operation-validation/border-integer': {
    section: VALIDATION,
    text: 'the border colour of an integer format, or of stencil, is of integers',
    model: 'fractions are cut off, NaN is 0',
    found: (state) =>
      state.reachesBorder &&
      isInteger(state.readFormat) &&
      !state.sampler.borderColor.every(Number.isInteger) &&
      colorOf(state),
  },
  'vulkan/textures-operation-validation/border-type': {
    section: VALIDATION,
    text: 'the border colour is an int one for an integer format and for stencil, and a float one for others',
    model: "its components, as those of a colour of the format's kind",
    found: ({ reachesBorder, readFormat, sampler: { borderColorType: type }, view: { format } }) => {
      const wrong = type !== undefined && (type === 'int') !== isInteger(readFormat);
      return reachesBorder && wrong && `an ${type} border colour for ${format.name}`;
    },
  },
  'VUID-VkSamplerCustomBorderColorCreateInfoEXT-format-07605': {
    text: 'the border colour is an int one with an integer format, and a float one with others but depth and stencil',
    found: ({ sampler: { borderColorType: type, borderColorFormat: format } }) => {
      const wrong = type !== undefined && format !== undefined && !isDepthStencil(format);
      return wrong && (type === 'int') !== isInteger(format) && `an ${type} border colour with format ${format.name}`;
    },
  },
  'vulkan/VkSamplerCustomBorderColorCreateInfoEXT/view-format': {
    section: 'Custom Border Colors',
    text: "the format of a custom border colour is the view's",
    model: "the colour in the view's format",
    found: ({ reachesBorder, sampler: { borderColorFormat: format }, view }) => {
      const other = format !== undefined && format !== view.format;
      return reachesBorder && other && `borderColorFormat ${format.name} for ${view.format.name}`;
    },
  },
  'VUID-VkSamplerCustomBorderColorCreateInfoEXT-format-04015': {
    text: `a custom border colour for ${[...NEEDING_FORMAT].join(', ')} has a format`,
    value: 'the colour, as with a format, and as D3D11.3 defines',
    undefinedIn: 'Vulkan',
    found: (state) => {
      const { sampler, view } = state;
      const bare = sampler.borderColorFormat === undefined && NEEDING_FORMAT.has(view.format.name);
      return state.reachesBorder && bare && borderKind(sampler.borderColor) === 'custom' && colorOf(state);
    },
  },
  'vulkan/textures-operation-validation/border-mapping': {
    section: VALIDATION,
    text: "the component mapping of a border colour is the view's swizzle",
    model: SWIZZLED,
    found: ({ reachesBorder, sampler, view: { components } }) => {
      const mapping = sampler.borderColorMapping?.components;
      if (mapping === undefined || !reachesBorder) return false;
      const differs = [0, 1, 2, 3].some(
        (c) => mapping[c] !== components[c] && !(staysInPlace(mapping, c) && staysInPlace(components, c)),
      );
      return differs && `borderColorMapping ${mapping.join(', ')} for a view of ${components.join(', ')}`;
    },
  },
  'vulkan/textures-operation-validation/border-srgb': {
    section: VALIDATION,
    text: "the mapping of a border colour says srgb if the view's format is sRGB encoded, and only then",
    model: 'the colour, in linear space',
    found: ({ reachesBorder, sampler: { borderColorMapping: mapping }, view: { format } }) => {
      const wrong = mapping !== undefined && mapping.srgb !== (format.componentType === 'srgb');
      return reachesBorder && wrong && `srgb is ${mapping.srgb} for ${format.name}`;
    },
  },
  'VUID-VkSamplerCreateInfo-borderColor-04442': {
    section: `VkSamplerCreateInfo; ${VALIDATION}; D3D11.3 7.18.9.1`,
    text: "the border colour's components that the view's format has are within the format's range",
    value: "clamped into the format's range, as D3D11.3 defines",
    undefinedIn: 'Vulkan',
    found: (state) => state.reachesBorder && isOutside(state.sampler.borderColor, state.readFormat) && colorOf(state),
  },
  'vulkan/textures-component-swizzle/opaque-black': {
    section: `Component Swizzle; ${VALIDATION}`,
    text: 'the border colour opaque black goes with the identity swizzle, or with a component mapping',
    model: SWIZZLED,
    found: swizzledBorder('opaque black'),
  },
  'vulkan/textures-operation-validation/custom-border-swizzle': {
    section: VALIDATION,
    text:
      'a border colour other than transparent black and opaque white goes with the identity swizzle, or with a component ' +
      'mapping',
    model: SWIZZLED,
    found: swizzledBorder('custom'),
  },
});

type BorderKind = 'transparent black' | 'opaque black' | 'opaque white' | 'custom';

function borderKind([r, g, b, a]: Sampler['borderColor']): BorderKind {
  if (r !== g || g !== b) return 'custom';
  if (r === 0 && a === 0) return 'transparent black';
  if (r === 0 && a === 1) return 'opaque black';
  return r === 1 && a === 1 ? 'opaque white' : 'custom';
}

function swizzledBorder(kind: BorderKind): (state: BoundFacts) => Breach {
  return ({ reachesBorder, sampler, view }) => {
    // The conversion's own swizzle replaces the view's.
    const components = sampler.ycbcrConversion?.components ?? view.components;
    const swizzled = sampler.borderColorMapping === undefined && !isIdentity(components);
    const found = reachesBorder && swizzled && borderKind(sampler.borderColor) === kind;
    return found && `borderColor [${sampler.borderColor.join(', ')}] swizzled ${components.join(', ')}`;
  };
}

function colorOf({ sampler, view }: BoundFacts): string {
  return `borderColor [${sampler.borderColor.join(', ')}] for ${view.format.name}`;
}

function isOutside(color: Sampler['borderColor'], format: TexelFormat): boolean {
  const stored = format.planes?.map((plane) => plane.format) ?? [format];
  return stored.some((plane) => plane.order.some((component, k) => isBeyond(color[component], plane, k)));
}

/** True if the value is out of the component's range. NaN is out of every range except that of floats. */
function isBeyond(value: number, format: TexelFormat, k: number): boolean {
  if (Number.isNaN(value)) return format.componentType !== 'sfloat';
  const [least, greatest] = rangeOf(format, k);
  return value < least || value > greatest;
}

/** The range of stored component k of a format. Floats of less than 32 bits must be finite (Vulkan). */
function rangeOf(format: TexelFormat, k: number): readonly [number, number] {
  const { componentType, bits } = format;
  return componentType === 'ufloat' ? [0, greatestFloat(format, k)] : componentRange(componentType, bits[k]);
}

/** The largest finite value of an unsigned float. */
function greatestFloat({ bits, sharedExponentBits }: TexelFormat, k: number): number {
  if (sharedExponentBits > 0) return SHARED_EXPONENT_LARGEST;
  const format = { 16: FLOAT16, 11: FLOAT11, 10: FLOAT10 }[bits[k]]!;
  return decodeFloat(format.infinity - 1, format);
}
