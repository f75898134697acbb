import { describe, expect, it } from 'vitest';
import { DEFAULT_SAMPLER } from '../../rtl-model/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/texel-decoder/texel-format.ts';
import { RequestReader } from '../../traces/request-reader.ts';
import { OPERATION_NAMES } from '../../traces/request-operands.ts';
import { DEFAULT_LANE, type RequestRecord } from '../../traces/request-trace.ts';
import { TraceError } from '../../traces/trace-error.ts';

const HEADER = '{"texunit":"requests","version":2}';
/** 2x2 and 1x1 texels of one byte. */
const IMAGE = '{"image":{"name":"img","format":"r8_unorm","width":2,"height":2,"levels":["AAECAw==","AQ=="]}}';
const SAMPLER = '{"sampler":{"name":"smp"}}';
const NAMES = '"id":1,"image":"img","sampler":"smp"';
const COORD = `${NAMES},"coord":[0,0]`;
const QUAD = `${NAMES},"quad":[[0,0],[1,0],[0,1],[1,1]]`;

function readAll(...lines: string[]): RequestRecord[] {
  const reader = new RequestReader('file.jsonl');
  const records = lines.map((line) => reader.read(line)).filter((record) => record !== null);
  reader.end();
  return records;
}

/** Message for a line that follows the header, an image and a sampler: it is line 4. */
function messageOf(line: string): string {
  return messageOfAll(HEADER, IMAGE, SAMPLER, line);
}

function messageOfAll(...lines: string[]): string {
  try {
    readAll(...lines);
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    expect(error.message).not.toContain('\n');
    return error.message;
  }
  return 'no error';
}

function request(fields: string) {
  const record = readAll(HEADER, IMAGE, SAMPLER, `{${fields}}`)[2];
  if (record.kind !== 'request') throw new Error(`a ${record.kind}`);
  return record;
}

const VIEW = '{"view":{"name":"vw","image":"img"}}';

/** A request behind an image, a sampler and a view "vw". */
function requestBehindView(fields: string) {
  const record = readAll(HEADER, IMAGE, SAMPLER, VIEW, `{${fields}}`)[3];
  if (record.kind !== 'request') throw new Error(`a ${record.kind}`);
  return record;
}

const D3D11_STATE = {
  Filter: 0x95,
  AddressU: 1,
  AddressV: 2,
  AddressW: 4,
  MinLOD: 0.1,
  MaxLOD: 5,
  MipLODBias: -1,
  MaxAnisotropy: 0,
  ComparisonFunction: 2,
  BorderColor: [0, 0.5, 0, 1],
};

const VALUE = [1, -2, Math.fround(0.1), 4294967295];
const OFFSETS = '[i], [i, j] or [i, j, k], integers from -32768 to 32767';
const FOOTPRINT = '{"single":true,"anchor":[0,0],"offset":[0,0],"mask":[1,0],"lod":0,"granularity":0}';

