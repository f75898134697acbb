import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { ComponentMeaning } from './row-reductions.ts';
import { codedLevel, unormLevel } from './stored-bytes.ts';
import { floatLevel, halfLevel } from './stored-floats.ts';
import type { StoredLevel } from './stored-level.ts';

/** True for the formats that can be downsampled: 8-bit or float components. */
export function isDownsampled({ componentBits, componentType }: TexelFormat): boolean {
  return componentBits === 8 || componentType === 'sfloat';
}

/**
 * @param format a format for which isDownsampled() is true
 * @param texels without padding; copied if their alignment does not fit the format's components
 */
export function storedLevel(format: TexelFormat, texels: Uint8Array): StoredLevel {
  const { buffer, byteOffset, length } = texels.byteOffset % 4 === 0 ? texels : texels.slice();
  if (format.componentBits === 16) return halfLevel(new Uint16Array(buffer, byteOffset, length / 2));
  if (format.componentBits === 32) return floatLevel(new Float32Array(buffer, byteOffset, length / 4));
  const bytes = new Uint8Array(buffer, byteOffset, length);
  return format.componentType === 'unorm' ? unormLevel(bytes) : codedLevel(format, bytes);
}

/** The properties of a format that the weights depend on. */
export function componentMeaning({ order, componentBits, componentType }: TexelFormat): ComponentMeaning {
  const one = order.map((component) => {
    if (componentBits !== 8 || (componentType === 'srgb' && component < 3)) return 1;
    return componentType === 'snorm' ? 127 : 255;
  });
  return { order, one };
}
