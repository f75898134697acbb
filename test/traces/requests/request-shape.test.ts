import { describe, expect, it } from 'vitest';
import type { ViewType } from '../../../rtl-model/state/image-view.ts';
import type { Instruction, Operation } from '../../../rtl-model/state/instruction.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Aspect } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { resultsOf } from '../../../traces/requests/lane-results.ts';
import { quadRequest, storeRequest } from '../../../traces/requests/request-batch.ts';
import { requestShape } from '../../../traces/requests/request-shape.ts';
import { DEFAULT_LANE, type Request } from '../../../traces/requests/request-trace.ts';

function shapeOf(op: Operation, name: string, aspect: Aspect = 'color', viewType: ViewType = '2d') {
  return requestShape(
    { viewType, format: TEXEL_FORMATS.get(name)!, aspect },
    { op, lod: 'explicit', projected: false },
  );
}

describe('the numbers of a result', () => {
  it.each<[Operation, string, Aspect, string]>([
    ['sample', 'r8_unorm', 'color', 'float'],
    ['sample', 'r8_uscaled', 'color', 'float'],
    ['gather', 'r8_sint', 'color', 'sint'],
    ['read', 'r8_uint', 'color', 'uint'],
    ['sample', 'd24_unorm_s8_uint', 'depth', 'float'],
    ['sample', 'd24_unorm_s8_uint', 'stencil', 'uint'],
    ['write', 'r8_uint', 'color', 'uint'],
    ['query_size', 'r8_unorm', 'color', 'sint'],
    ['query_levels', 'r8_uint', 'color', 'sint'],
    ['query_samples', 'r8_unorm', 'color', 'sint'],
    ['query_lod', 'r8_uint', 'color', 'float'],
    ['sample_position', 'r8_uint', 'color', 'float'],
    ['block_match', 'r8_uint', 'color', 'float'],
    ['footprint', 'r8_uint', 'color', 'footprint'],
  ])('of %s on %s (%s) are %s', (op, format, aspect, numbers) => {
    expect(shapeOf(op, format, aspect).result).toBe(numbers);
  });

  it('of a null descriptor are floats, and integers of integer queries', () => {
    const plain = { lod: 'explicit', projected: false } as const;
    expect(requestShape(null, plain).result).toBe('float');
    expect(requestShape(null, { ...plain, op: 'query_size' }).result).toBe('sint');
  });
});

it('a mask with only its high word set is a footprint, a mask of 0 is empty', () => {
  const query = new Int32Array(64);
  query[7] = 1;
  const extras = { resident: new Uint8Array(4), query };
  const { footprints } = resultsOf(shapeOf('footprint', 'r8_unorm'), new Float32Array(16), 0, extras, 0b11, 4);
  expect(footprints?.map((footprint) => footprint?.mask ?? null)).toEqual([[0, 1], null, null, null]);
});

function request(instruction: Partial<Instruction>, lane: Partial<Request['lanes'][number]>): Request {
  return {
    id: 0,
    image: 'i',
    second: undefined,
    sampler: null,
    instruction: { lod: 'explicit', projected: false, ...instruction },
    lanes: [{ ...DEFAULT_LANE, ...lane }],
    active: 1,
    x: 0,
    y: 0,
    offset: [],
    results: null,
  };
}

describe('a batch', () => {
  const INTEGERS = ['i', 'j', 'k', 'integerLayer'] as const;

  it.each<[ViewType, readonly number[]]>([
    ['1d', [1, 0, 0, 0]],
    ['1d_array', [1, 0, 0, 2]],
    ['2d', [1, 2, 0, 0]],
    ['2d_array', [1, 2, 0, 3]],
    ['3d', [1, 2, 3, 0]],
    ['cube', [1, 2, 0, 3]],
    ['cube_array', [1, 2, 0, 3]],
  ])('has the texels of a %s view where the front end reads them', (viewType, expected) => {
    const shape = shapeOf('fetch', 'r8_unorm', 'color', viewType);
    const batch = new QuadBatch(1);
    const numbers = shape.coordinate.map((_, n) => n + 1);
    storeRequest(request({ op: 'fetch' }, { coord: numbers }), 0, shape, batch);
    expect(INTEGERS.map((field) => batch[field][0])).toEqual(expected);
  });

  it.each<[ViewType, readonly number[]]>([
    ['1d', [1, 0, 0, 0]],
    ['1d_array', [1, 0, 0, 2]],
    ['2d_array', [1, 2, 0, 3]],
    ['3d', [1, 2, 3, 0]],
    ['cube', [1, 2, 3, 0]],
    ['cube_array', [1, 2, 3, 4]],
  ])('has the coordinates of a %s view where the front end reads them', (viewType, expected) => {
    const shape = shapeOf('sample', 'r8_unorm', 'color', viewType);
    const batch = new QuadBatch(1);
    storeRequest(request({}, { coord: shape.coordinate.map((_, n) => n + 1) }), 0, shape, batch);
    expect((['s', 't', 'r', 'layer'] as const).map((field) => batch[field][0])).toEqual(expected);
  });

  it('that is reused keeps nothing of the request before', () => {
    const used = new QuadBatch(1);
    const volume = shapeOf('sample', 'r8_unorm', 'color', '3d');
    const lane = {
      coord: [1, 2, 3],
      dx: [4, 5, 6],
      dy: [7, 8, 9],
      offset: [1, 2, 3],
      q: 2,
      dref: 1,
      sample: 1,
      level: 1,
    };
    const sizes = { value: [1, 2, 3, 4], boxSize: [2, 2], referenceCoord: [1, 1], blockSize: [2, 2] } as const;
    storeRequest({ ...request({}, { ...lane, ...sizes }), offset: [1, 2, 3] }, 0, volume, used);
    used.count = 0;
    storeRequest(request({ op: 'fetch' }, { coord: [1, 2, 3] }), 0, shapeOf('fetch', 'r8_unorm', 'color', '3d'), used);
    const line = shapeOf('sample', 'r8_unorm', 'color', '1d');
    used.count = 0;
    storeRequest(request({}, { coord: [5] }), 0, line, used);
    const fresh = new QuadBatch(1);
    storeRequest(request({}, { coord: [5] }), 0, line, fresh);
    expect(used).toEqual(fresh);
  });

  it('keeps unsigned and signed texels to write unchanged', () => {
    for (const [name, value] of [
      ['r32_uint', [4294967295, 0, 1, 2147483648]],
      ['r32_sint', [-1, 0, 1, -2147483648]],
      ['r32_sfloat', [0.5, -0, Infinity, 1]],
    ] as const) {
      const shape = shapeOf('write', name);
      const batch = new QuadBatch(1);
      const written = request({ op: 'write' }, { coord: [0, 0], value });
      storeRequest(written, 0, shape, batch);
      const names = { id: 0, image: 'i', second: undefined, sampler: null };
      expect(quadRequest(batch, 0, names, written.instruction, shape).lanes[0].value).toEqual(value);
    }
  });
});
