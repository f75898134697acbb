import { describe, expect, it } from 'vitest';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { checkRequest, requestViolations, ValidityError } from '../../../src/validity/check-state.ts';
import { REQUEST_RULES } from '../../../src/validity/request-rules.ts';
import { CONVERSION, LIMITS, type Patch, stateOf } from './states.ts';

/** The fields of a batch that a case sets, for quad 1 or for its lane 2. */
type Operands = Readonly<Record<string, number>>;

interface RequestCase {
  readonly rule: string;
  readonly state: Patch;
  readonly valid: Operands;
  readonly broken: Operands;
}

const QUAD = 1;
const LANE = 2;

function batchOf(operands: Operands): QuadBatch {
  const batch = new QuadBatch(2);
  batch.count = 2;
  for (const [field, value] of Object.entries(operands)) {
    const array = batch[field as 'lod'];
    if (field === 'laneOffset') array[3 * (4 * QUAD + LANE)] = value;
    else array[array.length === 2 ? QUAD : 4 * QUAD + LANE] = value;
  }
  return batch;
}

const op = (name: NonNullable<NonNullable<Patch['instruction']>['op']>): Patch => ({
  instruction: { op: name, lod: 'explicit' },
});
const boxes = op('box_filter');
const matching: Patch = { ...op('block_match'), second: { image: { width: 16, height: 16 }, weights: null } };
const views: Patch = { view: { baseMipLevel: 1, levelCount: 2 } };
const OFFSETS = 'VUID-RuntimeSpirv-OpImageSample-06435';
const GATHER_OFFSETS = 'vulkan/limits/texel-gather-offset';
const LEVEL = 'vulkan/textures-integer-coordinate-operations/level';
const TEXEL = 'vulkan/textures-integer-coordinate-validation/texel';
const INTEGERS: Patch = { image: { format: 'r32_uint' } };
const BIAS = 'd3d11.3/22.4.16/bias-range';
const MIRROR = 'vulkan/textures-operation-validation/mirrored-offset';
const BOX = 'vulkan/textures-boxfilter/box-size';
const REFERENCE = 'VUID-vkCmdDraw-OpImageBlockMatchSADQCOM-06976';

function one(rule: string, state: Patch, valid: Operands, broken: Operands): RequestCase {
  return { rule, state, valid, broken };
}

