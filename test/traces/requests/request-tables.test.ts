import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { storeRequest } from '../../../traces/requests/request-batch.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { type PictureLoader, RequestTables } from '../../../traces/requests/request-tables.ts';
import type { PictureReference, RequestRecord } from '../../../traces/requests/request-trace.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const PICTURE: ImageSource = {
  format: TEXEL_FORMATS.get('r8_unorm')!,
  width: 1,
  height: 1,
  layers: 1,
  levels: [Uint8Array.of(7)],
};

function parse(lines: readonly string[]): RequestRecord[] {
  const reader = new RequestReader('t.jsonl');
  return ['{"texunit":"requests","version":2}', ...lines].flatMap((line) => reader.read(line) ?? []);
}

function tablesOf(records: readonly RequestRecord[], load: PictureLoader): RequestTables {
  const tables = new RequestTables('t.jsonl', load);
  records.forEach((record) => tables.add(record));
  return tables;
}

function failing(): never {
  throw new Error('b.png: not there');
}

describe('RequestTables', () => {
  const definitions = [
    '{"image":{"name":"a","format":"r8_unorm","file":"a.png"}}',
    '{"image":{"name":"b","format":"r8_unorm","file":"b.png","mipmaps":true}}',
    '{"sampler":{"name":"s"}}',
    '{"sampler":{"name":"t","magFilter":"nearest"}}',
  ];

  it('makes one state for every combination of image, sampler, LOD source and projection', () => {
    const records = parse([
      ...definitions,
      '{"id":0,"image":"b","sampler":"t","coord":[0,0],"lod":0}',
      '{"id":1,"image":"a","sampler":"t","coord":[0,0],"lod":0}',
      '{"id":2,"image":"b","sampler":"t","coord":[1,1],"lod":5}',
      '{"id":3,"image":"b","sampler":"s","coord":[0,0],"lod":0}',
      '{"id":4,"image":"b","sampler":"t","coord":[0,0],"lod":0,"q":1}',
      '{"id":5,"image":"b","sampler":"t","coord":[0,0],"grad":{"dx":[0,0],"dy":[0,0]}}',
    ]);
    const tables = tablesOf(records, () => PICTURE);
    const requests = records.filter((record) => record.kind === 'request');
    expect(requests.map((request) => tables.stateOf(request))).toEqual([0, 1, 0, 2, 3, 4]);
    expect(tables.states.map(({ image, sampler, instruction }) => [image, sampler.magFilter, instruction])).toEqual([
      [1, 'nearest', { lod: 'explicit', projected: false }],
      [0, 'nearest', { lod: 'explicit', projected: false }],
      [1, 'linear', { lod: 'explicit', projected: false }],
      [1, 'nearest', { lod: 'explicit', projected: true }],
      [1, 'nearest', { lod: 'gradient', projected: false }],
    ]);
  });

  it('loads pictures in order, and names the line of a picture that cannot be read', () => {
    const asked: PictureReference[] = [];
    const tables = tablesOf(parse(definitions), (picture) => {
      asked.push(picture);
      return PICTURE;
    });
    expect(asked.map(({ file, mipmaps }) => [file, mipmaps])).toEqual([
      ['a.png', undefined],
      ['b.png', true],
    ]);
    expect(tables.images).toEqual([PICTURE, PICTURE]);
    expect(() => tablesOf(parse(definitions).slice(1), failing)).toThrow('t.jsonl:3: image.file: b.png: not there');
  });

  it('limits the number of states to those that a batch can name', () => {
    const [, image, sampler, , request] = parse([
      ...definitions,
      '{"id":0,"image":"b","sampler":"s","coord":[0,0],"lod":0}',
    ]);
    const tables = tablesOf([image, sampler], () => PICTURE);
    if (request.kind !== 'request') throw new Error(request.kind);
    for (let n = 0; n < 65536; n++) tables.add({ ...request, sampler: `s${n}` });
    expect(() => tables.add({ ...request, sampler: 's9' })).not.toThrow();
    expect(() => tables.add({ ...request, sampler: 's65536' })).toThrow(
      't.jsonl:6: sampler: makes more than 65536 texture states, expected fewer pairs of image and sampler',
    );
  });
});

