import { expect } from 'vitest';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import type { RequestRecord } from '../../../traces/requests/request-trace.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';

export const HEADER = '{"texunit":"requests","version":2}';
/** An image of 2x2 and 1x1 texels of one byte. */
export const IMAGE = '{"image":{"name":"img","format":"r8_unorm","width":2,"height":2,"levels":["AAECAw==","AQ=="]}}';
export const SAMPLER = '{"sampler":{"name":"smp"}}';
export const NAMES = '"id":1,"image":"img","sampler":"smp"';
export const COORD = `${NAMES},"coord":[0,0]`;
export const QUAD = `${NAMES},"quad":[[0,0],[1,0],[0,1],[1,1]]`;

export function readAll(...lines: string[]): RequestRecord[] {
  const reader = new RequestReader('file.jsonl');
  const records = lines.map((line) => reader.read(line)).filter((record) => record !== null);
  reader.end();
  return records;
}

/** The error message for a line after the header, an image and a sampler: line 4. */
export function messageOf(line: string): string {
  return messageOfAll(HEADER, IMAGE, SAMPLER, line);
}

export function messageOfAll(...lines: string[]): string {
  try {
    readAll(...lines);
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    expect(error.message).not.toContain('\n');
    return error.message;
  }
  return 'no error';
}

export function request(fields: string) {
  const record = readAll(HEADER, IMAGE, SAMPLER, `{${fields}}`)[2];
  if (record.kind !== 'request') throw new Error(`a ${record.kind}`);
  return record;
}

export const VIEW = '{"view":{"name":"vw","image":"img"}}';

/** A request after an image, a sampler and a view "vw". */
export function requestBehindView(fields: string) {
  const record = readAll(HEADER, IMAGE, SAMPLER, VIEW, `{${fields}}`)[3];
  if (record.kind !== 'request') throw new Error(`a ${record.kind}`);
  return record;
}

export const D3D11_STATE = {
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

export const VALUE = [1, -2, Math.fround(0.1), 4294967295];
export const OFFSETS = '[i], [i, j] or [i, j, k], integers from -32768 to 32767';
export const FOOTPRINT = '{"single":true,"anchor":[0,0],"offset":[0,0],"mask":[1,0],"lod":0,"granularity":0}';
