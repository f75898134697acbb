import { floatToHalf } from '../../rtl-model/fixed-point/float16.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelBytes } from '../../rtl-model/memory/level-size.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';

/** A state that the model and its peers sample in, image and sampler as a request trace describes them. */
export interface PeerState {
  readonly name: string;
  readonly image: {
    readonly name: string;
    readonly format: string;
    readonly width: number;
    readonly height: number;
    /** The bytes of the levels, base64. */
    readonly levels: readonly string[];
  };
  readonly sampler: Partial<Sampler>;
  /** Gradients with every coordinate; level 0 without. */
  readonly gradients: boolean;
  /** The ratio of the axes of the footprints. */
  readonly ratio: number;
}

/** Numbers a coordinate: s and t, then ds/dx, dt/dx, ds/dy and dt/dy where there are gradients. */
export const operandsOf = ({ gradients }: Pick<PeerState, 'gradients'>) => (gradients ? 6 : 2);

const SIZE = 256;
const LEVELS = 9;

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
 * noise, so that those of another level do not. Blocks are random bits.
 */
function levelOf(source: Omit<ImageSource, 'levels'>, level: number, random: () => number): Uint8Array {
  const bytes = levelBytes(source, level);
  if (source.format.codec !== null) return Uint8Array.from({ length: bytes }, () => random() * 0x100);
  const width = Math.max(1, source.width >> level);
  const value = (n: number) => {
    const [texel, component] = [n >> 2, n & 3];
    const [x, y] = [(texel % width) / width, Math.floor(texel / width) / width];
    const wave = Math.sin(2 * Math.PI * (x + component / 4)) * Math.cos(2 * Math.PI * (y + component / 8));
    return 0.5 + 0.4 * wave + 0.1 * (2 * random() - 1);
  };
  if (!source.format.name.endsWith('_sfloat')) return Uint8Array.from({ length: bytes }, (_, n) => 255 * value(n));
  return new Uint8Array(Uint16Array.from({ length: bytes / 2 }, (_, n) => floatToHalf(value(n))).buffer);
}

function state(name: string, levels: number, sampler: Partial<Sampler>, format = 'r8g8b8a8_unorm', ratio = 1) {
  const source = { format: TEXEL_FORMATS.get(format)!, width: SIZE, height: SIZE, layers: 1 };
  const random = randomNumbers();
  const texels = Array.from({ length: levels }, (_, level) =>
    Buffer.from(levelOf(source, level, random)).toString('base64'),
  );
  const image = { name, format, width: SIZE, height: SIZE, levels: texels };
  return { name, image, sampler, gradients: levels > 1, ratio };
}

/** The states that people use. Filters are linear and coordinates repeat if nothing else is said. */
export function peerStates(): readonly PeerState[] {
  const nearest = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
  const bilinear = { mipmapMode: 'nearest' } as const;
  return [
    state('bilinear', 1, bilinear),
    state('bilinear, nine levels', LEVELS, bilinear),
    state('trilinear', LEVELS, {}),
    state('anisotropic 8x', LEVELS, { anisotropyEnable: true, maxAnisotropy: 8 }, 'r8g8b8a8_unorm', 8),
    state('nearest', 1, nearest),
    state('nearest, nine levels', LEVELS, nearest),
    state('bilinear, sRGB', 1, bilinear, 'r8g8b8a8_srgb'),
    state('bilinear, 16-bit float', 1, bilinear, 'r16g16b16a16_sfloat'),
    state('trilinear, 16-bit float', LEVELS, {}, 'r16g16b16a16_sfloat'),
    state('bilinear, BC1', 1, bilinear, 'bc1_rgba_unorm_block'),
  ];
}

/**
 * The operands of `count` random coordinates. With gradients the quads lie at random, and the lanes of a quad one
 * gradient apart, because lavapipe's anisotropic filter takes differences of coordinates for the gradients. The axes of
 * a footprint are orthogonal, in a random direction, and `ratio` apart; the shorter one is 1 to 64 texels: LOD 0 to 6.
 */
export function randomOperands({ gradients, ratio }: PeerState, count: number): Float32Array {
  const random = randomNumbers();
  const numbers = operandsOf({ gradients });
  if (!gradients) return Float32Array.from({ length: numbers * count }, random);
  const operands = new Float32Array(numbers * count);
  for (let first = 0; first < count; first += QUAD_LANES) {
    const [s, t, angle, length] = [random(), random(), 2 * Math.PI * random(), 2 ** (6 * random()) / SIZE];
    const [x, y] = [length * Math.cos(angle), length * Math.sin(angle)];
    const [dsdx, dtdx, dsdy, dtdy] = [ratio * x, ratio * y, -y, x];
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const [right, down] = [lane & 1, lane >> 1];
      const [ownS, ownT] = [s + right * dsdx + down * dsdy, t + right * dtdx + down * dtdy];
      operands.set([ownS, ownT, dsdx, dtdx, dsdy, dtdy], numbers * (first + lane));
    }
  }
  return operands;
}
