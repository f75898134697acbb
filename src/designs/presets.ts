import type { Design } from '../../rtl-model/design/design.ts';
import d3d11Minimum from './presets/d3d11.3-minimum.json' with { type: 'json' };
import d3d11Synthesizable from './presets/d3d11.3-synthesizable.json' with { type: 'json' };
import fullQuality from './presets/full-quality.json' with { type: 'json' };
import vulkanMinimum from './presets/vulkan-1.0-minimum.json' with { type: 'json' };
import vulkanSynthesizable from './presets/vulkan-1.4-synthesizable.json' with { type: 'json' };
import { designOf } from './with-fields.ts';

const presets = new Map<string, Design>();
for (const file of [fullQuality, d3d11Minimum, vulkanMinimum, d3d11Synthesizable, vulkanSynthesizable]) {
  presets.set(file.name, designOf(file, presets));
}

/**
 * The designs that come with texunit, by name. `full-quality` has every field; the others extend it, or one another. A
 * test reads their files as `parseDesign` reads a design, so that neither this module nor a bundle of it needs the schema.
 */
export const PRESETS: ReadonlyMap<string, Design> = presets;
