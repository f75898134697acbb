import { describe, expect, it } from 'vitest';
import { LineStream } from '../../../../../src/experiments/replay/caches/line-stream.ts';
import { TexelHeat } from '../../../../../src/experiments/replay/locality/texel-heat.ts';
import { AccessBatch } from '../../../../../traces/accesses/access-batch.ts';
import type { TracedImage } from '../../../../../traces/accesses/image-table.ts';
import { Dice } from '../../../../oracle/dice.ts';

const LINE_BYTES = 64;

/** Two levels, 1024x600 and 512x300, of 4 bytes a texel, row by row. */
const image: TracedImage = {
  name: 'brick',
  format: 'r8g8b8a8_unorm',
  layout: 'linear',
  layers: 1,
  addressed: 'texels',
  stride: 4,
  block: [1, 1],
  levels: [level(1024, 600, 4096), level(512, 300, 4096 + 1024 * 600 * 4)],
};

function level(width: number, height: number, base: number): TracedImage['levels'][number] {
  return { width, height, depth: 1, base, layerBytes: 4 * width * height, sliceBytes: 4 * width * height };
}

function addressOf(l: number, x: number, y: number): number {
  return image.levels[l].base + 4 * (y * image.levels[l].width + x);
}

interface Access {
  readonly address: number;
  readonly quad: number;
  readonly pass: number;
}

function batchOf(accesses: readonly Access[]): AccessBatch {
  const batch = new AccessBatch(accesses.length);
  for (const { address, quad, pass } of accesses) {
    batch.address[batch.count] = address;
    batch.bytes[batch.count] = 4;
    batch.quad[batch.count] = quad;
    batch.pass[batch.count++] = pass;
  }
  return batch;
}

describe('the heat map', () => {
  it('counts the accesses of each cell of each accessed level', () => {
    const heat = new TexelHeat([image]);
    const at = (l: number, x: number, y: number) => ({ address: addressOf(l, x, y), quad: 0, pass: 0 });
    heat.take(batchOf([at(0, 0, 0), at(0, 3, 3), at(0, 4, 3), at(0, 1023, 599), { address: 0, quad: 0, pass: 0 }]));
    const { levels, outside } = heat.result();
    expect(outside).toBe(1);
    expect(levels.map(({ level, cellTexels, columns, rows }) => [level, cellTexels, columns, rows])).toEqual([
      [0, 4, 256, 150],
    ]);
    const [{ touches, misses }] = levels;
    expect(touches.flatMap((count, cell) => (count > 0 ? [[cell, count]] : []))).toEqual([
      [0, 2],
      [1, 1],
      [256 * 150 - 1, 1],
    ]);
    expect(misses.every((count) => count === 0)).toBe(true);
  });

  it('gives each miss to the first access of its pass to the line', () => {
    const dice = new Dice(12);
    const accesses: Access[] = [];
    for (let quad = 0; quad < 400; quad++) {
      for (let pass = dice.integer(0, 1); pass < 3; pass++) {
        const l = dice.integer(0, 1);
        const [x, y] = [dice.integer(0, 200), dice.integer(0, 3)];
        for (let tap = dice.integer(0, 15); tap < 16; tap++) {
          accesses.push({ address: addressOf(l, x + dice.integer(0, 20), y + dice.integer(0, 1)), quad, pass });
        }
      }
    }
    const stream = new LineStream(LINE_BYTES);
    const heat = new TexelHeat([image]);
    const expected = new Map<string, number>();
    const seen = new Set<string>();
    let made = 0;
    for (let from = 0; from < accesses.length;) {
      const part = accesses.slice(from, from + dice.integer(1, 300));
      const lines = stream.take(batchOf(part));
      // Every third look-up misses.
      const missed = Uint8Array.from({ length: lines.count }, (_, n) => ((made + n) % 3 === 0 ? 1 : 0));
      for (const { address, quad, pass } of part) {
        const lookup = `${quad} ${pass} ${Math.floor(address / LINE_BYTES)}`;
        if (seen.has(lookup)) continue;
        seen.add(lookup);
        if (made++ % 3 !== 0) continue;
        const l = address < image.levels[1].base ? 0 : 1;
        const texel = (address - image.levels[l].base) / 4;
        const { width } = image.levels[l];
        const cellTexels = l === 0 ? 4 : 2;
        const [column, row] = [texel % width, Math.floor(texel / width)].map((n) => Math.floor(n / cellTexels));
        const cell = `${l} ${row * 256 + column}`;
        expected.set(cell, (expected.get(cell) ?? 0) + 1);
      }
      heat.take(batchOf(part), { lineBytes: LINE_BYTES, lookups: lines, missed });
      from += part.length;
    }
    const found = new Map<string, number>();
    const { levels } = heat.result();
    for (const { level, misses } of levels) {
      misses.forEach((count, cell) => {
        if (count > 0) found.set(`${level} ${cell}`, count);
      });
    }
    expect(found).toEqual(expected);
    expect(levels.flatMap(({ touches }) => touches).reduce((a, b) => a + b, 0)).toBe(accesses.length);
  });
});
