import { describe, expect, it } from 'vitest';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { HEADER, IMAGE, SAMPLER, readAll, messageOfAll, D3D11_STATE } from './request-lines.ts';

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

  it('requires the bytes of whole blocks and of all planes in a level', () => {
    const image = (format: string, bytes: number) =>
      `{"image":{"name":"x","format":"${format}","width":5,"height":4,"levels":["${Buffer.alloc(bytes).toString('base64')}"]}}`;
    expect(readAll(HEADER, image('bc1_rgb_unorm_block', 16))).toHaveLength(1);
    expect(messageOfAll(HEADER, image('bc1_rgb_unorm_block', 8))).toBe(
      'file.jsonl:2: image.levels[0]: has 8 bytes, expected 16 (5x4x1 of bc1_rgb_unorm_block)',
    );
    expect(readAll(HEADER, image('g8_b8_r8_3plane_420_unorm', 20 + 2 * 6))).toHaveLength(1);
  });

  it('passes a file name on to its reader', () => {
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

  it('reads every field of a view, and leaves absent fields absent', () => {
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

  it('takes absent fields of a sampler from the default sampler', () => {
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

  it('takes absent fields of a conversion from the identity', () => {
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
    const type = name.startsWith('int') ? 'int' : 'float';
    expect(record).toMatchObject({ sampler: { borderColor: color, borderColorType: type } });
  });

  it('accepts the sampler state of D3D11', () => {
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
