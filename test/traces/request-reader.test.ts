import { describe, expect, it } from 'vitest';
import { DEFAULT_SAMPLER } from '../../rtl-model/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/texel-decoder/texel-format.ts';
import { RequestReader } from '../../traces/request-reader.ts';
import type { RequestRecord } from '../../traces/request-trace.ts';
import { TraceError } from '../../traces/trace-error.ts';

const HEADER = '{"texunit":"requests","version":1}';
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

  it('leaves a picture file to its reader', () => {
    const line = '{"image":{"name":"earth","format":"r8g8b8a8_srgb","file":"earth.png","mipmaps":true}}';
    const format = TEXEL_FORMATS.get('r8g8b8a8_srgb');
    const [image] = readAll(HEADER, line);
    expect(image).toEqual({
      kind: 'image',
      line: 2,
      name: 'earth',
      source: { format, file: 'earth.png', mipmaps: true },
    });
  });

  it('fills a sampler up with the default sampler', () => {
    const [sampler] = readAll(HEADER, SAMPLER);
    expect(sampler).toEqual({ kind: 'sampler', line: 2, name: 'smp', sampler: DEFAULT_SAMPLER });
  });

  it('reads every field of a sampler, numbers as float32', () => {
    const fields = {
      magFilter: 'nearest',
      minFilter: 'nearest',
      mipmapMode: 'nearest',
      addressModeU: 'clamp_to_border',
      addressModeV: 'mirror_clamp_to_edge',
      mipLodBias: -0.1,
      anisotropyEnable: true,
      maxAnisotropy: 16,
      minLod: 0.1,
      maxLod: 'Infinity',
      borderColor: [0.1, 0, -0, 'NaN'],
    };
    const [record] = readAll(HEADER, JSON.stringify({ sampler: { name: 'smp', ...fields } }).replace('0,0,', '0,-0,'));
    expect(record).toEqual({
      kind: 'sampler',
      line: 2,
      name: 'smp',
      sampler: {
        ...fields,
        mipLodBias: Math.fround(-0.1),
        minLod: Math.fround(0.1),
        maxLod: Infinity,
        borderColor: [Math.fround(0.1), 0, -0, NaN],
      },
    });
  });

  it.each([
    ['float_transparent_black', [0, 0, 0, 0]],
    ['float_opaque_black', [0, 0, 0, 1]],
    ['float_opaque_white', [1, 1, 1, 1]],
  ])('knows the border colour %s', (name, color) => {
    const [record] = readAll(HEADER, `{"sampler":{"name":"smp","borderColor":"${name}"}}`);
    expect(record.kind === 'sampler' && record.sampler.borderColor).toEqual(color);
  });
});

describe('requests', () => {
  it('of one lane take their LOD from lod or grad, and are projected where q stands', () => {
    const explicit = request(`${COORD},"lod":2.5,"offset":[-8,7],"pixel":[3,-4]`);
    expect(explicit).toMatchObject({ id: 1, image: 'img', sampler: 'smp', active: 1, x: 3, y: -4, texels: null });
    expect(explicit).toMatchObject({ offsetU: -8, offsetV: 7, instruction: { lod: 'explicit', projected: false } });
    expect(explicit.lanes).toMatchObject([{ s: 0, t: 0, q: 1, layer: 0, lod: 2.5, minLod: 0 }]);

    const gradient = request(`${NAMES},"coord":[1,2,3],"grad":{"dx":[4,5],"dy":[6,7]},"bias":8,"minLod":9,"q":10`);
    expect(gradient.instruction).toEqual({ lod: 'gradient', projected: true });
    const operands = { lod: 8, minLod: 9, dsdx: 4, dtdx: 5, dsdy: 6, dtdy: 7 };
    expect(gradient.lanes).toEqual([{ s: 1, t: 2, q: 10, layer: 3, ...operands }]);
  });

  it('of a quad take implicit LOD, and one value for the quad or one for each lane', () => {
    const plain = request(`${QUAD},"bias":[1,2,3,4],"minLod":0.5`);
    expect(plain.instruction).toEqual({ lod: 'implicit', projected: false });
    expect(plain.active).toBe(15);
    expect(plain.lanes.map(({ s, t, lod, minLod }) => [s, t, lod, minLod])).toEqual([
      [0, 0, 1, 0.5],
      [1, 0, 2, 0.5],
      [0, 1, 3, 0.5],
      [1, 1, 4, 0.5],
    ]);
    const one = '{"dx":[1,2],"dy":[3,4]}';
    const each = request(`${QUAD},"grad":[${one},${one},${one},{"dx":[5,6],"dy":[7,8]}]`);
    expect(each.lanes.map(({ dsdx, dtdx, dsdy, dtdy }) => [dsdx, dtdx, dsdy, dtdy])).toEqual([
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
      s: -0,
      t: NaN,
      lod: -Infinity,
    });
  });

  it('carry the results that stand beside them', () => {
    expect(request(`${COORD},"lod":0,"texel":[0.1,-0,"NaN",1]`).texels).toEqual([[Math.fround(0.1), -0, NaN, 1]]);
    const quad = request(`${QUAD},"active":"1100","texels":[[1,2,3,4],[5,6,7,8],null,null]`);
    expect(quad.texels).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], null, null]);
  });
});

