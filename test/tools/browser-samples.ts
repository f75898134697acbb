import {
  DEFAULT_SAMPLER,
  layOutImages,
  PRESETS,
  QuadBatch,
  type Sampler,
  TextureUnit,
  UNCOMPRESSED_FORMATS,
} from '../../src/index.ts';

const QUADS = 256;
const SIZE = 64;

const SAMPLERS: readonly Partial<Sampler>[] = [
  { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' },
  { mipmapMode: 'nearest', addressModeU: 'mirrored_repeat' },
  { addressModeV: 'clamp_to_border' },
  { anisotropyEnable: true, maxAnisotropy: 8 },
];

/** The results of random quads with every preset, format and sampler here: float32 bits, in hexadecimal. */
export function browserSamples(): string {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const batch = new QuadBatch(QUADS);
  batch.count = QUADS;
  batch.active.fill(0b1111);
  for (let lane = 0; lane < 4 * QUADS; lane++) {
    const step = lane % 4 === 0 ? 0 : 2 ** (6 * random()) / SIZE;
    batch.s[lane] = lane % 4 === 0 ? 4 * random() - 2 : batch.s[lane - 1] + step;
    batch.t[lane] = lane % 4 === 0 ? 4 * random() - 2 : batch.t[lane - 1] - step / 3;
  }
  const sampled = [...PRESETS.values()].flatMap((design) =>
    ['r8g8b8a8_srgb', 'r16g16b16a16_sfloat', 'r5g6b5_unorm_pack16'].flatMap((name) => {
      const format = UNCOMPRESSED_FORMATS.get(name)!;
      const bytes = (level: number) => format.texelBytes * Math.max(1, SIZE >> level) ** 2;
      // Bytes below 0x7c make finite halfs.
      const levels = Array.from({ length: 7 }, (_, level) =>
        Uint8Array.from({ length: bytes(level) }, () => random() * 0x7c),
      );
      const memory = layOutImages([{ format, width: SIZE, height: SIZE, layers: 1, levels }], design.cache.layout);
      return SAMPLERS.map((sampler) => {
        const instruction = { lod: 'implicit', projected: false } as const;
        const state = { image: 0, sampler: { ...DEFAULT_SAMPLER, ...sampler }, instruction };
        const result = new Float32Array(16 * QUADS);
        new TextureUnit(design, memory, [state]).sample(batch, result);
        return Array.from(new Uint32Array(result.buffer), (bits) => bits.toString(16)).join(' ');
      });
    }),
  );
  return sampled.join('\n');
}