/** Image "a" has eight layers and two levels, the others have one texel a slice. */
const IMAGES = [
  '{"image":{"name":"a","format":"d24_unorm_s8_uint","width":2,"height":2,"layers":8,"levels":["LEVEL0","LEVEL1"]}}'
    .replace('LEVEL0', Buffer.alloc(4 * 4 * 8).toString('base64'))
    .replace('LEVEL1', Buffer.alloc(4 * 8).toString('base64')),
  '{"image":{"name":"volume","format":"r8_unorm","type":"3d","width":1,"depth":2,"levels":["AAA="]}}',
  '{"image":{"name":"plane","format":"r8_unorm","width":1,"levels":["AA=="]}}',
  '{"image":{"name":"line","format":"r8_unorm","type":"1d","width":1,"levels":["AA=="]}}',
  '{"image":{"name":"lines","format":"r8_unorm","type":"1d","width":1,"layers":2,"levels":["AAA="]}}',
  '{"view":{"name":"cube","image":"a","viewType":"cube","baseArrayLayer":1}}',
  '{"view":{"name":"cubes","image":"a","viewType":"cube_array","layerCount":6}}',
  '{"view":{"name":"kernel","image":"plane","weights":{"filterCenter":[0,0],"filterSize":[1,1],"numPhases":1}}}',
  '{"sampler":{"name":"s"}}',
];

/** The states of requests after these definitions. */
function statesOf(...lines: readonly string[]) {
  return tablesOf(parse([...IMAGES, ...lines]), failing).states;
}

function viewOf(fields: string) {
  const view = `{"view":{"name":"v","image":"a",${fields}}}`;
  return statesOf(view, '{"id":0,"op":"query_levels","image":"v"}')[0].view;
}

function messageOf(...lines: readonly string[]): string {
  try {
    statesOf(...lines);
  } catch (error) {
    return error instanceof TraceError ? error.message : String(error);
  }
  return 'no error';
}

