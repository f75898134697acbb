import { CUBE_FACES } from '../../../rtl-model/address-unit/cube-edge.ts';
import { floatToHalf } from '../../../rtl-model/fixed-point/float16.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { type ImageView, wholeView } from '../../../rtl-model/state/image-view.ts';
import { type Instruction, LOD_SOURCES } from '../../../rtl-model/state/instruction.ts';
import { ADDRESS_MODES, COMPARE_OPS, DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { SeededBits } from '../../platform/seeded-bits.ts';
import { type DirectedRun, DirectedRequests } from '../golden/directed-requests.ts';
import { wideFormat } from './unit-state.ts';
import { PLAIN_SAMPLING, UNIT_BLOCK_FORMATS, type UnitSampling } from '../parameters/unit-widths.ts';

const RANDOM_QUADS = 2000;
const SEED = 38;
/** Texels along an axis of images of blocks, depths, cubes and volumes: no whole number of blocks. */
const SIDE = 18;
const WIDE_FORMATS = [...TEXEL_FORMATS.values()].filter((format) => wideFormat(format) !== null);
/** The cubes of an image. */
const CUBES = 2;
/** The slices of a volume. */
const DEPTH = 7;
const R8G8B8A8 = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
const D16 = TEXEL_FORMATS.get('d16_unorm')!;
const D32 = TEXEL_FORMATS.get('d32_sfloat')!;

/**
 * The directed requests of a design, and random quads of their states after them; then as many of states that a unit has
 * beside the plain path, if any.
 */
export function directedRun(design: Design, sampling = PLAIN_SAMPLING): DirectedRun {
  const { images, states, batch: directed } = new DirectedRequests(design);
  const isPlain = Object.values(sampling).every((has) => !has);
  const batch = new QuadBatch(directed.count + (isPlain ? 1 : 2) * RANDOM_QUADS);
  batch.append(directed);
  const random = new SeededBits(SEED);
  const addQuad = (first: number, count: number) => addRandomQuad(design, random, first, count, batch);
  while (batch.count < directed.count + RANDOM_QUADS) addQuad(0, states.length);
  if (isPlain) return { images, states, batch };
  const more = optionalStates(design, sampling, images.length, random);
  while (!batch.full) {
    addQuad(states.length, more.states.length);
    addOptionalOperands(sampling, random, batch);
  }
  return { images: [...images, ...more.images], states: [...states, ...more.states], batch };
}

/** The states of a unit's options, with images of their own behind the first `plain` ones for blocks, depths, cubes and volumes. */
function optionalStates(
  { filter }: Design,
  { reductions, gathers, fetches, blocks, comparison, wide, float32, cubes, volumes }: UnitSampling,
  plain: number,
  random: SeededBits,
) {
  const images: ImageSource[] = [];
  const states: TextureState[] = [];
  const add = (image: number, sampler: Partial<Sampler>, instruction: Partial<Instruction> = {}, view?: ImageView) =>
    states.push({
      image,
      ...(view !== undefined && { view }),
      sampler: { ...DEFAULT_SAMPLER, borderColor: [1, 0.5, 0.25, 1], ...sampler },
      instruction: { lod: 'implicit', projected: false, ...instruction },
    });
  const addImage = (format: TexelFormat, layers = 1, depth?: number) =>
    plain + images.push(randomImage(format, layers, random, depth)) - 1;
  if (reductions) for (const reductionMode of ['min', 'max'] as const) add(0, { reductionMode });
  if (gathers) for (const component of [0, 1, 2, 3]) add(component, {}, { op: 'gather', component });
  if (fetches) for (let image = 0; image < plain; image++) add(image, {}, { op: 'fetch' });
  if (blocks) for (const format of UNIT_BLOCK_FORMATS) add(addImage(format), { addressModeU: 'clamp_to_border' });
  for (const format of WIDE_FORMATS) {
    const { componentBits, componentType } = format;
    const isTaken = componentBits === 16 ? wide : float32;
    if (!isTaken || (componentType === 'sfloat' && filter.floatPath !== 'fused')) continue;
    add(addImage(format), { addressModeU: 'clamp_to_border' });
  }
  if (comparison) {
    for (const format of filter.floatPath === 'fused' ? [D16, D32] : [D16]) {
      const image = addImage(format);
      for (const compareOp of COMPARE_OPS) add(image, { compareEnable: true, compareOp }, { dref: true });
      if (gathers) add(image, { compareEnable: true, compareOp: 'less' }, { op: 'gather', dref: true });
    }
  }
  if (cubes) {
    const addCube = (format: TexelFormat, sampler: Partial<Sampler>, instruction?: Partial<Instruction>) => {
      const image = addImage(format, CUBES * CUBE_FACES);
      const viewType = 'cube_array';
      add(image, sampler, instruction, { ...wholeView(images[image - plain]), viewType });
    };
    for (const lod of LOD_SOURCES) addCube(R8G8B8A8, { anisotropyEnable: true, maxAnisotropy: 4 }, { lod });
    addCube(R8G8B8A8, { nonSeamlessCubeMap: true, addressModeU: 'clamp_to_border' });
    addCube(R8G8B8A8, {}, { projected: true });
    if (reductions) addCube(R8G8B8A8, { reductionMode: 'min' });
    if (gathers) addCube(R8G8B8A8, {}, { op: 'gather' });
    if (blocks) addCube(UNIT_BLOCK_FORMATS[0], {});
    if (comparison) addCube(D16, { compareEnable: true, compareOp: 'less' }, { dref: true });
  }
  if (volumes) {
    const addVolume = (format: TexelFormat, sampler: Partial<Sampler>, instruction?: Partial<Instruction>) =>
      add(addImage(format, 1, DEPTH), sampler, instruction);
    for (const lod of LOD_SOURCES) addVolume(R8G8B8A8, {}, { lod });
    for (const addressModeW of ADDRESS_MODES) addVolume(R8G8B8A8, { addressModeW });
    addVolume(R8G8B8A8, { magFilter: 'nearest', minFilter: 'nearest' });
    addVolume(R8G8B8A8, {}, { projected: true });
    if (reductions) for (const reductionMode of ['min', 'max'] as const) addVolume(R8G8B8A8, { reductionMode });
    if (fetches) addVolume(R8G8B8A8, {}, { op: 'fetch' });
    if (blocks) addVolume(UNIT_BLOCK_FORMATS[0], {});
    const isTaken = { r16g16_unorm: wide, r16g16_sfloat: wide, r32_sfloat: float32 };
    for (const [name, taken] of Object.entries(isTaken)) {
      const format = TEXEL_FORMATS.get(name)!;
      if (taken && (format.componentType !== 'sfloat' || filter.floatPath === 'fused')) addVolume(format, {});
    }
  }
  return { images, states };
}

/** An image with all its levels; depths that are floats are 0 to 1, other floats -1 to 1. */
function randomImage(format: TexelFormat, layers: number, random: SeededBits, depth?: number): ImageSource {
  const size = {
    format,
    width: SIDE,
    height: SIDE,
    layers,
    ...(depth !== undefined && { type: '3d' as const, depth }),
  };
  const levels = Array.from({ length: 1 + Math.floor(Math.log2(SIDE)) }, (_, level) => {
    const bytes = levelBytes(size, level);
    if (format.componentType !== 'sfloat') return Uint8Array.from({ length: bytes }, () => random.below(256));
    if (format.componentBits === 16) {
      return new Uint8Array(Uint16Array.from({ length: bytes / 2 }, () => floatToHalf(random.between(-1, 1))).buffer);
    }
    const float = () => (format === D32 ? random.below(5) / 4 : random.between(-1, 1));
    return new Uint8Array(Uint32Array.from({ length: bytes / 4 }, () => floatBits(float())).buffer);
  });
  return { ...size, levels };
}

/**
 * The operands of the last quad's lanes that the plain path has not: integers around an image, references around its depths,
 * and the third axis of a direction or of a volume.
 */
function addOptionalOperands({ cubes, volumes }: UnitSampling, random: SeededBits, batch: QuadBatch): void {
  for (let lane = QUAD_LANES * (batch.count - 1); lane < QUAD_LANES * batch.count; lane++) {
    batch.i[lane] = random.below(SIDE + 4) - 2;
    batch.j[lane] = random.below(SIDE + 4) - 2;
    batch.level[lane] = random.below(5) - 1;
    batch.integerLayer[lane] = random.below(5) - 1;
    batch.dref[lane] = (random.below(9) - 2) / 4;
  }
  if (!cubes && !volumes) return;
  const r = random.between(-1, 1) * random.pick([1, 1, 3, 1000]);
  for (let lane = QUAD_LANES * (batch.count - 1); lane < QUAD_LANES * batch.count; lane++) {
    batch.r[lane] = r + random.between(-1, 1) / 16;
    for (const of of ['drdx', 'drdy'] as const) batch[of][lane] = random.between(-1, 1) / 16;
  }
  if (!volumes) return;
  batch.offsetW[batch.count - 1] = random.below(5) - 2;
  for (let lane = QUAD_LANES * (batch.count - 1); lane < QUAD_LANES * batch.count; lane++) {
    batch.k[lane] = random.below(DEPTH + 4) - 2;
  }
}

/**
 * A quad of one of `count` states from the `first` one on: places near the image and far from it, derivatives of every level and both signs, in lanes that are
 * active or not.
 */
function addRandomQuad({ limits }: Design, random: SeededBits, first: number, count: number, batch: QuadBatch): void {
  const quad = batch.count++;
  const float = (size: number) => random.between(-size, size);
  const step = 2 ** random.between(-9, 3);
  const [s, t] = [0, 1].map(() => float(random.pick([1, 1, 3, 1000])));
  batch.state[quad] = first + random.below(count);
  batch.active[quad] = 1 + random.below(15);
  const offset = () => limits.minTexelOffset + random.below(limits.maxTexelOffset - limits.minTexelOffset + 1);
  [batch.offsetU[quad], batch.offsetV[quad]] = random.below(2) === 0 ? [0, 0] : [offset(), offset()];
  for (let lane = QUAD_LANES * quad; lane < QUAD_LANES * batch.count; lane++) {
    batch.s[lane] = s + (lane & 1) * step + float(step / 4);
    batch.t[lane] = t + ((lane >> 1) & 1) * step + float(step / 4);
    batch.layer[lane] = random.between(-1, 4);
    batch.q[lane] = random.between(0.5, 2);
    batch.lod[lane] = random.between(-2, 6);
    batch.minLod[lane] = random.between(0, 3);
    for (const of of ['dsdx', 'dtdx', 'dsdy', 'dtdy'] as const) batch[of][lane] = float(step);
  }
}
