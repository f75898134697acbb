import { allForFull, EXHAUSTIVE } from '../../probes/measurement.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { type ComponentMapping, SWIZZLES } from '../../../../rtl-model/state/image-view.ts';
import { addressed, LINEAR, GATHER } from '../../probes/states.ts';
import { comparedGathers, GATHER_SIZE, componentGathers, numberedTexels } from '../../probes/gather-requests.ts';
import { specifiedByVulkan } from '../kinds/specification-rule.ts';

/** Positions in eighths of a texel, from four texels before the image to four after it. */
const POSITIONS = 3 * GATHER_SIZE * 8;

const GATHER_ORDER = specifiedByVulkan('Texel Gathering/order-and-component', {
  title: 'A gather returns component comp of texels i0j1, i1j1, i1j0 and i0j0 of the base level',
  limit: 'those four texels of level_base in that order, wrapped, whatever the filter and the LOD would be',
  method:
    'positions in eighths of a texel around a 4x4 image of two levels, every address mode and component, both levels as the ' +
    'base level of the view',
  chosen: allForFull,
  requests({ effort }) {
    const modes = effort === 'full' ? ADDRESS_MODES : (['repeat', 'clamp_to_border'] as const);
    return componentGathers(modes, [0, 1], POSITIONS * 19, (n) => [
      (n % POSITIONS) / 8 - GATHER_SIZE,
      (Math.floor(n / POSITIONS) * 5) / 8 - GATHER_SIZE,
    ]);
  },
});

const GATHER_SWIZZLE = specifiedByVulkan('Texel Gathering/swizzle', {
  title: 'A gather takes the component after the swizzle of the view',
  limit: 'the swizzled component comp of each texel, 0 and 1 among them',
  method: 'every component through each of the 7 swizzles, one texel position',
  chosen: EXHAUSTIVE,
  requests() {
    const image = numberedTexels(2, 1);
    return SWIZZLES.flatMap((_, n) =>
      [0, 1, 2, 3].map((component) => {
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
  method: 'every compare operation, D_ref below, at, between and above the depths of 4x4 texels of d32_sfloat, and NaN',
  chosen: EXHAUSTIVE,
  requests: comparedGathers,
});

export const GATHER_RULES = [GATHER_ORDER, GATHER_SWIZZLE, DREF_GATHER_ORDER];
