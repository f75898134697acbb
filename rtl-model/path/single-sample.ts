import { NearFootprints } from '../address-unit/kernels/near-footprints.ts';
import type { TableTaps } from '../address-unit/kernels/table-taps.ts';
import { type Arithmetic, valueArray } from '../filter-unit/arithmetic.ts';
import { arithmetic } from '../filter-unit/component-arithmetic.ts';
import type { BilinearKernel } from '../filter-unit/kernels/bilinear-kernel.ts';
import { bilinearKernel } from '../filter-unit/kernels/bind-kernel.ts';
import { filterScales, TapTexels } from '../filter-unit/tap-texels.ts';
import type { TexelBytes } from '../memory/image.ts';
import { BORDER_ADDRESS, type Footprints } from '../registers/footprints.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import type { Binding } from '../state/binding.ts';
import { componentSources, swizzleColor } from '../texel-decoder/swizzle.ts';
import type { TexelDecoder } from '../texel-decoder/texel-decoder.ts';

/**
 * Kernel of the whole path for the functional mode: states in which every lane takes one bilinear sample of one level,
 * whatever its LOD, and no step narrows. The registers between the units are neither written nor read.
 */
export class SingleSample {
  private readonly footprints: NearFootprints;
  private readonly kernel: BilinearKernel;
  private readonly decoder: TexelDecoder;
  private readonly arithmetic: Arithmetic;
  /** The view's swizzle; null for identity. */
  private readonly sources: readonly number[] | null;
  /** The step of comparisons between decoder and filter; null for states that need none. */
  private readonly texels: TapTexels | null;
  /** The result where all taps are on the border, where lanes share it. */
  private borderColor: Float32Array | null = null;
  /** False for comparisons, and for floats, whose zero may change its sign by the weights. */
  private readonly oneBorderColor: boolean;
  private readonly value = valueArray(4);
  private readonly color = new Float32Array(4);
  private borderLanes = new Int32Array(0);

  /** The kernel, or null for states that it does not cover. */
  static of(binding: Binding, taps: TableTaps | null, decoder: TexelDecoder): SingleSample | null {
    const { op, dimensions, cube, arrayed, sampler, instruction, firstLevel, lastLevel, view } = binding;
    const covered =
      op === 'sample' &&
      dimensions === 2 &&
      !cube &&
      (!arrayed || view.layerCount === 1) &&
      firstLevel === lastLevel &&
      sampler.magFilter === 'linear' &&
      sampler.minFilter === 'linear' &&
      !sampler.anisotropyEnable &&
      !instruction.projected &&
      !instruction.laneOffsets;
    const footprints = covered ? NearFootprints.of(binding, taps) : null;
    if (footprints === null) return null;
    const steps = arithmetic(binding.design, filterScales(binding), dimensions);
    const kernel = bilinearKernel(decoder, steps, binding);
    return kernel === null ? null : new SingleSample(binding, footprints, kernel, decoder, steps);
  }

  private constructor(
    binding: Binding,
    footprints: NearFootprints,
    kernel: BilinearKernel,
    decoder: TexelDecoder,
    steps: Arithmetic,
  ) {
    this.footprints = footprints;
    this.kernel = kernel;
    this.decoder = decoder;
    this.arithmetic = steps;
    const sources = componentSources(binding.view.components);
    this.sources = sources.every((source, c) => source === c) ? null : sources;
    this.texels = TapTexels.of(binding, steps);
    this.oneBorderColor = this.texels === null && filterScales(binding).every(({ bits }) => bits > 0);
  }

  /**
   * Samples `count` quads of the batch, from quad `first` on.
   *
   * @param foot work storage for as many lanes
   * @param result as `TextureUnit.sample`
   */
  sample(
    batch: QuadBatch,
    first: number,
    count: number,
    foot: Footprints,
    bytes: TexelBytes,
    result: Float32Array,
  ): void {
    const lanes = QUAD_LANES * count;
    const to = 4 * QUAD_LANES * first;
    if (this.borderLanes.length < lanes) this.borderLanes = new Int32Array(lanes);
    const onBorder = this.footprints.find(batch, first, count, foot, this.borderLanes);
    for (let n = 0; n < onBorder; n++) {
      const lane = this.borderLanes[n];
      this.takeBorder(batch.dref[to / 4 + lane], foot, lane, bytes, result, to);
      foot.tapCount[lane] = 0;
    }
    this.kernel.store(foot, lanes, bytes.words, batch.dref, QUAD_LANES * first, result);
    if (this.sources === null) return;
    for (let lane = 0; lane < lanes; lane++) {
      if (((batch.active[first + (lane >> 2)] >> (lane & 3)) & 1) !== 0) {
        swizzleColor(result, to + 4 * lane, this.sources);
      }
    }
  }

  /** The result of a lane with a tap on the border: decoder and arithmetic one after the other. */
  private takeBorder(
    dref: number,
    foot: Footprints,
    lane: number,
    bytes: TexelBytes,
    result: Float32Array,
    to: number,
  ): void {
    const { address } = foot;
    const tap = 4 * lane;
    const allBorder = (address[tap] & address[tap + 1] & address[tap + 2] & address[tap + 3]) < 0;
    if (allBorder && this.borderColor !== null) {
      result.set(this.borderColor, to + tap);
      return;
    }
    for (let n = tap; n < tap + 4; n++) {
      this.decoder.decodeTap(foot, n, Math.max(address[n], BORDER_ADDRESS), bytes);
    }
    this.texels?.compareTaps(foot, lane, dref);
    const { value } = this;
    this.arithmetic.bilinear(foot.texel, 16 * lane, foot.alpha[lane], foot.beta[lane], value, 0);
    this.arithmetic.finish(value, value, 0, 1, 0, this.color);
    result.set(this.color, to + tap);
    if (allBorder && this.oneBorderColor) this.borderColor = this.color.slice();
  }
}