describe('definitions', () => {
  it('gives an image its format, one layer and the bytes of its levels', () => {
    const [image] = readAll(HEADER, IMAGE);
    expect(image).toEqual({
      kind: 'image',
      line: 2,
      name: 'img',
      source: {
        format: TEXEL_FORMATS.get('r8_unorm'),
        width: 2,
        height: 2,
        layers: 1,
        levels: [Uint8Array.of(0, 1, 2, 3), Uint8Array.of(1)],
      },
    });
  });

  it('reads every field of an image', () => {
    const unbound = [{ level: 1, layer: 0, x: 0, y: 1, z: 0, width: 2, height: 1, depth: 1 }];
    const levels = ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'AAAAAA=='];
    const volume = { name: 'v', format: 'r8_uint', type: '3d', width: 4, height: 4, depth: 2, cornerSampled: true };
    const samples = { name: 'm', format: 'r8_unorm', type: '2d', width: 1, height: 1, layers: 2, samples: 2 };
    const [, ...images] = readAll(
      HEADER,
      IMAGE,
      JSON.stringify({ image: { ...volume, unbound, levels } }),
      JSON.stringify({ image: { ...samples, levels: ['AQIDBA=='] } }),
    );
    expect(images).toEqual([
      {
        kind: 'image',
        line: 3,
        name: 'v',
        source: {
          format: TEXEL_FORMATS.get('r8_uint'),
          type: '3d',
          width: 4,
          height: 4,
          depth: 2,
          layers: 1,
          cornerSampled: true,
          unbound,
          levels: [new Uint8Array(32), new Uint8Array(4)],
        },
      },
      {
        kind: 'image',
        line: 4,
        name: 'm',
        source: {
          format: TEXEL_FORMATS.get('r8_unorm'),
          type: '2d',
          width: 1,
          height: 1,
          layers: 2,
          samples: 2,
          levels: [Uint8Array.of(1, 2, 3, 4)],
        },
      },
    ]);
  });

  it('asks a level for the bytes of blocks and of planes', () => {
    const image = (format: string, bytes: number) =>
      `{"image":{"name":"x","format":"${format}","width":5,"height":4,"levels":["${Buffer.alloc(bytes).toString('base64')}"]}}`;
    expect(readAll(HEADER, image('bc1_rgb_unorm_block', 16))).toHaveLength(1);
    expect(messageOfAll(HEADER, image('bc1_rgb_unorm_block', 8))).toBe(
      'file.jsonl:2: image.levels[0]: has 8 bytes, expected 16 (5x4x1 of bc1_rgb_unorm_block)',
    );
    expect(readAll(HEADER, image('g8_b8_r8_3plane_420_unorm', 20 + 2 * 6))).toHaveLength(1);
  });

  it('leaves a file to its reader', () => {
    const [earth, sky] = readAll(
      HEADER,
      '{"image":{"name":"earth","format":"r8g8b8a8_srgb","file":"earth.png","mipmaps":true}}',
      '{"image":{"name":"sky","file":"sky.ktx2"}}',
    );
    const format = TEXEL_FORMATS.get('r8g8b8a8_srgb');
    expect(earth).toEqual({
      kind: 'image',
      line: 2,
      name: 'earth',
      source: { format, file: 'earth.png', mipmaps: true },
    });
    expect(sky).toEqual({ kind: 'image', line: 3, name: 'sky', source: { file: 'sky.ktx2' } });
  });

  it('reads every field of a view, and leaves out what it leaves out', () => {
    const fields = {
      viewType: 'cube_array',
      components: ['a', 'one', 'zero', 'identity'],
      aspect: 'stencil',
      baseMipLevel: 1,
      levelCount: 2,
      baseArrayLayer: 3,
      layerCount: 4,
    };
    const weights = { filterCenter: [-1, 2], filterSize: [3, 4], numPhases: 16 };
    const view = { name: 'v', image: 'img', ...fields, format: 's8_uint', minLod: 0.1, weights };
    const [, full, empty] = readAll(HEADER, IMAGE, JSON.stringify({ view }), '{"view":{"name":"w","image":"img"}}');
    expect(full).toEqual({
      kind: 'view',
      line: 3,
      name: 'v',
      image: 'img',
      view: { ...fields, format: TEXEL_FORMATS.get('s8_uint'), minLod: Math.fround(0.1) },
      weights,
    });
    expect(empty).toEqual({ kind: 'view', line: 4, name: 'w', image: 'img', view: {} });
  });

  it('fills a sampler up with the default sampler', () => {
    const [sampler] = readAll(HEADER, SAMPLER);
    expect(sampler).toEqual({ kind: 'sampler', line: 2, name: 'smp', sampler: DEFAULT_SAMPLER });
  });

  it('reads every field of a sampler, numbers as float32', () => {
    const fields = {
      magFilter: 'cubic',
      minFilter: 'nearest',
      mipmapMode: 'nearest',
      addressModeU: 'clamp_to_border',
      addressModeV: 'mirror_clamp_to_edge',
      addressModeW: 'clamp_to_edge',
      mipLodBias: -0.1,
      anisotropyEnable: true,
      maxAnisotropy: 16,
      minLod: 0.1,
      maxLod: 'Infinity',
      borderColor: [0.1, 4294967295, -2147483648, 'NaN'],
      compareEnable: true,
      compareOp: 'greater',
      unnormalizedCoordinates: true,
      reductionMode: 'weighted_average_rangeclamp',
      cubicWeights: 'mitchell_netravali',
      nonSeamlessCubeMap: true,
      ycbcrConversion: {
        ycbcrModel: 'ycbcr_2020',
        ycbcrRange: 'itu_narrow',
        components: ['b', 'g', 'r', 'one'],
        xChromaOffset: 'midpoint',
        yChromaOffset: 'midpoint',
        chromaFilter: 'linear',
        forceExplicitReconstruction: true,
        enableYDegamma: true,
        enableCbCrDegamma: true,
      },
      windowExtent: [3, 4],
      windowCompareMode: 'max',
    };
    expect(Object.keys(fields)).toEqual(Object.keys(DEFAULT_SAMPLER));
    const [record] = readAll(HEADER, JSON.stringify({ sampler: { name: 'smp', ...fields } }));
    expect(record).toEqual({
      kind: 'sampler',
      line: 2,
      name: 'smp',
      sampler: {
        ...fields,
        mipLodBias: Math.fround(-0.1),
        minLod: Math.fround(0.1),
        maxLod: Infinity,
        borderColor: [Math.fround(0.1), 4294967295, -2147483648, NaN],
      },
    });
  });

  it('fills a conversion up with none at all', () => {
    const [record] = readAll(HEADER, '{"sampler":{"name":"smp","ycbcrConversion":{}}}');
    expect(record.kind === 'sampler' && record.sampler.ycbcrConversion).toEqual({
      ycbcrModel: 'rgb_identity',
      ycbcrRange: 'itu_full',
      components: ['identity', 'identity', 'identity', 'identity'],
      xChromaOffset: 'cosited_even',
      yChromaOffset: 'cosited_even',
      chromaFilter: 'nearest',
      forceExplicitReconstruction: false,
      enableYDegamma: false,
      enableCbCrDegamma: false,
    });
  });

  it.each([
    ['float_transparent_black', [0, 0, 0, 0]],
    ['float_opaque_black', [0, 0, 0, 1]],
    ['float_opaque_white', [1, 1, 1, 1]],
    ['int_transparent_black', [0, 0, 0, 0]],
    ['int_opaque_black', [0, 0, 0, 1]],
    ['int_opaque_white', [1, 1, 1, 1]],
  ])('knows the border colour %s', (name, color) => {
    const [record] = readAll(HEADER, `{"sampler":{"name":"smp","borderColor":"${name}"}}`);
    expect(record.kind === 'sampler' && record.sampler.borderColor).toEqual(color);
  });

  it('takes the sampler state of D3D11', () => {
    const [record] = readAll(HEADER, `{"sampler":{"name":"d","d3d11":${JSON.stringify(D3D11_STATE)}}}`);
    expect(record).toEqual({
      kind: 'sampler',
      line: 2,
      name: 'd',
      sampler: {
        ...DEFAULT_SAMPLER,
        // Filter 0x95: comparison, linear in min, mag and mip.
        compareEnable: true,
        compareOp: 'less',
        addressModeU: 'repeat',
        addressModeV: 'mirrored_repeat',
        addressModeW: 'clamp_to_border',
        minLod: Math.fround(0.1),
        maxLod: 5,
        mipLodBias: -1,
        borderColor: [0, 0.5, 0, 1],
      },
    });
  });
});