const CASES: readonly RequestCase[] = [
  one(OFFSETS, {}, { offsetU: -8, offsetV: 7 }, { offsetU: -9 }),
  one(OFFSETS, op('fetch'), { offsetV: 7, offsetW: 100 }, { j: -1, offsetV: 8 }),
  one(OFFSETS, { instruction: { laneOffsets: true } }, { offsetU: -8, laneOffset: 8 }, { offsetU: 0, laneOffset: 8 }),
  one(GATHER_OFFSETS, op('gather'), { offsetU: -16, offsetV: 15 }, { offsetU: 16 }),
  one(GATHER_OFFSETS, op('gather'), { offsetU: -9 }, { offsetV: -17 }),
  one(
    'd3d11.3/22.4.15/cube-offset-operand',
    { image: { height: 16, layers: 6 }, view: { viewType: 'cube' } },
    { offsetW: 1 },
    { offsetV: 1 },
  ),
  one('VUID-StandaloneSpirv-Offset-04865', op('read'), {}, { offsetU: 1 }),
  one('VUID-StandaloneSpirv-Offset-04865', op('write'), {}, { j: 1, offsetV: -1 }),
  one(
    'vulkan/samplers-unnormalizedCoordinates/operands',
    { sampler: { unnormalizedCoordinates: true }, instruction: { lod: 'gradient' } },
    {},
    { lod: 0.5 },
  ),
  one(
    'vulkan/samplers-unnormalizedCoordinates/operands',
    { sampler: { unnormalizedCoordinates: true }, instruction: { lod: 'explicit' } },
    { lod: 0.5 },
    { offsetU: 1 },
  ),
  one('vulkan/samplers-YCbCr-conversion/offset', { sampler: { ycbcrConversion: CONVERSION } }, {}, { offsetV: 2 }),
  one(BIAS, {}, { lod: -16 }, { lod: -16.5 }),
  one(BIAS, {}, { lod: 15.99 }, { lod: 16 }),
  one(BIAS, {}, {}, { lod: NaN }),
  one('d3d11.3/7.18.11/nan-lod', op('sample'), { lod: 100 }, { lod: NaN }),
  one(
    'vulkan/textures-level-of-detail-operation/min-lod-operand',
    { sampler: { maxLod: 2 } },
    { minLod: 2 },
    { minLod: 2.5 },
  ),
  one(
    'vulkan/textures-level-of-detail-operation/min-lod-operand',
    { sampler: { minLod: 3, maxLod: 2 }, instruction: { op: 'footprint' } },
    { minLod: 3 },
    { minLod: 3.5 },
  ),
  one('d3d11.3/22.4.14/clamped-level', { ...op('query_size'), view: { minLod: 1 } }, { level: 1 }, { level: 0 }),
  one(
    'vulkan/samplers-unnormalizedCoordinates/operands',
    { sampler: { unnormalizedCoordinates: true }, instruction: { op: 'gather' } },
    { lod: 1 },
    { offsetV: 1 },
  ),
  ...(['fetch', 'read', 'write'] as const).flatMap((name) => [
    one(LEVEL, { ...op(name), ...views }, { level: 1 }, { level: 2 }),
    one(LEVEL, { ...op(name), ...views }, { level: 0 }, { level: -1 }),
  ]),
  one(LEVEL, { ...op('fetch'), view: { minLod: 1.5 } }, { level: 1 }, { level: 0 }),
  ...(['fetch', 'read', 'write', 'atomic'] as const).flatMap((name) => [
    one(TEXEL, { ...op(name), ...INTEGERS }, { i: 15, j: 7 }, { i: 16 }),
    one(TEXEL, { ...op(name), ...INTEGERS }, { i: 0 }, { j: -1 }),
    one(TEXEL, { ...op(name), ...INTEGERS }, { level: 1, i: 7 }, { level: 1, i: 8 }),
    one(TEXEL, { ...op(name), ...INTEGERS, view: { viewType: '2d_array' } }, {}, { integerLayer: 1 }),
  ]),
  one(TEXEL, { ...op('fetch'), image: { type: '1d', height: 1 } }, { j: 9, k: 9, integerLayer: 9 }, { i: 16 }),
  one(TEXEL, { ...op('fetch'), image: { type: '3d', depth: 4, levels: 1 } }, { k: 3 }, { k: 4 }),
  one(TEXEL, op('fetch'), { i: 15, offsetU: -1 }, { i: 15, offsetU: 1 }),
  one('vulkan/OpImageQuerySizeLod/level', op('query_size'), { level: 3 }, { level: 4 }),
  one('d3d11.3/3.2.4.1/nan-layer', { view: { viewType: '2d_array' } }, { layer: 0.5 }, { layer: NaN }),
  one(MIRROR, { sampler: { addressModeU: 'mirrored_repeat' } }, { offsetU: 1, offsetV: 4 }, { offsetU: 2 }),
  one(
    MIRROR,
    { sampler: { addressModeV: 'mirrored_repeat' }, view: { levelCount: 1 } },
    { offsetU: 7, offsetV: -7 },
    { offsetV: -8 },
  ),
  one('d3d11.3/22.4.7/sample', { ...op('fetch'), image: { samples: 4 } }, { sample: 3 }, { sample: 4 }),
  one('d3d11.3/22.4.7/sample', { ...op('read'), image: { samples: 4 } }, {}, { sample: -1 }),
  one('d3d11.3/22.4.14/clamped-level', { ...op('query_size'), view: { minLod: 2.25 } }, { level: 2 }, { level: 1 }),
  one(BOX, boxes, { boxWidth: 16, boxHeight: 8 }, { boxWidth: 16.5 }),
  one(BOX, boxes, { boxWidth: 1 }, { boxHeight: 0.75 }),
  one(BOX, boxes, {}, { boxHeight: NaN }),
  one(BOX, boxes, {}, { boxHeight: 8.25 }),
  one('vulkan/textures-blockmatch/empty-block', matching, { blockWidth: 2 }, { blockWidth: 0 }),
  one('vulkan/textures-blockmatch/empty-block', matching, {}, { blockHeight: 0 }),
  one('vulkan/textures-blockmatch/block-size', matching, { blockHeight: 8 }, { blockHeight: 9 }),
  one(
    'vulkan/textures-blockmatch/block-size',
    { ...matching, second: { image: { width: 32 }, weights: null } },
    { blockWidth: 16 },
    { blockWidth: 17 },
  ),
  one(REFERENCE, matching, { referenceI: 14, blockWidth: 2 }, { referenceI: 15, blockWidth: 2 }),
  one(REFERENCE, matching, { referenceJ: 14, blockHeight: 2 }, { referenceJ: 15, blockHeight: 2 }),
  one(REFERENCE, matching, {}, { referenceI: -1 }),
  one(REFERENCE, matching, {}, { referenceJ: -1 }),
];

