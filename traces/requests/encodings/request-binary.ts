import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { ASPECTS } from '../../../rtl-model/formats/texel-format.ts';
import { aspectFormat } from '../../../rtl-model/formats/depth-stencil-formats.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { type ImageView, SWIZZLES, VIEW_TYPES, wholeView } from '../../../rtl-model/state/image-view.ts';
import { GATHER_ORIGINS, GATHERED_SQUARE, LOD_SOURCES, OPERATIONS } from '../../../rtl-model/state/instruction.ts';
import * as lists from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { ByteSink } from '../../encodings/trace-encoding.ts';

/** `TEXUNIT_VERSION` of the header in C, whose types the file has. */
const VERSION = 3;
const SIGNATURE = 'texunit\0';
const LEVELS = 16;
const NAME_BYTES = 64;
const HEADER_BYTES = 28;

/** The operands of lanes, float32 and integers, in the order of `texunit_quad`. */
const OPERANDS = [
  ...(['s', 't', 'r', 'q', 'layer', 'dref', 'lod', 'minLod'] as const),
  ...(['dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy'] as const),
];
const INTEGERS = ['i', 'j', 'k', 'integerLayer', 'level'] as const;
const OFFSETS = ['offsetU', 'offsetV', 'offsetW'] as const;
/** Bytes of `texunit_quad`. */
const QUAD_BYTES = 4 * (QUAD_LANES * (OPERANDS.length + INTEGERS.length + OFFSETS.length) + 1);

/** Fields that a description has, or on which no result depends. The others must be what they are if left out. */
const DESCRIBED: Readonly<Record<string, string>> = {
  image: 'format type width height depth layers levels',
  view: 'viewType format aspect components baseMipLevel levelCount baseArrayLayer layerCount minLod',
  sampler: `magFilter minFilter mipmapMode addressModeU addressModeV addressModeW mipLodBias minLod maxLod
    anisotropyEnable maxAnisotropy compareEnable compareOp reductionMode nonSeamlessCubeMap cubicWeights
    unnormalizedCoordinates
    borderColor borderColorType borderColorFormat borderColorMapping`,
  instruction: 'op lod projected dref component gatherOffsets gatherOrigin laneOffsets',
};

/** The name of a field of a state that `texunit_description` lacks; null if it has all. */
export function fieldWithoutDescription(state: TextureState, images: readonly ImageSource[]): string | null {
  const { image: number, second, sampler, instruction } = state;
  if (number === null) return 'image';
  if (second !== undefined) return 'second';
  const image = images[number];
  const whole = wholeView(image);
  const { view = whole } = state;
  if (image.format.planes !== null || (image.format.block !== null && image.format.codec === null))
    return 'image.format';
  if (image.levels.length > LEVELS) return 'image.levels';
  if ((image.type === '3d') !== (view.viewType === '3d')) return 'view.viewType';
  const lacking = (part: string, fields: object, usual: object) => {
    const ifLeftOut = new Map(Object.entries(usual));
    const isLacking = ([field, value]: [string, unknown]) =>
      !DESCRIBED[part].split(/\s+/).includes(field) &&
      (value ?? false) !== false &&
      JSON.stringify(value) !== JSON.stringify(ifLeftOut.get(field));
    return Object.entries(fields)
      .filter(isLacking)
      .map(([field]) => `${part}.${field}`);
  };
  return (
    [
      ...lacking('image', image, { samples: 1, unbound: [] }),
      ...lacking('view', view, whole),
      ...lacking('sampler', sampler, lists.DEFAULT_SAMPLER),
      ...lacking('instruction', instruction, {}),
    ].at(0) ?? null
  );
}

/** A state that `texunit_description` has, and the id of its first request. */
export interface NamedState {
  readonly state: TextureState;
  readonly id: string;
}

/** Writes requests for the program that `texunit c` makes (FORMAT.md: Requests in binary). */
export class BinaryRequestWriter {
  private readonly isInteger: readonly boolean[];
  private readonly ofLanes: readonly boolean[];

  /** @param requests that will be written */
  constructor(
    private readonly sink: ByteSink,
    private readonly images: readonly ImageSource[],
    states: readonly NamedState[],
    requests: number,
  ) {
    this.isInteger = states.map(({ state }) => {
      const { format, aspect } = this.viewed(state).view;
      return /^[us]int$/.test(aspectFormat(format, aspect).componentType);
    });
    this.ofLanes = states.map(({ state }) => state.instruction.laneOffsets === true);
    const fieldBytes = 4 * fieldWords(this.viewed(states[0].state)).length;
    const stateBytes = 24 * LEVELS + fieldBytes + NAME_BYTES;
    const texels = HEADER_BYTES + states.length * stateBytes + requests * (12 + QUAD_BYTES);
    sink(new TextEncoder().encode(SIGNATURE));
    this.words([VERSION, fieldBytes, 12 + QUAD_BYTES, states.length, requests]);
    for (const { state, id } of states) {
      this.words(this.stateWords(state, texels));
      const name = new Uint8Array(NAME_BYTES);
      new TextEncoder().encodeInto(id, name);
      sink(name);
    }
  }

  /** Writes the quad of a batch of one. @param lanes of the request: 1 or 4 */
  write(batch: QuadBatch, lanes: number): void {
    const [state] = batch.state;
    this.words([state, lanes, Number(this.isInteger[state])]);
    this.sink(quadBytes(batch, this.ofLanes[state]).subarray(0, QUAD_BYTES));
  }

  /** Writes the texels. */
  end(): void {
    for (const { levels } of this.images) levels.forEach(this.sink);
  }

