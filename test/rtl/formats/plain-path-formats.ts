import type { ComponentType, TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { UNCOMPRESSED_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';

/** The enumeration components_e of texel_format_pkg.sv: the components that a format's name lists. */
const COMPONENTS = [
  'r8',
  'r8g8',
  'r8g8b8a8',
  'b8g8r8a8',
  'b8g8r8x8',
  'a8',
  'r4g4',
  'r4g4b4a4',
  'b4g4r4a4',
  'a4r4g4b4',
  'a4b4g4r4',
  'r5g6b5',
  'b5g6r5',
  'r5g5b5a1',
  'b5g5r5a1',
  'a1r5g5b5',
  'a1b5g5r5',
];

/** The enumeration component_type_e. */
const COMPONENT_TYPES: readonly ComponentType[] = ['unorm', 'snorm', 'srgb'];

export interface PlainPathFormat {
  readonly format: TexelFormat;
  readonly components: number;
  readonly componentType: number;
}

/** The formats of the plain path, with their enumerations' numbers. */
export const PLAIN_PATH_FORMATS: readonly PlainPathFormat[] = [...UNCOMPRESSED_FORMATS.values()]
  .filter(({ block, planes }) => block === null && planes === null)
  .map((format) => {
    const listed = format.name.startsWith('a8b8g8r8') ? 'r8g8b8a8' : format.name.split('_')[0];
    return {
      format,
      components: COMPONENTS.indexOf(listed),
      componentType: COMPONENT_TYPES.indexOf(format.componentType),
    };
  })
  .filter(({ components, componentType }) => components >= 0 && componentType >= 0);

/** The pattern of a texel_fields_t. */
export function fieldsOf({ order, shifts, bits }: TexelFormat): number {
  return [0, 1, 2, 3].reduce((pattern, component) => {
    const stored = order.indexOf(component);
    return pattern * 2 ** 9 + (stored < 0 ? 0 : shifts[stored] * 2 ** 4 + bits[stored]);
  }, 0);
}
