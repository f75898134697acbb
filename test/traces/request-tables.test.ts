import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ImageSource, layOutImages } from '../../rtl-model/image.ts';
import { QuadBatch } from '../../rtl-model/quad-batch.ts';
import { TEXEL_FORMATS } from '../../rtl-model/texel-decoder/texel-format.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { storeRequest } from '../../traces/request-batch.ts';
import { RequestReader } from '../../traces/request-reader.ts';
import { type PictureLoader, RequestTables } from '../../traces/request-tables.ts';
import type { PictureReference, RequestRecord } from '../../traces/request-trace.ts';
import { FULL_QUALITY } from '../oracle/presets.ts';

const PICTURE: ImageSource = {
  format: TEXEL_FORMATS.get('r8_unorm')!,
  width: 1,
  height: 1,
  layers: 1,
  levels: [Uint8Array.of(7)],
};

function parse(lines: readonly string[]): RequestRecord[] {
  const reader = new RequestReader('t.jsonl');
  return ['{"texunit":"requests","version":1}', ...lines].flatMap((line) => reader.read(line) ?? []);
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

  it('makes one state of every image, sampler, LOD source and projection that occur together', () => {
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

  it('has pictures loaded in order, and names the line of one that cannot be read', () => {
    const asked: PictureReference[] = [];
    const tables = tablesOf(parse(definitions), (picture) => {
      asked.push(picture);
      return PICTURE;
    });
    expect(asked.map(({ file, mipmaps }) => [file, mipmaps])).toEqual([
      ['a.png', false],
      ['b.png', true],
    ]);
    expect(tables.images).toEqual([PICTURE, PICTURE]);
    expect(() => tablesOf(parse(definitions).slice(1), failing)).toThrow('t.jsonl:3: image.file: b.png: not there');
  });

  it('counts the states that a batch can name', () => {
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

describe('the example', () => {
  const text = readFileSync(new URL('../../traces/examples/requests.jsonl', import.meta.url), 'utf8');

  it('is read and sampled: the texels that can be told by hand are right', () => {
    const reader = new RequestReader('requests.jsonl');
    const records = text.split('\n').flatMap((line) => reader.read(line) ?? []);
    const tables = tablesOf(records, () => PICTURE);
    const requests = records.filter((record) => record.kind === 'request');
    const batch = new QuadBatch(requests.length);
    for (const request of requests) storeRequest(request, tables.stateOf(request), batch);
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
    // Column 1, half-way between the rows 0 and 1.
    expect(texel('projected')).toEqual([0.5, 64 / 255, 32 / 255, 1].map(Math.fround));
  });
});
