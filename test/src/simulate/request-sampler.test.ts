import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/designs/presets.ts';
import { RequestSampler } from '../../../src/simulate/request-sampler.ts';
import { type Mode, MODES } from '../../../src/simulate/sampling-unit.ts';
import { RequestReader } from '../../../traces/request-reader.ts';
import type { Result } from '../../../traces/result-trace.ts';

const design = PRESETS.get('full-quality')!;

function noPicture(): never {
  throw new Error('no picture');
}

/** A trace, and where it is flushed: after these lines. */
function sample(mode: Mode, lines: readonly string[], flushes: ReadonlySet<number> = new Set()): readonly Result[] {
  const results: Result[] = [];
  const sampler = new RequestSampler(design, mode, 'trace', noPicture, (result) => results.push(result));
  const reader = new RequestReader('trace');
  lines.forEach((line, n) => {
    const record = reader.read(line);
    if (record !== null) sampler.take(record);
    if (flushes.has(n)) sampler.flush();
  });
  sampler.flush();
  return results;
}

function image(name: string, value: number): string {
  const level = Buffer.of(value).toString('base64');
  return `{"image":{"name":"${name}","format":"r8_unorm","width":1,"height":1,"levels":["${level}"]}}`;
}

const HEADER = '{"texunit":"requests","version":1}';
const SAMPLER = '{"sampler":{"name":"s"}}';

describe('requests of a trace', () => {
  it('may name images that are defined between them', () => {
    const lines = [HEADER, SAMPLER];
    for (let n = 0; n < 20; n++) {
      lines.push(image(`i${n}`, 10 * n));
      for (let k = 0; k <= n; k++)
        lines.push(`{"id":${lines.length},"image":"i${k}","sampler":"s","coord":[0,0],"lod":0}`);
    }
    const expected = lines.flatMap((line) => {
      const [, id, index] = /"id":(\d+),"image":"i(\d+)"/.exec(line) ?? [];
      return id === undefined ? [] : [{ id: Number(id), texels: [[Math.fround((Number(index) * 10) / 255), 0, 0, 1]] }];
    });
    expect(expected).toHaveLength(210);
    for (const mode of MODES) {
      expect(sample(mode, lines)).toEqual(expected);
      expect(sample(mode, lines, new Set([30, 31, 60, 61, 200]))).toEqual(expected);
    }
  });

  it('are answered in order beyond one batch', () => {
    const lines = [HEADER, SAMPLER, image('i', 255)];
    for (let id = 0; id < 2500; id++) lines.push(`{"id":${id},"image":"i","sampler":"s","coord":[0,0],"lod":0}`);
    for (const mode of MODES) expect(sample(mode, lines).map(({ id }) => id)).toEqual([...Array(2500).keys()]);
  });

  it('get one texel a lane, and null for a helper', () => {
    const quad = '{"id":"q","image":"i","sampler":"s","quad":[[0,0],[0,0],[0,0],[0,0]],"active":"0110"}';
    const white = [1, 0, 0, 1];
    for (const mode of MODES) {
      expect(sample(mode, [HEADER, SAMPLER, image('i', 255), quad])).toEqual([
        { id: 'q', texels: [null, white, white, null] },
      ]);
    }
  });
});
