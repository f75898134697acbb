import { type ComponentScale, floatScale, unsignedScale } from '../component-scale.ts';
import type { BlockCodec } from '../block-codec.ts';
import { blockModes, type BlockMode } from './block-mode.ts';
import { emptyConfiguration, endpointIntegers, readConfiguration } from './configuration.ts';
import { hdrEndpoints } from './hdr-endpoints.ts';
import { INTEGER_RANGES, readSequence } from './integer-sequence.ts';
import { finiteHalf, interpolateAstc, logarithmicToHalf, unorm16ToHalf } from './interpolate.ts';
import { ldrEndpoints } from './ldr-endpoints.ts';
import { partitionTexels } from './partition.ts';
import { ENDPOINT_VALUES, WEIGHT_VALUES } from './unquantize.ts';
import { isVoidExtent, isVoidExtentHdr, isVoidExtentLegal, voidExtentComponent } from './void-extent.ts';
import { gridCoordinates, infillWeights } from './weight-infill.ts';

/** The operation modes (ASTC: sRGB, Linear LDR and HDR Operation Modes). */
export type OperationMode = 'ldr' | 'srgb' | 'hdr';

const BLOCK_BYTES = 16;
/** Opaque magenta: the one error colour that every operation mode has. */
const ERROR_COLOR: readonly number[] = [1, 0, 1, 1];

/** A bit set of the HDR endpoint modes 2, 3, 7, 11, 14, 15. */
const HDR_MODES = 0b1100_1000_1000_1100;
const HDR_RGB_LDR_ALPHA = 14;

/** The most weights of a grid, and the row and one weight that infill reads beyond it. */
const GRID_ENTRIES = 64 + 13;
/** The most endpoint integers, and the number of them that a mode of eight may read beyond the last. */
const ENDPOINT_ENTRIES = 18 + 8;

/**
 * Decoder of 2D ASTC blocks.
 *
 * LDR and HDR results are the halfs of decode mode decode_float16, which every implementation has and which fits both
 * operation modes. sRGB results are 8-bit codes. Illegal blocks give magenta. In LDR and sRGB mode, HDR void extents
 * and the texels of partitions with an HDR endpoint mode give magenta too.
 */
export class AstcCodec implements BlockCodec {
  readonly width: number;
  readonly height: number;
  readonly bytes = BLOCK_BYTES;
  readonly scales: readonly ComponentScale[];
  readonly srgb: boolean;

  private readonly hdr: boolean;
  /** Null before the first block. */
  private modes: readonly (BlockMode | undefined)[] | null = null;
  /** Texel coordinates on the weight grid, by grid width and grid height; entries under 2 are unused. */
  private readonly columns: readonly Uint8Array[];
  private readonly rows: readonly Uint8Array[];

  private readonly configuration = emptyConfiguration();
  private readonly reversed = new Uint8Array(BLOCK_BYTES);
  private readonly integers = new Uint8Array(64);
  private readonly endpointValues = new Uint8Array(ENDPOINT_ENTRIES);
  /** Endpoints of each partition: r, g, b, a of e0, then of e1, 16 bits each. */
  private readonly endpoints = new Int32Array(4 * 8);
  private readonly grid = new Uint8Array(GRID_ENTRIES);
  private readonly pattern: Uint8Array;
  /** Weights of each texel in the first and second plane. */
  private readonly planes: readonly [Uint8Array, Uint8Array];

  /** @param width and height: one of the 2D footprints, 4x4 to 12x12 */
  constructor(width: number, height: number, operation: OperationMode) {
    this.width = width;
    this.height = height;
    this.srgb = operation === 'srgb';
    this.hdr = operation === 'hdr';
    const scale = this.srgb ? unsignedScale(0xff) : floatScale(true);
    this.scales = [scale, scale, scale, scale];
    this.columns = Array.from({ length: width + 1 }, (_, weights) => gridCoordinates(width, weights));
    this.rows = Array.from({ length: height + 1 }, (_, weights) => gridCoordinates(height, weights));
    this.pattern = new Uint8Array(width * height);
    this.planes = [new Uint8Array(width * height), new Uint8Array(width * height)];
  }

  decode(bytes: Uint8Array, from: number, texels: Float32Array): void {
    if (isVoidExtent(bytes, from)) this.decodeVoidExtent(bytes, from, texels);
    else this.decodeWeighted(bytes, from, texels);
  }

  private decodeVoidExtent(bytes: Uint8Array, from: number, texels: Float32Array): void {
    const hdr = isVoidExtentHdr(bytes, from);
    if (!isVoidExtentLegal(bytes, from) || (hdr && !this.hdr)) return this.fillError(texels);
    for (let component = 0; component < 4; component++) {
      const color = voidExtentComponent(bytes, from, component);
      const value = hdr ? finiteHalf(color) : this.ldrResult(color);
      for (let texel = 0; texel < this.pattern.length; texel++) texels[4 * texel + component] = value;
    }
  }

