import type { Design } from '../../rtl-model/design.ts';
import type { ImageSource } from '../../rtl-model/image.ts';
import type { Sampler } from '../../rtl-model/sampler.ts';
import type { TexelFormat } from '../../rtl-model/texel-decoder/texel-format.ts';
import { linearCodes } from './srgb-curve.ts';
import { wrapped } from './wrap.ts';

/** r, g, b, a: integer codes of `ones`, or the values of a float format. */
export type Texel = readonly number[];

/**
 * The texels of an image under a sampler, as codes whose 1 is `ones` (D3D11.3 3.2.3, 7.18.9, 7.18.9.1, 19.1.3.3; Vulkan:
 * Wrapping Operation, Border Replacement). Read from the source, not from the texel memory.
 */
export class Texels {
  /** The code that stands for 1, of r, g, b, a. */
  readonly ones: readonly number[];
  readonly width: readonly number[];
  readonly height: readonly number[];
  private readonly image: ImageSource;
  private readonly sampler: Sampler;
  private readonly views: readonly DataView[];
  /** Decoded texels of each level, as they were asked for. */
  private readonly decoded: readonly (Texel | undefined)[][];
  private readonly linear: readonly number[];
  private readonly border: Texel;

  constructor(design: Design, image: ImageSource, sampler: Sampler) {
    const { format, levels } = image;
    this.image = image;
    this.sampler = sampler;
    this.views = levels.map(({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength));
    this.decoded = levels.map(() => []);
    this.width = levels.map((_, level) => Math.max(1, Math.floor(image.width / 2 ** level)));
    this.height = levels.map((_, level) => Math.max(1, Math.floor(image.height / 2 ** level)));
    this.linear = format.componentType === 'srgb' ? linearCodes(design.filter.srgbLinearBits) : [];
    this.ones = [0, 1, 2, 3].map((component) => oneOf(format, component, design.filter.srgbLinearBits));
    this.border = this.ones.map((one, component) => borderCode(format, component, one, sampler.borderColor[component]));
  }

  /** The texel that indices select; i and j are any integers. */
  at(level: number, layer: number, i: number, j: number): Texel {
    const [width, height] = [this.width[level], this.height[level]];
    const column = wrapped(i, width, this.sampler.addressModeU);
    const row = wrapped(j, height, this.sampler.addressModeV);
    if (column < 0 || column === width || row < 0 || row === height) return this.border;
    const n = (layer * height + row) * width + column;
    return (this.decoded[level][n] ??= this.decode(this.views[level], n * this.image.format.texelBytes));
  }

  private decode(view: DataView, start: number): Texel {
    const { order, componentBits } = this.image.format;
    const texel = [0, 0, 0, 1];
    order.forEach((component, k) => {
      texel[component] = this.component(view, start + (k * componentBits) / 8, component);
    });
    return texel;
  }

  private component(view: DataView, at: number, component: number): number {
    const { componentType, componentBits } = this.image.format;
    switch (componentType) {
      case 'sfloat':
        return componentBits === 32 ? view.getFloat32(at, true) : halfValue(view.getUint16(at, true));
      case 'snorm':
        // Both -127 and -128 mean -1.
        return Math.max(view.getInt8(at), -127);
      case 'srgb':
        return component < 3 ? this.linear[view.getUint8(at)] : view.getUint8(at);
      case 'unorm':
        return componentBits === 8 ? view.getUint8(at) : view.getUint16(at, true);
    }
  }
}

function oneOf(format: TexelFormat, component: number, srgbLinearBits: number): number {
  if (!format.order.includes(component)) return 1;
  switch (format.componentType) {
    case 'sfloat':
      return 1;
    case 'snorm':
      return 127;
    case 'srgb':
      return component < 3 ? 2 ** srgbLinearBits - 1 : 255;
    case 'unorm':
      return 2 ** format.componentBits - 1;
  }
}

/** Clamped to the format's range, then to the nearest code; a tie goes to the even one. */
function borderCode(format: TexelFormat, component: number, one: number, color: number): number {
  if (!format.order.includes(component)) return component < 3 ? 0 : 1;
  const value = Math.fround(color);
  if (format.componentType === 'sfloat') {
    return format.componentBits === 16 ? Math.min(Math.max(value, -65_504), 65_504) : value;
  }
  if (Number.isNaN(value)) return 0;
  const code = Math.min(Math.max(value, format.componentType === 'snorm' ? -1 : 0), 1) * one;
  const below = Math.floor(code);
  if (code - below !== 0.5) return Math.round(code);
  return below % 2 === 0 ? below : below + 1;
}

/** D3D11.3 3.1.5. */
function halfValue(bits: number): number {
  const sign = bits < 0x8000 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
