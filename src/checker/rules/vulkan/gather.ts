import { allForFull, EXHAUSTIVE } from '../../probes/measurement.ts';
import { ADDRESS_MODES, COMPARE_OPS } from '../../../../rtl-model/state/sampler.ts';
import { type ComponentMapping, SWIZZLES } from '../../../../rtl-model/state/image-view.ts';
import { addressed, LINEAR, DREF_GATHER, GATHER } from '../../probes/states.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';
import { texelImage } from '../../probes/texel-image.ts';
import type { Rule } from '../../rule.ts';
import { specifiedByVulkan } from '../specification-rule.ts';

const SIZE = 4;
const COMPONENTS = [0, 1, 2, 3];

function numberedImage(size: number, levels: number) {
  return texelImage('r32g32b32a32_sfloat', { width: size, height: size, levels }, ({ i, j, level }) =>
    COMPONENTS.map((c) => 2 + i + SIZE * j + 64 * c + 1024 * level),
  );
}

/** Positions in eighths of a texel, from one size before the image to one behind. */
const POSITIONS = 3 * SIZE * 8;

const GATHER_ORDER = specifiedByVulkan('Texel Gathering/order-and-component', {
  title: 'A gather returns component comp of texels i0j1, i1j1, i1j0 and i0j0 of the base level',
  limit: 'those four texels of level_base in that order, wrapped, whatever the filter and the LOD would be',
  method:
    'positions in eighths of a texel around a 4x4 image of two levels, every address mode and component, both levels as the ' +
    'base level of the view',
  chosen: allForFull,
  requests({ effort }) {
    const image = numberedImage(SIZE, 2);
    const modes = effort === 'full' ? ADDRESS_MODES : (['repeat', 'clamp_to_border'] as const);
    return modes.flatMap((mode) =>
      COMPONENTS.flatMap((component) =>
        [0, 1].map((base): JudgedRequests => ({
          image,
          sampler: {
            ...addressed(mode),
            borderColor: [1, 1, 1, 1],
            magFilter: component % 2 === 0 ? 'linear' : 'nearest',
            minFilter: 'nearest',
            mipLodBias: base,
          },
          instruction: { ...GATHER, component },
          view: { baseMipLevel: base, levelCount: 2 - base },
          count: POSITIONS * 19,
          operands(n) {
            const size = SIZE / 2 ** base;
            const [u, v] = [(n % POSITIONS) / 8 - SIZE, (Math.floor(n / POSITIONS) * 5) / 8 - SIZE];
            return { s: u / size, t: v / size };
          },
        })),
      ),
    );
  },
});

const GATHER_SWIZZLE = specifiedByVulkan('Texel Gathering/swizzle', {
  title: 'A gather takes the component after the swizzle of the view',
  limit: 'the swizzled component comp of each texel, 0 and 1 among them',
  method: 'every component through each of the 7 swizzles, one texel position',
  chosen: EXHAUSTIVE,
  requests() {
    const image = numberedImage(2, 1);
    return SWIZZLES.flatMap((_, n) =>
      COMPONENTS.map((component): JudgedRequests => {
        // The other components have other swizzles.
        const swizzle = (c: number) => SWIZZLES[(n + 2 * (c - component) + 14) % 7];
        const components: ComponentMapping = [swizzle(0), swizzle(1), swizzle(2), swizzle(3)];
        return {
          image,
          sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
          instruction: { ...GATHER, component },
          view: { components },
          count: 4,
          operands: () => ({ s: 0.5, t: 0.5 }),
        };
      }),
    );
  },
});

const DREF_GATHER_ORDER = specifiedByVulkan('Texel Gathering/dref-gather', {
  title: 'OpImageDrefGather compares each of the four texels',
  limit: '1 where D_ref compares with the texel, else 0, in the order of a gather',
  method: 'every compare operation, D_ref below, at, between and above four different depths of d32_sfloat',
  chosen: EXHAUSTIVE,
  requests() {
    const references = [0, 0.125, 0.2, 0.25, 0.4, 0.5, 0.6, 0.75, 1];
    const image = texelImage('d32_sfloat', { width: 2, height: 2 }, ({ i, j }) => [
      [0.125, 0.25, 0.5, 0.75][i + 2 * j],
    ]);
    return COMPARE_OPS.map((compareOp): JudgedRequests => ({
      image,
      sampler: { ...LINEAR, ...addressed('clamp_to_edge'), compareEnable: true, compareOp },
      instruction: DREF_GATHER,
      count: references.length,
      operands: (n) => ({ s: 0.5, t: 0.5, dref: references[n] }),
    }));
  },
});

/** Vulkan: Texel Gathering. */
export const GATHER_RULES: readonly Rule[] = [GATHER_ORDER, GATHER_SWIZZLE, DREF_GATHER_ORDER];
