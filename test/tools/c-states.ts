import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { GATHER_ORIGINS, LOD_SOURCES } from '../../rtl-model/state/instruction.ts';
import { type ImageView, SWIZZLES, type ViewType, wholeView } from '../../rtl-model/state/image-view.ts';

import {
  ADDRESS_MODES,
  COMPARE_OPS,
  CUBIC_WEIGHTS,
  DEFAULT_SAMPLER,
  type Filter,
  MIPMAP_MODES,
  type ReductionMode,
} from '../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { levelBytes } from '../../rtl-model/memory/level-size.ts';
import { fieldWords, levelWords, quadBytes } from '../../traces/requests/encodings/request-binary.ts';
import type { Dice } from '../oracle/dice.ts';
import { lanesOf } from '../oracle/sampling.ts';

/** A program that reads states, their memories and quads, and writes a code and the colours of each. */
export const programOf = (name: string) => `
#include "requests.h"
static void in(void *to, size_t bytes) {
  if (bytes > 0 && fread(to, 1, bytes, stdin) != bytes) exit(3);
}
int main(void) {
  uint32_t sizes[3];
  (void)requests_open;
  (void)requests_close;
  while (fread(sizes, sizeof sizes, 1, stdin) == 1) {
    texunit_description d;
    ${name}_describe(&d);
    in(d.levels, sizeof d.levels);
    in((unsigned char *)&d + FIELDS_AT, FIELDS_BYTES);
    d.decoded = sizes[2];
    unsigned char *memory = malloc(sizes[0] + 1);
    texunit_quad *quads = malloc(sizes[1] * sizeof *quads);
    float *colors = calloc(sizes[1], 16 * sizeof *colors);
    in(memory, sizes[0]);
    in(quads, sizes[1] * sizeof *quads);
    d.memory = memory;
    d.memory_bytes = sizes[0];
    ${name}_state *state;
    const char *why = "";
    int32_t code = (int32_t)${name}_make(&state, &d, &why);
    if (code != 0) fprintf(stderr, "%s\\n", why);
    if (code == 0) ${name}_sample_quads(state, quads, sizes[1], colors);
    ${name}_free(state);
    fwrite(&code, 4, 1, stdout);
    fwrite(colors, 64, sizes[1], stdout);
    free(memory);
    free(quads);
    free(colors);
  }
  return 0;
}
`;

/** A state of the model, and its image. */
export interface CState {
  readonly source: ImageSource;
  readonly state: TextureState & { readonly view: ImageView };
}

/** The bytes that the program reads for a state and its quads. */
export function requestOf({ source, state }: CState, batch: QuadBatch): Buffer {
  const isGiven = isDecoded(source.format);
  const given = isGiven
    ? {
        ...source,
        format: source.format.unpacker!.format,
        levels: source.levels.map((_, l) => decodedLevel(source, l)),
      }
    : source;
  const memory = Buffer.concat(given.levels);
  const words = [memory.length, batch.count, Number(isGiven)];
  const described = [...levelWords({ source: given, view: state.view }, 0), ...fieldWords({ ...state, source })];
  return Buffer.concat([
    Buffer.from(Uint32Array.from([...words, ...described]).buffer),
    memory,
    quadBytes(batch, state.instruction.laneOffsets === true),
  ]);
}

/** True for blocks that the model in C does not decode: it is given their texels. */
export function isDecoded({ name, codec }: TexelFormat): boolean {
  return codec !== null && !/^bc[1-5]_/.test(name);
}

/** The texels of a level's blocks, slice by slice. */
function decodedLevel({ format, levels, width, height }: ImageSource, l: number): Uint8Array {
  const { block, unpacker } = format;
  const { texelBytes } = unpacker!.format;
  const [columns, rows] = [levelSize(width, l), levelSize(height, l)];
  const across = Math.ceil(columns / block!.width);
  const inSlice = across * Math.ceil(rows / block!.height);
  const slices = levels[l].length / (inSlice * format.texelBytes);
  const texels = Buffer.alloc(slices * columns * rows * texelBytes);
  const unpacked = new Uint8Array(block!.width * block!.height * texelBytes);
  for (let n = 0; n < slices * inSlice; n++) {
    unpacker!.unpack(levels[l], n * format.texelBytes, new DataView(unpacked.buffer), 0);
    const [slice, at] = [Math.floor(n / inSlice), n % inSlice];
    for (let texel = 0; texel < block!.width * block!.height; texel++) {
      const i = (at % across) * block!.width + (texel % block!.width);
      const j = Math.floor(at / across) * block!.height + Math.floor(texel / block!.width);
      if (i >= columns || j >= rows) continue;
      const from = unpacked.subarray(texel * texelBytes, (texel + 1) * texelBytes);
      texels.set(from, ((slice * rows + j) * columns + i) * texelBytes);
    }
  }
  return texels;
}

