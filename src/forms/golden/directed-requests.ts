import type { Design } from '../../../rtl-model/design/design.ts';
import { UNCOMPRESSED_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { ALL_LANES, QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { ADDRESS_MODES, DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { CORNER_FLOATS, cornerCoordinates, cornerLengths, ends, fractions, ties } from './corner-operands.ts';

const OPERANDS = ['s', 't', 'layer', 'q', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;
type Lane = { readonly [Operand in (typeof OPERANDS)[number]]?: number };
type Offset = readonly [number, number];

const FORMATS = ['r8g8b8a8_unorm', 'r8g8b8a8_srgb', 'r8g8b8a8_snorm', 'r5g6b5_unorm_pack16'];
/** Texels along an axis of the small images: a power of two and another number. */
const SIDE = 16;
const ODD_SIDE = 6;
const MOST_LAYERS = 3;
/** Width of the image that does not fit into the cache, and the lines of a cache that are all filled. */
const CACHED_WIDTH = 64;
const MOST_LINES = 2 ** 13;
const NEAREST = { magFilter: 'nearest', minFilter: 'nearest' } as const;

/** A run of quads that the states name by number. */
export interface DirectedRun {
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  readonly batch: QuadBatch;
}

/**
 * Requests at the corners of the plain path's registers: of each unit the ends of its inputs and one step off them, the
 * ties of each rounding, every weight, code and entry of a table, the edges of each wrap, and zeros, denormals, infinities
 * and NaN.
 */
export class DirectedRequests implements DirectedRun {
  readonly images: readonly ImageSource[];
  readonly states: TextureState[] = [];
  /** Layers of the images that have some. */
  private readonly layers: number;
  private readonly quads: { readonly state: number; readonly lanes: readonly Lane[]; readonly offset: Offset }[] = [];

  constructor(private readonly design: Design) {
    const { maxImageArrayLayers, maxImageDimension2D } = design.limits;
    this.layers = Math.min(MOST_LAYERS, maxImageArrayLayers);
    this.images = [
      ...FORMATS.map((format) => patterned(format, SIDE, SIDE, 1)),
      patterned('r8g8_snorm', SIDE, ODD_SIDE, this.layers),
      patterned('r8g8_snorm', ODD_SIDE, SIDE, this.layers),
      patterned('r8_unorm', maxImageDimension2D, 1, 1, 1),
      this.cachedImage(),
    ];
    this.addresses();
    this.explicitLods();
    this.implicitLods();
    this.gradients();
    for (const n of FORMATS.keys()) this.filters(n);
    this.cacheLines();
  }

  get batch(): QuadBatch {
    const batch = new QuadBatch(this.quads.length);
    for (const { state, lanes, offset } of this.quads) {
      const quad = batch.count++;
      batch.state[quad] = state;
      batch.active[quad] = ALL_LANES;
      [batch.offsetU[quad], batch.offsetV[quad]] = offset;
      for (let l = 0; l < QUAD_LANES; l++) {
        for (const name of OPERANDS) batch[name][QUAD_LANES * quad + l] = lanes[l][name] ?? (name === 'q' ? 1 : 0);
      }
    }
    return batch;
  }

  private state(image: number, sampler: Partial<Sampler>, instruction: Partial<Instruction> = {}): void {
    this.states.push({
      image,
      sampler: { ...DEFAULT_SAMPLER, borderColor: [1, 1, 1, 1], ...sampler },
      instruction: { lod: 'explicit', projected: false, ...instruction },
    });
  }

  /** Requests of the last state. */
  private ask(lanes: readonly Lane[], offset: Offset = [0, 0]): void {
    for (let n = 0; n < lanes.length; n += QUAD_LANES) {
      const four = Array.from({ length: QUAD_LANES }, (_, l) => at(lanes, n + l));
      this.quads.push({ state: this.states.length - 1, lanes: four, offset });
    }
  }

  /** The snap, each wrap, the layer, and the texel offsets. */
  private addresses(): void {
    const { minTexelOffset: least, maxTexelOffset: most } = this.design.limits;
    const layers = [...CORNER_FLOATS, ...ties([-1, 0, this.layers - 1, this.layers], 1)];
    for (const mode of ADDRESS_MODES) {
      for (const n of [0, 1, 2, 3, 4, 5]) {
        const image = FORMATS.length + (n >> 1);
        const { width, height } = this.images[image];
        const filter = n % 2 === 0 ? 'nearest' : 'linear';
        const [u, v] = [width, height].map((size) => cornerCoordinates(this.design, size, (n % 2) / 2));
        const lanes = u.map((s, k) => ({ s, t: at(v, 7 * k), layer: at(layers, k) }));
        this.state(image, { addressModeU: mode, addressModeV: mode, magFilter: filter, minFilter: filter });
        this.ask(lanes);
        // The ends of the coordinate come first.
        this.ask(lanes.slice(0, lanes.length / 3), [least, most]);
        this.ask(lanes.slice(0, lanes.length / 3), [most, least]);
      }
    }
  }

  /** LODs of the instruction: the format, its ties, the choice of levels, every weight of a level. */
  private explicitLods(): void {
    const { format } = this.design.lod;
    const { maxSamplerLodBias: most } = this.design.limits;
    const step = 2 ** -format.fractionBits;
    const lods = [...CORNER_FLOATS, ...ties([...ends(format), 0, 0.5, 1, 1.5, 3.5, 4], step)];
    const bounds = [
      [0, 0, 1000],
      [most, 0, 1000],
      [-most, 0.5, 2],
      [Math.min(step / 2, most), 1 + step / 2, 1.5],
    ] as const;
    for (const mipmapMode of ['nearest', 'linear'] as const) {
      for (const [mipLodBias, minLod, maxLod] of bounds) {
        this.state(0, { mipmapMode, mipLodBias, minLod, maxLod, magFilter: 'nearest' });
        this.ask([...lods, ...fractions(format.fractionBits)].map((lod, n) => ({ ...texel(n, 3 * n), lod })));
      }
    }
  }

  /** Projection, derivatives, and the bias of the instruction. */
  private implicitLods(): void {
    const { bias } = this.design.lod;
    const { maxSamplerLodBias: most } = this.design.limits;
    const biases = [...CORNER_FLOATS, ...ties([...ends(bias), 0, most, -most], 2 ** -bias.fractionBits)];
    const pairs = CORNER_FLOATS.flatMap((s, n) => CORNER_FLOATS.map((q, m) => ({ s, t: at(CORNER_FLOATS, n + m), q })));
    const biased = biases.flatMap((lod) => [0, 1, 2, 3].map((l) => ({ ...texel(l & 1, l >> 1), lod })));
    for (const projected of [false, true]) {
      this.state(0, {}, { lod: 'implicit', projected });
      this.ask([...pairs.map((lane, n) => ({ ...lane, lod: at(biases, n) })), ...biased]);
    }
  }

  /** Scale factors, the table of log2, the ratio of the axes, and sums of anisotropic samples. */
  private gradients(): void {
    const { lod, limits } = this.design;
    const rates = lod.anisotropicRates.filter((rate) => rate <= limits.maxSamplerAnisotropy);
    const minLods = [...CORNER_FLOATS, ...ties([...ends(lod.clamp), 1, 4], 2 ** -lod.clamp.fractionBits)];
    const lengths = cornerLengths(this.design).map((length) => axes(length, length));
    const floats = CORNER_FLOATS.flatMap((x) => [
      axes(x, 1),
      axes(1, x),
      { ...axes(1, 1), dtdx: x },
      { ...axes(1, 1), dsdy: x },
    ]);
    const ratios = rates.flatMap((rate) => ties([rate], 1).map((major) => axes(major, 1)));
    const most = Math.max(...rates);
    for (const anisotropyEnable of most > 1 ? [false, true] : [false]) {
      const sampler = { anisotropyEnable, maxAnisotropy: most, addressModeU: 'mirrored_repeat' } as const;
      this.state(0, { ...sampler, ...NEAREST }, { lod: 'gradient' });
      this.ask([...floats, ...ratios, ...lengths].map((lane, n) => ({ ...texel(n, n >> 4), ...lane })));
      this.ask(minLods.map((minLod) => ({ ...texel(1, 1), ...axes(2, 2), minLod })));
    }
    // The greatest texels are in level 2, the least ones in level 3.
    const sums = rates.flatMap((rate) =>
      Array.from({ length: 24 }, (_, n) => {
        const size = 2 ** (n < 16 ? (n % 2) / 4 : 2 + (n % 2));
        return { ...texel(5 * n, n), ...axes(size * rate, size) };
      }),
    );
    for (const n of FORMATS.keys()) {
      this.state(n, { ...NEAREST, anisotropyEnable: most > 1, maxAnisotropy: most }, { lod: 'gradient' });
      this.ask(sums);
    }
  }

  /** Every code of a format, every weight of a texel beside five of the other axis, every weight of a level. */
  private filters(image: number): void {
    const { filter, lod } = this.design;
    const weights = fractions(filter.weightBits);
    const ends = Array.from({ length: filter.weightBits }, (_, bit) => 2 ** -(bit + 1)).flatMap((x) => [x, 1 - x]);
    this.state(image, { mipmapMode: 'nearest' });
    this.ask(weights.map((alpha, n) => texel(n + alpha, (n >> 4) + at(ends, n))));
    this.ask(weights.map((beta, n) => texel((n >> 4) + at(ends, n), n + beta)));
    // Each of these weights is a tie of texels that differ by an odd number, for some number of dropped bits.
    const places = Array.from({ length: 86 }, (_, n) => 3 * n);
    this.ask(ends.flatMap((alpha, m) => places.map((n) => texel(n + m + alpha, (n >> 4) + at(ends, n + m)))));
    this.state(image, NEAREST);
    this.ask(Array.from({ length: SIDE * SIDE }, (_, n) => texel(n, n >> 4)));
    const levels = [0, 1, 2].flatMap((level) => fractions(lod.format.fractionBits).map((part) => level + part));
    this.ask(levels.map((lod, n) => ({ ...texel(5 * n, n), lod })));
  }

  /** An image with lines for one more way than the cache has. */
  private cachedImage(): ImageSource {
    const { sets, ways, lineBytes } = this.design.cache;
    const bytes = Math.min(MOST_LINES, sets * (ways + 1)) * lineBytes;
    return patterned('r8g8b8a8_unorm', CACHED_WIDTH, Math.ceil(bytes / 4 / CACHED_WIDTH), 1, 1);
  }

  /** Every line of that image, and all of them backwards: misses, hits and evictions of every way. */
  private cacheLines(): void {
    const { height } = this.images.at(-1)!;
    const { lineBytes, layout } = this.design.cache;
    const texels = Math.max(1, Math.min(CACHED_WIDTH, lineBytes / 4));
    const across = layout === 'linear' ? texels : 2 ** Math.ceil(Math.log2(texels) / 2);
    const columns = CACHED_WIDTH / across;
    const rows = Math.ceil(height / (layout === 'linear' ? 1 : texels / across));
    const lanes = Array.from({ length: columns * rows }, (_, n) => ({
      s: ((n % columns) + 0.5) / columns,
      t: (Math.floor(n / columns) + 0.5) / rows,
    }));
    this.state(this.images.length - 1, NEAREST);
    this.ask([...lanes, ...lanes.toReversed()]);
  }
}

function at<T>(list: readonly T[], n: number): T {
  return list[n % list.length];
}

/** A place in a square image: the centre of a texel, or so much off it. */
function texel(i: number, j: number): Lane {
  return { s: (i + 0.5) / SIDE, t: (j + 0.5) / SIDE };
}

/** Derivatives of a square image, in texels. */
function axes(major: number, minor: number): Lane {
  return { dsdx: major / SIDE, dtdy: minor / SIDE };
}

/**
 * An image whose level 0 has every byte, beside its complement, 0 beside 255, and the ends beside the middle. Level 1 has
 * other ones, level 2 the greatest texels, level 3 the least.
 */
function patterned(name: string, width: number, height: number, layers: number, count = 5): ImageSource {
  const format = UNCOMPRESSED_FORMATS.get(name)!;
  const [least, greatest] = format.componentType === 'snorm' ? [0x80, 0x7f] : [0, 0xff];
  const byteOf = (level: number, n: number, byte: number) => {
    if (level === 0) return [n, 255 - n, n % 2 === 0 ? 0 : 255, at([0, 127, 1, 128, 254, 255, 129], n)][byte];
    return at([73 * n + 41 * byte, greatest, least, 85], level - 1);
  };
  const levels = Array.from({ length: count }, (_, level) => {
    const texels = levelSize(width, level) * levelSize(height, level) * layers;
    const { texelBytes } = format;
    return Uint8Array.from({ length: texels * texelBytes }, (_, n) =>
      byteOf(level, Math.floor(n / texelBytes), n % texelBytes),
    );
  });
  return { format, width, height, layers, levels };
}
