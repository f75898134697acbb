import type { ViewType } from '../../../../rtl-model/state/image-view.ts';
import { addressed, POINT } from '../../probes/filters.ts';
import { judgeForms, type JudgedStep } from '../../probes/judged-lanes.ts';
import { DIRECTED } from '../../probes/measurement.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { texelImage } from '../../probes/texel-image.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

const FORMS = ['roundTiesToEven(a), preferred', 'floor(a + 0.5), alternative'] as const;
const LAYERS = 12;
/** Layers a cube has. */
const FACES = 6;
const STEPS = 16;

function roundTiesToEven(a: number): number {
  const floor = Math.floor(a);
  if (a - floor !== 0.5) return Math.floor(a + 0.5);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Coordinates in sixteenths around the layers, then some far beyond either end. */
const FAR = [-Infinity, -1e30, -65536.5, 65536.5, 2 ** 31, 2 ** 32, 1e30, Infinity];

export const ARRAY_LAYER = vulkanRule({
  section: 'Array Layer Selection',
  name: 'layer',
  title: 'The array layer is the nearest, held to the layers of the view',
  limit: `clamp(RNE(a), 0, layerCount - 1) + baseArrayLayer with RNE(a) as ${FORMS.join(', or ')}; the finding names which`,
  method:
    'every multiple of 1/16 from -4 to 16 and 8 numbers far beyond on 1D, 2D and cube arrays of numbered layers, whole and ' +
    'views of a part',
  unit: 'cases',
  check(subject) {
    const grid = 20 * STEPS;
    const coordinate = (n: number) => (n < grid ? n / STEPS - 4 : FAR[n - grid]);
    const parts = [
      [0, LAYERS],
      [3, 5],
      [11, 1],
    ];
    const stepsOf = (viewType: ViewType, type: '1d' | '2d', layersOfOne: number): readonly JudgedStep[] => {
      const shape = { type, width: 1, height: 1, layers: LAYERS * layersOfOne } as const;
      const image = texelImage('r32_sfloat', shape, ({ layer }) => [Math.floor(layer / layersOfOne)]);
      return parts.map(([base, count]) => ({
        image,
        sampler: { ...POINT, ...addressed('clamp_to_edge') },
        instruction: EXPLICIT_LOD,
        view: { viewType, baseArrayLayer: base * layersOfOne, layerCount: count * layersOfOne },
        count: grid + FAR.length,
        fill(batch, lane, n) {
          batch.s[lane] = 0.5;
          batch.t[lane] = 0.25;
          batch.r[lane] = 0.25;
          batch.layer[lane] = coordinate(n);
        },
        expect(n, expected, form) {
          const a = coordinate(n);
          const rounded = Number.isFinite(a) ? (form === 0 ? roundTiesToEven(a) : Math.floor(a + 0.5)) : a;
          expected.fill(NaN);
          expected[0] = Math.max(0, Math.min(count - 1, rounded)) + base;
        },
        inputs: (n) => ({
          viewType,
          baseArrayLayer: base * layersOfOne,
          layerCount: count * layersOfOne,
          layer: coordinate(n),
        }),
      }));
    };
    const steps = [
      ...stepsOf('1d_array', '1d', 1),
      ...stepsOf('2d_array', '2d', 1),
      ...stepsOf('cube_array', '2d', FACES),
    ];
    return judgeForms(subject, steps, FORMS, DIRECTED);
  },
});

/** Vulkan: (u,v,w,a) to (i,j,k,l,n) Transformation and Array Layer Selection. */
export const LAYER_RULES: readonly Rule[] = [ARRAY_LAYER];
