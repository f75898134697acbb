import type { Design } from '../design/design.ts';
import { Footprints } from '../registers/footprints.ts';
import type { TexelMemory } from '../memory/lay-out-images.ts';
import type { WeightView } from '../state/image-view.ts';
import { type Sampler } from '../state/sampler.ts';
import type { Binding } from '../state/binding.ts';
import type { TapWeights } from '../address-unit/plans/weighted-plan.ts';
import { Surface } from '../address-unit/surface.ts';
import { texelDecoder } from '../texel-decoder/format-decoder.ts';
import { componentScales } from '../formats/format-scales.ts';

/** Weights that lie side by side for one phase of a separable kernel. */
const PACKED = 4;

/** The kernel of a null descriptor, whose weights read as zero. */
export const NO_WEIGHTS: TapWeights = {
  width: 0,
  height: 0,
  centerX: 0,
  centerY: 0,
  phases: 1,
  one: 1,
  weight: () => 0,
};

/**
 * The kernel of a weight image, read once when the state is bound (Vulkan: Weight Image Layout, Weight Sampling Phases). A
 * 2D array view holds a phase a layer; a 1D array view holds the horizontal weights in layer 0, the vertical in layer 1.
 */
export class WeightKernel implements TapWeights {
  readonly width: number;
  readonly height: number;
  readonly centerX: number;
  readonly centerY: number;
  /** Phases along each axis. */
  readonly phases: number;
  /** The format's code of 1, squared for a separable kernel. */
  readonly one: number;
  private readonly separable: boolean;
  private readonly read: (i: number, j: number, layer: number) => number;

  constructor({ design, memory, image, view }: Binding, weights: WeightView, sampler: Sampler) {
    [this.width, this.height] = weights.filterSize;
    [this.centerX, this.centerY] = weights.filterCenter;
    this.phases = Math.round(Math.sqrt(weights.numPhases));
    this.separable = view.viewType === '1d_array' || view.viewType === '1d';
    const [{ one }] = componentScales(view.format, design.filter.srgbLinearBits);
    this.one = this.separable ? one * one : one;
    const surface = new Surface(image);
    const { baseMipLevel, baseArrayLayer } = view;
    const texel = texelReader(design, memory, view.format, sampler);
    this.read = (i, j, layer) => texel(surface.address(baseMipLevel, baseArrayLayer + layer, i, j, 0, 0));
  }

  /** The weight, with `one` for 1. @param column,row within the kernel  @param phaseX,phaseY 0 to phases - 1 */
  weight(column: number, row: number, phaseX: number, phaseY: number): number {
    if (!this.separable) return this.read(column, row, phaseY * this.phases + phaseX);
    return this.read(this.packed(column, phaseX), 0, 0) * this.read(this.packed(row, phaseY), 0, 1);
  }

  private packed(index: number, phase: number): number {
    return this.phases * PACKED * Math.floor(index / PACKED) + phase * PACKED + (index % PACKED);
  }
}

function texelReader(
  design: Pick<Design, 'filter'>,
  { data }: TexelMemory,
  format: Binding['view']['format'],
  sampler: Sampler,
): (address: number) => number {
  const decoder = texelDecoder(design, format, sampler);
  const foot = new Footprints(1);
  return (address) => {
    decoder.decodeTap(foot, 0, address, data);
    return foot.texel[0];
  };
}
