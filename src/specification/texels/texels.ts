import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { type Decoding, recordDecoding, type DecodedTexel } from './decoding.ts';
import { specifiedLevelSize } from './image-parts.ts';
import type { FaultySteps, Reading } from './reading.ts';
import { BORDER_TEXEL, wrappedTexel } from './wrapping.ts';

/**
 * The texels of an image as a view reads them under a sampler, before depth comparison and swizzle (D3D11.3 3.2.3,
 * 7.18.9, 7.18.9.1, 19.1.3.3; Vulkan: Wrapping Operation, Border Replacement, Texel Reads). Read from the source, not
 * from the texel memory.
 */
export class Texels {
  readonly kind: Decoding['kind'];
  /** The code that represents 1, of r, g, b, a. */
  readonly ones: readonly number[];
  /** Which of r, g, b, a the format stores; the others are 0, 0, 0 and 1. */
  readonly stored: readonly number[];
  /** Smallest and largest value of a stored component. */
  readonly range: readonly [number, number];
  /** The same texels where their weight is negative. */
  readonly subtracted: Texels;
  /** Width, height and depth of each level of the image in texels. */
  private readonly sizes: readonly (readonly [number, number, number])[];
  private readonly sampler: Sampler;
  private readonly bytes: readonly DataView[];
  private readonly decoding: Decoding;
  private readonly blockWidth: number;
  private readonly blockHeight: number;
  private readonly blockBytes: number;
  /** Decoded texels of each level, from the first use on. */
  private readonly decoded: readonly (DecodedTexel | undefined)[][];
  private readonly border: DecodedTexel;
  private readonly wrapped: NonNullable<FaultySteps['wrapped']>;
  private readonly baseSize: readonly [number, number, number];

  /**
   * @param reading with decodings of compressed formats
   * @throws RangeError for a format that has no decoding
   */
  constructor(design: Design, image: ImageSource, sampler: Sampler, view: ImageView, reading: Reading) {
    const { levels, width, height, depth = 1 } = image;
    const { format, aspect } = view;
    const decoding = reading.decodings?.(format, aspect, design) ?? recordDecoding(format, aspect, design);
    if (decoding === undefined) throw new RangeError(`the oracle has no decoding of ${format.name}`);
    this.decoding = decoding;
    const { subtracted, ...others } = reading;
    this.subtracted =
      subtracted === undefined ? this : new Texels(design, image, sampler, view, { ...others, decodings: subtracted });
    this.kind = decoding.kind;
    this.ones = decoding.ones;
    this.stored = decoding.stored;
    this.range = decoding.range;
    this.sampler = sampler;
    this.bytes = levels.map(({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength));
    this.decoded = levels.map(() => []);
    this.sizes = levels.map((_, n) => [
      specifiedLevelSize(width, n),
      specifiedLevelSize(height, n),
      specifiedLevelSize(depth, n),
    ]);
    this.blockWidth = format.block?.width ?? 1;
    this.blockHeight = format.block?.height ?? 1;
    this.blockBytes = format.texelBytes;
    this.baseSize = this.sizes[view.baseMipLevel];
    this.wrapped = reading.faultySteps?.wrapped ?? wrappedTexel;
    this.border = [0, 1, 2, 3].map((component) => {
      const color = borderValue(decoding, component, sampler.borderColor[component], reading.faultySteps?.border);
      return reading.exactBorder === true ? color : nearestCode(decoding, color);
    });
  }

  /** Width, height and depth of a level in texels. */
  size(level: number): readonly [number, number, number] {
    return this.sizes[level];
  }

  /** The texel that indices select under the address modes; i, j and k are any integers. */
  at(level: number, layer: number, i: number, j: number, k = 0): DecodedTexel {
    const [width, height, depth] = this.size(level);
    const { addressModeU, addressModeV, addressModeW } = this.sampler;
    const { wrapped, baseSize } = this;
    const x = wrapped(i, width, addressModeU, baseSize[0]);
    const y = wrapped(j, height, addressModeV, baseSize[1]);
    const z = wrapped(k, depth, addressModeW, baseSize[2]);
    const inside = x !== BORDER_TEXEL && y !== BORDER_TEXEL && z !== BORDER_TEXEL;
    return inside ? this.inside(level, layer, x, y, z) : this.border;
  }

  /** A texel within the level. */
  inside(level: number, layer: number, x: number, y: number, z = 0): DecodedTexel {
    const [width, height, depth] = this.size(level);
    const slice = layer * depth + z;
    const n = (slice * height + y) * width + x;
    return (this.decoded[level][n] ??= this.decode(level, slice, x, y));
  }

  private decode(level: number, slice: number, x: number, y: number): DecodedTexel {
    const { blockWidth, blockHeight } = this;
    const [width, height] = this.size(level);
    const across = Math.ceil(width / blockWidth);
    const down = Math.ceil(height / blockHeight);
    const block = (slice * down + Math.floor(y / blockHeight)) * across + Math.floor(x / blockWidth);
    return this.decoding.texel(this.bytes[level], block * this.blockBytes, x % blockWidth, y % blockHeight);
  }
}

/** A component of the border colour in codes, held to the format's range (D3D11.3 7.18.9.1). */
function borderValue(
  { kind, ones, stored, range }: Decoding,
  component: number,
  color: number,
  faulty?: FaultySteps['border'],
): number {
  if (!stored.includes(component)) return component < 3 ? 0 : 1;
  if (faulty !== undefined) return faulty(color);
  const [smallest, largest] = range;
  if (kind === 'integer') return Math.max(smallest, Math.min(largest, color));
  const value = Math.max(smallest, Math.min(largest, Math.fround(color)));
  if (kind === 'float') return value;
  return Number.isNaN(value) ? 0 : value * ones[component];
}

/** A tie goes to the even one; floats and integers have none. */
function nearestCode({ kind }: Decoding, code: number): number {
  if (kind !== 'fixed') return code;
  const below = Math.floor(code);
  if (code - below !== 0.5) return Math.round(code);
  return below % 2 === 0 ? below : below + 1;
}
