import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { parsedBatches } from '../../../traces/accesses/access-source.ts';
import { TapAccesses } from '../../../traces/accesses/tap-accesses.ts';
import { TexelTraceObserver } from '../../../traces/accesses/texel-trace-writer.ts';
import { TexelTraceParser } from '../../../traces/accesses/texel-trace-parser.ts';
import { windowed } from '../../../traces/stages/observers.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { Dice } from '../../oracle/dice.ts';
import { chunksOf, deliveredBy } from './random-accesses.ts';
import { textOf } from '../stages/scripted-run.ts';

/** One image of 4-byte texels for texture state 0, one of 16-byte texels for state 1. */
function taps(): TapAccesses {
  const sources = ['r8g8b8a8_unorm', 'r32g32b32a32_sfloat'].map((name) => {
    const source = { format: TEXEL_FORMATS.get(name)!, width: 2, height: 1, layers: 1 };
    return { ...source, levels: [new Uint8Array(levelBytes(source, 0))] };
  });
  const memory = layOutImages(sources, 'linear');
  const instruction = { lod: 'implicit', projected: false } as const;
  const states = [0, 1].map((image) => ({ image, sampler: DEFAULT_SAMPLER, instruction }));
  return new TapAccesses(memory, states, { ...FULL_QUALITY.cache, layout: 'linear' }, ['wall', 'sky']);
}

const level = (base: number, bytes: number) => {
  return { width: 2, height: 1, depth: 1, base, layerBytes: 64, sliceBytes: bytes };
};
const common = { layout: 'linear', layers: 1, addressed: 'texels' } as const;

const HEADER = {
  texunit: 'texels',
  version: 2,
  images: [
    { name: 'wall', format: 'r8g8b8a8_unorm', ...common, stride: 4, block: [1, 1], levels: [level(0, 8)] },
    { name: 'sky', format: 'r32g32b32a32_sfloat', ...common, stride: 16, block: [1, 1], levels: [level(4096, 32)] },
  ],
};

const LINES = [
  '{"cycle":3,"quad":0,"pass":0,"size":4,"taps":[[68,null,72,1073741823],[80],[0,0,0,0],[]]}',
  '{"cycle":4,"quad":0,"pass":1,"size":4,"taps":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[]]}',
  '{"cycle":5,"quad":1,"pass":0,"size":16,"taps":[[0],[0],[0],[0]]}',
];

it('writes the image table, a line for each pass in the order of the tag stage, and their number', () => {
  const [header, ...lines] = textOf((sink) => new TexelTraceObserver(sink, taps())).split('\n');
  expect(JSON.parse(header)).toEqual(HEADER);
  expect(lines).toEqual([...LINES, '{"end":{"passes":3,"accesses":24}}', '']);
});

it('keeps its header, the lines of the window, and the end', () => {
  const lines = textOf((sink) => windowed(new TexelTraceObserver(sink, taps()), 4, 5)).split('\n');
  expect(lines.slice(1)).toEqual([LINES[1], '{"end":{"passes":1,"accesses":12}}', '']);
});

it('has a valid example in FORMAT.md', async () => {
  const page = readFileSync(new URL('../../../traces/FORMAT.md', import.meta.url), 'utf8');
  const [, text] = /```jsonl\n(.*?)```/s.exec(page)!;
  const parser = new TexelTraceParser('FORMAT.md');
  const chunks = chunksOf(new TextEncoder().encode(text), new Dice(1));
  const { accesses, fault } = await deliveredBy(parsedBatches(chunks, parser, 'FORMAT.md'));
  expect(fault).toBeNull();
  expect(accesses).toHaveLength(7);
  const table = page.slice(page.indexOf('### Image table'), page.indexOf('### Texel columns'));
  const [image] = parser.images;
  for (const field of [...Object.keys(image), ...Object.keys(image.levels[0])]) expect(table).toContain(`\`${field}\``);
});