describe('requests', () => {
  it('of one lane take their LOD from lod or grad, and are projected where q stands', () => {
    const explicit = request(`${COORD},"lod":2.5,"offset":[-8,7],"pixel":[3,-4]`);
    expect(explicit).toMatchObject({ id: 1, image: 'img', sampler: 'smp', second: null, active: 1, x: 3, y: -4 });
    expect(explicit).toMatchObject({ offset: [-8, 7], instruction: { lod: 'explicit', projected: false } });
    expect(explicit.results).toBeNull();
    expect(explicit.lanes).toEqual([{ ...DEFAULT_LANE, coord: [0, 0], lod: 2.5 }]);

    const gradient = request(`${NAMES},"coord":[1,2,3],"grad":{"dx":[4,5],"dy":[6,7]},"bias":8,"minLod":9,"q":10`);
    expect(gradient.instruction).toEqual({ lod: 'gradient', projected: true });
    const operands = { lod: 8, minLod: 9, dx: [4, 5], dy: [6, 7], q: 10 };
    expect(gradient.lanes).toEqual([{ ...DEFAULT_LANE, coord: [1, 2, 3], ...operands }]);
  });

  it('of a quad take implicit LOD, and one value for the quad or one for each lane', () => {
    const plain = request(`${QUAD},"bias":[1,2,3,4],"minLod":0.5,"dref":[0.5,1,2,3]`);
    expect(plain.instruction).toEqual({ lod: 'implicit', projected: false, dref: true });
    expect(plain.active).toBe(15);
    expect(plain.lanes.map(({ coord, lod, minLod, dref }) => [...coord, lod, minLod, dref])).toEqual([
      [0, 0, 1, 0.5, 0.5],
      [1, 0, 2, 0.5, 1],
      [0, 1, 3, 0.5, 2],
      [1, 1, 4, 0.5, 3],
    ]);
    const one = '{"dx":[1,2],"dy":[3,4]}';
    const each = request(`${QUAD},"grad":[${one},${one},${one},{"dx":[5,6],"dy":[7,8]}]`);
    expect(each.lanes.map(({ dx, dy }) => [...dx, ...dy])).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
  });

  it('name active lanes from lane 0 on, or by a mask with lane 0 in bit 0', () => {
    expect(request(`${QUAD},"active":"1101"`).active).toBe(0b1011);
    expect(request(`${QUAD},"active":11`).active).toBe(0b1011);
    expect(request(`${QUAD},"active":"0000"`).active).toBe(0);
  });

  it('keep the sign of zero, NaN and the infinities', () => {
    expect(request(`${NAMES},"coord":[-0,"NaN"],"lod":"-Infinity"`).lanes[0]).toMatchObject({
      coord: [-0, NaN],
      lod: -Infinity,
    });
  });

  it('have offsets for all lanes, or of each lane', () => {
    expect(request(`${QUAD},"offset":[1]`)).toMatchObject({ offset: [1], lanes: [{ offset: [] }, {}, {}, {}] });
    const own = request(`${QUAD},"offset":[[1,2],[3,4],[5,6],[-32768,32767]]`);
    expect(own.instruction.laneOffsets).toBe(true);
    expect(own.offset).toEqual([]);
    expect(own.lanes.map(({ offset }) => offset)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [-32768, 32767],
    ]);
    expect(request(`${COORD},"lod":0,"offset":[[1,2,3]]`)).toMatchObject({
      instruction: { laneOffsets: true },
      lanes: [{ offset: [1, 2, 3] }],
    });
  });

  it('may name a null descriptor, and a view', () => {
    expect(request('"id":1,"image":null,"sampler":"smp","coord":[0,1,2,3],"lod":0').image).toBeNull();
    const records = readAll(HEADER, IMAGE, SAMPLER, VIEW, `{"id":1,"image":"vw","sampler":"smp","coord":[0],"lod":0}`);
    expect(records[3]).toMatchObject({ image: 'vw', lanes: [{ coord: [0] }] });
  });

  it('carry the results that stand beside them', () => {
    const texel = request(`${COORD},"lod":0,"texel":[0.1,-0,"NaN",4294967295]`).results;
    expect(texel).toEqual({ texels: [[Math.fround(0.1), -0, NaN, 4294967295]] });
    const quad = request(`${QUAD},"active":"1100","texels":[[1,2,3,4],[5,6,7,8],null,null]`).results;
    expect(quad).toEqual({ texels: [[1, 2, 3, 4], [5, 6, 7, 8], null, null] });
    const sparse = request(`${COORD},"lod":0,"sparse":true,"texel":[0,0,0,0],"resident":false`).results;
    expect(sparse).toEqual({ texels: [[0, 0, 0, 0]], resident: [false] });
    const footprint = { single: true, anchor: [1, 2], offset: [0, 1], mask: [4294967295, 0], lod: 1, granularity: 0 };
    const lanes = JSON.stringify([footprint, null, null, null]);
    expect(request(`${QUAD},"op":"footprint","active":"1100","footprints":${lanes}`).results).toEqual({
      texels: null,
      footprints: [footprint, null, null, null],
    });
  });
});

