import type { Design } from '../../rtl-model/design/design.ts';
import { designSchema } from './design-schema.ts';
import d3d11Minimum from './presets/d3d11.3-minimum.json' with { type: 'json' };
import fullQuality from './presets/full-quality.json' with { type: 'json' };
import vulkanMinimum from './presets/vulkan-1.0-minimum.json' with { type: 'json' };

/** The designs that come with texunit, by name. */
export const PRESETS: ReadonlyMap<string, Design> = new Map(
  [fullQuality, d3d11Minimum, vulkanMinimum].map((file) => {
    const design: Design = designSchema.strip().parse(file);
    return [design.name, design];
  }),
);
