import { acrossEdge } from '../texels/cube.ts';
import { comparison } from './comparison.ts';
import type { DecodedTexel } from '../texels/decoding.ts';
import type { WeightedTap } from '../texels/taps.ts';
import type { Texels } from '../texels/texels.ts';
import { swizzled } from '../state/result-components.ts';
import type { LaneLayer } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';

/**
 * The replacement of the texel that a cube's corner lacks: the average of the three that meet there, or that of its two
 * neighbours, which share its weight (D3D11.3 7.18.12). Vulkan allows other methods, too (Cube Map Edge Handling): then
 * the least and the greatest of the three are the ends.
 */
type CornerRule = 'thirds' | 'halves' | 'least' | 'greatest';

/** Indices of a texel before wrapping, and its weight. */
type Tap = Pick<WeightedTap, 'i' | 'j' | 'k' | 'weight'>;

/** The texels of one level as one lane's filter gets them: from the right face, compared, swizzled. */
export class LaneTexels {
  /** The decisions that the specification leaves open; `choices` tries each that makes a difference. */
  private corner: CornerRule = 'thirds';
  private undecided: 'lower' | 'upper' = 'lower';
  /** True once a cube's corner, or a comparison that may go either way, was met. */
  metCorner = false;
  metUndecided = false;
  private readonly seamless: boolean;
  private readonly corners: readonly CornerRule[];
  private readonly size: number;
  private read: Texels;

  /** @param reference depth of the lane, after projection */
  constructor(
    private readonly state: SampleState,
    readonly level: number,
    private readonly layer: LaneLayer,
    private readonly reference: number,
  ) {
    this.seamless = state.view.viewType.startsWith('cube') && !state.sampler.nonSeamlessCubeMap;
    this.corners = state.reading.anyCorner === true ? ['least', 'greatest'] : ['thirds', 'halves'];
    [this.size] = state.texels.size(level);
    this.read = state.texels;
  }

  /**
   * The texel of a filter's footprint; a cube's ends at the edges of the face when `nearest` (Vulkan: Wrapping
   * Operation).
   */
  at({ i, j, k, weight }: Tap, nearest: boolean): DecodedTexel {
    const { state, level, layer } = this;
    this.read = weight < 0 ? state.texels.subtracted : state.texels;
    if (!this.seamless) return this.finished(this.read.at(level, layer.layer + layer.face, i, j, k));
    const [nearI, nearJ] = [this.onFace(i), this.onFace(j)];
    if (nearest) return this.ofFace(layer.face, nearI, nearJ);
    if (i !== nearI && j !== nearJ) return this.lacking(i, j);
    return this.ofFace(layer.face, i, j);
  }

  /** Each way to decide what was open in `compute`, which is called at least once. */
  choices<T>(compute: () => T): readonly T[] {
    const first = compute();
    if (!this.metCorner && !this.metUndecided) return [first];
    const results: T[] = [first];
    for (const undecided of ['lower', 'upper'] as const) {
      for (const corner of this.corners) {
        this.undecided = undecided;
        this.corner = corner;
        results.push(compute());
      }
    }
    this.undecided = 'lower';
    this.corner = 'thirds';
    return results;
  }

  private onFace(i: number): number {
    return Math.max(0, Math.min(this.size - 1, i));
  }

  /** A texel of a face, or beyond one of its edges. */
  private ofFace(face: number, i: number, j: number): DecodedTexel {
    const outside = i !== this.onFace(i) || j !== this.onFace(j);
    const at = outside ? acrossEdge({ face, i, j }, this.size) : { face, i, j };
    return this.finished(this.read.inside(this.level, this.layer.layer + at.face, at.i, at.j));
  }

  private lacking(i: number, j: number): DecodedTexel {
    this.metCorner = true;
    const { face } = this.layer;
    const [nearI, nearJ] = [this.onFace(i), this.onFace(j)];
    const beside = [this.ofFace(face, i, nearJ), this.ofFace(face, nearI, j)];
    const three = [...beside, this.ofFace(face, nearI, nearJ)];
    const texels = this.corner === 'halves' ? beside : three;
    const means = this.corner === 'thirds' || this.corner === 'halves';
    return [0, 1, 2, 3].map((c) => {
      // Integers have no mean: anything from the least to the greatest.
      if (!means || this.state.result.kind === 'integer') {
        const of = this.corner === 'halves' || this.corner === 'greatest' ? Math.max : Math.min;
        return of(...three.map((texel) => texel[c]));
      }
      return texels.reduce((sum, texel) => sum + texel[c], 0) / texels.length;
    });
  }

  /** Comparison, then swizzle. */
  private finished(texel: DecodedTexel): DecodedTexel {
    const { instruction, view, result } = this.state;
    const compared = instruction.dref === true ? [this.compared(texel[0]), 0, 0, 1] : texel;
    return swizzled(compared, view.components, 0, result.swizzledOne);
  }

  private compared(depth: number): number {
    const { sampler, texels, reading } = this.state;
    const [one, kind] = [texels.ones[0], texels.kind];
    const { lower, upper } = comparison(sampler.compareOp, this.reference, depth, one, kind, reading.depthReference);
    if (lower !== upper) this.metUndecided = true;
    return this.undecided === 'lower' ? lower : upper;
  }
}
