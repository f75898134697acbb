import { floatToHalf } from '../../rtl-model/fixed-point/float16.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelBytes, levelSize } from '../../rtl-model/memory/level-size.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { ViewType } from '../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';

/** A state that the model and its peers sample in, image, view and sampler as a request trace describes them. */
export interface PeerState {
  readonly name: string;
  readonly image: Omit<ImageSource, 'format' | 'levels'> & {
    readonly name: string;
    readonly format: string;
    /** The bytes of the levels, base64. */
    readonly levels: readonly string[];
  };
  readonly view: { readonly viewType: ViewType };
  readonly sampler: Partial<Sampler>;
  readonly instruction: Instruction;
  /** The numbers of a lane in the file of operands, as the request's registers are named. */
  readonly operands: readonly Operand[];
  /** The ratio of the axes of the footprints. */
  readonly ratio: number;
}

const COORDINATE = ['s', 't', 'r'] as const;
const GRADIENTS = [
  ['dsdx', 'dtdx', 'drdx'],
  ['dsdy', 'dtdy', 'drdy'],
] as const;
export type Operand = (typeof COORDINATE)[number] | 'layer' | 'dref' | (typeof GRADIENTS)[number][number];

const SIZE = 256;
const LEVELS = 9;

/** The axes of the coordinate that a view takes, and the image of the view. */
const SHAPES = {
  '1d': { axes: 1, image: { type: '1d', width: SIZE, height: 1, layers: 1 } },
  '2d': { axes: 2, image: { width: SIZE, height: SIZE, layers: 1 } },
  '2d_array': { axes: 2, image: { width: SIZE, height: SIZE, layers: 4 } },
  '3d': { axes: 3, image: { type: '3d', width: 64, height: 64, depth: 64, layers: 1 } },
  cube: { axes: 3, image: { width: SIZE, height: SIZE, layers: 6 } },
  cube_array: { axes: 3, image: { width: SIZE, height: SIZE, layers: 12 } },
} as const;

