import { allForFull, EXHAUSTIVE } from '../../../probes/measurement.ts';
import { SWIZZLES, type ComponentMapping } from '../../../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../../../rtl-model/state/instruction.ts';
import {
  addressed,
  POINT,
  DREF_EXPLICIT_LOD,
  EXPLICIT_LOD,
  FETCH,
  GATHER,
  GRADIENT_LOD,
  IMPLICIT_LOD,
  QUERY_LOD,
} from '../../../probes/states.ts';
import { texelImage } from '../../../probes/texel-image.ts';
import { specifiedByVulkan } from '../../kinds/specification-rule.ts';

/** Formats with the stored components of a texel. */
const FORMATS: readonly (readonly [name: string, ...stored: readonly number[]])[] = [
  ['r32g32b32a32_sfloat', 2, 3, 4, 5],
  ['r32g32_sfloat', 2, 3],
  ['r32_sfloat', 2],
  ['b8g8r8a8_unorm', 0, 255, 0, 255],
  ['r8g8b8a8_uint', 2, 3, 4, 5],
  ['r8_uint', 7],
  ['r16g16_sint', 0xfffe, 3],
];

function mapping(...numbers: readonly [number, number, number, number]): ComponentMapping {
  const [r, g, b, a] = numbers.map((n) => SWIZZLES[n % 7]);
  return [r, g, b, a];
}

const EVERY_MAPPING = Array.from({ length: 7 ** 4 }, (_, n) =>
  mapping(n, Math.floor(n / 7), Math.floor(n / 49), Math.floor(n / 343)),
);
const PAIRWISE_MAPPINGS = Array.from({ length: 49 }, (_, n) => {
  const [x, y] = [n % 7, Math.floor(n / 7)];
  return mapping(x, y, x + y, x + 2 * y);
});

const COMPONENT_SWIZZLE = specifiedByVulkan('Component Swizzle/every-mapping', {
  title: 'Components of the result are what the swizzle of the view says',
  limit: 'r, g, b, a, 0, one (1.0, or 1 for integers) or the component itself; a format lacks components as 0, 0, 1',
  method:
    'all 2401 component mappings (49 for quick) of a format of four floats, and on 6 formats of float, normalized and integer ' +
    'components 49 in which every two components have every two swizzles; by a sample',
  chosen: allForFull,
  requests({ effort }) {
    return FORMATS.flatMap(([name, ...stored], n) => {
      const image = texelImage(name, { width: 1, height: 1 }, () => stored);
      const mappings = effort === 'full' && n === 0 ? EVERY_MAPPING : PAIRWISE_MAPPINGS;
      return mappings.map((components) => ({
        image,
        sampler: { ...POINT, ...addressed('clamp_to_edge') },
        instruction: EXPLICIT_LOD,
        view: { components },
        count: 1,
        operands: () => ({}),
      }));
    });
  },
});

const READS: readonly Instruction[] = [
  EXPLICIT_LOD,
  GRADIENT_LOD,
  IMPLICIT_LOD,
  DREF_EXPLICIT_LOD,
  GATHER,
  FETCH,
  QUERY_LOD,
  { op: 'query_size', lod: 'explicit', projected: false },
  { op: 'query_levels', lod: 'explicit', projected: false },
];

const NULL_DESCRIPTOR = specifiedByVulkan('Texel Input Validation Operations/null-descriptor', {
  title: 'A null descriptor reads as zero',
  limit: 'r, g, b and a are 0 for every instruction (nullDescriptor); OpImageQueryLod returns (0, 0)',
  method:
    '4 coordinates with 3 LODs and layers by each of 9 instructions, with a border colour of 1 and with comparison always',
  chosen: EXHAUSTIVE,
  requests() {
    return READS.map((instruction) => ({
      image: null,
      sampler: { ...addressed('clamp_to_border'), borderColor: [1, 1, 1, 1], compareOp: 'always' },
      instruction,
      count: 12,
      operands: (n) => ({
        s: [0, 0.5, -3, 1e9][n % 4],
        t: 0.25,
        lod: Math.floor(n / 4) * 2,
        layer: Math.floor(n / 4),
        i: n % 4,
      }),
    }));
  },
});

export const TEXEL_VALUE_RULES = [COMPONENT_SWIZZLE, NULL_DESCRIPTOR];
