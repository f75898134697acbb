import { levelBytes } from '../../rtl-model/memory/image.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
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

/** Numbers a coordinate: s and t, and behind them ds/dx, dt/dx, ds/dy and dt/dy where there are gradients. */
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

function state(name: string, levels: number, sampler: Partial<Sampler>, format = 'r8g8b8a8_unorm', ratio = 1) {
  const source = { format: TEXEL_FORMATS.get(format)!, width: SIZE, height: SIZE, layers: 1 };
  const random = randomNumbers();
  // Bytes up to 0x3b are halfs up to 1, too.
  const below = format.endsWith('_sfloat') ? 0x3c : 0x100;
  const bytes = (level: number) => Uint8Array.from({ length: levelBytes(source, level) }, () => random() * below);
  const texels = Array.from({ length: levels }, (_, level) => Buffer.from(bytes(level)).toString('base64'));
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
 * The operands of `count` random coordinates. The four lanes of a quad share their gradients. The axes of a footprint
 * are orthogonal, in a random direction, and `ratio` apart; the shorter one is 1 to 64 texels long: LOD 0 to 6.
 */
export function randomOperands({ gradients, ratio }: PeerState, count: number): Float32Array {
  const random = randomNumbers();
  const operands = new Float32Array(count * operandsOf({ gradients }));
  let axes: readonly number[] = [];
  for (let at = 0, n = 0; n < count; n++) {
    operands[at++] = random();
    operands[at++] = random();
    if (!gradients) continue;
    if (n % 4 === 0) {
      const angle = 2 * Math.PI * random();
      const minor = 2 ** (6 * random()) / SIZE;
      const [x, y] = [minor * Math.cos(angle), minor * Math.sin(angle)];
      axes = [ratio * x, ratio * y, -y, x];
    }
    operands.set(axes, at);
    at += axes.length;
  }
  return operands;
}
