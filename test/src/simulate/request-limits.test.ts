import { describe, expect, it } from 'vitest';
import type { Design, LimitsDesign } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { RequestSampler } from '../../../src/simulate/request-sampler.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

/** Limits that all have different numbers. */
const LIMITS: LimitsDesign = {
  ...FULL_QUALITY.limits,
  minTexelOffset: -8,
  maxTexelOffset: 7,
  minTexelGatherOffset: -32,
  maxTexelGatherOffset: 31,
  maxImageDimension1D: 12,
  maxImageDimension2D: 13,
  maxImageDimension3D: 6,
  maxImageDimensionCube: 11,
  maxImageArrayLayers: 9,
  maxBoxFilterBlockSize: [5, 6],
  maxWeightFilterDimension: [3, 4],
  maxWeightFilterPhases: 16,
  maxBlockMatchRegion: [7, 8],
};
const DESIGN = { ...FULL_QUALITY, name: 'small', limits: LIMITS };

function image(name: string, sizes: string, texels: number): string {
  const level = Buffer.alloc(texels).toString('base64');
  return `{"image":{"name":"${name}","format":"r8_unorm",${sizes},"levels":["${level}"]}}`;
}

/** The sampler fields that image processing requires. */
const PROCESSING =
  '"magFilter":"nearest","minFilter":"nearest","mipmapMode":"nearest","maxLod":0,"addressModeU":"clamp_to_edge","addressModeV":"clamp_to_edge"';

const HEAD = [
  '{"texunit":"requests","version":2}',
  image('i', '"width":13,"height":13', 169),
  image('faces', '"width":12,"height":12,"layers":6', 12 * 12 * 6),
  image('small', '"width":11,"height":11,"layers":6', 11 * 11 * 6),
  '{"sampler":{"name":"s"}}',
  `{"sampler":{"name":"p",${PROCESSING}}}`,
  `{"sampler":{"name":"m",${PROCESSING},"unnormalizedCoordinates":true}}`,
  '{"view":{"name":"kernel","image":"i","weights":{"filterCenter":[0,0],"filterSize":[3,4],"numPhases":16}}}',
];

/** The sampler's error message for a line; null if it accepts the line. */
function refusal(line: string, design: Design = DESIGN): string | null {
  const sampler = new RequestSampler(
    design,
    'functional',
    't',
    () => ({ ...PICTURE }),
    () => {},
  );
  const reader = new RequestReader('t');
  try {
    for (const text of [...HEAD, line]) {
      const record = reader.read(text);
      if (record !== null) sampler.take(record);
    }
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return error.message;
  }
  return null;
}

const PICTURE = {
  format: TEXEL_FORMATS.get('r8_unorm')!,
  width: 14,
  height: 1,
  layers: 1,
  levels: [new Uint8Array(14)],
};

const NAMES = '"id":0,"image":"i","sampler":"s","coord":[0,0]';
const BOX = `${NAMES.replace('"s"', '"p"')},"op":"box_filter"`;
const MATCH = `${NAMES.replace('"s"', '"m"')},"op":"block_match","reference":"i","referenceCoord":[0,0],"metric":"sad"`;
const QUAD = '"id":0,"image":"i","sampler":"s","quad":[[0,0],[0,0],[0,0],[0,0]]';

