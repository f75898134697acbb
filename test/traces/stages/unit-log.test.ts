import { expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { writeUnitLog } from '../../../traces/stages/unit-log.ts';
import { flatImage, IMPLICIT, lanesOf, POINT } from '../../oracle/sampling.ts';

const WHITE = '3f800000 00000000 00000000 3f800000';

it('the log of a quad has each stage a latency behind the one before, its line of texels, and its active lanes', () => {
  const design = PRESETS.get('vulkan-1.4-synthesizable')!;
  const { latency, memory: port } = design.pipeline;
  const first = flatImage(TEXEL_FORMATS.get('r8_unorm')!, 8, 8, () => new Uint8Array(1));
  const memory = layOutImages([first, { ...first, levels: [new Uint8Array(64).fill(255)] }], design.cache.layout);
  const quads = lanesOf(4, (batch, lane) => {
    batch.s[lane] = batch.t[lane] = 0.5;
  });
  quads.active[0] = 0b1011;

  const lines: string[] = [];
  const states = [{ image: 1, sampler: POINT, instruction: IMPLICIT }];
  writeUnitLog(design, memory, states, quads, (line) => lines.push(line));

  const tag = latency.frontEnd + latency.lod + latency.address;
  const back = tag + port.latency + design.cache.lineBytes / port.bytesPerCycle;
  const out = back + latency.data + latency.decode + latency.filter + latency.result;
  expect(lines.join('')).toBe(`0 frontEnd
${latency.frontEnd} lod
${latency.frontEnd + latency.lod} address
${tag} tag
${tag} request ${memory.images[1].levels[0].base / design.cache.lineBytes}
${tag + latency.tag} data
${back + latency.data} decode
${back + latency.data + latency.decode} filter
${out - latency.result} result
${out} result 0 ${WHITE} ${WHITE} - - - - ${WHITE}
${out} end
`);
});
