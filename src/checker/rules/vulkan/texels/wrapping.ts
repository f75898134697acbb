import { allForFull, EXHAUSTIVE } from '../../../probes/measurement.ts';
import { ADDRESS_MODES } from '../../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT, EXPLICIT_LOD } from '../../../probes/states.ts';
import { coordinatesAlong, IMAGE_AXES, imageAlong, modeAlong } from '../../../probes/image-axes.ts';
import { modesByAxis } from '../../../probes/modes-by-axis.ts';
import { texelImage } from '../../../probes/texel-image.ts';
import { specifiedByVulkan } from '../../kinds/specification-rule.ts';
import type { ViewType } from '../../../../../rtl-model/state/image-view.ts';
import type { Form, JudgedRequests } from '../../../probes/judged-requests.ts';

/** The border colour: no texel has it. */
const BORDER = [1, 1, 1, 1] as const;

const ADDRESS_MODE_WRAP = specifiedByVulkan('Wrapping Operation/address-modes', {
  title: 'Integer coordinates beyond an axis wrap as the address mode says',
  limit: 'the texel (or the border) of the formula of each mode, in every case',
  method:
    'nearest filtering at the centre of every index from -4 sizes to 5 sizes, sizes 1 to 17 (1 to 4 for quick), every axis of ' +
    '1D, 2D and 3D images, every mode',
  chosen: allForFull,
  requests({ effort }) {
    const sizes = Array.from({ length: effort === 'full' ? 17 : 4 }, (_, n) => n + 1);
    return IMAGE_AXES.flatMap((along) =>
      sizes.flatMap((size) => {
        const image = imageAlong(along, size, (i) => i + 2);
        return ADDRESS_MODES.map((mode) => ({
          image,
          sampler: { ...POINT, ...addressed(mode), borderColor: BORDER },
          instruction: EXPLICIT_LOD,
          count: 9 * size,
          operands: (n) => coordinatesAlong(along, (n - 4 * size + 0.5) / size),
        }));
      }),
    );
  },
});

/** Indices along all axes of a 3D image at once, with a mode for each axis: mixed-up modes show. */
const MODES_BY_AXIS = specifiedByVulkan('Wrapping Operation/mode-of-each-axis', {
  title: 'i, j and k wrap by addressModeU, addressModeV and addressModeW',
  limit: 'the texel of the three formulas, or the border where any of them gives it',
  method:
    'all 125 combinations of modes (22 for quick) on a 3D image of 2x3x4 texels, indices -3 to 6 of every axis (400 of these ' +
    'places for quick), nearest filtering',
  chosen: allForFull,
  requests: ({ effort }) =>
    modesByAxis(EXPLICIT_LOD, effort === 'full' ? 1000 : 400, BORDER, (u, v, w) => {
      // All but mirror_clamp_to_edge, which is the last.
      return effort === 'full' || (Math.max(u, v, w) < 4 && (u + v + w) % 3 === 0);
    }),
});

/** The mean of two texels, either of which may wrap: exact in every format that holds the texels. */
const WRAPPED_PAIRS = specifiedByVulkan('Wrapping Operation/wrapped-pairs', {
  title: 'Linear filtering wraps each of its texels',
  limit: 'half way between indices i and i + 1 the mean of the texels that these two wrap to',
  method: 'every i from -4 sizes to 5 sizes, sizes 1, 2, 4 and 8, every axis of 1D, 2D and 3D images, every mode',
  chosen: EXHAUSTIVE,
  requests() {
    return IMAGE_AXES.flatMap((along) =>
      [1, 2, 4, 8].flatMap((size) => {
        const image = imageAlong(along, size, (i) => 2 ** i + 1);
        return ADDRESS_MODES.map((mode) => ({
          image,
          sampler: { ...LINEAR, ...modeAlong(along, mode), borderColor: BORDER },
          instruction: EXPLICIT_LOD,
          count: 9 * size,
          operands: (n) => coordinatesAlong(along, (n - 4 * size + 1) / size),
        }));
      }),
    );
  },
});

export const WRAPPING_RULES = [ADDRESS_MODE_WRAP, MODES_BY_AXIS, WRAPPED_PAIRS];

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

export const LAYER_RULES = [ARRAY_LAYER];