describe('views', () => {
  const format = TEXEL_FORMATS.get('d24_unorm_s8_uint')!;
  const whole = {
    viewType: '2d_array',
    format,
    components: ['identity', 'identity', 'identity', 'identity'],
    aspect: 'depth',
    baseMipLevel: 0,
    levelCount: 2,
    baseArrayLayer: 0,
    layerCount: 8,
    minLod: 0,
  };

  it('show the rest of the image by default, or as many layers as their type has', () => {
    expect(viewOf('"minLod":0')).toEqual(whole);
    expect(viewOf('"baseMipLevel":1,"baseArrayLayer":3')).toEqual({
      ...whole,
      baseMipLevel: 1,
      levelCount: 1,
      baseArrayLayer: 3,
      layerCount: 5,
    });
    expect(viewOf('"viewType":"2d","baseArrayLayer":3')).toMatchObject({ baseArrayLayer: 3, layerCount: 1 });
    expect(viewOf('"viewType":"cube","baseArrayLayer":2')).toMatchObject({ baseArrayLayer: 2, layerCount: 6 });
    expect(viewOf('"viewType":"cube_array","baseArrayLayer":2')).toMatchObject({ layerCount: 6 });
    expect(viewOf('"aspect":"stencil"')).toEqual({ ...whole, aspect: 'stencil' });
    expect(viewOf('"format":"r32_uint"')).toMatchObject({ format: TEXEL_FORMATS.get('r32_uint'), aspect: 'color' });
  });

  it('of a plane have its format by default, with r and g as the names of its components', () => {
    const planar = `{"image":{"name":"nv12","format":"g8_b8r8_2plane_420_unorm","width":2,"height":2,"levels":["AAAAAAAA"]}}`;
    const query = '{"id":0,"op":"query_levels","image":"v"}';
    const view = (fields: string) => statesOf(planar, `{"view":{"name":"v","image":"nv12",${fields}}}`, query)[0].view;
    expect(view('"aspect":"plane_1"')).toMatchObject({ format: TEXEL_FORMATS.get('r8g8_unorm'), aspect: 'plane_1' });
    expect(view('"aspect":"plane_0","format":"r8_uint"')).toMatchObject({ format: TEXEL_FORMATS.get('r8_uint') });
    expect(messageOf(planar, '{"view":{"name":"v","image":"nv12","aspect":"plane_2"}}')).toContain(
      'view.aspect: is "plane_2", expected one of "color", "plane_0", "plane_1": "v" is g8_b8r8_2plane_420_unorm',
    );
  });

  it('show slices of a 3D image, as a 2D image or as a part of the volume', () => {
    const volume = (fields: string) =>
      `{"view":{"name":"v","image":"volume","baseMipLevel":0,"levelCount":1,${fields}}}`;
    const query = '{"id":0,"op":"query_levels","image":"v"}';
    const [{ view }] = statesOf(volume('"viewType":"2d","baseArrayLayer":1'), query);
    expect(view).toMatchObject({ viewType: '2d', baseArrayLayer: 1, layerCount: 1, levelCount: 1 });
    const slices = { sliceOffset: 1, sliceCount: 1 };
    expect(statesOf(volume(`"slices":${JSON.stringify(slices)}`), query)[0].view).toMatchObject({ slices });
    expect(messageOf(volume('"viewType":"2d","baseArrayLayer":9'))).toMatch(
      /baseArrayLayer: is 9, expected 0 to \d+: "volume" has \d+ slices/,
    );
    const depth = tablesOf(parse([...IMAGES]), failing).images.find(({ type }) => type === '3d')!.depth!;
    const refused = (sliceOffset: number, sliceCount: number) =>
      messageOf(volume(`"slices":{"sliceOffset":${sliceOffset},"sliceCount":${sliceCount}}`));
    expect(refused(0, 99)).toContain(`slices.sliceCount: is 99, expected 1 to ${depth}:`);
    expect(refused(1, depth)).toContain(`slices.sliceCount: is ${depth}, expected 1`);
    expect(refused(depth, 1)).toContain(`slices.sliceOffset: is ${depth}, expected 0 to ${depth - 1}:`);
  });

  it('of a whole image equal the default view of rtl-model', () => {
    for (const name of ['a', 'volume', 'plane', 'line', 'lines']) {
      const tables = tablesOf(parse([...IMAGES, `{"view":{"name":"v","image":"${name}","minLod":0}}`]), failing);
      const { image, view } = tables.texelsOf('v');
      expect(view, name).toEqual(wholeView(layOutImages([tables.images[image]], 'linear').images[0]));
    }
  });

  it('without fields are equal to no view', () => {
    const states = statesOf('{"view":{"name":"v","image":"a"}}', '{"id":0,"op":"query_levels","image":"v"}');
    expect(states[0]).not.toHaveProperty('view');
  });

  it.each([
    ['"baseMipLevel":2', 'view.baseMipLevel: is 2, expected 0 to 1: "a" has 2 levels'],
    ['"baseMipLevel":1,"levelCount":2', 'view.levelCount: is 2, expected 1: "a" has 2 levels'],
    ['"baseArrayLayer":8', 'view.baseArrayLayer: is 8, expected 0 to 7: "a" has 8 layers'],
    ['"baseArrayLayer":3,"layerCount":6', 'view.layerCount: is 6, expected 1 to 5: "a" has 8 layers'],
    ['"viewType":"cube","baseArrayLayer":3', 'view.layerCount: is 6, expected 1 to 5: "a" has 8 layers'],
    ['"aspect":"color"', 'view.aspect: is "color", expected one of "depth", "stencil": "v" is d24_unorm_s8_uint'],
  ])('stay within their image: %s', (fields, message) => {
    expect(messageOf(`{"view":{"name":"v","image":"a",${fields}}}`)).toBe(`t.jsonl:${IMAGES.length + 2}: ${message}`);
  });
});

