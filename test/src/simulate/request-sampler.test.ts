import { describe, expect, it, vi } from 'vitest';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { RequestSampler } from '../../../src/simulate/request-sampler.ts';
import { type Mode, MODES } from '../../../src/simulate/sampling-unit.ts';
import type { UndefinedPolicy } from '../../../src/validity/undefined-policy.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { design, noPicture, sample } from './sampled-trace.ts';
import { type Result, resultOf } from '../../../traces/requests/lane-results.ts';

function image(name: string, value: number): string {
  const level = Buffer.of(value).toString('base64');
  return `{"image":{"name":"${name}","format":"r8_unorm","width":1,"height":1,"levels":["${level}"]}}`;
}

const HEADER = '{"texunit":"requests","version":1}';
const SAMPLER = '{"sampler":{"name":"s"}}';

describe('requests of a trace', () => {
  it('bind each of their states once, however many come after it', () => {
    const added = vi.spyOn(TextureUnit.prototype, 'addState');
    const lines = [HEADER, image('i', 255)];
    const flushes = new Set<number>();
    // Black and red borders in turn, which a coordinate outside of the image shows.
    for (let n = 0; n < 20; n++) {
      lines.push(
        `{"sampler":{"name":"s${n}","addressModeU":"clamp_to_border","borderColor":[${n % 2},0,0,1]}}`,
        `{"id":${n},"image":"i","sampler":"s${n}","coord":[-5,0],"lod":0}`,
      );
      flushes.add(lines.length - 1);
    }
    const results = sample('functional', lines, flushes);
    expect(results).toEqual(Array.from({ length: 20 }, (_, n) => ({ id: n, texels: [[n % 2, 0, 0, 1]] })));
    expect(added).toHaveBeenCalledTimes(19);
    added.mockRestore();
  });

  it('can name images that are defined between them', () => {
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

  it('get a quad of footprints or residency if they have no other result', () => {
    const footprint =
      '{"id":"f","op":"footprint","image":"i","sampler":"s","quad":[[0,0],[0,0],[0,0],[0,0]],"active":"1010"}';
    const sparse =
      '{"id":"s","sparse":true,"image":"i","sampler":"s","quad":[[0,0],[0,0],[0,0],[0,0]],"active":"1010"}';
    const one = { single: true, anchor: [0, 0], offset: [0, 0], mask: [1, 0], lod: 0, granularity: 0 };
    const white = [1, 0, 0, 1];
    for (const mode of MODES) {
      expect(sample(mode, [HEADER, SAMPLER, image('i', 255), footprint, sparse])).toEqual([
        { id: 'f', texels: null, footprints: [one, null, one, null] },
        { id: 's', texels: [white, null, white, null], resident: [true, null, true, null] },
      ]);
    }
  });

  it('read texels written by earlier ones, for any number of images defined between them', () => {
    const write = '{"id":"w","op":"write","image":"a","coord":[0,0],"value":[0.2,0,0,1]}';
    const read = '{"id":"r","op":"read","image":"a","coord":[0,0]}';
    const lines = [
      HEADER,
      image('a', 0),
      write,
      image('b', 255),
      read,
      '{"id":"b","op":"read","image":"b","coord":[0,0]}',
    ];
    for (const mode of MODES) {
      for (const flushes of [[], [2], [2, 3, 4]]) {
        const texels = sample(mode, lines, new Set(flushes)).map(({ id, texels }) => [id, texels]);
        expect(texels).toEqual([
          ['w', [[0.2, 0, 0, 1].map(Math.fround)]],
          ['r', [[0.2, 0, 0, 1].map(Math.fround)]],
          ['b', [[1, 0, 0, 1]]],
        ]);
      }
    }
  });

  it('that the specifications forbid give an error with the line and the rule', () => {
    const block =
      '{"image":{"name":"c","format":"bc1_rgb_unorm_block","width":4,"height":4,"levels":["AAAAAAAAAAA="]}}';
    const write = '{"id":0,"op":"write","image":"c","coord":[0,0],"value":[0,0,0,0]}';
    expect(() => sample('functional', [HEADER, block, write])).toThrow(
      /^trace:3: request: .*bc1_rgb_unorm_block.*\(.+\)$/,
    );
  });

  it('get the result of the policy where the specifications leave it undefined', () => {
    const compares = '{"sampler":{"name":"c","compareEnable":true}}';
    const noReference = '{"id":0,"image":"i","sampler":"c","coord":[0.5,0.5],"lod":0}';
    const lines = [HEADER, compares, image('i', 255), noReference];
    const texel = (mode: Mode, policy?: UndefinedPolicy) => sample(mode, lines, new Set(), policy)[0].texels![0];
    for (const mode of MODES) {
      expect(texel(mode, 'zero')).toEqual([0, 0, 0, 0]);
      expect(texel(mode, 'nan')).toEqual([NaN, NaN, NaN, NaN]);
      expect(texel(mode)).toEqual([1, 0, 0, 1]);
      expect(() => texel(mode, 'error')).toThrow(/^trace:4: request: /);
    }
  });

  it('are answered up to a refused one, whose line is in the error', () => {
    const refused = [
      // The requests are not allowed, beyond the limits, and not of their view.
      '{"id":"x","image":"a","sampler":"s","coord":[0,0],"lod":0,"dref":0.5}',
      '{"id":"x","image":"a","sampler":"s","coord":[0,0],"lod":0,"offset":[99,0]}',
      '{"id":"x","op":"fetch","image":"a","coord":[0,0,0]}',
      // The request is not allowed, and no unit can be built for it.
      '{"id":"x","op":"write","image":"c","coord":[0,0],"value":[0,0,0,0]}',
      image('wide', 0).replace('"width":1,', '"width":16385,').replace('AA==', Buffer.alloc(16385).toString('base64')),
    ];
    const block =
      '{"image":{"name":"c","format":"bc1_rgb_unorm_block","width":4,"height":4,"levels":["AAAAAAAAAAA="]}}';
    const read = '{"id":"r","op":"read","image":"a","coord":[0,0]}';
    for (const line of refused) {
      const results: Result[] = [];
      const sampler = new RequestSampler(design, 'functional', 'trace', noPicture, (answer) =>
        results.push(resultOf(answer)),
      );
      const reader = new RequestReader('trace');
      const take = (text: string) => {
        const record = reader.read(text);
        if (record !== null) sampler.take(record);
      };
      [HEADER, SAMPLER, image('a', 255), block, read].forEach(take);
      expect(() => take(line), line).toThrow(/^trace:6: /);
      sampler.flush();
      expect(results, line).toEqual([{ id: 'r', texels: [[1, 0, 0, 1]] }]);
    }
  });
});
