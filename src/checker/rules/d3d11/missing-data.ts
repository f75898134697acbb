import { D3D11_INSTRUCTIONS, d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { addressed, LINEAR, POINT, TRILINEAR } from '../../probes/states.ts';
import { formatNamed } from '../../probes/texel-image.ts';
import { specifiedByD3d11 } from '../specification-rule.ts';

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
        image: {
          format,
          width: 4,
          height: 4,
          layers: 1,
          levels: [Uint8Array.from({ length: bytes }, (_, n) => (37 * n + 5) % 64)],
        },
        instruction: d3d11Instruction('ld'),
        count: 16,
        operands: (n) => ({ i: n % 4, j: n >> 2 }),
        components: [0, 1, 2, 3].filter((c) => !format.order.includes(c)),
      };
    }),
});
