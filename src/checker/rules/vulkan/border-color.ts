import { floatUlp } from '../../float-ulp.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { judgeRequests, type JudgedRequests } from '../../probes/judged-requests.ts';
import { DIRECTED, Measurement } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { srgbCode } from '../../../specification/texels/srgb.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { formatNamed, texelImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

const SECTION = 'Border Replacement';
type Color = readonly [number, number, number, number];

/** Formats with a value in units of their ULP; for floats of `bits` fraction bits the ULP is that of the value. */
interface BorderFormat {
  readonly name: string;
  readonly lowest: number;
  readonly ulps: (value: number, component: number) => number;
}

const FORMATS: readonly BorderFormat[] = [
  { name: 'r8_unorm', lowest: 0, ulps: (x) => x * 255 },
  { name: 'r8g8_unorm', lowest: 0, ulps: (x) => x * 255 },
  { name: 'r8g8b8a8_unorm', lowest: 0, ulps: (x) => x * 255 },
  { name: 'b8g8r8a8_unorm', lowest: 0, ulps: (x) => x * 255 },
  { name: 'r8g8b8a8_srgb', lowest: 0, ulps: (x, component) => (component === 3 ? x * 255 : srgbCode(x)) },
  { name: 'r8g8b8a8_snorm', lowest: -1, ulps: (x) => x * 127 },
  { name: 'r16g16b16a16_unorm', lowest: 0, ulps: (x) => x * 65_535 },
  { name: 'r16_snorm', lowest: -1, ulps: (x) => x * 32_767 },
];

const CUSTOM: readonly Color[] = [
  [0, 1, 0.5, 0.25],
  [1 / 3, 2 / 3, 0.1, 0.9],
  [0.001, 0.999, 0.02, 0.7],
  [127 / 255, 128 / 255, 0.2, 254.5 / 255],
  [-1, -0.5, -0.25, -0.001],
];

/** Beyond each side of an image of 2x2 texels, by nearest filtering and by linear filtering of border texels alone. */
const PLACES = [
  [-0.75, 0.5],
  [1.75, 0.25],
  [0.5, -2],
  [0.25, 3],
] as const;

function borderStep(name: string, borderColor: Color, filter: 'nearest' | 'linear') {
  const format = formatNamed(name);
  return {
    image: texelImage(name, { width: 2, height: 2 }, () => format.order.map(() => 0)),
    sampler: { ...(filter === 'nearest' ? POINT : LINEAR), ...addressed('clamp_to_border'), borderColor },
    instruction: EXPLICIT_LOD,
  };
}

/** Components that the format stores keep the border's, others are 0, and 1 for alpha. */
function replaced(name: string, color: Color): Color {
  const { order } = formatNamed(name);
  const component = (c: number) => (order.includes(c) ? color[c] : c === 3 ? 1 : 0);
  return [component(0), component(1), component(2), component(3)];
}

export const CUSTOM_BORDER = vulkanRule({
  section: SECTION,
  name: 'custom-color',
  title: 'A custom border colour is rounded by one ULP of the format at most',
  limit: '1 ULP of the normalized format (of the sRGB code for sRGB components), within the range of the format',
  method:
    '5 colours in 8 normalized formats and R16G16B16A16_SFLOAT, 4 places around the image, nearest and linear filtering',
  unit: 'ULP',
  *check(subject) {
    const off = new Measurement();
    const half: BorderFormat = { name: 'r16g16b16a16_sfloat', lowest: -Infinity, ulps: (x) => x };
    const all = [...FORMATS, half];
    for (const [step, format] of all.entries()) {
      for (const color of CUSTOM.filter((some) => Math.min(...some) >= format.lowest)) {
        const expected = replaced(format.name, color.map(Math.fround) as unknown as Color);
        for (const filter of ['nearest', 'linear'] as const) {
          const cases = askCases(
            subject,
            borderStep(format.name, color, filter),
            PLACES.length,
            (batch, lane, n) => {
              [batch.s[lane], batch.t[lane]] = PLACES[n];
            },
            (result, at, n) => {
              for (let c = 0; c < 4; c++) {
                const got = result[at + c];
                const distance = Math.abs(format.ulps(got, c) - format.ulps(expected[c], c));
                const ulp = format === half ? floatUlp(expected[c], 10, -14) : 1;
                off.add(distance / ulp, () => ({
                  inputs: witnessFields({
                    format: format.name,
                    filter,
                    borderColor: color.join(' '),
                    s: PLACES[n][0],
                    t: PLACES[n][1],
                    component: 'rgba'[c],
                  }),
                  raw: {},
                  expected: String(expected[c]),
                  got: String(got),
                }));
              }
            },
          );
          yield* stepOf(step, all.length, cases);
        }
      }
    }
    return off.atMost(1, DIRECTED);
  },
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

export const FIXED_BORDER = vulkanRule({
  section: SECTION,
  name: 'fixed-colors',
  title: 'Fixed border colours replace the components that the format has',
  limit: 'transparent black, opaque black and opaque white exactly, 0, 0 and 1 for components that the format lacks',
  method: '3 colours in 13 normalized, float, integer and depth formats, 4 places around the image, nearest filtering',
  unit: 'cases',
  check(subject, profile) {
    const steps = FIXED_FORMATS.flatMap((name) =>
      FIXED.map((color): JudgedRequests => ({
        ...borderStep(name, color, 'nearest'),
        count: PLACES.length,
        operands: (n) => ({ s: PLACES[n][0], t: PLACES[n][1] }),
      })),
    );
    return judgeRequests(subject, profile, steps, DIRECTED);
  },
});

/** Vulkan: Border Replacement. */
export const BORDER_RULES: readonly Rule[] = [CUSTOM_BORDER, FIXED_BORDER];
