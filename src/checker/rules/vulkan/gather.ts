import { allForFull } from '../../probes/all-for-full.ts';
import { ADDRESS_MODES, COMPARE_OPS } from '../../../../rtl-model/state/sampler.ts';
import { SWIZZLES } from '../../../../rtl-model/state/image-view.ts';
import { compares } from '../../../specification/filtering/comparison.ts';
import { addressed, LINEAR } from '../../probes/filters.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import { DREF_GATHER, GATHER } from '../../probes/spirv-instructions.ts';
import { swizzledComponent } from '../../../specification/state/result-components.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

const SECTION = 'Texel Gathering';
const SIZE = 4;
/** Texel (i0, j1) in r, (i1, j1) in g, (i1, j0) in b, (i0, j0) in a. */
const ORDER = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const;

function component(i: number, j: number, level: number, c: number): number {
  return 2 + i + SIZE * j + 64 * c + 1024 * level;
}

/** Positions in eighths of a texel, from one size before the image to one behind. */
const POSITIONS = 3 * SIZE * 8;

function position(n: number): readonly [u: number, v: number] {
  return [(n % POSITIONS) / 8 - SIZE, (Math.floor(n / POSITIONS) * 5) / 8 - SIZE];
}

export const GATHER_ORDER = vulkanRule({
  section: SECTION,
  name: 'order-and-component',
  title: 'A gather returns component comp of texels i0j1, i1j1, i1j0 and i0j0 of the base level',
  limit: 'those four texels of level_base in that order, wrapped, whatever the filter and the LOD would be',
  method:
    'positions in eighths of a texel around a 4x4 image of two levels, every address mode and component, both levels as the ' +
    'base level of the view',
  unit: 'cases',
  check(subject, _profile, effort) {
    const image = texelImage('r32g32b32a32_sfloat', { width: SIZE, height: SIZE, levels: 2 }, ({ i, j, level }) =>
      [0, 1, 2, 3].map((c) => component(i, j, level, c)),
    );
    const modes = effort === 'full' ? ADDRESS_MODES : (['repeat', 'clamp_to_border'] as const);
    const steps = modes.flatMap((mode) =>
      [0, 1, 2, 3].flatMap((comp) =>
        [0, 1].map((base): JudgedStep => {
          const size = SIZE / 2 ** base;
          const texel = (i: number, j: number) => {
            const [u, v] = [wrappedTexel(i, size, mode), wrappedTexel(j, size, mode)];
            return Math.min(u, v) === BORDER_TEXEL ? 1 : component(u, v, base, comp);
          };
          return {
            image,
            sampler: {
              ...addressed(mode),
              borderColor: [1, 1, 1, 1],
              magFilter: comp % 2 === 0 ? 'linear' : 'nearest',
              minFilter: 'nearest',
              mipLodBias: base,
            },
            instruction: { ...GATHER, component: comp },
            view: { baseMipLevel: base, levelCount: 2 - base },
            count: POSITIONS * 19,
            fill(batch, lane, n) {
              const [u, v] = position(n);
              batch.s[lane] = u / size;
              batch.t[lane] = v / size;
            },
            expect(n, expected) {
              const [i0, j0] = position(n).map((x) => Math.floor(x - 0.5));
              ORDER.forEach(([i, j], c) => (expected[c] = texel(i0 + i, j0 + j)));
            },
            inputs: (n) => ({
              op: 'gather',
              component: comp,
              baseMipLevel: base,
              addressMode: mode,
              s: position(n)[0] / size,
              t: position(n)[1] / size,
            }),
          };
        }),
      ),
    );
    return judgeLanes(subject, steps, allForFull(effort));
  },
});

export const GATHER_SWIZZLE = vulkanRule({
  section: SECTION,
  name: 'swizzle',
  title: 'A gather takes the component after the swizzle of the view',
  limit: 'the swizzled component comp of each texel, 0 and 1 among them',
  method: 'every component through each of the 7 swizzles, one texel position',
  unit: 'cases',
  check(subject) {
    const image = texelImage('r32g32b32a32_sfloat', { width: 2, height: 2 }, ({ i, j }) =>
      [0, 1, 2, 3].map((c) => component(i, j, 0, c)),
    );
    const steps = SWIZZLES.flatMap((swizzle, n) =>
      [0, 1, 2, 3].map((comp): JudgedStep => {
        // The other components have other swizzles.
        const components = [0, 1, 2, 3].map((c) => SWIZZLES[(n + 2 * (c - comp) + 14) % 7]) as [
          never,
          never,
          never,
          never,
        ];
        return {
          image,
          sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
          instruction: { ...GATHER, component: comp },
          view: { components },
          count: 4,
          fill(batch, lane) {
            batch.s[lane] = 0.5;
            batch.t[lane] = 0.5;
          },
          expect(_n, expected) {
            ORDER.forEach(([i, j], c) => {
              const texel = [0, 1, 2, 3].map((of) => component(i, j, 0, of));
              expected[c] = swizzledComponent(texel, swizzle, comp, 0, 1);
            });
          },
          inputs: () => ({ op: 'gather', component: comp, components: components.join(' ') }),
        };
      }),
    );
    return judgeLanes(subject, steps, EXHAUSTIVE);
  },
});

export const DREF_GATHER_ORDER = vulkanRule({
  section: SECTION,
  name: 'dref-gather',
  title: 'OpImageDrefGather compares each of the four texels',
  limit: '1 where D_ref compares with the texel, else 0, in the order of a gather',
  method: 'every compare operation, D_ref below, at, between and above four different depths of d32_sfloat',
  unit: 'cases',
  check(subject) {
    const depth = (i: number, j: number) => [0.125, 0.25, 0.5, 0.75][i + 2 * j];
    const references = [0, 0.125, 0.2, 0.25, 0.4, 0.5, 0.6, 0.75, 1];
    const image = texelImage('d32_sfloat', { width: 2, height: 2 }, ({ i, j }) => [depth(i, j)]);
    const steps = COMPARE_OPS.map((compareOp): JudgedStep => ({
      image,
      sampler: { ...LINEAR, ...addressed('clamp_to_edge'), compareEnable: true, compareOp },
      instruction: DREF_GATHER,
      count: references.length,
      fill(batch, lane, n) {
        batch.s[lane] = 0.5;
        batch.t[lane] = 0.5;
        batch.dref[lane] = references[n];
      },
      expect(n, expected) {
        ORDER.forEach(([i, j], c) => {
          expected[c] = compares(compareOp, Math.fround(references[n]), depth(i, j)) ? 1 : 0;
        });
      },
      inputs: (n) => ({ op: 'gather', compareOp, dref: references[n] }),
    }));
    return judgeLanes(subject, steps, EXHAUSTIVE);
  },
});

/** Vulkan: Texel Gathering. */
export const GATHER_RULES: readonly Rule[] = [GATHER_ORDER, GATHER_SWIZZLE, DREF_GATHER_ORDER];
