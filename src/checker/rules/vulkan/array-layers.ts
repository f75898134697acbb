import type { ViewType } from '../../../../rtl-model/state/image-view.ts';
import { addressed, POINT, EXPLICIT_LOD } from '../../probes/states.ts';
import type { Form, JudgedRequests } from '../../probes/judged-requests.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { specifiedByVulkan } from '../specification-rule.ts';

const FORMS = (
  [
    ['roundTiesToEven(a), preferred', 'nearest-even'],
    ['floor(a + 0.5), alternative', 'floor-plus-half'],
  ] as const
).map(([name, layerRounding]): Form => ({
  name,
  change: ({ design }) => ({ design: { ...design, address: { ...design.address, layerRounding } } }),
}));
const LAYERS = 12;
/** First layer and number of layers of a view. */
const PARTS = [
  [0, LAYERS],
  [3, 5],
  [11, 1],
] as const;
const STEPS = 16;
const GRID = 20 * STEPS;
/** Layers far beyond either end. */
const FAR = [-Infinity, -1e30, -65536.5, 65536.5, 2 ** 31, 2 ** 32, 1e30, Infinity];

function layerSteps(viewType: ViewType, type: '1d' | '2d', layersOfOne: number): readonly JudgedRequests[] {
  const shape = { type, width: 1, height: 1, layers: LAYERS * layersOfOne } as const;
  const image = texelImage('r32_sfloat', shape, ({ layer }) => [Math.floor(layer / layersOfOne)]);
  return PARTS.map(([base, count]) => ({
    image,
    sampler: { ...POINT, ...addressed('clamp_to_edge') },
    instruction: EXPLICIT_LOD,
    view: { viewType, baseArrayLayer: base * layersOfOne, layerCount: count * layersOfOne },
    count: GRID + FAR.length,
    operands: (n) => ({ s: 0.5, t: 0.25, r: 0.25, layer: n < GRID ? n / STEPS - 4 : FAR[n - GRID] }),
  }));
}

export const ARRAY_LAYER = specifiedByVulkan('Array Layer Selection/layer', {
  title: 'The array layer is the nearest, held to the layers of the view',
  limit: `clamp(RNE(a), 0, layerCount - 1) + baseArrayLayer with RNE(a) as ${FORMS.map(({ name }) => name).join(', or ')}; the finding names which`,
  method:
    'every multiple of 1/16 from -4 to 16 and 8 numbers far beyond on 1D, 2D and cube arrays of numbered layers, whole and ' +
    'views of a part',
  forms: FORMS,
  requests() {
    return [
      ...layerSteps('1d_array', '1d', 1),
      ...layerSteps('2d_array', '2d', 1),
      ...layerSteps('cube_array', '2d', 6),
    ];
  },
});

/** Vulkan: (u,v,w,a) to (i,j,k,l,n) Transformation and Array Layer Selection. */
export const LAYER_RULES = [ARRAY_LAYER];
