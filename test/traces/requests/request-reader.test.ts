import { describe, expect, it } from 'vitest';
import { DEFAULT_LANE } from '../../../traces/requests/request-trace.ts';
import {
  HEADER,
  IMAGE,
  SAMPLER,
  NAMES,
  COORD,
  QUAD,
  readAll,
  request,
  VIEW,
  requestBehindView,
  VALUE,
} from './request-lines.ts';

describe('requests', () => {
  it('of one lane have their LOD in lod or grad, and are projected if they have q', () => {
    const explicit = request(`${COORD},"lod":2.5,"offset":[-8,7],"pixel":[3,-4]`);
    expect(explicit).toMatchObject({ id: 1, image: 'img', sampler: 'smp', second: undefined, active: 1, x: 3, y: -4 });
    expect(explicit).toMatchObject({ offset: [-8, 7], instruction: { lod: 'explicit', projected: false } });
    expect(explicit.results).toBeNull();
    expect(explicit.lanes).toEqual([{ ...DEFAULT_LANE, coord: [0, 0], lod: 2.5 }]);

    const gradient = request(`${NAMES},"coord":[1,2,3],"grad":{"dx":[4,5],"dy":[6,7]},"bias":8,"minLod":9,"q":10`);
    expect(gradient.instruction).toEqual({ lod: 'gradient', projected: true });
    const operands = { lod: 8, minLod: 9, dx: [4, 5], dy: [6, 7], q: 10 };
    expect(gradient.lanes).toEqual([{ ...DEFAULT_LANE, coord: [1, 2, 3], ...operands }]);
  });

  it('of a quad have implicit LOD, and one value for the quad or one for each lane', () => {
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

  it('carry the tolerance of their results', () => {
    const texels = '"texels":[[0,0,0,1],[0,0,0,1],[0,0,0,1],[0,0,0,1]]';
    expect(request(`${QUAD},${texels},"tolerance":0.25`).results).toMatchObject({ tolerance: 0.25 });
    expect(request(`${COORD},"lod":0,"texel":[0,0,0,1],"tolerance":0.5`).results).toMatchObject({ tolerance: 0.5 });
    expect(request(`${QUAD},${texels}`).results).not.toHaveProperty('tolerance');
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

  it('can name a null descriptor, and a view', () => {
    expect(request('"id":1,"image":null,"sampler":"smp","coord":[0,1,2,3],"lod":0').image).toBeNull();
    const records = readAll(HEADER, IMAGE, SAMPLER, VIEW, `{"id":1,"image":"vw","sampler":"smp","coord":[0],"lod":0}`);
    expect(records[3]).toMatchObject({ image: 'vw', lanes: [{ coord: [0] }] });
  });

  it('have the results on their line', () => {
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
    expect(record.second).toBe(/"(weights|reference)":/.test(fields) ? 'vw' : undefined);
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

  it('that do not sample need no sampler', () => {
    expect(request('"id":1,"op":"fetch","image":"img","coord":[0,0]').sampler).toBeNull();
    expect(request('"id":1,"op":"query_size","image":null').sampler).toBeNull();
  });
});

describe('version 1', () => {
  const OLD = '{"texunit":"requests","version":1}';

  it('reads a coordinate without a layer as layer 0', () => {
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

  it('is otherwise read like version 2', () => {
    expect(readAll(OLD, IMAGE, SAMPLER)).toEqual(readAll(HEADER, IMAGE, SAMPLER));
  });
});
