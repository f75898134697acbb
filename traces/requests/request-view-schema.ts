import * as z from 'zod';
import { type ComponentMapping, SWIZZLES, VIEW_TYPES } from '../../rtl-model/state/image-view.ts';
import { ASPECTS } from '../../rtl-model/formats/texel-format.ts';
import { expects, fields, float32, int32, integer, list, name, oneOf, pair } from './request-fields.ts';
import { format } from './request-image-schema.ts';

/** VkComponentMapping, as [r, g, b, a]. */
export const components = list(oneOf(SWIZZLES), 4, 4, 'four swizzles such as ["b", "g", "r", "one"]').transform(
  ([r, g, b, a]): ComponentMapping => [r, g, b, a],
);

const PHASES = [0, 1, 2, 3, 4, 5].map((bits) => 4 ** bits);
const numPhases = z.literal(PHASES, expects(`one of ${PHASES.join(', ')}`));
const filterSize = pair(integer(1, 2 ** 15), '[width, height]');

/** VkImageViewSampleWeightCreateInfoQCOM. */
const weights = fields(
  { filterCenter: pair(int32, '[x, y]'), filterSize, numPhases },
  '{"filterCenter", "filterSize", "numPhases"}',
);

const first = integer(0, 2 ** 30);
const count = integer(1, 2 ** 30);

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
    minLod: float32.exactOptional(),
    weights: weights.exactOptional(),
  },
  'a view {"name", "image"}',
);
