import { describe, expect, it } from 'vitest';
import { layOutImages } from '../../../../../rtl-model/memory/lay-out-images.ts';
import { TexelLocator } from '../../../../../traces/accesses/texel-locator.ts';
import { AccessCapture } from '../../../../../src/experiments/replay/capture.ts';
import { cellsOf, localityOf, pixelNumber, readersOf } from '../../../../../src/apps/inspector/state/locality.ts';
import { preset } from '../../../../pipeline/random-work.ts';
import { accountOf } from '../time/drawn-log.ts';
import { drawnRequests } from '../time/drawn-requests.ts';

const FULL = preset('full-quality');
const requests = drawnRequests(24, 16);

function result<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

const locality = result(localityOf(requests, FULL));

/** Texels of each pixel, as `level x y`, by a plain walk over the accesses. */
function texelsByPixel(): ReadonlyMap<number, ReadonlySet<string>> {
  const capture = new AccessCapture(FULL, layOutImages(requests.images, FULL.cache.layout), requests.states);
  const locator = new TexelLocator(capture.images);
  const texels = new Map<number, Set<string>>();
  let quads = 0;
  for (const batch of requests.batches()) {
    for (const { address, quad, lane, count } of capture.accesses(batch)) {
      for (let n = 0; n < count; n++) {
        locator.locate(address[n]);
        const k = quad[n] - quads;
        const pixel = pixelNumber(batch.x[k] + (lane[n] % 2), batch.y[k] + Math.floor(lane[n] / 2));
        const own = texels.get(pixel) ?? new Set();
        texels.set(pixel, own.add(`${locator.level} ${locator.x} ${locator.y}`));
      }
    }
    quads += batch.count;
  }
  return texels;
}

/** A cell's texel, where cells are texels. */
function texelOf(cell: number): string {
  const level = locality.levels.find(({ first, columns, rows }) => cell >= first && cell < first + columns * rows)!;
  expect(level.cellTexels).toBe(1);
  const place = cell - level.first;
  return `${level.level} ${place % level.columns} ${Math.floor(place / level.columns)}`;
}

describe('the locality of requests', () => {
  it('has the misses of the design in the cycle mode', () => {
    const { cache } = accountOf(requests, FULL);
    expect(locality.lookups).toBe(cache.lookups);
    expect(locality.own.ratio).toBe(cache.misses / cache.lookups);
  });

  it('has a curve that never rises, down to the compulsory misses', () => {
    const ratios = locality.curve.map(({ ratio }) => ratio);
    expect(ratios.length).toBeGreaterThan(5);
    expect(ratios).toEqual(ratios.toSorted((a, b) => b - a));
    expect(locality.curve.some(({ bytes }) => bytes === locality.workingSetBytes)).toBe(true);
  });

  it('links every pixel with the texels that it reads, and each of them with the pixel', () => {
    const texels = texelsByPixel();
    expect(texels.size).toBeGreaterThan(100);
    for (const [pixel, own] of texels) {
      const cells = cellsOf(locality.links, pixel % 65536, Math.floor(pixel / 65536));
      expect(new Set(Array.from(cells, texelOf))).toEqual(own);
      for (const cell of cells) expect(readersOf(locality.links, cell).has(pixel)).toBe(true);
    }
    expect(locality.allLinks).toBe(true);
  });

  it('links no cell that was not touched', () => {
    for (const { first, touches } of locality.levels) {
      touches.forEach((count, n) => expect(readersOf(locality.links, first + n).size > 0).toBe(count > 0));
    }
  });
});
