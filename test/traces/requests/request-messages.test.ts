import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../../traces/requests/request-operands.ts';
import {
  HEADER,
  IMAGE,
  SAMPLER,
  NAMES,
  COORD,
  QUAD,
  messageOf,
  messageOfAll,
  D3D11_STATE,
  OFFSETS,
  FOOTPRINT,
} from './request-lines.ts';

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
    ...['-1', '0.5', '9007199254740992', '"1"', 'null'].map((cycle): [string, string] => [
      `{${NAMES},"coord":[0,0],"lod":0,"cycle":${cycle}}`,
      `cycle: is ${cycle}, expected an integer from 0 to 9007199254740991`,
    ]),
    ...['warp', 'unit'].flatMap((field) =>
      ['-1', '1.5', '2147483648'].map((value): [string, string] => [
        `{${NAMES},"coord":[0,0],"lod":0,"${field}":${value}}`,
        `${field}: is ${value}, expected an integer from 0 to 2147483647`,
      ]),
    ),
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
    [
      String.raw`{"id":1,"image":"a\u000ab","sampler":"smp","coord":[0,0],"lod":0}`,
      String.raw`image: is "a\nb", expected a name: one line of 1 to 80 characters`,
    ],
    [
      `{"id":1,"sampler":"smp","coord":[0,0],"lod":0}`,
      'image: is missing, expected a name: one line of 1 to 80 characters',
    ],
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
    [`{${COORD},"lod":0,"grad":{"dx":[0,0],"dy":[0,0]}}`, 'grad: is given beside lod, expected one of the two'],
    [`{${COORD},"lod":0,"bias":0}`, 'bias: is given beside lod, expected one of the two'],
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
      'ofset: is unknown, expected one of id, image, sampler, op, pixel, cycle, warp, unit, coord, q, lod, grad, dref, bias, minLod, offset, sparse, texel, resident, footprint, tolerance',
    ],
    [
      `{${COORD},"quad":[[0,0],[0,0],[0,0],[0,0]]}`,
      'coord: is unknown, expected one of id, image, sampler, op, pixel, cycle, warp, unit, quad, active, q, lod, grad, dref, bias, minLod, offset, sparse, texels, resident, footprints, tolerance',
    ],
    [
      `{${QUAD},"active":"0002"}`,
      'active: is "0002", expected a mask such as "1011" (lane 0 first) or an integer from 0 to 15 (bit 0 is lane 0)',
    ],
    [
      `{${QUAD},"active":16}`,
      'active: is 16, expected a mask such as "1011" (lane 0 first) or an integer from 0 to 15 (bit 0 is lane 0)',
    ],
    [
      `{${COORD},"lod":0,"tolerance":0.1}`,
      'tolerance: is given without a result, expected "texel" or "texels" beside it',
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
      'image.size: is unknown, expected one of name, format, type, width, height, depth, layers, samples, cornerSampled, view2DCompatible, unbound, levels',
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
    ['{"sampler":{"magFilter":"linear"}}', 'sampler.name: is missing, expected a name: one line of 1 to 80 characters'],
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
    ['{"view":{"name":"x"}}', 'view.image: is missing, expected a name: one line of 1 to 80 characters'],
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
      '{"view":{"name":"x","image":"img","aspect":"metadata"}}',
      'view.aspect: is "metadata", expected one of "color", "depth", "stencil", "plane_0", "plane_1", "plane_2"',
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
      'offsets: is given beside offset, expected one of the two',
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

  it('report a request that names an image before any is defined', () => {
    expect(messageOfAll(HEADER, `{${COORD},"lod":0}`)).toBe(
      'file.jsonl:2: image: "img" is not defined, expected its definition on an earlier line',
    );
  });
});