/** Codes and colours: r, g, b, a of each lane as bits; a code that is not 0 is that of a refusal. */
export function answersOf(output: Buffer, counts: readonly number[]): readonly { code: number; colors: Int32Array }[] {
  let at = 0;
  return counts.map((quads) => {
    const code = output.readInt32LE(at);
    const colors = new Int32Array(
      output.buffer.slice(output.byteOffset + at + 4, output.byteOffset + at + 4 + 64 * quads),
    );
    at += 4 + 64 * quads;
    return { code, colors };
  });
}

const SHAPES = {
  '1d': ['1d', '1d_array'],
  '2d': ['2d', '2d_array'],
  '3d': ['3d'],
  cube: ['cube', 'cube_array'],
} as const;

/** Bytes of texels: for most float32 zeros, denormals, and numbers near each other; for others any bits. */
function texelBytes(dice: Dice, { componentType, bits, block }: TexelFormat, length: number): Uint8Array {
  if (block !== null || componentType !== 'sfloat' || dice.chance(0.1))
    return Uint8Array.from({ length }, () => dice.integer(0, 255));
  const range = dice.pick([1, 12, 40]);
  const value = () =>
    dice.chance(0.2)
      ? dice.pick([0, -0, 2 ** -149, -(2 ** -127), 2 ** -126, 1, -1])
      : dice.real(-1, 1) * 2 ** dice.integer(-range, range);
  if (bits[0] === 32) return new Uint8Array(Float32Array.from({ length: length / 4 }, value).buffer);
  return new Uint8Array(Uint16Array.from({ length: length / 2 }, () => dice.bits() & 0xbbff).buffer);
}

/** A random state of an image of a format. */
export function randomState(dice: Dice, name: string): CState {
  const format = TEXEL_FORMATS.get(name)!;
  // Depths of 24 bits are too wide for the volumes of many designs.
  const volume = format.bits.includes(24) ? '2d' : '3d';
  const kind = dice.pick(['1d', '2d', '2d', '2d', volume, 'cube', 'cube'] as const);
  const type = kind === 'cube' ? '2d' : kind;
  const viewType: ViewType = dice.pick(SHAPES[kind]);
  const size = () => dice.pick([dice.integer(1, 20), 2 ** dice.integer(0, 6)]);
  const width = size();
  const shape = {
    format,
    type,
    width,
    height: kind === '1d' ? 1 : kind === 'cube' ? width : size(),
    depth: type === '3d' ? dice.integer(1, 9) : 1,
    layers: kind === '3d' ? 1 : kind === 'cube' ? dice.pick([6, 12, 13]) : dice.integer(1, 4),
  };
  const most = 1 + Math.floor(Math.log2(Math.max(shape.width, shape.height, shape.depth)));
  const levels = Array.from({ length: dice.integer(1, most) }, (_, level) =>
    texelBytes(dice, format, levelBytes(shape, level)),
  );
  const source: ImageSource = { ...shape, levels };
  const whole = wholeView(layOutImages([source], 'linear').images[0]);
  const baseMipLevel = dice.integer(0, levels.length - 1);
  const faces = kind === 'cube' ? 6 : 1;
  const baseArrayLayer = dice.integer(0, shape.layers - faces);
  const swizzle = () => dice.pick(SWIZZLES);
  const view: ImageView = {
    ...whole,
    viewType,
    aspect: dice.pick(format.aspects),
    components: dice.chance(0.7) ? whole.components : [swizzle(), swizzle(), swizzle(), swizzle()],
    baseMipLevel,
    levelCount: dice.integer(1, levels.length - baseMipLevel),
    baseArrayLayer,
    layerCount: viewType.endsWith('_array')
      ? faces * dice.integer(1, Math.floor((shape.layers - baseArrayLayer) / faces))
      : faces,
    minLod: dice.chance(0.7) ? 0 : dice.real(0, baseMipLevel),
  };
  const stencil = format.aspects[0] === 'stencil' || view.aspect === 'stencil';
  const integers = stencil || /int/.test(format.componentType);
  const cubic = !integers && dice.chance(0.25);
  const filter = (): Filter =>
    integers ? 'nearest' : cubic && dice.chance(0.7) ? 'cubic' : dice.pick(['nearest', 'linear', 'linear'] as const);
  const lod = () => dice.pick([0, dice.real(-1, 4), NaN, -0, 1e30]);
  const inTexels = (kind === '1d' || kind === '2d') && dice.chance(0.15);
  const mode = () => dice.pick(inTexels ? ADDRESS_MODES.slice(2) : ADDRESS_MODES);
  const border = () =>
    integers
      ? dice.pick([0, 1, -1, 200, 70_000, 2 ** 32 - 1, -(2 ** 31)])
      : dice.pick([0, -0, 1, -1, 0.5, dice.real(-2, 2), 1e6, 1e-40, NaN, Infinity]);
  const [magFilter, minFilter] = [filter(), filter()];
  const flat = kind === '2d' || kind === 'cube';
  const clamps = flat && magFilter === 'cubic' && minFilter === 'cubic' && dice.chance(0.3);
  const extremes = !integers && (flat || !cubic) && dice.chance(0.2);
  const average: ReductionMode = clamps ? 'weighted_average_rangeclamp' : 'weighted_average';
  const reductionMode = extremes ? dice.pick(['min', 'max'] as const) : average;
  const sampler = {
    ...DEFAULT_SAMPLER,
    magFilter,
    minFilter,
    mipmapMode: integers ? ('nearest' as const) : dice.pick(MIPMAP_MODES),
    addressModeU: mode(),
    addressModeV: mode(),
    addressModeW: mode(),
    mipLodBias: dice.chance(0.6) ? 0 : dice.real(-3, 3),
    minLod: dice.chance(0.6) ? 0 : lod(),
    maxLod: dice.chance(0.6) ? 1000 : lod(),
    anisotropyEnable: !integers && !cubic && dice.chance(0.3),
    reductionMode,
    cubicWeights: dice.pick(CUBIC_WEIGHTS),
    unnormalizedCoordinates: inTexels,
    nonSeamlessCubeMap: dice.chance(0.3),
    compareOp: dice.pick(COMPARE_OPS),
    maxAnisotropy: dice.pick([1, 1.5, 2, 4, 7.3, 16]),
    borderColor: [border(), border(), border(), border()] as const,
  };
  const gathers = flat && dice.chance(0.15);
  const op = gathers ? 'gather' : dice.chance(0.1) ? 'fetch' : 'sample';
  const comparable =
    /^(unorm|sfloat)$/.test(format.componentType) && op !== 'fetch' && !stencil && !format.name.startsWith('astc');
  const compares = comparable && dice.chance(0.2);
  const offset = () => [dice.integer(-8, 7), dice.integer(-8, 7)] as const;
  const offsets = op === 'gather' && kind === '2d' && dice.chance(0.4);
  const instruction = {
    op,
    ...(offsets && { gatherOffsets: [offset(), offset(), offset(), offset()] as const }),
    ...(op === 'gather' && { gatherOrigin: dice.pick(GATHER_ORIGINS) }),
    laneOffsets: kind !== 'cube' && dice.chance(0.2),
    lod: dice.pick(LOD_SOURCES),
    projected: op !== 'fetch' && dice.chance(0.2),
    dref: compares,
    component: compares ? 0 : dice.integer(0, 3),
  } as const;
  return { source, state: { image: 0, view, sampler, instruction } };
}