describe('states', () => {
  it('name the second image with its view and its weights', () => {
    const [weighted, match] = statesOf(
      '{"id":0,"op":"sample_weighted","image":"a","sampler":"s","weights":"kernel","coord":[0,0,0]}',
      '{"id":0,"op":"block_match","image":"a","sampler":"s","reference":"cube","coord":[0,0,0],"referenceCoord":[0,0],"blockSize":[1,1],"metric":"sad"}',
    );
    const weights = { filterCenter: [0, 0], filterSize: [1, 1], numPhases: 1 };
    expect(weighted).toMatchObject({ image: 0, second: { image: 2, weights } });
    expect(weighted.second).not.toHaveProperty('view');
    expect(match).toMatchObject({ image: 0, second: { image: 0, view: { viewType: 'cube', baseArrayLayer: 1 } } });
  });

  it('have a null descriptor as their second image if it is null', () => {
    const operands = '"coord":[0,0,0],"referenceCoord":[0,0],"blockSize":[1,1],"metric":"sad"';
    const states = statesOf(
      '{"id":0,"op":"sample_weighted","image":"a","sampler":"s","weights":null,"coord":[0,0,0]}',
      `{"id":0,"op":"block_match","image":"a","sampler":"s","reference":null,${operands}}`,
    );
    expect(states.map(({ second }) => second)).toEqual([null, null]);
  });

  it('differ if their second image or any part of the instruction differs', () => {
    const match = (reference: string, metric: string) =>
      `{"id":0,"op":"block_match","image":"a","sampler":"s","reference":"${reference}","coord":[0,0,0],"referenceCoord":[0,0],"blockSize":[1,1],"metric":"${metric}"}`;
    const lines = [
      match('plane', 'sad'),
      match('a', 'sad'),
      match('a', 'ssd'),
      match('plane', 'sad'),
      match('a', 'ssd'),
    ];
    const states = statesOf(...lines);
    expect(states.map(({ second, instruction }) => [second?.image, instruction.blockMatch?.metric])).toEqual([
      [2, 'sad'],
      [0, 'sad'],
      [0, 'ssd'],
    ]);
  });

  it('are null descriptors if the image is null, and have the default sampler if the line has none', () => {
    const [state] = statesOf('{"id":0,"op":"query_levels","image":null}');
    expect(state).toMatchObject({ image: null, sampler: DEFAULT_SAMPLER });
  });

  it.each([
    ['"op":"query_levels","image":"kernel"', 'image: "kernel" is a weight view, expected another'],
    [
      '"op":"sample_weighted","image":"a","sampler":"s","weights":"cube","coord":[0,0,0]',
      'weights: "cube" has no weights, expected a view with them',
    ],
    [
      '"op":"block_match","image":"a","sampler":"s","reference":"kernel","coord":[0,0,0],"referenceCoord":[0,0],"blockSize":[1,1],"metric":"sad"',
      'reference: "kernel" is a weight view, expected another',
    ],
  ])('refuse %s', (fields, message) => {
    expect(messageOf(`{"id":0,${fields}}`)).toBe(`t.jsonl:${IMAGES.length + 2}: ${message}`);
  });
});