/** The seeded random numbers of the images and coordinates, from 0 up to 1. */
function randomNumbers(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

/**
 * The bytes of a level: waves that are the same in all levels, so that results of filters with other shapes agree, and
 * noise, so that those of another level do not. Slices and layers have other phases. Blocks are random bits.
 */
function levelOf(source: Omit<ImageSource, 'levels'>, level: number, random: () => number): Uint8Array {
  const { format, layers, depth = 1 } = source;
  const bytes = levelBytes(source, level);
  if (format.codec !== null) return Uint8Array.from({ length: bytes }, () => random() * 0x100);
  const [width, height] = [levelSize(source.width, level), levelSize(source.height, level)];
  const slices = levelSize(depth, level) * layers;
  const values = Array.from({ length: (bytes / format.texelBytes) * format.order.length }, (_, n) => {
    const [texel, component] = [Math.floor(n / format.order.length), n % format.order.length];
    const [x, row] = [(texel % width) / width, Math.floor(texel / width)];
    const [y, z] = [(row % height) / height, Math.floor(row / height) / slices];
    const wave = Math.sin(2 * Math.PI * (x + component / 4)) * Math.cos(2 * Math.PI * (y + z + component / 8));
    return 0.5 + 0.4 * wave + 0.1 * (2 * random() - 1);
  });
  return new Uint8Array(encoded(values, format).buffer);
}

/** Values from 0 to 1 in the components of a format. */
function encoded(values: readonly number[], { componentType, componentBits }: TexelFormat) {
  if (componentType !== 'sfloat') {
    const code = (value: number) => (2 ** componentBits - 1) * value;
    return componentBits === 8 ? Uint8Array.from(values, code) : Uint16Array.from(values, code);
  }
  return componentBits === 16 ? Uint16Array.from(values, (value) => floatToHalf(value)) : Float32Array.from(values);
}

/** The fields of a state that are not those of a 2D image of RGBA8 that is sampled. */
interface Differences {
  readonly viewType?: keyof typeof SHAPES;
  readonly format?: string;
  readonly instruction?: Partial<Instruction>;
  readonly ratio?: number;
}

/** A state of an image of `levels` levels: gradients come with every coordinate where there are several. */
function state(
  name: string,
  levels: number,
  sampler: Partial<Sampler>,
  { viewType = '2d', format = 'r8g8b8a8_unorm', instruction, ratio = 1 }: Differences = {},
): PeerState {
  const { axes, image } = SHAPES[viewType];
  const random = randomNumbers();
  const texels = Array.from({ length: levels }, (_, level) =>
    Buffer.from(levelOf({ ...image, format: TEXEL_FORMATS.get(format)! }, level, random)).toString('base64'),
  );
  const operands = [
    ...COORDINATE.slice(0, axes),
    ...(viewType.endsWith('array') ? (['layer'] as const) : []),
    ...(instruction?.dref ? (['dref'] as const) : []),
    ...(levels > 1 ? GRADIENTS.flatMap((gradient) => gradient.slice(0, axes)) : []),
  ];
  return {
    name,
    image: { ...image, name, format, levels: texels },
    view: { viewType },
    sampler,
    instruction: { lod: levels > 1 ? 'gradient' : 'explicit', projected: false, ...instruction },
    operands,
    ratio,
  };
}

/** The states that people use. Filters are linear and coordinates repeat if nothing else is said. */
export function peerStates(): readonly PeerState[] {
  const nearest = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
  const bilinear = { mipmapMode: 'nearest' } as const;
  const compares = { compareEnable: true, compareOp: 'less_or_equal' } as const;
  const depth = { format: 'd16_unorm', instruction: { dref: true } };
  return [
    state('bilinear', 1, bilinear),
    state('bilinear, nine levels', LEVELS, bilinear),
    state('trilinear', LEVELS, {}),
    state('anisotropic 8x', LEVELS, { anisotropyEnable: true, maxAnisotropy: 8 }, { ratio: 8 }),
    state('nearest', 1, nearest),
    state('nearest, nine levels', LEVELS, nearest),
    state('bilinear, sRGB', 1, bilinear, { format: 'r8g8b8a8_srgb' }),
    state('bilinear, 16-bit float', 1, bilinear, { format: 'r16g16b16a16_sfloat' }),
    state('trilinear, 16-bit float', LEVELS, {}, { format: 'r16g16b16a16_sfloat' }),
    state('bilinear, BC1', 1, bilinear, { format: 'bc1_rgba_unorm_block' }),
    state('bilinear, R32 float', 1, bilinear, { format: 'r32_sfloat' }),
    state('trilinear, R32 float', LEVELS, {}, { format: 'r32_sfloat' }),
    state('bilinear, RGBA32 float', 1, bilinear, { format: 'r32g32b32a32_sfloat' }),
    state('maximum of 2x2, R8', 1, { ...bilinear, reductionMode: 'max' }, { format: 'r8_unorm' }),
    state('linear, 1D', 1, bilinear, { viewType: '1d' }),
    state('bilinear, 2D array', 1, bilinear, { viewType: '2d_array' }),
    state('trilinear, volume', 7, {}, { viewType: '3d' }),
    state('trilinear, cube', LEVELS, {}, { viewType: 'cube' }),
    state('trilinear, cube array', LEVELS, {}, { viewType: 'cube_array' }),
    state('comparison', 1, { ...bilinear, ...compares }, depth),
    state('comparison, nearest', 1, { ...nearest, ...compares }, depth),
    state('comparison, D32', 1, { ...bilinear, ...compares }, { ...depth, format: 'd32_sfloat' }),
    state('comparison, D32, nearest', 1, { ...nearest, ...compares }, { ...depth, format: 'd32_sfloat' }),
    state('comparison, cube', 1, { ...bilinear, ...compares }, { ...depth, viewType: 'cube' }),
    state('comparison, cube, nearest', 1, { ...nearest, ...compares }, { ...depth, viewType: 'cube' }),
    state('gather', 1, bilinear, { instruction: { op: 'gather', component: 0 } }),
    state(
      'gather, comparison',
      1,
      { ...nearest, ...compares },
      { ...depth, instruction: { op: 'gather', dref: true } },
    ),
  ];
}

/**
 * The operands of `count` random coordinates. With gradients the quads lie at random, and the lanes of a quad one
 * gradient apart, because lavapipe's anisotropic filter takes differences of coordinates for the gradients. The axes of
 * a footprint are orthogonal, in a random direction of the s-t plane or of a cube's face, and `ratio` apart; the shorter
 * one is 1 to 64 texels: LOD 0 to 6.
 */
export function randomOperands({ image, view, instruction, operands: names, ratio }: PeerState, count: number) {
  const random = randomNumbers();
  const isCube = view.viewType.startsWith('cube');
  const layers = isCube ? image.layers / 6 : image.layers;
  const lanes = instruction.lod === 'gradient' ? QUAD_LANES : 1;
  const operands = new Float32Array(names.length * count);
  for (let first = 0; first < count; first += lanes) {
    const [atS, atT, atR, layer, dref] = [random(), random(), random(), Math.floor(layers * random()), random()];
    const [angle, length] = [2 * Math.PI * random(), 2 ** (6 * random()) / image.width];
    const [x, y] = [length * Math.cos(angle), length * Math.sin(angle)];
    const face = Math.floor(6 * atR);
    /** A vector in the s-t plane and across it. The plane of a face is 2 wide, and one axis of the cube is across it. */
    const vector = (inS: number, inT: number, across: number) =>
      isCube ? [2 * inS, 2 * inT].toSpliced(face >> 1, 0, across) : [inS, inT, across];
    const [dsdx, dtdx, drdx] = vector(ratio * x, ratio * y, 0);
    const [dsdy, dtdy, drdy] = vector(-y, x, 0);
    const [s0, t0, r0] = isCube ? vector(atS - 0.5, atT - 0.5, face & 1 ? -1 : 1) : [atS, atT, atR];
    for (let lane = 0; lane < lanes; lane++) {
      const [right, down] = [lane & 1, lane >> 1];
      const s = s0 + right * dsdx + down * dsdy;
      const t = t0 + right * dtdx + down * dtdy;
      const r = r0 + right * drdx + down * drdy;
      const values = { s, t, r, layer, dref, dsdx, dtdx, drdx, dsdy, dtdy, drdy };
      operands.set(
        names.map((name) => values[name]),
        names.length * (first + lane),
      );
    }
  }
  return operands;
}
