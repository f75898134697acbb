import { expect, it } from 'vitest';
import type { ImageSource } from '../../rtl-model/image.ts';
import { QuadBatch } from '../../rtl-model/quad-batch.ts';
import { ADDRESS_MODES, FILTERS, LOD_SOURCES, type Sampler } from '../../rtl-model/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/texel-decoder/texel-format.ts';
import type { TextureState } from '../../rtl-model/texture-unit.ts';
import { storeRequest } from '../../traces/request-batch.ts';
import { RequestReader } from '../../traces/request-reader.ts';
import { RequestTables } from '../../traces/request-tables.ts';
import type { NamedImage, Request, RequestRecord } from '../../traces/request-trace.ts';
import { imageText, requestText, RequestWriter, samplerText } from '../../traces/request-writer.ts';
import { Dice } from '../oracle/dice.ts';

const LANE_FIELDS = ['s', 't', 'q', 'layer', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;
const QUAD_FIELDS = ['active', 'x', 'y', 'offsetU', 'offsetV'] as const;

const FORMATS = [...TEXEL_FORMATS.values()];

function randomImage(dice: Dice): ImageSource {
  const format = dice.pick(FORMATS);
  const [width, height, layers] = [dice.integer(1, 9), dice.integer(1, 9), dice.integer(1, 3)];
  const most = Math.floor(Math.log2(Math.max(width, height))) + 1;
  const levels = Array.from({ length: dice.integer(1, most) }, (_, l) => {
    const texels = Math.max(1, width >> l) * Math.max(1, height >> l) * layers;
    return Uint8Array.from({ length: texels * format.texelBytes }, () => dice.bits() & 255);
  });
  return { format, width, height, layers, levels };
}

function randomSampler(dice: Dice): Sampler {
  return {
    magFilter: dice.pick(FILTERS),
    minFilter: dice.pick(FILTERS),
    mipmapMode: dice.pick(FILTERS),
    addressModeU: dice.pick(ADDRESS_MODES),
    addressModeV: dice.pick(ADDRESS_MODES),
    mipLodBias: dice.float32(),
    anisotropyEnable: dice.chance(0.5),
    maxAnisotropy: dice.float32(),
    minLod: dice.float32(),
    maxLod: dice.float32(),
    borderColor: [dice.float32(), dice.float32(), dice.float32(), dice.float32()],
  };
}

/** Zeros of both signs, the default of q, denorms and any other pattern; sometimes the same in all four lanes. */
function randomLanes(dice: Dice, field: Float32Array, lane: number): void {
  const one = () => dice.pick([0, -0, 1, 2 ** -149, dice.float32(), dice.float32(), dice.float32()]);
  field.fill(one(), lane, lane + 4);
  if (dice.chance(0.5)) for (let l = lane; l < lane + 4; l++) field[l] = one();
}

function randomBatch(dice: Dice, states: number): QuadBatch {
  const batch = new QuadBatch(dice.integer(1, 40));
  batch.count = batch.capacity;
  for (let quad = 0; quad < batch.count; quad++) {
    batch.state[quad] = dice.integer(0, states - 1);
    batch.active[quad] = dice.integer(0, 15);
    batch.x[quad] = dice.pick([0, dice.bits()]);
    batch.y[quad] = dice.pick([0, dice.bits()]);
    batch.offsetU[quad] = dice.pick([0, -32768, 32767, dice.bits()]);
    batch.offsetV[quad] = dice.pick([0, dice.bits()]);
    for (const field of LANE_FIELDS) randomLanes(dice, batch[field], 4 * quad);
  }
  return batch;
}

function randomStates(dice: Dice, images: number): TextureState[] {
  const samplers = [randomSampler(dice), randomSampler(dice)];
  return Array.from({ length: dice.integer(1, 6) }, () => ({
    image: dice.integer(0, images - 1),
    sampler: dice.pick(samplers),
    instruction: { lod: dice.pick(LOD_SOURCES), projected: dice.chance(0.5) },
  }));
}

function parse(text: string): RequestRecord[] {
  const reader = new RequestReader('trace.jsonl');
  const records = text.split('\n').map((line) => reader.read(line));
  reader.end();
  return records.filter((record) => record !== null);
}

/** Which lane fields an instruction reads; the others need not survive. */
function isRead(field: (typeof LANE_FIELDS)[number], { instruction }: TextureState): boolean {
  if (field === 'q') return instruction.projected;
  return field.startsWith('ds') || field.startsWith('dt') ? instruction.lod === 'gradient' : true;
}

function noPictures(): never {
  throw new Error('no picture is expected');
}

it('a batch that is written and read again is the same, bit for bit, with its images, states and results', () => {
  const dice = new Dice(2026);
  for (let run = 0; run < 60; run++) {
    const images = Array.from({ length: dice.integer(1, 3) }, (_, n) => ({
      name: `i "${n}"`,
      source: randomImage(dice),
    }));
    const states = randomStates(dice, images.length);
    const batch = randomBatch(dice, states.length);
    const results = Float32Array.from({ length: 16 * batch.count }, () => dice.float32());

    let text = '';
    const writer = new RequestWriter((piece) => (text += piece), images, states);
    writer.write(batch, results);

    const tables = new RequestTables('trace.jsonl', noPictures);
    const records = parse(text);
    records.forEach((record) => tables.add(record));
    const requests = records.filter((record) => record.kind === 'request');
    const back = new QuadBatch(batch.capacity);
    for (const request of requests) storeRequest(request, tables.stateOf(request), back);

    expect(tables.images).toEqual(images.map(({ source }) => source));
    expect(back.count).toBe(batch.count);
    for (let quad = 0; quad < batch.count; quad++) {
      const state = states[batch.state[quad]];
      expect(tables.states[back.state[quad]]).toEqual(state);
      for (const field of QUAD_FIELDS) expect(back[field][quad], field).toBe(batch[field][quad]);
      for (const field of LANE_FIELDS.filter((name) => isRead(name, state))) {
        expect(back[field].slice(4 * quad, 4 * quad + 4), field).toEqual(batch[field].slice(4 * quad, 4 * quad + 4));
      }
      const texels = [0, 1, 2, 3].map((lane) => {
        const first = 16 * quad + 4 * lane;
        return (batch.active[quad] >> lane) & 1 ? [...results.subarray(first, first + 4)] : null;
      });
      expect(requests[quad].texels).toEqual(texels);
      expect(requests[quad].id).toBe(quad);
    }
  }
});

it('the text of what was read is the text that was read', () => {
  const lines = [
    '{"texunit":"requests","version":1}',
    '{"image":{"name":"a","format":"r8g8_snorm","width":1,"height":1,"layers":2,"levels":["AQIDBA=="]}}',
    '{"image":{"name":"b","format":"r8g8b8a8_srgb","file":"dir/b.png","mipmaps":false}}',
    '{"sampler":{"name":"s","magFilter":"linear","minFilter":"nearest","mipmapMode":"linear","addressModeU":"repeat",' +
      '"addressModeV":"clamp_to_edge","mipLodBias":-0.1,"anisotropyEnable":false,"maxAnisotropy":1,"minLod":0,' +
      '"maxLod":1000,"borderColor":[0,0,0,1]}}',
    '{"id":"one","image":"a","sampler":"s","coord":[0.1,"NaN",1],"q":-0,"lod":3,"minLod":0.5,"offset":[1,-1],"texel":[0,1,-0,"Infinity"]}',
    '{"id":2,"image":"b","sampler":"s","pixel":[4,-6],"quad":[[0,0],[1,0],[0,1],[1,1,2]],"active":"0111",' +
      '"grad":{"dx":[1,2],"dy":[3,4]},"bias":[0,0,0,-0],"texels":[null,[0,0,0,1],[0,0,0,1],[0,0,0,1]]}',
    '{"id":3,"image":"b","sampler":"s","quad":[[0,0],[1,0],[0,1],[1,1]]}',
  ];
  const texts = parse(lines.join('\n')).map((record) =>
    record.kind === 'image' ? imageText(record) : record.kind === 'sampler' ? samplerText(record) : requestText(record),
  );
  expect(texts.map((text) => text.trimEnd())).toEqual(lines.slice(1));
});

it('ids go on from batch to batch', () => {
  const batch = new QuadBatch(2);
  batch.count = 2;
  const image: NamedImage = { name: 'i', source: randomImage(new Dice(1)) };
  const instruction = { lod: 'explicit', projected: false } as const;
  let text = '';
  const state: TextureState = { image: 0, sampler: randomSampler(new Dice(2)), instruction };
  const writer = new RequestWriter((piece) => (text += piece), [image], [state]);
  writer.write(batch);
  writer.write(batch);
  const ids = parse(text).flatMap((record) => (record.kind === 'request' ? [record.id] : []));
  expect(ids).toEqual([0, 1, 2, 3]);
});

it('a single lane becomes lane 0 of a quad whose helpers hold its values', () => {
  const one = { s: 1, t: 2, q: 3, layer: 4, lod: 5, minLod: 6, dsdx: 7, dtdx: 8, dsdy: 9, dtdy: 10 };
  const request: Request = {
    id: 0,
    image: 'i',
    sampler: 's',
    instruction: { lod: 'explicit', projected: true },
    lanes: [one],
    active: 1,
    x: 0,
    y: 0,
    offsetU: -3,
    offsetV: 4,
    texels: null,
  };
  const batch = new QuadBatch(2);
  storeRequest(request, 0, batch);
  storeRequest(request, 7, batch);
  expect(batch.count).toBe(2);
  expect([batch.state[1], batch.active[1], batch.offsetU[1], batch.offsetV[1]]).toEqual([7, 1, -3, 4]);
  for (const field of LANE_FIELDS) expect([...batch[field].subarray(4)]).toEqual(Array(4).fill(one[field]));
});
