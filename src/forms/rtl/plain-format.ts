import type { ComponentType, TexelFormat } from '../../../rtl-model/formats/texel-format.ts';

/** The enumeration components_e of texel_format_pkg.sv: the components that a format's name lists. */
const COMPONENTS = ['r8', 'r8g8', 'r8g8b8a8', 'b8g8r8a8', 'b8g8r8x8', 'a8', 'r4g4', 'r4g4b4a4', 'b4g4r4a4', 'a4r4g4b4',
  'a4b4g4r4', 'r5g6b5', 'b5g6r5', 'r5g5b5a1', 'b5g5r5a1', 'a1r5g5b5', 'a1b5g5r5']; // prettier-ignore

/** The enumeration component_type_e. */
const COMPONENT_TYPES: readonly ComponentType[] = ['unorm', 'snorm', 'srgb'];

/** The codes of a format of the plain path: 8-bit components, or packed in 8 or 16 bits; null for all others. */
export function plainFormat({ name, componentType, block, planes }: TexelFormat) {
  const listed = name.startsWith('a8b8g8r8') ? 'r8g8b8a8' : name.split('_')[0];
  const codes = { components: COMPONENTS.indexOf(listed), componentType: COMPONENT_TYPES.indexOf(componentType) };
  return block === null && planes === null && codes.components >= 0 && codes.componentType >= 0 ? codes : null;
}