  private decodeWeighted(bytes: Uint8Array, from: number, texels: Float32Array): void {
    const { configuration, pattern } = this;
    this.modes ??= blockModes(this.width, this.height);
    const mode = this.modes[bytes[from] | ((bytes[from + 1] & 7) << 8)];
    if (!mode || !readConfiguration(bytes, from, mode, configuration)) return this.fillError(texels);
    this.decodeWeights(bytes, from, mode);
    this.decodeEndpoints(bytes, from);
    const { seed, partitions } = configuration;
    if (partitions === 1) pattern.fill(0);
    else partitionTexels(seed, partitions, this.width, this.height, pattern);
    for (let texel = 0; texel < pattern.length; texel++) this.decodeTexel(texel, texels);
  }

  /** The weights of every texel. The sequence runs down from the block's highest bit, with alternating planes. */
  private decodeWeights(bytes: Uint8Array, from: number, mode: BlockMode): void {
    const { gridWidth, gridHeight, range, weights, dualPlane } = mode;
    const { reversed, integers, grid } = this;
    const values = WEIGHT_VALUES[range];
    for (let k = 0; k < BLOCK_BYTES; k++) reversed[k] = reversedByte(bytes[from + BLOCK_BYTES - 1 - k]);
    readSequence(reversed, 0, 0, INTEGER_RANGES[range], weights, integers);
    const planes = dualPlane ? 2 : 1;
    for (let plane = 0; plane < planes; plane++) {
      for (let k = 0; k < gridWidth * gridHeight; k++) grid[k] = values[integers[planes * k + plane]];
      infillWeights(this.columns[gridWidth], this.rows[gridHeight], grid, gridWidth, this.planes[plane]);
    }
  }

  /** Endpoints of every partition, expanded to 16 bits. */
  private decodeEndpoints(bytes: Uint8Array, from: number): void {
    const { integers, endpointValues, endpoints } = this;
    const { partitions, endpointModes, endpointFirst, endpointRange, endpointIntegers: count } = this.configuration;
    const values = ENDPOINT_VALUES[endpointRange];
    readSequence(bytes, from, endpointFirst, INTEGER_RANGES[endpointRange], count, integers);
    for (let k = 0; k < count; k++) endpointValues[k] = values[integers[k]];
    let at = 0;
    for (let partition = 0; partition < partitions; partition++) {
      const mode = endpointModes[partition];
      if (isHdr(mode)) hdrEndpoints(mode, endpointValues, at, endpoints, 8 * partition);
      else ldrEndpoints(mode, endpointValues, at, endpoints, 8 * partition);
      for (let k = 0; k < 8; k++) {
        const logarithmic = isLogarithmic(mode, k & 3);
        const code = endpoints[8 * partition + k];
        endpoints[8 * partition + k] = logarithmic ? code << 4 : (code << 8) | (this.srgb ? 0x80 : code);
      }
      at += endpointIntegers(mode);
    }
  }

  private decodeTexel(texel: number, texels: Float32Array): void {
    const { endpoints, configuration, planes } = this;
    const partition = this.pattern[texel];
    const mode = configuration.endpointModes[partition];
    if (isHdr(mode) && !this.hdr) return this.storeError(texel, texels);
    for (let component = 0; component < 4; component++) {
      const weight = planes[component === configuration.secondPlane ? 1 : 0][texel];
      const at = 8 * partition + component;
      const code = interpolateAstc(endpoints[at], endpoints[at + 4], weight);
      texels[4 * texel + component] = isLogarithmic(mode, component) ? logarithmicToHalf(code) : this.ldrResult(code);
    }
  }

  /** A UNORM16 result as it leaves the decoder: the upper 8 bits in sRGB mode, otherwise the half. */
  private ldrResult(code: number): number {
    return this.srgb ? code >> 8 : unorm16ToHalf(code);
  }

  private fillError(texels: Float32Array): void {
    for (let texel = 0; texel < this.pattern.length; texel++) this.storeError(texel, texels);
  }

  private storeError(texel: number, texels: Float32Array): void {
    for (let c = 0; c < 4; c++) texels[4 * texel + c] = ERROR_COLOR[c] * this.scales[c].one;
  }
}

function isHdr(endpointMode: number): boolean {
  return ((HDR_MODES >> endpointMode) & 1) === 1;
}

function isLogarithmic(endpointMode: number, component: number): boolean {
  return isHdr(endpointMode) && !(endpointMode === HDR_RGB_LDR_ALPHA && component === 3);
}

function reversedByte(byte: number): number {
  const pairs = ((byte & 0x55) << 1) | ((byte >> 1) & 0x55);
  const nibbles = ((pairs & 0x33) << 2) | ((pairs >> 2) & 0x33);
  return ((nibbles & 15) << 4) | (nibbles >> 4);
}