describe('operands have as many numbers as the view needs', () => {
  const FLOATS = { line: 1, lines: 2, plane: 2, a: 3, volume: 3, cube: 3, cubes: 4 };
  const TEXTS = {
    line: '[s] of "line", a 1d view',
    lines: '[s, layer] of "lines", a 1d_array view',
    plane: '[s, t] of "plane", a 2d view',
    a: '[s, t, layer] of "a", a 2d_array view',
    volume: '[s, t, r] of "volume", a 3d view',
    cube: '[x, y, z] of "cube", a cube view',
    cubes: '[x, y, z, layer] of "cubes", a cube_array view',
  };
  const list = (numbers: number) => JSON.stringify(Array(numbers).fill(0));
  const prefix = `t.jsonl:${IMAGES.length + 2}: `;

  it.each(Object.entries(FLOATS))('float coordinates of %s: %i', (name, numbers) => {
    // The layer of a 2D coordinate does not count.
    const most = name === 'plane' ? 3 : numbers;
    for (let n = 1; n <= 4; n++) {
      const wrong = `has ${n} numbers, expected ${TEXTS[name as keyof typeof TEXTS]}`;
      const fits = n >= numbers && n <= most;
      const lane = messageOf(`{"id":0,"image":"${name}","sampler":"s","lod":0,"coord":${list(n)}}`);
      expect(lane).toBe(fits ? 'no error' : `${prefix}coord: ${wrong}`);
      const right = list(numbers);
      const quad = `{"id":0,"image":"${name}","sampler":"s","quad":[${right},${right},${list(n)},${right}]}`;
      expect(messageOf(quad)).toBe(fits ? 'no error' : `${prefix}quad[2]: ${wrong}`);
    }
  });

  it.each(Object.entries({ line: 1, lines: 2, plane: 2, a: 3, volume: 3, cube: 3, cubes: 3 }))(
    'texels of %s: %i',
    (name, numbers) => {
      for (let n = 1; n <= 4; n++) {
        const message = messageOf(`{"id":0,"op":"fetch","image":"${name}","coord":${list(n)}}`);
        if (n === numbers) expect(message).toBe('no error');
        else expect(message).toContain(`${prefix}coord: has ${n} numbers, expected [i`);
      }
    },
  );

  it.each(Object.entries({ line: 1, lines: 1, plane: 2, a: 2, volume: 3, cube: 3, cubes: 3 }))(
    'gradients of %s: %i',
    (name, numbers) => {
      const coord = list(FLOATS[name as keyof typeof FLOATS]);
      for (let n = 1; n <= 3; n++) {
        const grad = (dx: number, dy: number) =>
          messageOf(
            `{"id":0,"image":"${name}","sampler":"s","coord":${coord},"grad":{"dx":${list(dx)},"dy":${list(dy)}}}`,
          );
        const wrong = `has ${n} numbers, expected ${numbers}, one for each axis of `;
        expect(grad(n, numbers)).toContain(n === numbers ? 'no error' : `grad.dx: ${wrong}`);
        expect(grad(numbers, n)).toContain(n === numbers ? 'no error' : `grad.dy: ${wrong}`);
      }
    },
  );

  it.each(Object.entries({ line: 1, lines: 1, plane: 2, a: 2, volume: 3 }))('offsets of %s: %i', (name, numbers) => {
    const coord = list(FLOATS[name as keyof typeof FLOATS]);
    for (let n = 1; n <= 3; n++) {
      for (const offset of [list(n), `[${list(n)}]`]) {
        const message = messageOf(
          `{"id":0,"image":"${name}","sampler":"s","coord":${coord},"lod":0,"offset":${offset}}`,
        );
        const wrong = `offset: has ${n} numbers, expected ${numbers}, one for each axis of `;
        expect(message).toContain(n === numbers ? 'no error' : wrong);
      }
    }
  });

  it('any number is allowed for a null descriptor', () => {
    for (let n = 1; n <= 4; n++) {
      const grad = `{"dx":${list(Math.min(n, 3))},"dy":[0]}`;
      const line = `{"id":0,"image":null,"sampler":"s","coord":${list(n)},"grad":${grad},"offset":[0,0]}`;
      expect(messageOf(line)).toBe('no error');
    }
  });
});

describe('the example', () => {
  const text = readFileSync(new URL('../../../traces/examples/requests.jsonl', import.meta.url), 'utf8');

  it('is read and sampled, with the texels that were computed by hand', () => {
    const reader = new RequestReader('requests.jsonl');
    const records = text.split('\n').flatMap((line) => reader.read(line) ?? []);
    const tables = tablesOf(records, () => PICTURE);
    const requests = records.filter((record) => record.kind === 'request');
    const batch = new QuadBatch(requests.length);
    for (const request of requests) {
      const state = tables.stateOf(request);
      storeRequest(request, state, tables.shapes[state], batch);
    }
    const result = new Float32Array(16 * batch.count);
    new TextureUnit(FULL_QUALITY, layOutImages(tables.images, 'linear'), tables.states).sample(batch, result);
    const texel = (id: string) => {
      const first = 16 * requests.findIndex((request) => request.id === id);
      return [...result.subarray(first, first + 4)];
    };
    expect(requests).toHaveLength(12);
    // checker holds (255 ((i + j) mod 2), 64 i, 64 j, 255) at (i, j).
    expect(texel('nearest')).toEqual([255 / 255, 64 / 255, 128 / 255, 1].map(Math.fround));
    expect(texel('offset')).toEqual([255 / 255, 128 / 255, 64 / 255, 1].map(Math.fround));
    // Column 1, half-way between rows 0 and 1.
    expect(texel('projected')).toEqual([0.5, 64 / 255, 32 / 255, 1].map(Math.fround));
  });
});
