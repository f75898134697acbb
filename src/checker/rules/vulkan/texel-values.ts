import { allForFull } from '../../probes/all-for-full.ts';
import { SWIZZLES, type ComponentMapping } from '../../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import { addressed, POINT } from '../../probes/filters.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import {
  DREF_EXPLICIT_LOD,
  EXPLICIT_LOD,
  FETCH,
  GATHER,
  GRADIENT_LOD,
  IMPLICIT_LOD,
  QUERY_LOD,
} from '../../probes/spirv-instructions.ts';
import { swizzledComponent } from '../../../specification/state/result-components.ts';
import { texelImage } from '../../probes/texel-image.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

/** Formats with what their texel is as r, g, b, a: components that a format lacks are 0, and alpha is one. */
const FORMATS: readonly {
  readonly name: string;
  readonly stored: readonly number[];
  readonly rgba: readonly number[];
}[] = [
  { name: 'r32g32b32a32_sfloat', stored: [2, 3, 4, 5], rgba: [2, 3, 4, 5] },
  { name: 'r32g32_sfloat', stored: [2, 3], rgba: [2, 3, 0, 1] },
  { name: 'r32_sfloat', stored: [2], rgba: [2, 0, 0, 1] },
  { name: 'b8g8r8a8_unorm', stored: [0, 255, 0, 255], rgba: [0, 1, 0, 1] },
  { name: 'r8g8b8a8_uint', stored: [2, 3, 4, 5], rgba: [2, 3, 4, 5] },
  { name: 'r8_uint', stored: [7], rgba: [7, 0, 0, 1] },
  { name: 'r16g16_sint', stored: [0xfffe, 3], rgba: [-2, 3, 0, 1] },
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

export const COMPONENT_SWIZZLE = vulkanRule({
  section: 'Component Swizzle',
  name: 'every-mapping',
  title: 'Components of the result are what the swizzle of the view says',
  limit: 'r, g, b, a, 0, one (1.0, or 1 for integers) or the component itself; a format lacks components as 0, 0, 1',
  method:
    'all 2401 component mappings (49 for quick) of a format of four floats, and on 6 formats of float, normalized and integer ' +
    'components 49 in which every two components have every two swizzles; by a sample',
  unit: 'cases',
  check(subject, _profile, effort) {
    const steps = FORMATS.flatMap(({ name, stored, rgba }, n) => {
      const image = texelImage(name, { width: 1, height: 1 }, () => stored);
      const mappings = effort === 'full' && n === 0 ? EVERY_MAPPING : PAIRWISE_MAPPINGS;
      return mappings.map((components): JudgedStep => ({
        image,
        sampler: { ...POINT, ...addressed('clamp_to_edge') },
        instruction: EXPLICIT_LOD,
        view: { components },
        integers: name.endsWith('int'),
        count: 1,
        fill: () => {},
        expect: (_n, expected) => {
          components.forEach((swizzle, c) => (expected[c] = swizzledComponent(rgba, swizzle, c, 0, 1)));
        },
        inputs: () => ({ format: name, components: components.join(' ') }),
      }));
    });
    return judgeLanes(subject, steps, allForFull(effort));
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

export const NULL_DESCRIPTOR = vulkanRule({
  section: 'Texel Input Validation Operations',
  name: 'null-descriptor',
  title: 'A null descriptor reads as zero',
  limit: 'r, g, b and a are 0 for every instruction (nullDescriptor); OpImageQueryLod returns (0, 0)',
  method:
    '4 coordinates with 3 LODs and layers by each of 9 instructions, with a border colour of 1 and with comparison always',
  unit: 'cases',
  check(subject) {
    const steps = READS.map((instruction): JudgedStep => ({
      image: null,
      sampler: { ...addressed('clamp_to_border'), borderColor: [1, 1, 1, 1], compareOp: 'always' },
      instruction,
      integers: true,
      count: 12,
      fill(batch, lane, n) {
        batch.s[lane] = [0, 0.5, -3, 1e9][n % 4];
        batch.t[lane] = 0.25;
        batch.lod[lane] = (n >> 2) * 2;
        batch.layer[lane] = n >> 2;
        batch.i[lane] = n % 4;
      },
      expect: (_n, expected) => expected.fill(0),
      inputs: (n) => ({ image: 'null', op: instruction.op ?? 'sample', lodSource: instruction.lod, case: n }),
    }));
    return judgeLanes(subject, steps, EXHAUSTIVE);
  },
});

/** Vulkan: Component Swizzle, Texel Input Validation Operations. */
export const TEXEL_VALUE_RULES: readonly Rule[] = [COMPONENT_SWIZZLE, NULL_DESCRIPTOR];
