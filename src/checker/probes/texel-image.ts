import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';

export interface ProbeTexel {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly layer: number;
  readonly level: number;
}

type ImageShape = Pick<ImageSource, 'width' | 'height'> &
  Partial<Pick<ImageSource, 'type' | 'depth' | 'layers'>> & { readonly levels?: number };

/** @throws RangeError when there is no such format */
export function formatNamed(name: string): TexelFormat {
  const format = TEXEL_FORMATS.get(name);
  if (format === undefined) throw new RangeError(`${name} is no texel format`);
  return format;
}

/**
 * An image with the stored components that `texel` gives, in the order of the format's name: values of r32 float
 * formats, else codes of 8, 16 or 32 bits.
 */
export function texelImage(
  name: string,
  shape: ImageShape,
  texel: (place: ProbeTexel) => readonly number[],
): ImageSource {
  const format = formatNamed(name);
  const bytes = format.texelBytes / format.order.length;
  const float = format.componentType === 'sfloat' && bytes === 4;
  const { width, height, depth = 1, layers = 1, levels = 1 } = shape;
  return {
    ...shape,
    format,
    layers,
    levels: Array.from({ length: levels }, (_, level) => {
      const [w, h, d] = [levelSize(width, level), levelSize(height, level), levelSize(depth, level)];
      const view = new DataView(new ArrayBuffer(w * h * d * layers * format.texelBytes));
      let at = 0;
      for (let layer = 0; layer < layers; layer++) {
        for (let k = 0; k < d; k++) {
          for (let j = 0; j < h; j++) {
            for (let i = 0; i < w; i++) {
              const components = texel({ i, j, k, layer, level });
              for (let c = 0; c < format.order.length; c++, at += bytes) {
                if (float) view.setFloat32(at, components[c], true);
                else if (bytes === 1) view.setUint8(at, components[c]);
                else if (bytes === 2) view.setUint16(at, components[c], true);
                else view.setUint32(at, components[c], true);
              }
            }
          }
        }
      }
      return new Uint8Array(view.buffer);
    }),
  };
}

/** Formats of four components that show weights as they are, with their stored 1. */
export const WEIGHT_FORMATS = [
  { name: 'r32g32b32a32_sfloat', one: 1 },
  { name: 'r16g16b16a16_unorm', one: 0xffff },
] as const;

/** The shape of an image of one size along each axis that its type has. */
export function sized<Type extends '1d' | '2d' | '3d'>(type: Type, size: number) {
  return { type, width: size, height: type === '1d' ? 1 : size, depth: type === '3d' ? size : 1 };
}

/** Levels that hold their own number in float32: a trilinear sample is the LOD, held to the levels. */
export function numberedLevels(shape: ImageShape): ImageSource {
  return texelImage('r32_sfloat', shape, ({ level }) => [level]);
}

/** An image of one level from whole texels (or blocks) as they lie in memory. */
export function storedImage(name: string, width: number, height: number, bytes: Uint8Array): ImageSource {
  return { format: formatNamed(name), width, height, layers: 1, levels: [bytes] };
}
