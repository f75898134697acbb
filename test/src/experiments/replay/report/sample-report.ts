import type { CacheDesign } from '../../../../../rtl-model/design/design.ts';
import { PRESETS } from '../../../../../src/designs/presets.ts';
import { CacheReplay } from '../../../../../src/experiments/replay/caches/many-replays.ts';
import { LineStream } from '../../../../../src/experiments/replay/caches/line-stream.ts';
import { LineStudy } from '../../../../../src/experiments/replay/locality/line-study.ts';
import { TexelHeat } from '../../../../../src/experiments/replay/locality/texel-heat.ts';
import { TexelStudy } from '../../../../../src/experiments/replay/locality/texel-study.ts';
import { TimeLine } from '../../../../../src/experiments/replay/locality/time-line.ts';
import {
  designReport,
  type ReplayReport,
  streamReport,
} from '../../../../../src/experiments/replay/report/replay-report.ts';
import { AccessBatch } from '../../../../../traces/accesses/access-batch.ts';
import type { TracedImage } from '../../../../../traces/accesses/image-table.ts';
import { Dice } from '../../../../oracle/dice.ts';

const LINE_BYTES = 64;
const SIZE = 128;

const image: TracedImage = {
  name: 'a <u> & "c"',
  format: 'r8g8b8a8_unorm',
  layout: 'linear',
  layers: 1,
  addressed: 'texels',
  stride: 4,
  block: [1, 1],
  levels: [{ width: SIZE, height: SIZE, depth: 1, base: 0, layerBytes: 4 * SIZE ** 2, sliceBytes: 4 * SIZE ** 2 }],
};

/** Accesses that walk over an image, four neighbouring texels a quad. */
function walk(): AccessBatch {
  const dice = new Dice(4);
  const batch = new AccessBatch(8000);
  let [x, y] = [0, 0];
  for (let quad = 0; quad < 2000; quad++) {
    x = (x + dice.integer(0, 2)) % (SIZE - 1);
    y = (y + dice.integer(0, 1)) % (SIZE - 1);
    for (let tap = 0; tap < 4; tap++, batch.count++) {
      batch.address[batch.count] = 4 * ((y + (tap >> 1)) * SIZE + x + (tap & 1));
      batch.bytes[batch.count] = 4;
      batch.quad[batch.count] = quad;
    }
  }
  return batch;
}

export function cacheOf(changes: Partial<CacheDesign>): CacheDesign {
  const preset = PRESETS.get('full-quality')!.cache;
  const plain = {
    lineBytes: LINE_BYTES,
    sectorBytes: LINE_BYTES,
    victimLines: 0,
    l2: null,
    replacement: 'lru',
  } as const;
  return { ...preset, ...plain, ...changes };
}

/** A report of that walk with caches of these names. */
export function sampleReport(caches: Readonly<Record<string, CacheDesign>>): ReplayReport {
  const batch = walk();
  const lines = new LineStudy();
  lines.take(new LineStream(LINE_BYTES).take(batch));
  const texels = new TexelStudy();
  texels.take(batch);
  const locality = lines.result();
  const heat = new TexelHeat([image]);
  const designs = Object.entries(caches).map(([name, cache], n) => {
    const timeLine = new TimeLine();
    const design = { name, cache, memory: { burstBytes: 32, channels: null, rows: null } };
    const replay = new CacheReplay(design, (lookups, { missed, memoryBytes }) => {
      timeLine.take(lookups.count, { missed, memoryBytes });
      if (n === 0) heat.take(batch, { lineBytes: cache.sectorBytes, lookups, missed });
    });
    replay.take(batch);
    return designReport(design, replay.totals(), { curve: locality.curve, timeLine: timeLine.result() });
  });
  return {
    format: 'texunit-replay',
    version: 1,
    texunit: '0.0.0',
    trace: { name: 'walk <i>', accesses: batch.count, passes: 2000, unmoved: 0, cut: null },
    texels: texels.result(),
    streams: [streamReport(LINE_BYTES, locality)],
    designs,
    heat: { design: designs[0].name, ...heat.result() },
  };
}
