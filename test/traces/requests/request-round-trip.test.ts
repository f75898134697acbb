import { describe, expect, it } from 'vitest';
import { boundImage } from '../../../rtl-model/state/binding.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import type { LaneExtras } from '../../../rtl-model/registers/lane-extras.ts';
import { OPERATIONS } from '../../../rtl-model/state/instruction.ts';
import { ISSUE, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { storeRequest } from '../../../traces/requests/request-batch.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { requestShape } from '../../../traces/requests/request-shape.ts';
import { RequestTables } from '../../../traces/requests/request-tables.ts';
import {
  DEFAULT_LANE,
  type NamedImage,
  type Request,
  type RequestRecord,
} from '../../../traces/requests/request-trace.ts';
import {
  imageText,
  requestText,
  RequestWriter,
  samplerText,
  viewText,
} from '../../../traces/requests/request-writer.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { fieldsRead, randomBatch, randomImage, randomSampler, randomState } from './random-records.ts';

const HEADER = '{"texunit":"requests","version":2}';

function parse(text: string): RequestRecord[] {
  const reader = new RequestReader('trace.jsonl');
  const records = text.split('\n').map((line) => reader.read(line));
  reader.end();
  return records.filter((record) => record !== null);
}

function noPictures(): never {
  throw new Error('no picture is expected');
}

/** The contents of a trace in the form that a texture unit takes. */
function readBack(text: string, capacity: number) {
  const tables = new RequestTables('trace.jsonl', noPictures);
  const records = parse(text);
  records.forEach((record) => tables.add(record));
  const requests = records.filter((record) => record.kind === 'request');
  const batch = new QuadBatch(capacity);
  for (const request of requests) {
    const state = tables.stateOf(request);
    storeRequest(request, state, tables.shapes[state], batch);
  }
  return { tables, requests, batch };
}

/** The view type of a state, by rtl-model's own default for the whole image. */
function viewTypeOf({ image, view, sampler, instruction }: TextureState, images: readonly NamedImage['source'][]) {
  if (image === null) return null;
  if (view !== undefined) return view.viewType;
  const source = images[image];
  if ('file' in source) throw new Error(source.file);
  const memory = layOutImages([source], 'linear');
  return boundImage(FULL_QUALITY, memory, { image: 0, sampler, instruction }, memory.images[0]).view.viewType;
}

const AXES = { '1d': 1, '1d_array': 1, '2d': 2, '2d_array': 2, cube: 2, cube_array: 2, '3d': 3 } as const;

/** The offset sums of the front end for a lane: u, v, w, in 16 bits. */
function offsetSums(batch: QuadBatch, quad: number, lane: number, axes: number, laneOffsets: boolean): number[] {
  const { offsetU, offsetV, offsetW, laneOffset } = batch;
  return [offsetU, offsetV, offsetW]
    .map((ofQuad, axis) => ofQuad[quad] + (laneOffsets ? laneOffset[3 * (4 * quad + lane) + axis] : 0))
    .map((sum) => (sum << 16) >> 16)
    .slice(0, axes);
}

const TAKES_OFFSET = new Set(['sample', 'gather', 'fetch', 'footprint']);

describe('a batch that is written and read again', () => {
  it('is the same, bit for bit, with its images, views, samplers, instructions and states', () => {
    const dice = new Dice(2026);
    const seen = new Set<string>();
    for (let run = 0; run < draws(120, 3); run++) {
      const images = Array.from({ length: dice.integer(1, 3) }, (_, n) => ({
        name: n === 0 ? 'view1' : `i "${n}"`,
        source: randomImage(dice),
      }));
      const sources = images.map(({ source }) => source);
      const samplers = [randomSampler(dice), randomSampler(dice)];
      const states = Array.from({ length: dice.integer(1, 6) }, () => randomState(dice, sources, dice.pick(samplers)));
      const written = randomBatch(dice, states);
      clearUntaken(written, states);
      let text = '';
      new RequestWriter((piece) => (text += piece), images, states).write(written);
      const { tables, requests, batch } = readBack(text, written.capacity);

      expect(tables.images).toEqual(sources);
      expect(batch.count).toBe(written.count);
      expect(requests.map(({ id, results }) => [id, results])).toEqual(
        Array.from({ length: batch.count }, (_, quad) => [quad, null]),
      );
      for (let quad = 0; quad < batch.count; quad++) {
        const state = states[written.state[quad]];
        const { instruction } = state;
        const { op = 'sample', laneOffsets = false } = instruction;
        seen.add(op);
        expect(tables.states[batch.state[quad]]).toEqual(state);
        for (const field of ['active', 'x', 'y', ...ISSUE] as const)
          expect(batch[field][quad]).toBe(written[field][quad]);
        const viewType = viewTypeOf(state, sources);
        for (const field of fieldsRead(viewType, instruction)) {
          const lanes = [4 * quad, 4 * quad + 4] as const;
          expect(batch[field].slice(...lanes), `${op} ${field}`).toEqual(written[field].slice(...lanes));
        }
        if (op === 'write') {
          expect(writtenBits(batch, quad)).toEqual(writtenBits(written, quad));
        }
        if (!TAKES_OFFSET.has(op)) continue;
        const axes = viewType === null ? 3 : AXES[viewType];
        for (let lane = 0; lane < 4; lane++) {
          const sums = offsetSums(batch, quad, lane, axes, laneOffsets);
          expect(sums, op).toEqual(offsetSums(written, quad, lane, axes, laneOffsets));
        }
      }
    }
    expect([...seen].sort()).toEqual([...OPERATIONS].sort());
  });

  it('includes its results, of every kind', () => {
    const dice = new Dice(7);
    const extras: LaneExtras = {
      resident: Uint8Array.from({ length: 16 }, () => dice.integer(0, 1)),
      query: Int32Array.from({ length: 256 }, () => dice.bits() | 1),
    };
    for (let lane = 0; lane < 16; lane++)
      extras.query.set([dice.integer(0, 14), dice.integer(0, 9), lane & 1, 1], 16 * lane + 8);
    const bits = Int32Array.from({ length: 64 }, () => dice.bits());
    const results = { colors: new Float32Array(bits.buffer), extras };
    const kinds = [
      ['r8_unorm', { lod: 'explicit', projected: false }],
      ['r32_uint', { op: 'fetch', lod: 'explicit', projected: false, sparse: true }],
      ['r32_sint', { op: 'gather', lod: 'explicit', projected: false }],
      ['r8_unorm', { op: 'footprint', lod: 'explicit', projected: false }],
    ] as const;
    const images = kinds.map(([name], n) => {
      const format = TEXEL_FORMATS.get(name)!;
      return {
        name: `i${n}`,
        source: { format, width: 1, height: 1, layers: 1, levels: [new Uint8Array(format.texelBytes)] },
      };
    });
    const states = kinds.map(([, instruction], image) => ({ image, sampler: DEFAULT_SAMPLER, instruction }));
    const batch = new QuadBatch(4);
    batch.count = 4;
    batch.state.set([0, 1, 2, 3]);
    batch.active.set([15, 15, 15, 0b1011]);
    let text = '';
    new RequestWriter((piece) => (text += piece), images, states).write(batch, results);
    const [float, uint, sint, footprint] = readBack(text, 4).requests.map((request) => request.results!);

    const lanes = (quad: number, values: ArrayLike<number>) =>
      [0, 1, 2, 3].map((l) => Array.from({ length: 4 }, (_, c) => values[16 * quad + 4 * l + c]));
    expect(float).toEqual({ texels: lanes(0, results.colors) });
    const resident = [...extras.resident.subarray(4, 8)].map((one) => one === 1);
    expect(uint).toEqual({ texels: lanes(1, new Uint32Array(bits.buffer)), resident });
    expect(sint).toEqual({ texels: lanes(2, bits) });
    const words = (l: number) => [...extras.query.subarray(16 * (12 + l), 16 * (13 + l))];
    const expected = [0, 1, 3].map((l) => {
      const word = words(l);
      return {
        single: word[10] === 1,
        anchor: [word[0], word[1]],
        offset: [word[3], word[4]],
        mask: [word[6] >>> 0, word[7] >>> 0],
        lod: word[9],
        granularity: word[8],
      };
    });
    expect(footprint).toEqual({ texels: null, footprints: [expected[0], expected[1], null, expected[2]] });
  });
});

/** Clears the offsets of operations without offsets, because they are no operands and are not written. */
function clearUntaken(batch: QuadBatch, states: readonly TextureState[]): void {
  for (let quad = 0; quad < batch.count; quad++) {
    if (TAKES_OFFSET.has(states[batch.state[quad]].instruction.op ?? 'sample')) continue;
    for (const field of [batch.offsetU, batch.offsetV, batch.offsetW]) field[quad] = 0;
  }
}

/** The bits of the texels to write. A NaN has lost its payload, so all NaNs are equal. */
function writtenBits({ write, writeBits }: QuadBatch, quad: number): (number | string)[] {
  return Array.from({ length: 16 }, (_, n) => (Number.isNaN(write[16 * quad + n]) ? 'NaN' : writeBits[16 * quad + n]));
}

it('the records read from a text are written as the same text', () => {
  const lines = [
    '{"image":{"name":"a","format":"r8g8_snorm","width":1,"height":1,"layers":2,"levels":["AQIDBA=="]}}',
    '{"image":{"name":"b","format":"r8g8b8a8_srgb","file":"dir/b.png","mipmaps":false}}',
    '{"image":{"name":"c","file":"c.ktx2"}}',
    '{"image":{"name":"v","format":"r8_uint","type":"3d","width":2,"height":1,"depth":1,"layers":1,"cornerSampled":true,' +
      '"unbound":[{"level":0,"layer":0,"x":1,"y":0,"z":0,"width":1,"height":1,"depth":1}],"levels":["AQI="]}}',
    '{"view":{"name":"w","image":"a","viewType":"1d_array","layerCount":1,"format":"r8g8_snorm","minLod":0.1,' +
      '"weights":{"filterCenter":[0,-1],"filterSize":[1,2],"numPhases":4}}}',
    '{"view":{"name":"u","image":"v"}}',
    '{"sampler":{"name":"s","magFilter":"cubic","minFilter":"nearest","mipmapMode":"linear","addressModeU":"repeat",' +
      '"addressModeV":"clamp_to_edge","addressModeW":"mirrored_repeat","mipLodBias":-0.1,"anisotropyEnable":false,' +
      '"maxAnisotropy":1,"minLod":0,"maxLod":1000,"borderColor":[0,4294967295,-1,1],"compareEnable":true,' +
      '"compareOp":"never","unnormalizedCoordinates":false,"reductionMode":"min","cubicWeights":"b_spline",' +
      '"nonSeamlessCubeMap":true,"ycbcrConversion":null,"windowExtent":[2,3],"windowCompareMode":"max"}}',
    '{"id":"one","image":"a","sampler":"s","coord":[0.1,"NaN",1],"q":-0,"lod":3,"minLod":0.5,"offset":[1,-1],"texel":[0,1,-0,"Infinity"]}',
    '{"id":2,"image":"b","sampler":"s","pixel":[4,-6],"quad":[[0,0],[1,0],[0,1],[1,1,2]],"active":"0111",' +
      '"grad":{"dx":[1,2],"dy":[3,4]},"bias":[0,0,0,-0],"texels":[null,[0,0,0,1],[0,0,0,1],[0,0,0,1]]}',
    '{"id":3,"image":"b","sampler":"s","quad":[[0,0],[1,0],[0,1],[1,1]],"dref":[0,1,2,3],"offset":[[0,1],[2,3],[4,5],[6,7]]}',
    '{"id":4,"op":"gather","image":"b","sampler":"s","coord":[0,0],"sparse":true,"component":2,' +
      '"offsets":[[0,1],[2,3],[4,5],[-6,7]],"origin":"nearest","texel":[0,0,0,0],"resident":true}',
    '{"id":5,"op":"fetch","image":"u","coord":[1,0,-3],"level":2,"sample":1,"texel":[4000000000,-1,0,1]}',
    '{"id":6,"op":"write","image":"v","quad":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]],"level":[0,1,2,3],"value":[1,2,3,0.5]}',
    '{"id":7,"op":"query_levels","image":"v"}',
    '{"id":8,"op":"footprint","image":"b","sampler":"s","coord":[0,0],"granularity":3,"coarse":true,"lod":0,"footprint":null}',
    '{"id":9,"op":"footprint","image":"b","sampler":"s","quad":[[0,0],[1,0],[0,1],[1,1]],"active":"1000","footprints":[' +
      '{"single":false,"anchor":[0,1],"offset":[2,3],"mask":[4,4294967295],"lod":5,"granularity":6},null,null,null]}',
    '{"id":10,"op":"sample_weighted","image":"b","weights":"w","sampler":"s","coord":[0,0]}',
    '{"id":11,"op":"box_filter","image":null,"sampler":"s","coord":[0,0],"boxSize":[1.5,2]}',
    '{"id":12,"op":"block_match","image":"b","reference":"a","sampler":"s","coord":[0,0],"metric":"ssd","form":"gather",' +
      '"referenceCoord":[1,2],"blockSize":[3,4]}',
  ];
  const texts = parse([HEADER, ...lines].join('\n')).map((record) => {
    switch (record.kind) {
      case 'image':
        return imageText(record);
      case 'view':
        return viewText(record);
      case 'sampler':
        return samplerText(record);
      case 'request':
        return requestText(record);
    }
  });
  expect(texts.map((text) => text.trimEnd())).toEqual(lines);
});

const PLAIN = { lod: 'explicit', projected: false } as const;

it('ids continue from batch to batch', () => {
  const batch = new QuadBatch(2);
  batch.count = 2;
  const image: NamedImage = { name: 'i', source: randomImage(new Dice(1)) };
  let text = '';
  const state: TextureState = { image: 0, sampler: randomSampler(new Dice(2)), instruction: PLAIN };
  const writer = new RequestWriter((piece) => (text += piece), [image], [state]);
  writer.write(batch);
  writer.write(batch);
  const ids = parse(text).flatMap((record) => (record.kind === 'request' ? [record.id] : []));
  expect(ids).toEqual([0, 1, 2, 3]);
});

it('a view or a sampler that several states share is written once', () => {
  const source = randomImage(new Dice(3), TEXEL_FORMATS.get('r8_unorm'));
  const sampler = randomSampler(new Dice(2));
  const view = { ...whole(source.layers), levelCount: 1 };
  let text = '';
  const states = (['explicit', 'gradient'] as const).map((lod) => ({
    image: 0,
    view,
    sampler,
    instruction: { lod, projected: false },
  }));
  new RequestWriter((piece) => (text += piece), [{ name: 'i', source }], states).write(new QuadBatch(1));
  expect(parse(text).map(({ kind }) => kind)).toEqual(['image', 'view', 'sampler']);
});

function whole(layerCount: number) {
  return {
    viewType: '2d_array',
    format: TEXEL_FORMATS.get('r8_unorm')!,
    components: ['identity', 'identity', 'identity', 'identity'],
    aspect: 'color',
    baseMipLevel: 0,
    levelCount: 1,
    baseArrayLayer: 0,
    layerCount,
    minLod: 0,
  } as const;
}

it('a single lane becomes lane 0 of a quad whose helpers hold its values', () => {
  const request: Request = {
    id: 0,
    image: 'i',
    second: undefined,
    sampler: 's',
    instruction: { lod: 'gradient', projected: true },
    lanes: [{ ...DEFAULT_LANE, coord: [1, 2, 4], q: 3, lod: 5, minLod: 6, dx: [7, 8], dy: [9, 10] }],
    active: 1,
    x: 0,
    y: 0,
    offset: [-3, 4],
    results: null,
  };
  const shape = requestShape(whole(5), request.instruction);
  const batch = new QuadBatch(2);
  storeRequest(request, 0, shape, batch);
  storeRequest(request, 7, shape, batch);
  expect(batch.count).toBe(2);
  expect([batch.state[1], batch.active[1], batch.offsetU[1], batch.offsetV[1]]).toEqual([7, 1, -3, 4]);
  const lane = {
    s: 1,
    t: 2,
    layer: 4,
    q: 3,
    lod: 5,
    minLod: 6,
    dsdx: 7,
    dtdx: 8,
    dsdy: 9,
    dtdy: 10,
    r: 0,
    i: 0,
  } as const;
  for (const [field, value] of Object.entries(lane)) {
    expect([...batch[field as keyof typeof lane].subarray(4)], field).toEqual(Array(4).fill(value));
  }
});