describe('a request trace must keep the limits of the design', () => {
  it.each([
    image('x', '"type":"1d","width":12', 12),
    image('x', '"width":13,"layers":9', 117),
    image('x', '"type":"3d","width":6,"height":6,"depth":6', 216),
    '{"view":{"name":"v","image":"small","viewType":"cube"}}',
    '{"view":{"name":"v","image":"faces","viewType":"2d"}}',
    `{${NAMES},"lod":0,"offset":[-8,7]}`,
    `{${QUAD},"offset":[[-8,7],[7,-8],[0,0],[1,1]]}`,
    `{${NAMES},"op":"gather","offset":[-32,31]}`,
    `{${NAMES},"op":"gather","offset":[[-32,31]]}`,
    `{${NAMES},"op":"gather","offsets":[[-32,-32],[31,31],[0,0],[0,0]]}`,
    `{${BOX},"boxSize":[5,6]}`,
    `{${BOX},"boxSize":[1,1]}`,
    `{${MATCH},"blockSize":[7,8]}`,
  ])('which take %s', (line) => {
    expect(refusal(line)).toBeNull();
  });

  it.each([
    [
      image('x', '"type":"1d","width":13', 13),
      'image.width: is 13, expected 1 to 12, limits.maxImageDimension1D of small',
    ],
    [image('x', '"width":14', 14), 'image.width: is 14, expected 1 to 13, limits.maxImageDimension2D of small'],
    [
      image('x', '"width":1,"height":14', 14),
      'image.height: is 14, expected 1 to 13, limits.maxImageDimension2D of small',
    ],
    [
      image('x', '"width":1,"layers":10', 10),
      'image.layers: is 10, expected 1 to 9, limits.maxImageArrayLayers of small',
    ],
    [
      image('x', '"type":"3d","width":1,"depth":7', 7),
      'image.depth: is 7, expected 1 to 6, limits.maxImageDimension3D of small',
    ],
    [
      '{"image":{"name":"x","file":"wide.ktx2"}}',
      'image.width: is 14, expected 1 to 13, limits.maxImageDimension2D of small',
    ],
    [
      '{"view":{"name":"v","image":"faces","viewType":"cube"}}',
      'view.image: is 12, expected 1 to 11, limits.maxImageDimensionCube of small',
    ],
    [
      '{"view":{"name":"v","image":"faces","viewType":"cube_array"}}',
      'view.image: is 12, expected 1 to 11, limits.maxImageDimensionCube of small',
    ],
    [
      '{"view":{"name":"v","image":"i","weights":{"filterCenter":[0,0],"filterSize":[4,4],"numPhases":1}}}',
      'view.weights.filterSize[0]: is 4, expected 1 to 3, limits.maxWeightFilterDimension of small',
    ],
    [
      '{"view":{"name":"v","image":"i","weights":{"filterCenter":[0,0],"filterSize":[3,5],"numPhases":1}}}',
      'view.weights.filterSize[1]: is 5, expected 1 to 4, limits.maxWeightFilterDimension of small',
    ],
    [
      '{"view":{"name":"v","image":"i","weights":{"filterCenter":[0,0],"filterSize":[3,4],"numPhases":64}}}',
      'view.weights.numPhases: is 64, expected 1 to 16, limits.maxWeightFilterPhases of small',
    ],
    [
      `{${NAMES},"lod":0,"offset":[0,8]}`,
      'offset[1]: is 8, expected -8 to 7, limits.minTexelOffset and limits.maxTexelOffset of small',
    ],
    [
      `{${QUAD},"offset":[[0,0],[0,0],[-9,0],[0,0]]}`,
      'offset[2][0]: is -9, expected -8 to 7, limits.minTexelOffset and limits.maxTexelOffset of small',
    ],
    [
      `{${NAMES},"op":"gather","offset":[32,0]}`,
      'offset[0]: is 32, expected -32 to 31, limits.minTexelGatherOffset and limits.maxTexelGatherOffset of small',
    ],
    [
      `{${NAMES},"op":"gather","offsets":[[0,0],[0,0],[0,0],[0,-33]]}`,
      'offsets[3][1]: is -33, expected -32 to 31, limits.minTexelGatherOffset and limits.maxTexelGatherOffset of small',
    ],
    [`{${BOX},"boxSize":[5.5,1]}`, 'boxSize[0]: is 5.5, expected 1 to 5, limits.maxBoxFilterBlockSize of small'],
    [`{${BOX},"boxSize":[1,0.5]}`, 'boxSize[1]: is 0.5, expected 1 to 6, limits.maxBoxFilterBlockSize of small'],
    [
      `{${QUAD},"op":"box_filter","boxSize":[[1,1],[1,1],[1,1],["NaN",1]]}`,
      'boxSize[3][0]: is NaN, expected 1 to 5, limits.maxBoxFilterBlockSize of small',
    ],
    [`{${MATCH},"blockSize":[8,1]}`, 'blockSize[0]: is 8, expected 1 to 7, limits.maxBlockMatchRegion of small'],
    [`{${MATCH},"blockSize":[1,9]}`, 'blockSize[1]: is 9, expected 1 to 8, limits.maxBlockMatchRegion of small'],
  ])('which refuse %s', (line, message) => {
    expect(refusal(line)).toBe(`t:${HEAD.length + 1}: ${message}`);
  });
});

describe('a design whose trace gives the requests out', () => {
  const units = { ...DESIGN.pipeline.units, count: 3, distribution: 'trace' } as const;
  const design = { ...DESIGN, pipeline: { ...DESIGN.pipeline, units } };
  const line = (unit: string) => `{${NAMES},"lod":0${unit}}`;

  it('takes the units that it has', () => {
    for (const unit of [0, 2]) expect(refusal(line(`,"unit":${unit}`), design)).toBeNull();
  });

  it.each([
    [',"unit":3', 'is 3'],
    ['', 'is missing'],
  ])('refuses a request with %j', (unit, problem) => {
    expect(refusal(line(unit), design)).toBe(`t:9: unit: ${problem}, expected 0 to 2: the units of design small`);
  });

  it('takes any unit where it gives requests out itself', () => {
    expect(refusal(line(',"unit":3'))).toBeNull();
  });
});
