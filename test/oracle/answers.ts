import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import type { Answer } from '../../src/specification/answers/answer.ts';
import { OperationOracle } from '../../src/specification/operations/operation-oracle.ts';
import { FULL_QUALITY } from './presets.ts';
import { lanesOf } from './sampling.ts';

/** The oracle's answer to one lane, whose operands `fill` sets at index 0. */
export function answerTo(
  sources: readonly ImageSource[],
  op: Partial<TextureState['instruction']>,
  fill: (batch: QuadBatch) => void,
  state: Partial<TextureState> = {},
  design: Design = FULL_QUALITY,
): Answer {
  const instruction = { lod: 'explicit', projected: false, ...op } as const;
  const texture: TextureState = { image: 0, sampler: DEFAULT_SAMPLER, instruction, ...state };
  return new OperationOracle(design, sources, [texture]).answer(lanesOf(1, fill), 0, 0);
}

/** r, g, b, a that every way includes: the float32 values themselves where nothing is open. */
export function valuesOf({ ways }: Answer): readonly number[] {
  const [way] = ways!;
  return way.map(({ lower, upper }) => (lower === upper ? lower : NaN));
}

export function formatOf(name: string): TexelFormat {
  return TEXEL_FORMATS.get(name)!;
}

/** An image of one level and one layer from its bytes. */
export function image2d(name: string, width: number, height: number, ...bytes: readonly number[]): ImageSource {
  return { format: formatOf(name), width, height, layers: 1, levels: [Uint8Array.from(bytes)] };
}