/** Quads near each other, over edges, on ties, and far away. */
export function randomQuads(dice: Dice, quads: number, { source, state }: CState): QuadBatch {
  const far = [NaN, Infinity, -Infinity, 1e30, -2000.25, 1e-40, -0, 1025, -1024.5, 3e9];
  let at = [0, 0, 0];
  const sizes = [source.width, source.height, source.depth ?? 1];
  const { unnormalizedCoordinates } = state.sampler;
  const batch = lanesOf(4 * quads, (b, lane) => {
    if (lane % 4 === 0) {
      at = sizes.map((size) =>
        dice.pick([
          dice.real(-1.2, 2.2),
          dice.integer(-2 * size, 4 * size) / (2 * size),
          (dice.integer(-999, 999) + 0.5) / (256 * size),
        ]),
      );
    }
    const spread = dice.pick([0, 0.01, 0.2]);
    const near = (x: number) => (dice.chance(0.02) ? dice.pick(far) : x + dice.real(-spread, spread));
    [b.s[lane], b.t[lane], b.r[lane]] = at.map((x, n) => near(x) * (unnormalizedCoordinates ? sizes[n] : 1));
    b.q[lane] = dice.pick([1, 1, 2, 0.5, -1, 3, 0]);
    b.layer[lane] = dice.pick([0, 0.5, 1, 1.5, 2.5, 3, -1, 1e9, NaN, Infinity]);
    b.dref[lane] = dice.pick([dice.real(-0.1, 1.1), 0, 1, NaN]);
    b.lod[lane] = lane % 4 > 0 && dice.chance(0.85) ? b.lod[lane - 1] : dice.pick([0, 0, dice.real(-2, 5), NaN, 1e30]);
    b.minLod[lane] = dice.chance(0.7) ? 0 : dice.real(0, 5);
    [b.i[lane], b.j[lane], b.k[lane]] = sizes.map((size) => dice.integer(-1, size));
    b.integerLayer[lane] = dice.integer(-1, source.layers);
    b.level[lane] = dice.integer(0, 2) * dice.integer(0, 1) - dice.integer(0, 1);
    const slope = dice.pick([0.02, 0.3, 3, 0]);
    for (let n = 3 * lane; n < 3 * lane + 3; n++)
      b.laneOffset[n] = dice.pick([0, dice.integer(-8, 7), dice.integer(-32768, 32767)]);
    for (const name of ['dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy'] as const)
      b[name][lane] = dice.real(-slope, slope);
  });
  for (let quad = 0; quad < quads; quad++) {
    batch.active[quad] = dice.chance(0.8) ? 15 : dice.integer(0, 15);
    // Cubes have no offsets.
    if (state.view.viewType.startsWith('cube')) continue;
    for (const name of ['offsetU', 'offsetV', 'offsetW'] as const) {
      if (dice.chance(0.3)) batch[name][quad] = dice.pick([dice.integer(-8, 7), dice.integer(-32768, 32767)]);
    }
  }
  return batch;
}
