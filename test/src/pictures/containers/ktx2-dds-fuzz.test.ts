import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TextureFileError } from '../../../../src/pictures/containers/container-file.ts';
import { decodeTextureFile } from '../../../../src/pictures/containers/decode-texture.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { CUBE_OF_SIX_FACES, ddsFile, DX10, VOLUME } from './dds-writer.ts';
import { ktx2File } from './ktx2-writer.ts';

const noise = (length: number) => Uint8Array.from({ length }, (_, n) => (n * n) >> 3);
const levels = (...lengths: number[]) => lengths.map((length) => ({ data: noise(length) }));
const packed = (...lengths: number[]) => lengths.map((bytes) => ({ data: deflateSync(noise(bytes)), bytes }));
/** An RFC 8878 frame of one segment, with one block of a repeated value. */
const repeated = (bytes: number) =>
  Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, bytes, 3 | (bytes << 3), bytes >> 5, 0, 9);

const FILES: Readonly<Record<string, Uint8Array>> = {
  'KTX 2.0': ktx2File({ vkFormat: 37, size: [8, 4, 0], block: [1, 1, 4], levels: levels(128, 32, 8) }),
  'KTX 2.0 of blocks': ktx2File({
    vkFormat: 146,
    size: [8, 8, 0],
    faceCount: 6,
    block: [4, 4, 16],
    levels: levels(384),
  }),
  'KTX 2.0 by ZLIB': ktx2File({
    vkFormat: 9,
    size: [16, 16, 4],
    scheme: 3,
    block: [1, 1, 1],
    levels: packed(1024, 128),
  }),
  'KTX 2.0 by Zstandard': ktx2File({
    vkFormat: 9,
    size: [16, 8, 0],
    scheme: 2,
    block: [1, 1, 1],
    levels: [128, 32].map((bytes) => ({ data: repeated(bytes), bytes })),
  }),
  'DDS cube map': ddsFile({
    width: 4,
    height: 4,
    mipMapCount: 3,
    caps2: CUBE_OF_SIX_FACES,
    pixelFormat: [4, 'DXT1'],
    data: noise(144),
  }),
  'DDS volume': ddsFile({
    width: 4,
    height: 4,
    depth: 3,
    caps2: VOLUME,
    pixelFormat: [0x40, 0, 24, 0xff0000, 0xff00, 0xff],
    data: noise(144),
  }),
  'DDS array': ddsFile({ width: 6, height: 3, pixelFormat: DX10, dx10: [28, 3, 0, 4], data: noise(288) }),
};

const RUNS = draws(1500);
/** Zstandard's largest ratio, the largest of all schemes. */
const RATIO = 2 ** 15;
const CORNERS = [0, 1, 2, 6, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** A file cut short, with changed bytes, or with changed words of the header. Its kind remains recognisable. */
function damaged(file: Uint8Array, dice: Dice): Uint8Array {
  const copy = file.slice();
  const view = new DataView(copy.buffer);
  for (let n = dice.integer(1, 4); n > 0; n--) {
    const at = dice.chance(0.8) ? dice.integer(8, 200) : dice.integer(8, file.length - 1);
    if (dice.chance(0.6)) copy[at] ^= 1 << dice.integer(0, 7);
    else view.setUint32(at & ~3, dice.chance(0.5) ? dice.pick(CORNERS) : dice.bits(), true);
  }
  return dice.chance(0.15) ? copy.slice(0, dice.integer(0, file.length)) : copy;
}

describe('a texture file that is damaged at random', () => {
  it.each(Object.entries(FILES))('is read, or refused in one line: %s', (name, file) => {
    const dice = new Dice(file.length + name.length);
    let read = 0;
    expect(decodeTextureFile(file, 'x').levels.length).toBeGreaterThan(0);
    for (let run = 0; run < RUNS; run++) {
      const bytes = damaged(file, dice);
      try {
        const texture = decodeTextureFile(bytes, 'x');
        const total = texture.levels.reduce((sum, level) => sum + level.length, 0);
        expect(total).toBeLessThanOrEqual(RATIO * bytes.length);
        read++;
      } catch (error) {
        if (!(error instanceof TextureFileError)) throw new Error(`run ${run}`, { cause: error });
        expect(error.message).toMatch(/^x: [\w.[\]]+: [^\n]+$/);
      }
    }
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(RUNS);
  });
});
