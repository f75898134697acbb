import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import type { ImageView } from '../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { allowedColor } from './allowed-color.ts';
import type { Interval } from '../../src/specification/exact/interval.ts';
import { sampleState } from '../../src/specification/state/state.ts';
import { viewOfImage } from '../../src/specification/state/view.ts';
import { FULL_QUALITY } from './presets.ts';
import { EXPLICIT, lanesOf, POINT } from './sampling.ts';

export function formatOf(name: string): TexelFormat {
  return TEXEL_FORMATS.get(name)!;
}

/** An 8-bit red image; levels as lists of codes, in each the layers or slices one after the other. */
export function redImage(
  size: Pick<ImageSource, 'width' | 'height'> & Partial<ImageSource>,
  ...levels: readonly (readonly number[])[]
): ImageSource {
  return { format: formatOf('r8_unorm'), layers: 1, ...size, levels: levels.map((codes) => Uint8Array.from(codes)) };
}

export interface Request {
  readonly image: ImageSource;
  readonly view?: Partial<ImageView>;
  readonly sampler?: Partial<Sampler>;
  readonly instruction?: Partial<Instruction>;
  readonly design?: Design;
  /** Operands of the lanes 0 to 3, of one quad. */
  readonly lanes?: readonly Partial<Record<Operand, number>>[];
  readonly offset?: readonly [number, number, number];
  /** The operands of lane 0. */
  readonly laneOffset?: readonly [number, number, number];
}

type Operand =
  's' | 't' | 'r' | 'q' | 'layer' | 'lod' | 'minLod' | 'dref' | 'dsdx' | 'dtdx' | 'drdx' | 'dsdy' | 'dtdy' | 'drdy';

/** The results that the oracle allows lane 0: explicit LOD, point sampling and the full-quality design unless told. */
export function allowedAt(request: Request): readonly Interval[] {
  const { image, design = FULL_QUALITY, offset = [0, 0, 0], lanes = [{}] } = request;
  const view = { ...viewOfImage(image), ...request.view };
  const state = sampleState(
    design,
    image,
    { ...POINT, ...request.sampler },
    { ...EXPLICIT, ...request.instruction },
    view,
  );
  const batch: QuadBatch = lanesOf(lanes.length, (into, lane) => {
    for (const [operand, value] of Object.entries(lanes[lane])) into[operand as Operand][lane] = value;
  });
  [batch.offsetU[0], batch.offsetV[0], batch.offsetW[0]] = offset;
  batch.laneOffset.set(request.laneOffset ?? []);
  return allowedColor(state, { batch, quad: 0, lane: 0 });
}

/** The one red code of 255 that is allowed, as text where there are more. */
export function redCode(request: Request): number | string {
  const [{ lower, upper }] = allowedAt(request);
  const code = Math.round(lower * 255 * 2 ** 16) / 2 ** 16;
  return Math.fround(code / 255) === lower && lower === upper ? code : `${lower * 255}..${upper * 255}`;
}
