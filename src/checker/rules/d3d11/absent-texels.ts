import { d3d11Instruction, D3D11_INSTRUCTIONS } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { addressed, LINEAR, POINT, SAMPLE_L, TRILINEAR } from '../../probes/states.ts';
import { measuredByD3d11, specifiedByD3d11 } from '../kinds/specification-rule.ts';
import { srgbCode } from '../../../specification/texels/srgb.ts';
import { formatNamed, storedImage, texelImage } from '../../probes/texel-image.ts';
import type { MeasuredStep } from '../../probes/requests.ts';

/** Formats, their possible stored components, and the snap of a border colour. */
interface BorderFormat {
  readonly name: string;
  readonly range: readonly [number, number];
  /**
   * A linear value in units of the format, in which the border may be 0.6 off (3.2.3.4, 3.2.3.6, 3.2.3.8); null: exact.
   */
  readonly units: ((value: number, component: number) => number) | null;
}

const FLOAT32_RANGE = [-Infinity, Infinity] as const;
const FORMATS: readonly BorderFormat[] = [
  { name: 'r8_unorm', range: [0, 1], units: (x) => 255 * x },
  { name: 'r8g8_unorm', range: [0, 1], units: (x) => 255 * x },
  { name: 'r8g8b8a8_unorm', range: [0, 1], units: (x) => 255 * x },
  { name: 'r8g8b8a8_snorm', range: [-1, 1], units: (x) => 127 * x },
  { name: 'r8g8b8a8_srgb', range: [0, 1], units: (x, component) => (component === 3 ? 255 * x : srgbCode(x)) },
  { name: 'r16g16b16a16_unorm', range: [0, 1], units: (x) => 65_535 * x },
  { name: 'r16_snorm', range: [-1, 1], units: (x) => 32_767 * x },
  { name: 'r32g32b32a32_sfloat', range: FLOAT32_RANGE, units: null },
  { name: 'r32_sfloat', range: FLOAT32_RANGE, units: null },
];

const COLORS: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0, 0],
  [1, 1, 1, 1],
  [2.5, -2.5, 1.25, -0.25],
  [-0.5, 0.5, 1e10, -1e10],
  [0.25, 0.75, 0.1, 0.9],
  [1 / 3, 0.001, 0.5, 0.6],
];
const DEFAULTS = [0, 0, 0, 1];
/** Half of these samples lie on the border with all their texels, on each side of the image. */
const PLACES: readonly (readonly [number, number])[] = [
  [-1, 0.5],
  [2, 0.5],
  [0.5, -1],
  [0.5, 2],
  [-0.75, 1.75],
];

export const BORDER_COLOR = measuredByD3d11('7.18.9.1/border-color', {
  title: 'The border colour is clamped to the range of the format, and lacks what the format lacks',
  limit:
    '0.6 ULP of a normalized format, the tolerance of conversions to it; 0, 1 and -1, float formats and the defaults of ' +
    'missing components exactly',
  method: 'six colours in and out of range, in nine formats, point and linear samples beyond each side of the image',
  unit: 'ULP',
  atMost: 0.6,
  steps: () =>
    FORMATS.flatMap(({ name, units, range: [least, largest] }) =>
      COLORS.flatMap((borderColor) =>
        [POINT, LINEAR].map((filter): MeasuredStep => {
          const image = texelImage(name, { width: 4, height: 4 }, () => [32, 32, 32, 32]);
          return {
            image,
            sampler: { ...filter, ...addressed('clamp_to_border'), borderColor },
            instruction: SAMPLE_L,
            count: PLACES.length,
            operands: (n) => ({ s: PLACES[n][0], t: PLACES[n][1] }),
            measure(color, _, off) {
              for (const [c, got] of color.entries()) {
                const stored = image.format.order.includes(c);
                const expected = stored ? Math.max(least, Math.min(largest, Math.fround(borderColor[c]))) : DEFAULTS[c];
                const exact = !stored || units === null || expected === 0 || Math.abs(expected) === 1;
                const error = exact ? (got === expected ? 0 : Infinity) : Math.abs(units(got, c) - units(expected, c));
                off(error, () => [expected, got, { component: 'rgba'[c] }]);
              }
            },
          };
        }),
      ),
    ),
});

/** Instructions that fetch texels. */
const FETCHES = D3D11_INSTRUCTIONS.filter((name) => /^(sample(_|$)|gather4|ld)/.test(name));

export const UNBOUND = specifiedByD3d11('7.18.17/unbound', {
  title: 'A slot with no texture bound returns 0 in all components',
  limit: 'the bits of 0',
  method: `${FETCHES.join(', ')}, with point, trilinear, border and comparison samplers, within the unit square and beyond`,
  requests() {
    const samplers = [
      POINT,
      TRILINEAR,
      { ...LINEAR, ...addressed('clamp_to_border'), borderColor: [1, 1, 1, 1] },
      { ...LINEAR, compareEnable: true, compareOp: 'always' },
    ] as const;
    return FETCHES.flatMap((name) =>
      samplers.map((sampler) => ({
        image: null,
        sampler,
        instruction: d3d11Instruction(name),
        count: 8,
        operands: (n) => ({ s: n / 2 - 1, t: 0.3 * n, i: n, dref: 0.5 }),
      })),
    );
  },
});

/** Formats that lack components. */
const PARTIAL_FORMATS = [
  'r8_unorm',
  'r8g8_snorm',
  'r16_unorm',
  'r16g16_sfloat',
  'r32_sfloat',
  'r32g32b32_sfloat',
  'a8_unorm',
  'r5g6b5_unorm_pack16',
  'b10g11r11_ufloat_pack32',
  'bc4_unorm_block',
  'bc5_snorm_block',
  'r8_uint',
  'r16g16_sint',
  'r32_uint',
] as const;

export const MISSING_COMPONENTS = specifiedByD3d11('19.1.3.3/missing-components', {
  title: 'Components that a format lacks are 0, and alpha is 1',
  limit: '1.0f for UNORM, SNORM and FLOAT, the integer 1 for UINT and SINT',
  method: `ld of ${PARTIAL_FORMATS.join(', ')}`,
  requests: () =>
    PARTIAL_FORMATS.map((name) => {
      const format = formatNamed(name);
      const bytes = (format.block === null ? 16 : 1) * format.texelBytes;
      return {
        image: storedImage(
          name,
          4,
          4,
          Uint8Array.from({ length: bytes }, (_, n) => (37 * n + 5) % 64),
        ),
        instruction: d3d11Instruction('ld'),
        count: 16,
        operands: (n) => ({ i: n % 4, j: n >> 2 }),
        components: [0, 1, 2, 3].filter((c) => !format.order.includes(c)),
      };
    }),
});

export const ABSENT_TEXEL_RULES = [BORDER_COLOR, UNBOUND, MISSING_COMPONENTS];