describe('messages', () => {
  it.each([
    [
      '{"texunit":"results","version":1}',
      'texunit: is "results", expected the header {"texunit":"requests","version":1}',
    ],
    ['{"texunit":"requests","version":2}', 'version: is 2, expected 1'],
    [
      '{"texunit":"requests","version":1,"x":0}',
      'x: is unknown, expected the header {"texunit":"requests","version":1}',
    ],
    [IMAGE, 'texunit: is missing, expected the header {"texunit":"requests","version":1}'],
  ])('name what is wrong with the header %s', (line, message) => {
    expect(messageOfAll(line)).toBe(`file.jsonl:1: ${message}`);
  });

  it('say that an empty file lacks its header', () => {
    const message = 'file.jsonl:1: texunit: is missing, expected the header {"texunit":"requests","version":1}';
    expect(messageOfAll()).toBe(message);
    expect(messageOfAll('')).toBe(message);
  });

  it('count blank lines', () => {
    expect(messageOfAll(HEADER, '', IMAGE, '', '{')).toMatch(/^file\.jsonl:5: line: /);
  });

  it.each([
    ['{"id":1,"image":"img"', 'line: is no complete JSON, expected one JSON object a line'],
    ['[1]', 'line: is [1], expected one JSON object a line'],
    [`{${NAMES},"lod":0}`, 'coord: is missing, expected [s, t] or [s, t, layer], or a "quad" of four'],
    [`{${NAMES},"coord":[0],"lod":0}`, 'coord: is [0], expected [s, t] or [s, t, layer]'],
    [
      `{${NAMES},"coord":[0,"x"],"lod":0}`,
      'coord[1]: is "x", expected a float32 number, "NaN", "Infinity" or "-Infinity"',
    ],
    [
      `{${NAMES},"coord":[0,1e39],"lod":0}`,
      'coord[1]: is 1e+39, expected a float32 number, "NaN", "Infinity" or "-Infinity"',
    ],
    [`{${NAMES},"quad":[[0,0],[0,0]]}`, 'quad: is [[0,0],[0,0]], expected four of [s, t] or [s, t, layer]'],
    [`{${NAMES},"quad":[[0,0],[0,0],0,[0,0]]}`, 'quad[2]: is 0, expected [s, t] or [s, t, layer]'],
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
    [`{${COORD},"grad":{"dx":[0,0]}}`, 'grad.dy: is missing, expected [ds, dt]'],
    [
      `{${QUAD},"lod":[0,1]}`,
      'lod: is [0,1], expected a float32 number, "NaN", "Infinity" or "-Infinity", or four of them',
    ],
    [`{${QUAD},"grad":[0,0]}`, 'grad: is [0,0], expected {"dx":[ds, dt],"dy":[ds, dt]}, or four of them'],
    [`{${COORD},"lod":0,"offset":[40000,0]}`, 'offset[0]: is 40000, expected an integer from -32768 to 32767'],
    [`{${COORD},"lod":0,"offset":[0,-32769]}`, 'offset[1]: is -32769, expected an integer from -32768 to 32767'],
    [`{${COORD},"lod":0,"offset":[0.5,0]}`, 'offset[0]: is 0.5, expected an integer from -32768 to 32767'],
    [`{${COORD},"lod":0,"offset":3}`, 'offset: is 3, expected [i, j]'],
    [
      `{${COORD},"lod":0,"ofset":[0,0]}`,
      'ofset: is unknown, expected one of id, image, sampler, offset, pixel, coord, q, lod, grad, bias, minLod, texel',
    ],
    [
      `{${COORD},"quad":[[0,0],[0,0],[0,0],[0,0]]}`,
      'coord: is unknown, expected one of id, image, sampler, offset, pixel, quad, active, q, lod, grad, bias, minLod, texels',
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
      `image.format: is "r9_unorm", expected one of ${[...TEXEL_FORMATS.keys()].join(', ')}`,
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
      '{"image":{"name":"x","format":"r8_unorm","width":1,"height":1,"levels":["AA=="],"depth":1}}',
      'image.depth: is unknown, expected one of name, format, width, height, layers, levels',
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
      '{"sampler":{"name":"x","magFilter":"cubic"}}',
      'sampler.magFilter: is "cubic", expected one of "nearest", "linear"',
    ],
    ['{"sampler":{"name":"x","anisotropyEnable":1}}', 'sampler.anisotropyEnable: is 1, expected true or false'],
    [
      '{"sampler":{"name":"x","maxLod":null}}',
      'sampler.maxLod: is null, expected a float32 number, "NaN", "Infinity" or "-Infinity"',
    ],
    [
      '{"sampler":{"name":"x","borderColor":"white"}}',
      'sampler.borderColor: is "white", expected one of "float_transparent_black", "float_opaque_black", "float_opaque_white", or [r, g, b, a]',
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
