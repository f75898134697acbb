import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TexelLayout } from '../../../../rtl-model/design/design.ts';
import { AccessReplay } from '../../../../src/experiments/replay/replay-groups.ts';
import { accessWriter, openAccesses } from '../../../../src/inputs/files/trace-files.ts';
import type { TracedImage } from '../../../../traces/accesses/image-table.ts';
import { Dice } from '../../../oracle/dice.ts';
import { preset } from '../../../pipeline/random-work.ts';
import { ACCESS_FIELDS } from '../../../../traces/accesses/access-batch.ts';
import { type Access, batchesOf, UNTOLD } from '../../../traces/accesses/random-accesses.ts';

const folder = mkdtempSync(join(tmpdir(), 'split-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SIZE = 256;
const BYTES = 4 * SIZE ** 2;
const IMAGE: TracedImage = {
  name: 'a',
  format: 'r8g8b8a8_unorm',
  layout: 'linear',
  layers: 1,
  addressed: 'texels',
  stride: 4,
  block: [1, 1],
  levels: [{ width: SIZE, height: SIZE, depth: 1, base: 0, layerBytes: BYTES, sliceBytes: BYTES }],
};

/** Passes of four lanes that walk over the image, with an occasional wide access inside or outside of it. */
function walk(dice: Dice, passes: number): readonly Access[] {
  const accesses: Access[] = [];
  let place = 0;
  for (let pass = 0; pass < passes; pass++) {
    place = (place + dice.integer(0, 3 * SIZE)) % (SIZE ** 2 - SIZE - 1);
    const wide = dice.chance(0.01);
    for (let tap = 0; tap < (wide ? 1 : 16); tap++) {
      const texel = place + (tap & 1) + ((tap >> 1) & 1) * SIZE;
      const bytes = wide ? dice.pick([40_000, 65_535]) : 4;
      accesses.push({ address: 4 * texel, bytes, quad: pass >> 1, pass: pass & 1, lane: tap >> 2, ...UNTOLD });
    }
  }
  return accesses;
}

const WALK = walk(new Dice(101), 8400);

/** The file of the walk with a name, which is written once. */
function written(name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  if (name.endsWith('.csv')) {
    const rows = WALK.map((access) => ACCESS_FIELDS.map((key) => access[key]).join(','));
    writeFileSync(path, `${ACCESS_FIELDS.join(',')}\n${rows.join('\n')}\n`);
    return path;
  }
  const writer = accessWriter(path, [IMAGE]);
  for (const batch of batchesOf(WALK)) writer.write(batch);
  writer.end();
  return path;
}

async function totals(path: string, layouts: readonly TexelLayout[], cores: number) {
  const design = preset('full-quality');
  const designs = layouts.map((layout) => ({ ...design, cache: { ...design.cache, layout } }));
  const input = await openAccesses(path);
  const replay = new AccessReplay(designs, input.images, { totalsOnly: true, optimum: false, cores });
  for await (const batch of input.batches(replay.lender)) await replay.take(batch);
  const { designs: found } = await replay.finish();
  return { unmoved: replay.unmoved, totals: found.map((each) => each.totals) };
}

test.each<readonly [string, readonly TexelLayout[]]>([
  ['walk.jsonl', ['morton', 'linear', 'tiled-4x4']],
  ['walk.parquet', ['morton']],
  ['walk.din', ['linear']],
  ['walk.csv', ['linear']],
])('two cores find what one does in %s, with texels laid out %j', async (name, layouts) => {
  const path = written(name);
  const one = await totals(path, layouts, 1);
  expect(one.totals[0].accesses).toBeGreaterThan(2 ** 17);
  expect(await totals(path, layouts, 2)).toEqual(one);
});
