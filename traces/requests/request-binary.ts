import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { UNCOMPRESSED_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { SWIZZLES, VIEW_TYPES, wholeView } from '../../rtl-model/state/image-view.ts';
import { LOD_SOURCES, OPERATIONS } from '../../rtl-model/state/instruction.ts';
import * as lists from '../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import type { ByteSink } from '../encodings/trace-encoding.ts';

/** `TEXUNIT_VERSION` of the header in C, whose types the file has. */
const VERSION = 1;
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
const REQUEST_BYTES = 12 + 4 * (QUAD_LANES * (OPERANDS.length + INTEGERS.length) + 4);

/** Fields that a description has, or on which no result depends. The others must be what they are if left out. */
const DESCRIBED: Readonly<Record<string, string>> = {
  image: 'format type width height depth layers levels',
  view: 'viewType format components baseMipLevel levelCount baseArrayLayer layerCount minLod',
  sampler: `magFilter minFilter mipmapMode addressModeU addressModeV addressModeW mipLodBias minLod maxLod
    anisotropyEnable maxAnisotropy compareEnable compareOp reductionMode nonSeamlessCubeMap
    borderColor borderColorType borderColorFormat borderColorMapping`,
  instruction: 'op lod projected dref component',
};

/** The name of a field of a state that `texunit_description` lacks; null if it has all. */
export function fieldWithoutDescription(state: TextureState, images: readonly ImageSource[]): string | null {
  const { image: number, second, sampler, instruction } = state;
  if (number === null) return 'image';
  if (second !== undefined) return 'second';
  const image = images[number];
  const whole = wholeView(image);
  const { view = whole } = state;
  if (image.format.planes !== null || image.format.block !== null) return 'image.format';
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

  /** @param requests that will be written */
  constructor(
    private readonly sink: ByteSink,
    private readonly images: readonly ImageSource[],
    states: readonly NamedState[],
    requests: number,
  ) {
    const fields = states.map(({ state }) => this.fields(state));
    this.isInteger = states.map(({ state }) => /^[us]int$/.test(this.viewed(state).view.format.componentType));
    const fieldBytes = 4 * fields[0].length;
    const stateBytes = 24 * LEVELS + fieldBytes + NAME_BYTES;
    const texels = HEADER_BYTES + states.length * stateBytes + requests * REQUEST_BYTES;
    sink(new TextEncoder().encode(SIGNATURE));
    this.words([VERSION, fieldBytes, REQUEST_BYTES, states.length, requests]);
    for (const [n, { state, id }] of states.entries()) {
      this.words([...this.places(state, texels), ...fields[n]]);
      const name = new Uint8Array(NAME_BYTES);
      new TextEncoder().encodeInto(id, name);
      sink(name);
    }
  }

  /** Writes quad 0 of a batch. @param lanes of the request: 1 or 4 */
  write({ state, offsetU, offsetV, offsetW, active, ...operands }: QuadBatch, lanes: number): void {
    const floats = OPERANDS.flatMap((name) => Array.from(operands[name].subarray(0, QUAD_LANES), floatBits));
    const integers = INTEGERS.flatMap((name) => [...operands[name].subarray(0, QUAD_LANES)]);
    this.words([
      state[0],
      lanes,
      Number(this.isInteger[state[0]]),
      ...floats,
      ...integers,
      offsetU[0],
      offsetV[0],
      offsetW[0],
      active[0],
    ]);
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
    return { image, view: state.view ?? wholeView(image) };
  }

  /** Offset, row pitch and slice pitch of each level, of 64 bits. */
  private places(state: TextureState, texels: number): readonly number[] {
    const { image, view } = this.viewed(state);
    const bytes = ({ levels }: ImageSource) => levels.reduce((sum, { length }) => sum + length, 0);
    let offset = this.images.slice(0, state.image!).reduce((sum, before) => sum + bytes(before), texels);
    const places = new BigUint64Array(3 * LEVELS);
    image.levels.forEach(({ length }, l) => {
      const rowPitch = levelSize(image.width, l) * image.format.texelBytes;
      const slicePitch = rowPitch * levelSize(image.height, l);
      const first = view.viewType === '3d' ? 0 : view.baseArrayLayer * slicePitch;
      places.set([offset + first, rowPitch, slicePitch].map(BigInt), 3 * l);
      offset += length;
    });
    return [...new Uint32Array(places.buffer)];
  }

  /** The fields of `texunit_description` from `format` on. */
  private fields(state: TextureState): readonly number[] {
    const { sampler, instruction } = state;
    const { view, image } = this.viewed(state);
    return [
      [...UNCOMPRESSED_FORMATS.keys()].indexOf(view.format.name),
      VIEW_TYPES.indexOf(view.viewType),
      image.width,
      image.height,
      image.depth ?? 1,
      view.layerCount,
      image.levels.length,
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
      ...sampler.borderColor.map(floatBits),
      ...borderIntegers(sampler.borderColor),
      OPERATIONS.indexOf(instruction.op ?? 'sample'),
      LOD_SOURCES.indexOf(instruction.lod),
      ...[instruction.projected, instruction.dref ?? false, instruction.component ?? 0].map(Number),
    ];
  }
}

/** The border colour of integer formats, of 64 bits. */
function borderIntegers(color: readonly number[]): Uint32Array {
  const integers = color.map((value) => BigInt(Number.isFinite(value) ? Math.trunc(value) : 0));
  return new Uint32Array(BigInt64Array.from(integers).buffer);
}
