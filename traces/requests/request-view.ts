import * as z from 'zod';
import { ASPECTS, planeOf } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import {
  type ComponentMapping,
  type ImageView,
  SWIZZLES,
  VIEW_TYPES,
  wholeView,
} from '../../rtl-model/state/image-view.ts';
import {
  expects,
  fields,
  float32Field,
  int32,
  integerField,
  listField,
  name,
  oneOf,
  pair,
} from '../encodings/fields.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';
import { format } from './request-image.ts';
import type { NamedView } from './request-trace.ts';

/** VkComponentMapping, as [r, g, b, a]. */
export const components = listField(oneOf(SWIZZLES), 4, 4, 'four swizzles such as ["b", "g", "r", "one"]').transform(
  ([r, g, b, a]): ComponentMapping => [r, g, b, a],
);

const PHASES = [0, 1, 2, 3, 4, 5].map((bits) => 4 ** bits);
const numPhases = z.literal(PHASES, expects(`one of ${PHASES.join(', ')}`));
const filterSize = pair(integerField(1, 2 ** 15), '[width, height]');

/** VkImageViewSampleWeightCreateInfoQCOM. */
const weights = fields(
  { filterCenter: pair(int32, '[x, y]'), filterSize, numPhases },
  '{"filterCenter", "filterSize", "numPhases"}',
);

/** VkImageViewSlicedCreateInfoEXT. */
const slices = fields(
  { sliceOffset: integerField(0, 2 ** 30), sliceCount: integerField(1, 2 ** 30) },
  '{"sliceOffset", "sliceCount"}',
);

const first = integerField(0, 2 ** 30);
const count = integerField(1, 2 ** 30);

/** The value of "view". Fields as in VkImageViewCreateInfo, the subresource range taken apart. */
export const viewSchema = fields(
  {
    name,
    image: name,
    viewType: oneOf(VIEW_TYPES).exactOptional(),
    format: format.exactOptional(),
    components: components.exactOptional(),
    aspect: oneOf(ASPECTS).exactOptional(),
    baseMipLevel: first.exactOptional(),
    levelCount: count.exactOptional(),
    baseArrayLayer: first.exactOptional(),
    layerCount: count.exactOptional(),
    minLod: float32Field.exactOptional(),
    slices: slices.exactOptional(),
    weights: weights.exactOptional(),
  },
  'a view {"name", "image"}',
);

const CUBE_FACES = 6;

/**
 * The view that a trace states. Fields left out are those of the whole image; counts go to the end of it, but one layer
 * for types without an array, and six for a cube. The layers of a 2D view of a 3D image are slices of its level. The
 * format of a plane is that of the plane, with its components named r and g.
 *
 * @returns undefined where the view says nothing but its image: it is all of it
 * @throws TraceError where it reaches beyond the image, or has an aspect that the format lacks
 */
export function resolveView(
  { name, image, view: stated }: NamedView,
  source: ImageSource,
  place: LinePlace,
): ImageView | undefined {
  if (Object.keys(stated).length === 0) return undefined;
  const whole = shownPart(source, stated);
  const { viewType, format, baseMipLevel, baseArrayLayer } = { ...whole, ...stated };
  const levels = whole.levelCount - baseMipLevel;
  const slices = source.type === '3d' && viewType !== '3d';
  const layerCount = slices ? levelSize(source.depth ?? 1, baseMipLevel) : whole.layerCount;
  const layers = layerCount - baseArrayLayer;
  const view: ImageView = {
    ...whole,
    levelCount: slices ? 1 : levels,
    layerCount: viewType === 'cube' ? CUBE_FACES : viewType.endsWith('_array') ? layers : 1,
    aspect: format.aspects[0],
    ...stated,
  };
  const within = (field: string, value: number, least: number, most: number, what: string) => {
    if (value >= least && value <= most) return;
    const expected = most < least ? 'nothing left' : least === most ? String(least) : `${least} to ${most}`;
    throw new TraceError(place, `view.${field}`, `is ${value}, expected ${expected}: "${image}" has ${what}`);
  };
  within('baseMipLevel', baseMipLevel, 0, whole.levelCount - 1, `${whole.levelCount} levels`);
  within('levelCount', view.levelCount, 1, levels, `${whole.levelCount} levels`);
  const layerText = `${layerCount} ${slices ? 'slices' : 'layers'}`;
  within('baseArrayLayer', baseArrayLayer, 0, layerCount - 1, layerText);
  within('layerCount', view.layerCount, 1, layers, layerText);
  if (view.slices !== undefined) {
    const depth = levelSize(source.depth ?? 1, baseMipLevel);
    const { sliceOffset, sliceCount } = view.slices;
    within('slices.sliceOffset', sliceOffset, 0, depth - 1, `${depth} slices`);
    within('slices.sliceCount', sliceCount, 1, depth - sliceOffset, `${depth} slices`);
  }
  const { aspects, name: of } = planeOf(view.aspect) === null ? format : source.format;
  if (!aspects.includes(view.aspect)) {
    const problem = `is "${view.aspect}", expected one of "${aspects.join('", "')}": "${name}" is ${of}`;
    throw new TraceError(place, 'view.aspect', problem);
  }
  return view;
}

/** The whole image, or the plane of it that a view states. */
function shownPart(source: ImageSource, { aspect }: NamedView['view']): ImageView {
  const whole = wholeView(source);
  const plane = aspect === undefined ? undefined : source.format.planes?.[planeOf(aspect) ?? -1];
  return plane === undefined ? whole : { ...whole, format: TEXEL_FORMATS.get(plane.viewFormat)! };
}