describe('operations', () => {
  const OFFSETS = [
    [0, 1],
    [2, 3],
    [4, 5],
    [-6, 7],
  ];

  it.each([
    ['"coord":[0,0],"lod":1,"sparse":true', { lod: 'explicit', sparse: true }, { lod: 1 }],
    ['"op":"gather","coord":[0,0]', { op: 'gather' }, {}],
    [
      `"op":"gather","coord":[0,0],"component":3,"offsets":${JSON.stringify(OFFSETS)},"origin":"nearest"`,
      { op: 'gather', component: 3, gatherOffsets: OFFSETS, gatherOrigin: 'nearest' },
      {},
    ],
    ['"op":"gather","coord":[0,0],"dref":0.5', { op: 'gather', dref: true }, { dref: 0.5 }],
    ['"op":"fetch","coord":[7,-8],"level":1,"sample":2', { op: 'fetch' }, { level: 1, sample: 2 }],
    ['"op":"read","coord":[7,-8],"sparse":true', { op: 'read', sparse: true }, {}],
    ['"op":"write","coord":[7,-8],"value":[1,-2,0.1,4294967295]', { op: 'write' }, { value: VALUE }],
    ['"op":"query_size","level":3', { op: 'query_size' }, { level: 3 }],
    ['"op":"query_levels"', { op: 'query_levels' }, {}],
    ['"op":"query_samples"', { op: 'query_samples' }, {}],
    ['"op":"sample_position","sample":3', { op: 'sample_position' }, { sample: 3 }],
    [
      '"op":"footprint","coord":[0,0],"lod":1,"granularity":15,"coarse":true',
      { op: 'footprint', granularity: 15, coarse: true },
      { lod: 1 },
    ],
    ['"op":"sample_weighted","coord":[0,0],"weights":"vw"', { op: 'sample_weighted' }, {}],
    ['"op":"box_filter","coord":[0,0],"boxSize":[1.5,2]', { op: 'box_filter' }, { boxSize: [1.5, 2] }],
    [
      '"op":"block_match","coord":[1,2],"reference":"vw","referenceCoord":[3,4],"blockSize":[5,6],"metric":"ssd"',
      { op: 'block_match', blockMatch: { metric: 'ssd', form: 'single' } },
      { referenceCoord: [3, 4], blockSize: [5, 6] },
    ],
    [
      '"op":"block_match","coord":[1,2],"reference":"vw","referenceCoord":[3,4],"blockSize":[5,6],"metric":"sad","form":"window"',
      { op: 'block_match', blockMatch: { metric: 'sad', form: 'window' } },
      { referenceCoord: [3, 4], blockSize: [5, 6] },
    ],
    ['"op":"sample_l","coord":[0,0],"lod":1', {}, { lod: 1 }],
    ['"op":"sample_d","coord":[0,0],"grad":{"dx":[1,2],"dy":[3,4]}', { lod: 'gradient' }, { dx: [1, 2], dy: [3, 4] }],
    ['"op":"sample_c_lz","coord":[0,0],"dref":0.5', { dref: true }, { dref: 0.5 }],
    ['"op":"gather4","coord":[0,0],"component":2', { op: 'gather', component: 2 }, {}],
    ['"op":"gather4_c","coord":[0,0],"dref":0.5', { op: 'gather', component: 0, dref: true }, { dref: 0.5 }],
    [
      '"op":"gather4_po","coord":[0,0],"offset":[33,-33]',
      { op: 'gather', component: 0, laneOffsets: true },
      { offset: [-31, 31] },
    ],
    [
      '"op":"gather4_po_c","coord":[0,0],"offset":[[1,2]],"dref":1',
      { op: 'gather', component: 0, laneOffsets: true, dref: true },
      { offset: [1, 2], dref: 1 },
    ],
    ['"op":"ld","coord":[1,2],"level":1', { op: 'fetch' }, { level: 1 }],
    ['"op":"ld2dms","coord":[1,2],"sample":1', { op: 'fetch' }, { sample: 1 }],
    ['"op":"resinfo","level":1', { op: 'query_size' }, { level: 1 }],
    ['"op":"sampleinfo"', { op: 'query_samples' }, {}],
    ['"op":"samplepos","sample":1', { op: 'sample_position' }, { sample: 1 }],
  ])('of one lane: %s', (fields, instruction, operands) => {
    const record = requestBehindView(`${NAMES},${fields}`);
    expect(record.instruction).toEqual({ lod: 'explicit', projected: false, ...instruction });
    const coord: unknown = /"coord":(\[[^\]]*\])/.exec(fields)?.[1] ?? '[]';
    expect(record.lanes).toEqual([{ ...DEFAULT_LANE, coord: JSON.parse(String(coord)), ...operands }]);
    expect(record.second).toBe(/"(weights|reference)":/.test(fields) ? 'vw' : null);
  });

  it.each([
    ['sample_b', '"bias":[1,2,3,4]', {}, [1, 2, 3, 4]],
    ['sample_c', '"dref":0.5', { dref: true }, [0, 0, 0, 0]],
    ['lod', '"active":15', { op: 'query_lod' }, [0, 0, 0, 0]],
    ['query_lod', '"active":15', { op: 'query_lod' }, [0, 0, 0, 0]],
    ['footprint', '"bias":1', { op: 'footprint' }, [1, 1, 1, 1]],
  ])('of a quad: %s', (op, fields, instruction, lods) => {
    const record = request(`${QUAD},"op":"${op}",${fields}`);
    expect(record.instruction).toEqual({ lod: 'implicit', projected: false, ...instruction });
    expect(record.lanes.map(({ lod }) => lod)).toEqual(lods);
  });

  it('give one operand for the quad, or one for each lane', () => {
    const quad = '"quad":[[0,0],[1,0],[0,1],[1,1]]';
    const shared = request(`${NAMES},"op":"write",${quad},"value":[1,2,3,4]`);
    expect(shared.lanes.map(({ value }) => value)).toEqual(Array.from({ length: 4 }, () => [1, 2, 3, 4]));
    const own = request(
      `${NAMES},"op":"write",${quad},"level":[0,1,2,3],"value":[[1,2,3,4],[5,6,7,8],[0,0,0,0],[0,0,0,1]]`,
    );
    expect(own.lanes.map(({ value, level }) => [...value, level])).toEqual([
      [1, 2, 3, 4, 0],
      [5, 6, 7, 8, 1],
      [0, 0, 0, 0, 2],
      [0, 0, 0, 1, 3],
    ]);
    const box = request(`${NAMES},"op":"box_filter",${quad},"boxSize":[[1,2],[3,4],[5,6],[7,8]]`);
    expect(box.lanes.map(({ boxSize }) => boxSize)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
  });

  it('that do not sample may go without a sampler', () => {
    expect(request('"id":1,"op":"fetch","image":"img","coord":[0,0]').sampler).toBeNull();
    expect(request('"id":1,"op":"query_size","image":null').sampler).toBeNull();
  });
});

describe('version 1', () => {
  const OLD = '{"texunit":"requests","version":1}';

  it('gives a coordinate without a layer layer 0', () => {
    const records = readAll(
      OLD,
      IMAGE,
      SAMPLER,
      `{${COORD},"lod":0}`,
      `{${QUAD}}`,
      `{${NAMES},"coord":[0,0,2],"lod":0}`,
    );
    const coordinates = records.map((record) => record.kind === 'request' && record.lanes.map(({ coord }) => coord));
    expect(coordinates.slice(2)).toEqual([
      [[0, 0, 0]],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
      ],
      [[0, 0, 2]],
    ]);
  });

  it('is otherwise read as version 2 is', () => {
    expect(readAll(OLD, IMAGE, SAMPLER)).toEqual(readAll(HEADER, IMAGE, SAMPLER));
  });
});