  private words(values: readonly number[]): void {
    this.sink(new Uint8Array(Uint32Array.from(values).buffer));
  }

  private viewed(state: TextureState) {
    const image = this.images[state.image!];
    return { ...state, source: image, view: state.view ?? wholeView(image) };
  }

  /** The state's levels and fields, for texels of the images from byte `texels` of the file on. */
  private stateWords(state: TextureState, texels: number): readonly number[] {
    const before = this.images.slice(0, state.image!).flatMap(({ levels }) => levels);
    const at = before.reduce((sum, { length }) => sum + length, texels);
    const viewed = this.viewed(state);
    return [...levelWords(viewed, at), ...fieldWords(viewed)];
  }
}

/** A state, its view and its image. */
type ViewedState = Pick<TextureState, 'sampler' | 'instruction'> & {
  readonly view: ImageView;
  readonly source: ImageSource;
};

/** Offset, row pitch and slice pitch of each level, of 64 bits. @param texels offset of the image's texels */
export function levelWords({ source, view }: Pick<ViewedState, 'source' | 'view'>, texels: number): readonly number[] {
  const { texelBytes, block } = source.format;
  const places = new BigUint64Array(3 * LEVELS);
  let offset = texels;
  source.levels.forEach(({ length }, l) => {
    const rowPitch = Math.ceil(levelSize(source.width, l) / (block?.width ?? 1)) * texelBytes;
    const slicePitch = rowPitch * Math.ceil(levelSize(source.height, l) / (block?.height ?? 1));
    const first = view.viewType === '3d' ? 0 : view.baseArrayLayer * slicePitch;
    places.set([offset + first, rowPitch, slicePitch].map(BigInt), 3 * l);
    offset += length;
  });
  return [...new Uint32Array(places.buffer)];
}

/** The fields of `texunit_description` from `format` to `aspect`. */
export function fieldWords({ source, view, sampler, instruction }: ViewedState): readonly number[] {
  return [
    [...TEXEL_FORMATS.keys()].indexOf(view.format.name),
    VIEW_TYPES.indexOf(view.viewType),
    source.width,
    source.height,
    source.depth ?? 1,
    view.layerCount,
    source.levels.length,
    view.baseMipLevel,
    view.levelCount,
    ...view.components.map((component) => SWIZZLES.indexOf(component)),
    floatBits(view.minLod),
    ...[sampler.magFilter, sampler.minFilter].map((filter) => lists.FILTERS.indexOf(filter)),
    lists.MIPMAP_MODES.indexOf(sampler.mipmapMode),
    ...(['U', 'V', 'W'] as const).map((axis) => lists.ADDRESS_MODES.indexOf(sampler[`addressMode${axis}`])),
    ...[sampler.mipLodBias, sampler.minLod, sampler.maxLod, sampler.maxAnisotropy].map(floatBits),
    Number(sampler.anisotropyEnable),
    lists.COMPARE_OPS.indexOf(sampler.compareOp),
    lists.REDUCTION_MODES.indexOf(sampler.reductionMode),
    Number(sampler.nonSeamlessCubeMap),
    lists.CUBIC_WEIGHTS.indexOf(sampler.cubicWeights),
    Number(sampler.unnormalizedCoordinates),
    ...sampler.borderColor.map(floatBits),
    ...borderIntegers(sampler.borderColor),
    OPERATIONS.indexOf(instruction.op ?? 'sample'),
    LOD_SOURCES.indexOf(instruction.lod),
    ...[instruction.projected, instruction.dref ?? false, instruction.component ?? 0].map(Number),
    ...(instruction.gatherOffsets ?? GATHERED_SQUARE).flatMap(([i, j]) => [i, j]),
    GATHER_ORIGINS.indexOf(instruction.gatherOrigin ?? 'linear'),
    ASPECTS.indexOf(view.aspect),
  ];
}

/** Quads as `texunit_quad` has them. @param ofLanes true for offsets of each lane beside those of the quad */
export function quadBytes(batch: QuadBatch, ofLanes: boolean): Uint8Array {
  const bytes = new Uint8Array(QUAD_BYTES * batch.count);
  const [floats, words] = [new Float32Array(bytes.buffer), new Int32Array(bytes.buffer)];
  const arrays = [
    ...OPERANDS.map((name) => [batch[name], floats] as const),
    ...INTEGERS.map((name) => [batch[name], words] as const),
  ];
  const quadWords = QUAD_BYTES / 4;
  arrays.forEach(([from, to], n) => {
    for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
      to[Math.floor(lane / QUAD_LANES) * quadWords + QUAD_LANES * n + (lane % QUAD_LANES)] = from[lane];
    }
  });
  OFFSETS.forEach((name, axis) => {
    const first = QUAD_LANES * (arrays.length + axis);
    for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
      const quad = Math.floor(lane / QUAD_LANES);
      const own = ofLanes ? batch.laneOffset[3 * lane + axis] : 0;
      words[quad * quadWords + first + (lane % QUAD_LANES)] = ((batch[name][quad] + own) << 16) >> 16;
    }
  });
  for (let quad = 0; quad < batch.count; quad++) words[(quad + 1) * quadWords - 1] = batch.active[quad];
  return bytes;
}

/** The border colour of integer formats, of 64 bits. */
function borderIntegers(color: readonly number[]): Uint32Array {
  const integers = color.map((value) => BigInt(Number.isFinite(value) ? Math.trunc(value) : 0));
  return new Uint32Array(BigInt64Array.from(integers).buffer);
}