function broken(state: Patch, operands: Operands): readonly string[] {
  const batch = batchOf(operands);
  return requestViolations(stateOf(state), batch, QUAD, LANE, LIMITS).map(({ rule }) => rule.id);
}

describe('requestViolations', () => {
  for (const { rule, state, valid, broken: operands } of CASES) {
    it(`reports ${rule} alone for ${Object.entries(operands).join(' ')}, not for ${Object.entries(valid).join(' ')}`, () => {
      expect(broken(state, valid)).toEqual([]);
      expect(broken(state, operands)).toEqual([rule]);
    });
  }

  it('has a case for every rule', () => {
    expect([...new Set(CASES.map(({ rule }) => rule))].sort()).toEqual(REQUEST_RULES.map(({ id }) => id).sort());
  });

  it('does not check the sample of an image with one sample', () => {
    expect(broken(op('fetch'), { sample: 1 })).toEqual([]);
  });

  it('does not check minimum LOD, offset and bias for instructions without them', () => {
    const sampler = { maxLod: 2, unnormalizedCoordinates: true };
    for (const name of ['fetch', 'query_lod', 'box_filter'] as const) {
      expect(broken({ ...op(name), sampler }, { minLod: 3, lod: 100, offsetU: 1 })).toEqual([]);
    }
  });

  it('checks only the given lane', () => {
    const batch = batchOf({ lod: 100 });
    expect(requestViolations(stateOf(), batch, QUAD, LANE + 1, LIMITS)).toEqual([]);
    expect(requestViolations(stateOf(), batch, QUAD - 1, LANE, LIMITS)).toEqual([]);
  });

  it('allows any operand for a null descriptor', () => {
    expect(broken({ ...boxes, image: null }, { boxWidth: -1 })).toEqual([]);
  });
});

describe('checkRequest', () => {
  const batch = batchOf({ boxWidth: 100 });

  it('refuses undefined operands under the policy error alone', () => {
    const state = stateOf(boxes);
    expect(() => checkRequest(state, batch, QUAD, LANE, LIMITS, 'error')).toThrow(ValidityError);
    expect(checkRequest(state, batch, QUAD, LANE, LIMITS).map(({ rule }) => rule.id)).toEqual([BOX]);
  });

  it('refuses no operands whose result is defined elsewhere', () => {
    const lods = batchOf({ lod: NaN });
    expect(checkRequest(stateOf(op('sample')), lods, QUAD, LANE, LIMITS, 'error')).toHaveLength(1);
  });
});
