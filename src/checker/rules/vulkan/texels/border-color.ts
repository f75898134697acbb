import type { Sampler } from '../../../../../rtl-model/state/sampler.ts';
import { codeOfOne, componentRange } from '../../../../specification/texels/numeric-formats.ts';
import { srgbCode } from '../../../../specification/texels/srgb.ts';
import { floatUlp } from '../../../float-precision.ts';
import { addressed, LINEAR, POINT, EXPLICIT_LOD } from '../../../probes/states.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import { formatNamed, texelImage } from '../../../probes/texel-image.ts';
import { measuredByVulkan, specifiedByVulkan } from '../../kinds/specification-rule.ts';

type Color = readonly [number, number, number, number];

/** Normalized formats, and one of floats. */
const FORMATS = [
  'r8_unorm',
  'r8g8_unorm',
  'r8g8b8a8_unorm',
  'b8g8r8a8_unorm',
  'r8g8b8a8_srgb',
  'r8g8b8a8_snorm',
  'r16g16b16a16_unorm',
  'r16_snorm',
  'r16g16b16a16_sfloat',
];

const CUSTOM: readonly Color[] = [
  [0, 1, 0.5, 0.25],
  [1 / 3, 2 / 3, 0.1, 0.9],
  [0.001, 0.999, 0.02, 0.7],
  [127 / 255, 128 / 255, 0.2, 254.5 / 255],
  [-1, -0.5, -0.25, -0.001],
];

/** Coordinates beyond each side of an image of 2x2 texels: linear filtering takes border texels alone, too. */
const PLACES = [
  [-0.75, 0.5],
  [1.75, 0.25],
  [0.5, -2],
  [0.25, 3],
] as const;

function borderRequests(name: string, borderColor: Color, filter: Partial<Sampler>): JudgedRequests {
  const { order } = formatNamed(name);
  return {
    image: texelImage(name, { width: 2, height: 2 }, () => order.map(() => 0)),
    sampler: { ...filter, ...addressed('clamp_to_border'), borderColor },
    instruction: EXPLICIT_LOD,
    count: PLACES.length,
    operands: (n) => ({ s: PLACES[n][0], t: PLACES[n][1] }),
  };
}

/** A component of a border colour in ULPs of the format: its codes, or those of floats near the colour. */
function ulps(value: number, component: number, { image, sampler }: JudgedRequests): number {
  const { componentType, componentBits } = image!.format;
  if (componentType === 'sfloat') return value / floatUlp(sampler!.borderColor![component], 10, -14);
  return componentType === 'srgb' && component < 3 ? srgbCode(value) : value * codeOfOne(componentType, componentBits);
}

const CUSTOM_BORDER = measuredByVulkan('Border Replacement/custom-color', {
  title: 'A custom border colour is rounded by one ULP of the format at most',
  limit: '1 ULP of the normalized format (of the sRGB code for sRGB components), within the range of the format',
  method:
    '5 colours in 8 normalized formats and R16G16B16A16_SFLOAT, 4 places around the image, nearest and linear filtering',
  unit: 'ULP',
  atMost: 1,
  inUnits: ulps,
  requests: () =>
    FORMATS.flatMap((name) => {
      const { componentType, componentBits } = formatNamed(name);
      const [lowest] = componentRange(componentType, componentBits);
      return CUSTOM.filter((color) => Math.min(...color) >= lowest).flatMap((color) => [
        borderRequests(name, color, POINT),
        borderRequests(name, color, LINEAR),
      ]);
    }),
});

/** VK_BORDER_COLOR_*_TRANSPARENT_BLACK, OPAQUE_BLACK and OPAQUE_WHITE. */
const FIXED: readonly Color[] = [
  [0, 0, 0, 0],
  [0, 0, 0, 1],
  [1, 1, 1, 1],
];
const FIXED_FORMATS = [
  'r8_unorm',
  'r8g8_unorm',
  'r8g8b8a8_unorm',
  'b8g8r8a8_unorm',
  'r8g8b8a8_srgb',
  'r8g8b8a8_snorm',
  'r16_sfloat',
  'r32g32b32a32_sfloat',
  'a8_unorm',
  'd16_unorm',
  'd32_sfloat',
  'r8_uint',
  'r8g8b8a8_sint',
];

const FIXED_BORDER = specifiedByVulkan('Border Replacement/fixed-colors', {
  title: 'Fixed border colours replace the components that the format has',
  limit: 'transparent black, opaque black and opaque white exactly, 0, 0 and 1 for components that the format lacks',
  method: '3 colours in 13 normalized, float, integer and depth formats, 4 places around the image, nearest filtering',
  requests() {
    return FIXED_FORMATS.flatMap((name) => FIXED.map((color) => borderRequests(name, color, POINT)));
  },
});

export const BORDER_COLOR_RULES = [CUSTOM_BORDER, FIXED_BORDER];