describe('messages', () => {
  it.each([
    [
      '{"texunit":"results","version":1}',
      'texunit: is "results", expected the header {"texunit":"requests","version":2}',
    ],
    ['{"texunit":"requests","version":3}', 'version: is 3, expected 1 or 2'],
    [
      '{"texunit":"requests","version":1,"x":0}',
      'x: is unknown, expected the header {"texunit":"requests","version":2}',
    ],
    [IMAGE, 'texunit: is missing, expected the header {"texunit":"requests","version":2}'],
  ])('name what is wrong with the header %s', (line, message) => {
    expect(messageOfAll(line)).toBe(`file.jsonl:1: ${message}`);
  });

  it('say that an empty file lacks its header', () => {
    const message = 'file.jsonl:1: texunit: is missing, expected the header {"texunit":"requests","version":2}';
    expect(messageOfAll()).toBe(message);
    expect(messageOfAll('')).toBe(message);
  });

  it('count blank lines', () => {
    expect(messageOfAll(HEADER, '', IMAGE, '', '{')).toMatch(/^file\.jsonl:5: line: /);
  });

  it.each([
    ['{"id":1,"image":"img"', 'line: is no complete JSON, expected one JSON object a line'],
    ['[1]', 'line: is [1], expected one JSON object a line'],
    [`{${NAMES},"lod":0}`, 'coord: is missing, expected numbers such as [s, t], or a "quad" of four'],
    [`{${NAMES},"coord":[],"lod":0}`, 'coord: is [], expected one to four numbers such as [s, t]'],
    [`{${NAMES},"coord":[0,0,0,0,0],"lod":0}`, 'coord: is [0,0,0,0,0], expected one to four numbers such as [s, t]'],
    [
      `{${NAMES},"coord":[0,"x"],"lod":0}`,
      'coord[1]: is "x", expected a float32 number, "NaN", "Infinity" or "-Infinity"',
    ],
    [
      `{${NAMES},"coord":[0,1e39],"lod":0}`,
      'coord[1]: is 1e+39, expected a float32 number, "NaN", "Infinity" or "-Infinity"',
    ],
    [`{${NAMES},"quad":[[0,0],[0,0]]}`, 'quad: is [[0,0],[0,0]], expected four of [s, t]'],
    [`{${NAMES},"quad":[[0,0],[0,0],0,[0,0]]}`, 'quad[2]: is 0, expected one to four numbers such as [s, t]'],
    [
      `{"image":"img","sampler":"smp","coord":[0,0],"lod":0}`,
      'id: is missing, expected a name or an integer of at least 0',
    ],
    [
      `{"id":-1,"image":"img","sampler":"smp","coord":[0,0],"lod":0}`,
      'id: is -1, expected a name or an integer of at least 0',
    ],
    [`{"id":1,"sampler":"smp","coord":[0,0],"lod":0}`, 'image: is missing, expected a name'],
    [
      `{"id":1,"image":"imp","sampler":"smp","coord":[0,0],"lod":0}`,
      'image: "imp" is not defined, expected one of "img"',
    ],
    [
      `{"id":1,"image":"img","sampler":"s","coord":[0,0],"lod":0}`,
      'sampler: "s" is not defined, expected one of "smp"',
    ],
    [`{${COORD}}`, 'lod: is missing, expected lod or grad: one lane has no derivatives'],
    [`{${COORD},"lod":"high"}`, 'lod: is "high", expected a float32 number, "NaN", "Infinity" or "-Infinity"'],
    [`{${COORD},"lod":0,"grad":{"dx":[0,0],"dy":[0,0]}}`, 'grad: stands beside lod, expected one of the two'],
    [`{${COORD},"lod":0,"bias":0}`, 'bias: stands beside lod, expected one of the two'],
    [`{${COORD},"grad":{"dx":[0,0]}}`, 'grad.dy: is missing, expected [ds], [ds, dt] or [ds, dt, dr]'],
    [
      `{${QUAD},"lod":[0,1]}`,
      'lod: is [0,1], expected a float32 number, "NaN", "Infinity" or "-Infinity", or four of them',
    ],
    [`{${QUAD},"grad":[0,0]}`, 'grad: is [0,0], expected {"dx":[ds, dt],"dy":[ds, dt]}, or four of them'],
    [`{${COORD},"lod":0,"offset":[40000,0]}`, `offset: is [40000,0], expected ${OFFSETS}, or a list of one of them`],
    [`{${COORD},"lod":0,"offset":[0,-32769]}`, `offset: is [0,-32769], expected ${OFFSETS}, or a list of one of them`],
    [`{${QUAD},"offset":[0.5,0]}`, `offset: is [0.5,0], expected ${OFFSETS}, or four of them`],
    [`{${QUAD},"offset":[[0,0],[0,0]]}`, `offset: is [[0,0],[0,0]], expected ${OFFSETS}, or four of them`],
    [`{${COORD},"lod":0,"offset":3}`, `offset: is 3, expected ${OFFSETS}, or a list of one of them`],
    [
      `{${COORD},"lod":0,"ofset":[0,0]}`,
      'ofset: is unknown, expected one of id, image, sampler, op, pixel, coord, q, lod, grad, dref, bias, minLod, offset, sparse, texel, resident, footprint, tolerance',
    ],
    [
      `{${COORD},"quad":[[0,0],[0,0],[0,0],[0,0]]}`,
      'coord: is unknown, expected one of id, image, sampler, op, pixel, quad, active, q, lod, grad, dref, bias, minLod, offset, sparse, texels, resident, footprints, tolerance',
    ],
    [
      `{${QUAD},"active":"0002"}`,
      'active: is "0002", expected a mask such as "1011" (lane 0 first) or an integer from 0 to 15 (bit 0 is lane 0)',
    ],
    [
      `{${QUAD},"active":16}`,
      'active: is 16, expected a mask such as "1011" (lane 0 first) or an integer from 0 to 15 (bit 0 is lane 0)',
    ],
    [`{${COORD},"lod":0,"texel":[1,2,3]}`, 'texel: is [1,2,3], expected [r, g, b, a]'],
    [`{${QUAD},"texels":[null,null,null]}`, 'texels: is [null,null,null], expected four of [r, g, b, a] or null'],
    [
      `{${QUAD},"active":1,"texels":[null,null,null,null]}`,
      'texels[0]: is null, expected [r, g, b, a]: the lane is active',
    ],
    [
      `{${QUAD},"active":1,"texels":[[0,0,0,0],null,[0,0,0,0],null]}`,
      'texels[2]: expected null: the lane is not active',
    ],
    [
      '{"image":{"name":"x","format":"r9_unorm","width":1,"height":1,"levels":["AA=="]}}',
      'image.format: is "r9_unorm", expected a format such as "r8g8b8a8_unorm", FORMAT.md has them all',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":0,"height":1,"levels":["AA=="]}}',
      'image.width: is 0, expected an integer from 1 to 1073741824',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"height":1,"levels":[]}}',
      'image.levels: is [], expected base64 texts, level 0 first',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"height":1,"levels":["AA=="],"size":1}}',
      'image.size: is unknown, expected one of name, format, type, width, height, depth, layers, samples, cornerSampled, unbound, levels',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","file":"x.png","width":1}}',
      'image.width: is unknown, expected one of name, format, file, mipmaps',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"height":1,"levels":["A*=="]}}',
      'image.levels[0]: is "A*==", expected base64 with its padding',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":4,"height":2,"levels":["AAECAwQFBgc=","AQ=="]}}',
      'image.levels[1]: has 1 bytes, expected 2 (2x1x1 of r8_unorm)',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":2,"height":1,"layers":2,"levels":["AAECAwQ="]}}',
      'image.levels[0]: has 5 bytes, expected 4 (2x1x2 of r8_unorm)',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"height":1,"levels":["AQ==","AQ=="]}}',
      'image.levels: has 2 levels, expected at most 1 (1x1)',
    ],
    [IMAGE, 'image.name: "img" is defined twice, expected a new name'],
    [SAMPLER, 'sampler.name: "smp" is defined twice, expected a new name'],
    ['{"sampler":{"magFilter":"linear"}}', 'sampler.name: is missing, expected a name'],
    [
      '{"sampler":{"name":"x","magFilter":"box"}}',
      'sampler.magFilter: is "box", expected one of "nearest", "linear", "cubic"',
    ],
    ['{"sampler":{"name":"x","anisotropyEnable":1}}', 'sampler.anisotropyEnable: is 1, expected true or false'],
    [
      '{"sampler":{"name":"x","maxLod":null}}',
      'sampler.maxLod: is null, expected a float32 number, "NaN", "Infinity" or "-Infinity"',
    ],
    [
      '{"sampler":{"name":"x","borderColor":"white"}}',
      'sampler.borderColor: is "white", expected one of "float_transparent_black", "float_opaque_black", "float_opaque_white", "int_transparent_black", "int_opaque_black", "int_opaque_white", or [r, g, b, a]',
    ],
    [
      '{"sampler":{"name":"x","mipmapMode":"cubic"}}',
      'sampler.mipmapMode: is "cubic", expected one of "nearest", "linear"',
    ],
    [
      '{"sampler":{"name":"x","addressModeW":"wrap"}}',
      'sampler.addressModeW: is "wrap", expected one of "repeat", "mirrored_repeat", "clamp_to_edge", "clamp_to_border", "mirror_clamp_to_edge"',
    ],
    [
      '{"sampler":{"name":"x","reductionMode":"avg"}}',
      'sampler.reductionMode: is "avg", expected one of "weighted_average", "min", "max", "weighted_average_rangeclamp"',
    ],
    [
      '{"sampler":{"name":"x","cubicWeights":"sinc"}}',
      'sampler.cubicWeights: is "sinc", expected one of "catmull_rom", "zero_tangent_cardinal", "b_spline", "mitchell_netravali"',
    ],
    [
      '{"sampler":{"name":"x","compareOp":"lequal"}}',
      'sampler.compareOp: is "lequal", expected one of "never", "less", "equal", "less_or_equal", "greater", "not_equal", "greater_or_equal", "always"',
    ],
    ['{"sampler":{"name":"x","compareEnable":0}}', 'sampler.compareEnable: is 0, expected true or false'],
    [
      '{"sampler":{"name":"x","unnormalizedCoordinates":0}}',
      'sampler.unnormalizedCoordinates: is 0, expected true or false',
    ],
    ['{"sampler":{"name":"x","nonSeamlessCubeMap":0}}', 'sampler.nonSeamlessCubeMap: is 0, expected true or false'],
    ['{"sampler":{"name":"x","windowExtent":[1]}}', 'sampler.windowExtent: is [1], expected [width, height]'],
    [
      '{"sampler":{"name":"x","windowExtent":[1,0]}}',
      'sampler.windowExtent[1]: is 0, expected an integer from 1 to 32768',
    ],
    [
      '{"sampler":{"name":"x","windowCompareMode":"avg"}}',
      'sampler.windowCompareMode: is "avg", expected one of "min", "max"',
    ],
    [
      '{"sampler":{"name":"x","ycbcrConversion":true}}',
      'sampler.ycbcrConversion: is true, expected a conversion {"ycbcrModel", "ycbcrRange", ...} or null',
    ],
    [
      '{"sampler":{"name":"x","ycbcrConversion":{"ycbcrModel":"bt709"}}}',
      'sampler.ycbcrConversion.ycbcrModel: is "bt709", expected one of "rgb_identity", "ycbcr_identity", "ycbcr_709", "ycbcr_601", "ycbcr_2020"',
    ],
    [
      '{"sampler":{"name":"x","ycbcrConversion":{"ycbcrRange":"full"}}}',
      'sampler.ycbcrConversion.ycbcrRange: is "full", expected one of "itu_full", "itu_narrow"',
    ],
    [
      '{"sampler":{"name":"x","ycbcrConversion":{"components":["r"]}}}',
      'sampler.ycbcrConversion.components: is ["r"], expected four swizzles such as ["b", "g", "r", "one"]',
    ],
    [
      '{"sampler":{"name":"x","ycbcrConversion":{"xChromaOffset":0}}}',
      'sampler.ycbcrConversion.xChromaOffset: is 0, expected one of "cosited_even", "midpoint"',
    ],
    [
      '{"sampler":{"name":"x","ycbcrConversion":{"chromaFilter":"cubic"}}}',
      'sampler.ycbcrConversion.chromaFilter: is "cubic", expected one of "nearest", "linear"',
    ],
    [
      '{"sampler":{"name":"x","ycbcrConversion":{"enableYDegamma":1}}}',
      'sampler.ycbcrConversion.enableYDegamma: is 1, expected true or false',
    ],
    [
      '{"sampler":{"name":"x","d3d11":{"Filter":0}}}',
      'sampler.d3d11.AddressU: is missing, expected an integer from 0 to 2147483647',
    ],
    [
      `{"sampler":{"name":"x","d3d11":${JSON.stringify({ ...D3D11_STATE, Filter: 3 })}}}`,
      'sampler.d3d11: Filter 0x3: bits 1:0 (mip) are 3, neither 0 (point) nor 1 (linear)',
    ],
    [
      `{"sampler":{"name":"x","d3d11":1,"magFilter":"linear"}}`,
      'sampler.d3d11: is 1, expected a D3D11_SAMPLER_STATE {"Filter", "AddressU", ...}',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","type":"cube","width":1,"levels":["AA=="]}}',
      'image.type: is "cube", expected one of "1d", "2d", "3d"',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","type":"1d","width":1,"height":2,"levels":["AAA="]}}',
      'image.height: is 2, expected 1: the image is 1d',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"depth":2,"levels":["AAA="]}}',
      'image.depth: is 2, expected 1: the image is 2d',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","type":"3d","width":1,"layers":2,"levels":["AAA="]}}',
      'image.layers: is 2, expected 1: the image is 3d',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"samples":3,"levels":["AAAA"]}}',
      'image.samples: is 3, expected one of 1, 2, 4, 8, 16',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","type":"1d","width":1,"samples":2,"levels":["AAA="]}}',
      'image.samples: is 2, expected 1: the image is 1d',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":2,"samples":2,"levels":["AAAAAA==","AAA="]}}',
      'image.levels: has 2 levels, expected 1: the image is multisampled',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":2,"samples":2,"levels":["AAA="]}}',
      'image.levels[0]: has 2 bytes, expected 4 (2x1x1 of r8_unorm, 2 samples)',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","type":"3d","width":2,"depth":4,"levels":["AAAAAAAAAAA=","AAAA"]}}',
      'image.levels[1]: has 3 bytes, expected 2 (1x1x2x1 of r8_unorm)',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"cornerSampled":1,"levels":["AA=="]}}',
      'image.cornerSampled: is 1, expected true or false',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"unbound":[{}],"levels":["AA=="]}}',
      'image.unbound[0].level: is missing, expected an integer from 0 to 30',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":1,"unbound":[{"level":1,"layer":0,"x":0,"y":0,"z":0,"width":1,"height":1,"depth":1}],"levels":["AA=="]}}',
      'image.unbound[0].level: is 1, expected at most 0: the image has 1',
    ],
    [
      '{"image":{"name":"x","format":"r8_unorm","width":2,"unbound":[{"level":0,"layer":0,"x":1,"y":0,"z":0,"width":2,"height":1,"depth":1}],"levels":["AAA="]}}',
      'image.unbound[0].width: is 2, expected at most 1: the region leaves the level',
    ],
    ['{"image":{"name":"x","file":"x.png","mipmaps":1}}', 'image.mipmaps: is 1, expected true or false'],
    ['{"view":{"name":"img","image":"img"}}', 'view.name: "img" is defined twice, expected a new name'],
    ['{"view":{"name":"x","image":"y"}}', 'view.image: "y" is not defined, expected one of "img"'],
    ['{"view":{"name":"x"}}', 'view.image: is missing, expected a name'],
    ['{"view":{"name":"x","image":"img"},"id":1}', 'id: is unknown, expected nothing beside the view'],
    [
      '{"view":{"name":"x","image":"img","viewType":"2D"}}',
      'view.viewType: is "2D", expected one of "1d", "2d", "3d", "cube", "1d_array", "2d_array", "cube_array"',
    ],
    [
      '{"view":{"name":"x","image":"img","format":"rgba8"}}',
      'view.format: is "rgba8", expected a format such as "r8g8b8a8_unorm", FORMAT.md has them all',
    ],
    [
      '{"view":{"name":"x","image":"img","components":["r","g","b","x"]}}',
      'view.components[3]: is "x", expected one of "identity", "zero", "one", "r", "g", "b", "a"',
    ],
    [
      '{"view":{"name":"x","image":"img","aspect":"plane_0"}}',
      'view.aspect: is "plane_0", expected one of "color", "depth", "stencil"',
    ],
    [
      '{"view":{"name":"x","image":"img","levelCount":0}}',
      'view.levelCount: is 0, expected an integer from 1 to 1073741824',
    ],
    [
      '{"view":{"name":"x","image":"img","baseArrayLayer":-1}}',
      'view.baseArrayLayer: is -1, expected an integer from 0 to 1073741824',
    ],
    [
      '{"view":{"name":"x","image":"img","minLod":true}}',
      'view.minLod: is true, expected a float32 number, "NaN", "Infinity" or "-Infinity"',
    ],
    [
      '{"view":{"name":"x","image":"img","weights":{"filterCenter":[0,0],"filterSize":[1,1],"numPhases":2}}}',
      'view.weights.numPhases: is 2, expected one of 1, 4, 16, 64, 256, 1024',
    ],
    [
      '{"view":{"name":"x","image":"img","weights":{"filterCenter":[0],"filterSize":[1,1],"numPhases":1}}}',
      'view.weights.filterCenter: is [0], expected [x, y]',
    ],
    [
      `{${COORD},"op":"sampel"}`,
      `op: is "sampel", expected one of ${OPERATION_NAMES.map((name) => `"${name}"`).join(', ')}`,
    ],
    ['{"id":1,"image":"img","coord":[0,0],"lod":0}', 'sampler: is missing, expected a name: sample samples'],
    [`{${NAMES},"op":"fetch","coord":[0.5,0]}`, 'coord[0]: is 0.5, expected an integer from -2147483648 to 2147483647'],
    [`{${NAMES},"op":"fetch"}`, 'coord: is missing, expected numbers such as [i, j], or a "quad" of four'],
    [
      `{${NAMES},"op":"fetch","coord":[0,0],"lod":1}`,
      'lod: is no operand of fetch, expected one of level, sample, offset, sparse',
    ],
    [
      `{${NAMES},"op":"query_levels","level":1}`,
      'level: is no operand of query_levels, expected none: query_levels has none',
    ],
    [`{${NAMES},"op":"write","coord":[0,0]}`, 'value: is missing, expected beside write'],
    [`{${NAMES},"op":"write","coord":[0,0],"value":[1,2,3]}`, 'value: is [1,2,3], expected [r, g, b, a]'],
    [`{${NAMES},"op":"box_filter","coord":[0,0]}`, 'boxSize: is missing, expected beside box_filter'],
    [`{${NAMES},"op":"box_filter","coord":[0,0],"boxSize":2}`, 'boxSize: is 2, expected [width, height]'],
    [`{${NAMES},"op":"sample_weighted","coord":[0,0]}`, 'weights: is missing, expected beside sample_weighted'],
    [
      `{${NAMES},"op":"sample_weighted","coord":[0,0],"weights":"w"}`,
      'weights: "w" is not defined, expected one of "img"',
    ],
    [
      `{${NAMES},"op":"block_match","coord":[0,0],"reference":"r","referenceCoord":[0,0],"blockSize":[1,1],"metric":"sad"}`,
      'reference: "r" is not defined, expected one of "img"',
    ],
    [`{${NAMES},"op":"block_match","coord":[0,0],"metric":"l2"}`, 'metric: is "l2", expected one of "sad", "ssd"'],
    [
      `{${NAMES},"op":"block_match","coord":[0,0],"form":"all"}`,
      'form: is "all", expected one of "single", "window", "gather"',
    ],
    [
      `{${NAMES},"op":"block_match","coord":[0,0],"reference":"img"}`,
      'referenceCoord: is missing, expected beside block_match',
    ],
    [
      `{${NAMES},"op":"block_match","coord":[0,0],"reference":"img","referenceCoord":[0,0],"blockSize":[0,1],"metric":"sad"}`,
      'blockSize[0]: is 0, expected an integer from 1 to 32768',
    ],
    [`{${NAMES},"op":"gather","coord":[0,0],"component":4}`, 'component: is 4, expected an integer from 0 to 3'],
    [
      `{${NAMES},"op":"gather","coord":[0,0],"offsets":[[0,0]]}`,
      'offsets: is [[0,0]], expected four of [i, j], integers from -32768 to 32767',
    ],
    [
      `{${NAMES},"op":"gather","coord":[0,0],"offset":[1,1],"offsets":[[0,0],[0,0],[0,0],[0,0]]}`,
      'offsets: stands beside offset, expected one of the two',
    ],
    [
      `{${NAMES},"op":"gather","coord":[0,0],"origin":"center"}`,
      'origin: is "center", expected one of "linear", "nearest"',
    ],
    [
      `{${NAMES},"op":"footprint","coord":[0,0],"lod":0,"granularity":0}`,
      'granularity: is 0, expected an integer from 1 to 15',
    ],
    [`{${NAMES},"op":"footprint","coord":[0,0],"lod":0,"coarse":1}`, 'coarse: is 1, expected true or false'],
    [`{${NAMES},"op":"footprint","coord":[0,0]}`, 'lod: is missing, expected lod or grad: one lane has no derivatives'],
    [
      `{${NAMES},"op":"query_lod","coord":[0,0]}`,
      'quad: is missing, expected beside query_lod: one lane has no derivatives',
    ],
    [
      `{${NAMES},"op":"sample_c","coord":[0,0],"dref":0}`,
      'quad: is missing, expected beside sample_c: one lane has no derivatives',
    ],
    [`{${NAMES},"op":"sample_l","coord":[0,0]}`, 'lod: is missing, expected beside sample_l'],
    [`{${NAMES},"op":"sample_d","coord":[0,0]}`, 'grad: is missing, expected beside sample_d'],
    [`{${QUAD},"op":"sample_b"}`, 'bias: is missing, expected beside sample_b'],
    [`{${NAMES},"op":"gather4_c","coord":[0,0]}`, 'dref: is missing, expected beside gather4_c'],
    [`{${NAMES},"op":"gather4_po","coord":[0,0]}`, 'offset: is missing, expected beside gather4_po'],
    [
      `{${NAMES},"op":"gather4_c","coord":[0,0],"dref":0,"component":1}`,
      'component: is no operand of gather4_c, expected one of dref, offset, sparse',
    ],
    [`{${COORD},"lod":0,"sparse":1}`, 'sparse: is 1, expected true or false'],
    [`{${COORD},"lod":0,"dref":"x"}`, 'dref: is "x", expected a float32 number, "NaN", "Infinity" or "-Infinity"'],
    [`{${COORD},"lod":0,"resident":1}`, 'resident: is 1, expected true or false'],
    [`{${QUAD},"active":1,"resident":[true,true,null,null]}`, 'resident[1]: expected null: the lane is not active'],
    [`{${QUAD},"resident":[true,true,null,null]}`, 'resident[2]: is null, expected true or false: the lane is active'],
    [
      `{${QUAD},"op":"footprint","active":1,"footprints":[null,${FOOTPRINT},null,null]}`,
      'footprints[1]: expected null: the lane is not active',
    ],
    [
      `{${NAMES},"op":"footprint","coord":[0,0],"lod":0,"footprint":{"single":1}}`,
      'footprint.single: is 1, expected true or false',
    ],
    ['{"sampler":{"name":"x"},"lod":0}', 'lod: is unknown, expected nothing beside the sampler'],
  ])('name line, field, fault and remedy of %s', (line, message) => {
    expect(messageOf(line)).toBe(`file.jsonl:4: ${message}`);
  });

  it('say so when a request names an image before any is defined', () => {
    expect(messageOfAll(HEADER, `{${COORD},"lod":0}`)).toBe(
      'file.jsonl:2: image: "img" is not defined, expected its definition on an earlier line',
    );
  });
});
