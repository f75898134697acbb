import type { ImageSource } from '../../../../../rtl-model/memory/image.ts';
import type { Instruction } from '../../../../../rtl-model/state/instruction.ts';
import { codeOfOne } from '../../../../specification/texels/numeric-formats.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import type { Operands } from '../../../probes/requests.ts';
import { FETCH } from '../../../probes/states.ts';
import { formatNamed, storedImage, texelImage } from '../../../probes/texel-image.ts';
import { measuredByVulkan, specifiedByVulkan } from '../../kinds/specification-rule.ts';

const READ: Instruction = { ...FETCH, op: 'read' };
const WRITE: Instruction = { ...FETCH, op: 'write' };

const SIZE = 4;
const LAYERS = 2;
/** Part of an image: level 1 on, layers 1 and 2 of four. */
const VIEW = {
  viewType: '2d_array',
  baseMipLevel: 1,
  levelCount: 2,
  baseArrayLayer: 1,
  layerCount: LAYERS,
} as const;
const NUMBERED = texelImage(
  'r32g32b32a32_sfloat',
  { width: 2 * SIZE, height: 2 * SIZE, layers: LAYERS + 2, levels: 4 },
  ({ i, j, layer, level }) => [1 + i + SIZE * j, 1 + layer, 1 + level, 0.5],
);

/** Texels of level 0 of the view, `beyond` more on every side and in layers. */
function fetches(instruction: Instruction, beyond: number): JudgedRequests {
  const side = SIZE + 2 * beyond;
  const places = Array.from({ length: side * side * (LAYERS + 2 * beyond) }, (_, n): Operands => {
    const [i, j, layer] = [n % side, Math.floor(n / side) % side, Math.floor(n / side ** 2)];
    return { i: i - beyond, j: j - beyond, integerLayer: layer - beyond };
  });
  const isInside = ({ i, j, integerLayer }: Operands) =>
    [i, j].every((x) => x! >= 0 && x! < SIZE) && integerLayer! >= 0 && integerLayer! < LAYERS;
  const asked = places.filter((place) => isInside(place) === (beyond === 0));
  return {
    image: NUMBERED,
    instruction,
    view: VIEW,
    count: asked.length,
    operands: (n) => asked[n],
    ...(beyond > 0 && { components: [0, 1, 2] }),
  };
}

/** Vulkan: Coordinate Validation, which replaces the texels of older texts' Texel Replacement. */
const TEXEL_REPLACEMENT = specifiedByVulkan('Coordinate Validation/texel-replacement', {
  title: 'Fetches and reads return the texel, or zero where the view has none',
  limit:
    'the texel of the level and the layer of the view; 0 for r, g and b beyond its sides and layers where the profile has ' +
    'robustImageAccess (Vulkan 1.4 requires it), which leaves alpha 0 or 1',
  method:
    'OpImageFetch and OpImageRead of every texel of a view that starts at level 1 and layer 1, and of those one beyond every ' +
    'side, in layers too',
  requests: ({ profile }) =>
    [FETCH, READ].flatMap((instruction) =>
      (profile.features.includes('robustImageAccess') ? [0, 1] : [0]).map((beyond) => fetches(instruction, beyond)),
    ),
});

/** An image to write, a texel for each case. */
function blank(name: string, count: number): ImageSource {
  return storedImage(name, count, 1, new Uint8Array(count * formatNamed(name).texelBytes));
}

const NORMALIZED = ['r8g8b8a8_unorm', 'r8g8b8a8_snorm', 'r16g16b16a16_unorm', 'a2b10g10r10_unorm_pack32'] as const;
/** Numbers to write: whole codes, those between them, and what is clamped. */
const FRACTIONS = [
  0,
  1,
  -1,
  1.5,
  -1.5,
  2 ** 20,
  -(2 ** 20),
  Infinity,
  -Infinity,
  ...Array.from({ length: 119 }, (_, n) => Math.fround((n - 59) / 59.3)),
];

/** Vulkan: Conversion From Floating-Point to Normalized Fixed-Point. */
const WRITTEN_CODES = measuredByVulkan('Texel Output Format Conversion/normalized-codes', {
  title: 'A written number becomes one of the two codes that are nearest',
  limit:
    'f clamped to [0, 1] or [-1, 1], times 2^b - 1 or 2^(b-1) - 1: that code if it is whole, else the one below or above',
  method: `${FRACTIONS.length} numbers in and beyond the range written to ${NORMALIZED.join(', ')} and read back`,
  unit: 'cases',
  steps: () =>
    NORMALIZED.map((name) => {
      const image = blank(name, FRACTIONS.length);
      const { componentType, order, bits } = image.format;
      return {
        image,
        instruction: WRITE,
        count: FRACTIONS.length,
        operands: (n) => ({ i: n, write: [0, 1, 2, 3].map((c) => numberOf(n, c)) }),
        measure(color, n, off) {
          for (const [k, c] of order.entries()) {
            const one = codeOfOne(componentType, bits[k]);
            const code = Math.max(componentType === 'snorm' ? -1 : 0, Math.min(1, numberOf(n, c))) * one;
            const [got, below, above] = [Math.round(color[c] * one), Math.floor(code), Math.ceil(code)];
            off(Number(got < below || got > above), () => [
              `code ${below} or ${above}`,
              `code ${got}`,
              { component: 'rgba'[c] },
            ]);
          }
        },
      };
    }),
});

/** The number that component c of case n is written with. */
function numberOf(n: number, c: number): number {
  return FRACTIONS[(n + 31 * c) % FRACTIONS.length];
}

/** Floats that the format holds, and integers at both ends of its range. */
const EXACT: readonly (readonly [name: string, texels: readonly (readonly number[])[]])[] = [
  [
    'r16g16b16a16_sfloat',
    [
      [0, -1, 0.5, 65504],
      [2 ** -14, -(2 ** -24), 1 + 2 ** -10, -65504],
    ],
  ],
  ['r32g32_sfloat', [[Math.fround(0.1), -(2 ** 100), 7, 7]]],
  ['b10g11r11_ufloat_pack32', [[0.5, 1 + 2 ** -6, 3, 7]]],
  [
    'r8g8b8a8_uint',
    [
      [0, 1, 254, 255],
      [128, 127, 3, 0],
    ],
  ],
  ['r16g16b16a16_sint', [[-32768, 32767, -1, 0]]],
  ['r32_uint', [[-1, 5, 5, 5]]],
  ['r32g32_sint', [[-(2 ** 31), 2 ** 31 - 1, 5, 5]]],
];

/** Vulkan: Texel Output Format Conversion of what the format holds as it is. */
const WRITTEN_VALUES = specifiedByVulkan('Texel Output Format Conversion/exact-values', {
  title: 'Numbers that the format holds are written as they are',
  limit: 'the same float or integer in the components that the format has; a read returns 0, 0 and 1 for the others',
  method: `floats and integers, the ends of the range among them, written to ${EXACT.map(([name]) => name).join(', ')} and read back`,
  requests: () =>
    EXACT.map(([name, texels]): JudgedRequests => {
      const image = blank(name, 4);
      const whole = /int/.test(image.format.componentType);
      return {
        image,
        instruction: WRITE,
        count: 4,
        operands(n) {
          const texel = texels[n % texels.length];
          return { i: n, ...(whole ? { writeBits: texel } : { write: texel }) };
        },
      };
    }),
});

export const ACCESS_RULES = [TEXEL_REPLACEMENT, WRITTEN_CODES, WRITTEN_VALUES];
