import type { YcbcrConversion } from '../state/sampler.ts';
import { componentSources, swizzleColor } from '../texel-decoder/swizzle.ts';

/** K_R and K_B (Khronos Data Format: BT.709, BT.601 and BT.2020 Y'CbCr conversion). */
const LUMA_WEIGHTS: Readonly<Record<'ycbcr_709' | 'ycbcr_601' | 'ycbcr_2020', readonly [number, number]>> = {
  ycbcr_709: [0.2126, 0.0722],
  ycbcr_601: [0.299, 0.114],
  ycbcr_2020: [0.2627, 0.0593],
};

/** The step from a normalized component to Y', C_B or C_R: (component * scale - offset) / span. */
interface Expansion {
  readonly scale: number;
  readonly offset: number;
  readonly span: number;
}

/** The two terms of R' - Y', G' - Y' and B' - Y'. */
interface Model {
  readonly redFromCr: number;
  readonly greenFromCr: number;
  readonly greenFromCb: number;
  readonly blueFromCb: number;
}

/**
 * Sampler Y'CbCr conversion of texels with r = C_R, g = Y', b = C_B in [0, 1], float32, in place (Vulkan:
 * Sampler YCbCr Conversion). float64 inside, rounded once to float32. Nothing is clamped: the specification
 * only permits that, so Y' and R'G'B' leave [0, 1] where the codes do.
 */
export class YcbcrConverter {
  private readonly sources: readonly number[];
  private readonly luma: Expansion | null;
  private readonly chroma: Expansion | null;
  private readonly model: Model | null;
  private readonly work = new Float64Array(4);
  /** C_R, Y', C_B of the texel that was converted last: after reconstruction and swizzle, and after range expansion. */
  readonly reconstructed = new Float64Array(4);
  readonly expanded = new Float64Array(4);

  /** @param bits of a component of the format, n of the range expansion: 8 to 16 */
  constructor(conversion: YcbcrConversion, bits: number) {
    const { ycbcrModel, ycbcrRange } = conversion;
    const expanded = ycbcrModel !== 'rgb_identity';
    this.sources = componentSources(conversion.components);
    this.luma = expanded ? lumaExpansion(ycbcrRange, bits) : null;
    this.chroma = expanded ? chromaExpansion(ycbcrRange, bits) : null;
    this.model =
      ycbcrModel === 'rgb_identity' || ycbcrModel === 'ycbcr_identity' ? null : rgbModel(...LUMA_WEIGHTS[ycbcrModel]);
  }

  /** Component swizzle, range expansion, model conversion. */
  convert(color: Float32Array, at: number): void {
    const { work, reconstructed, expanded, luma, chroma, model } = this;
    for (let component = 0; component < 4; component++) work[component] = color[at + component];
    swizzleColor(work, 0, this.sources);
    reconstructed.set(work);
    expanded.set(work);
    if (luma !== null && chroma !== null) {
      const cr = (expanded[0] = expand(work[0], chroma));
      const y = (expanded[1] = expand(work[1], luma));
      const cb = (expanded[2] = expand(work[2], chroma));
      work[0] = model === null ? cr : y + model.redFromCr * cr;
      work[1] = model === null ? y : y - (model.greenFromCr * cr + model.greenFromCb * cb);
      work[2] = model === null ? cb : y + model.blueFromCb * cb;
    }
    color.set(work, at);
  }
}

function expand(component: number, { scale, offset, span }: Expansion): number {
  return (component * scale - offset) / span;
}

/** Vulkan: Sampler YCbCr Range Expansion (Khronos Data Format: Quantization schemes). */
function lumaExpansion(range: YcbcrConversion['ycbcrRange'], bits: number): Expansion {
  const step = 2 ** (bits - 8);
  return range === 'itu_full'
    ? { scale: 1, offset: 0, span: 1 }
    : { scale: 2 ** bits - 1, offset: 16 * step, span: 219 * step };
}

function chromaExpansion(range: YcbcrConversion['ycbcrRange'], bits: number): Expansion {
  const largest = 2 ** bits - 1;
  const step = 2 ** (bits - 8);
  return range === 'itu_full'
    ? { scale: largest, offset: 2 ** (bits - 1), span: largest }
    : { scale: largest, offset: 128 * step, span: 224 * step };
}

/** The inverse conversion of Khronos Data Format: Y'CbCr color models, from the weights of R' and B' in Y'. */
function rgbModel(kr: number, kb: number): Model {
  const kg = 1 - kr - kb;
  return {
    redFromCr: 2 * (1 - kr),
    greenFromCr: (2 * kr * (1 - kr)) / kg,
    greenFromCb: (2 * kb * (1 - kb)) / kg,
    blueFromCb: 2 * (1 - kb),
  };
}
