import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../rtl-model/state/instruction.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { RequestSampler } from '../../../src/simulate/request-sampler.ts';
import { type Mode, MODES } from '../../../src/simulate/sampling-unit.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import type { RequestRecord } from '../../../traces/requests/request-trace.ts';
import { type Result, resultOf } from '../../../traces/requests/lane-results.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const TEXT = readFileSync(new URL('../../../traces/examples/operations.jsonl', import.meta.url), 'utf8');

function records(): readonly RequestRecord[] {
  const reader = new RequestReader('operations.jsonl');
  const read = TEXT.split('\n').flatMap((line) => reader.read(line) ?? []);
  reader.end();
  return read;
}

function noPicture(): never {
  throw new Error('no picture');
}

function results(mode: Mode): readonly Result[] {
  const found: Result[] = [];
  const sampler = new RequestSampler(FULL_QUALITY, mode, 'operations.jsonl', noPicture, (answer) =>
    found.push(resultOf(answer)),
  );
  records().forEach((record) => sampler.take(record));
  sampler.flush();
  return found;
}

/** Codes of 8 bits as results. */
function unorm(...codes: readonly number[]): readonly number[] {
  return codes.map((code) => Math.fround(code / 255));
}

/**
 * Results computed by hand from the texels. Level 0 of `ramp` holds (64 i, 64 j, 255 ((i + j) mod 2), 255), level 1
 * holds (32 + 128 i, 32 + 128 j, 128, 255).
 */
const TEXELS: Readonly<Record<string, readonly number[]>> = {
  // Half-way between 85 and 170.
  '1d': [0.5, 0, 0, 1],
  // All eight texels, 0 to 70.
  '3d': [...unorm(35), 0, 0, 1],
  // Face 1, -x.
  cube: [...unorm(50), 0, 0, 1],
  // Texel (1, 0) of level 1: its red in r, g and b.
  view: [...unorm(160, 160, 160), 1],
  // B-spline weights 1, 23, 23, 1 of 48: symmetric about 96.
  cubic: [...unorm(96, 96), 0.5, 1],
  // Code 0 of the block: 5:6:5 red.
  block: [1, 0, 0, 1],
  // 0.25 is less than or equal to three of the four texels.
  compare: [0.75, 0, 0, 1],
  sparse: [0.5, 0, 0, 1],
  null: [0, 0, 0, 0],
  // Green of (1, 2), (2, 2), (2, 1), (1, 1).
  gather: unorm(128, 128, 64, 64),
  // Red of columns 0 to 3.
  'gather offsets': unorm(0, 64, 128, 192),
  fetch: unorm(160, 32, 128, 255),
  'fetch sample': [...unorm(102), 0, 0, 1],
  write: [123456, 0, 0, 0],
  read: [123456, 0, 0, 1],
  // The texel before each.
  atomic: [123456, 0, 0, 1],
  'compare exchange': [123460, 0, 0, 1],
  'read again': [9, 0, 0, 1],
  size: [2, 2, 0, 3],
  levels: [3, 0, 0, 0],
  samples: [4, 0, 0, 0],
  // Sample 1 of 4 lies at (6, -2) sixteenths.
  position: [0.375, -0.125, 0, 0],
  // The sum of (1, 1) and (2, 2), not normalized.
  weighted: [...unorm(192, 192), 0, 2],
  // The four texels around the centre.
  box: [...unorm(96, 96), 0.5, 1],
  // Four differences of 64 in red and in green.
  match: [...unorm(256, 256), 0, 0],
  // The second column of the window has the reference's red.
  'match window': [0, 1, 0, 0],
  'match gather': unorm(0, 64, 128, 192),
  sample_l: unorm(64, 64, 0, 255),
  sample_c_lz: [1, 0, 0, 1],
  // The same gather, one column further.
  gather4_po: unorm(128, 192, 192, 128),
  ld: unorm(128, 192, 255, 255),
  resinfo: [2, 2, 0, 1],
  // Blue and red of the video, as r and g.
  plane: [...unorm(128, 128), 0, 1],
  // Texels (1, 0) and (0, 1) of slice 1.
  slice: [...unorm(50), 0, 0, 1],
  slices: [...unorm(60), 0, 0, 1],
  'block as srgb': [1, 0, 0, 1],
};

describe('operations.jsonl', () => {
  it('has a request of every operation', () => {
    const operations = records().map((record) => record.kind === 'request' && (record.instruction.op ?? 'sample'));
    expect([...new Set(operations)].filter((op) => op !== false).sort()).toEqual([...OPERATIONS].sort());
  });

  it.each(MODES)('is answered as computed by hand (%s)', (mode) => {
    const found = results(mode);
    const texels = found.flatMap(({ id, texels }) => (texels?.length === 1 ? [[String(id), texels[0]!] as const] : []));
    const { video, ...exact } = Object.fromEntries(texels);
    expect(exact).toEqual(TEXELS);
    // Y 16 without chroma is black of the narrow range: code 0 before the rounding.
    expect(video.map((component) => Math.round(255 * component) + 0)).toEqual([0, 0, 0, 255]);

    const others = found.filter(({ texels }) => texels?.length !== 1);
    const one = [1, 1, 0, 0];
    expect(others).toEqual([
      { id: 'offsets', texels: [unorm(0, 0, 0, 255), unorm(64, 0, 255, 255), unorm(0, 64, 255, 255), null] },
      // Two texels a pixel.
      { id: 'lod', texels: [one, one, one, one] },
      // Groups of 2x2 texels: (0, 0), (1, 0), (0, 1), (1, 1) of rows of eight.
      {
        id: 'footprint',
        texels: null,
        footprints: [{ single: true, anchor: [0, 0], offset: [0, 0], mask: [0x303, 0], lod: 0, granularity: 0 }],
      },
      { id: 'empty footprint', texels: null, footprints: [null] },
    ]);
    expect(found.filter(({ resident }) => resident !== undefined)).toEqual([
      { id: 'sparse', texels: [[0.5, 0, 0, 1]], resident: [false] },
    ]);
  });
});

it('the request examples of FORMAT.md are answered', () => {
  const page = readFileSync(new URL('../../../traces/FORMAT.md', import.meta.url), 'utf8');
  const [, part] = /^## Request trace\n([^]*?)^## Result trace$/m.exec(page)!;
  const lines = [...part.matchAll(/```json\n([^`]*)```/g)].flatMap(([, text]) => text.trimEnd().split('\n'));
  const found: Result[] = [];
  const picture = {
    format: TEXEL_FORMATS.get('r8_unorm')!,
    width: 1,
    height: 1,
    layers: 1,
    levels: [new Uint8Array(1)],
  };
  const sampler = new RequestSampler(
    FULL_QUALITY,
    'functional',
    'FORMAT.md',
    () => picture,
    (answer) => found.push(resultOf(answer)),
  );
  const reader = new RequestReader('FORMAT.md');
  for (const line of ['{"texunit":"requests","version":2}', ...lines]) {
    const record = reader.read(line);
    if (record !== null) sampler.take(record);
  }
  sampler.flush();
  expect(found.map(({ id }) => id)).toEqual([0, 'q7', 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
