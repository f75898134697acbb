import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VULKAN_1_0 } from '../../src/checker/profiles.ts';
import { judgeResults } from '../../src/checker/attribute/judge-results.ts';
import { readMeasuredTrace } from '../../src/checker/judge/measured-trace.ts';
import { finished } from '../src/checker/judge/random-requests.ts';
import { formatSurvey } from './vulkan-survey.ts';

const source = fileURLToPath(new URL('../../traces/hardware/vulkan-capture/', import.meta.url));
const DRIVERS = '/usr/share/vulkan/icd.d';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-vulkan-'));
  // All files of a target at once, each header once: the C++ of the headers takes most of the time.
  const quick = ['-DCMAKE_BUILD_TYPE=None', '-DCMAKE_UNITY_BUILD=ON', '-DCMAKE_UNITY_BUILD_BATCH_SIZE=0'];
  execFileSync('cmake', ['-S', source, '-B', folder, ...quick]);
  const made = spawnSync('cmake', ['--build', folder], { encoding: 'utf8' });
  expect(`${made.stdout}${made.stderr}`).not.toContain('warning');
  expect(made.status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The program's results of a trace, on llvmpipe. */
function capture(trace: string, ...args: string[]) {
  const driver = readdirSync(DRIVERS).find((name) => name.startsWith('lvp_icd'))!;
  const file = join(folder, 'requests.jsonl');
  writeFileSync(file, trace);
  const env = { ...process.env, VK_ICD_FILENAMES: join(DRIVERS, driver), VK_DRIVER_FILES: join(DRIVERS, driver) };
  return spawnSync(join(folder, 'vulkan-capture'), [file, ...args], { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

const HEADER = '{"texunit":"requests","version":2}';
const IMAGE = '{"image":{"name":"dots","format":"r8_unorm","width":2,"height":2,"levels":["AAD//w=="]}}';
const SAMPLE = '{"id":1,"image":"dots","sampler":"plain","coord":[0.75,0.75],"lod":0}';
const SAMPLER = '{"sampler":{"name":"plain","magFilter":"nearest","minFilter":"nearest"}}';

describe('vulkan-capture', () => {
  it('captures what Vulkan allows, of every format that the implementation has', () => {
    const survey = formatSurvey(7);
    const { status, stdout, stderr } = capture(survey);
    expect(stderr).toMatch(/^llvmpipe.*: \d+ requests captured\n/);
    expect(status).toBe(0);
    const trace = readMeasuredTrace(stdout.split('\n'), 'captured', () => {
      throw new Error('the trace has pictures');
    });
    expect(trace.requests).toHaveLength(survey.split('\n').filter((line) => line.includes('"id"')).length);
    const { wrong, judged } = finished(judgeResults(trace, { kind: 'profile', profile: VULKAN_1_0 }));
    expect(judged).toBeGreaterThan(5000);
    // llvmpipe cuts these to 8 bits.
    const formatOf = (line: number) => {
      const { image } = trace.requests.find((request) => request.line === line)!;
      return trace.images[Number(/\d+/.exec(image!)![0])].format.name;
    };
    expect(wrong.map(({ line }) => formatOf(line)).filter((name) => !/^bc[45]_/.test(name))).toEqual([]);
  });

  it('gives no result of images that a request without one should have changed', () => {
    const image = (name: string) =>
      `{"image":{"name":"${name}","format":"r32_sfloat","width":1,"height":1,"levels":["AACAPw=="]}}`;
    const view = '{"view":{"name":"seen","image":"changed"}}';
    const fetch = (id: number, name: string) => `{"id":${id},"op":"fetch","image":"${name}","coord":[0,0]}`;
    const least = '{"id":1,"op":"atomic","atomic":"min","image":"changed","coord":[0,0],"value":[-1,0,0,0]}';
    const requests = [fetch(0, 'changed'), least, fetch(2, 'changed'), fetch(3, 'seen'), fetch(4, 'other')];
    const trace = [HEADER, image('changed'), image('other'), view, ...requests].join('\n');
    const { stdout, stderr, status } = capture(trace);
    expect(status).toBe(0);
    const texels = stdout
      .split('\n')
      .filter((line) => line.includes('"id"'))
      .map((line) => (JSON.parse(line) as { texel?: readonly number[] }).texel?.[0]);
    expect(texels).toEqual([1, undefined, undefined, undefined, 1]);
    expect(stderr).toContain('without a result, 2: images that a request before has not changed');
  });

  it('writes the lines that it reads, with results, and counts what has none', () => {
    const sparse = '{"id":"no","image":"dots","sampler":"plain","coord":[0,0],"lod":0,"sparse":true}';
    const quad = '{"id":3,"image":"dots","sampler":"plain","quad":[[0,0],[0.5,0],[0,0.5],[0.5,0.5]],"active":"0111"}';
    const { status, stdout, stderr } = capture([HEADER, IMAGE, SAMPLER, SAMPLE, sparse, quad, ''].join('\n'));
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      '{"texunit":"requests","version":2,"api":"vulkan"}',
      IMAGE,
      SAMPLER,
      `${SAMPLE.slice(0, -1)},"texel":[1,0,0,1]}`,
      sparse,
      `${quad.slice(0, -1)},"texels":[null,[0,0,0,1],[1,0,0,1],[1,0,0,1]]}`,
      '',
    ]);
    expect(stderr).toContain('without a result, 1: residency');
  });

  it('says in one line what is wrong with a trace, a file or a device, and ends with 2', () => {
    const faults = [
      [[HEADER, '{"image":{"name":"dots"'].join('\n'), [], /requests\.jsonl:2: .*parse error/],
      [
        [HEADER, IMAGE, '{"id":0,"op":"fetch","image":"spots","coord":[0,0]}'].join('\n'),
        [],
        /requests\.jsonl:3: "spots" is not defined\n$/,
      ],
      [
        [HEADER, IMAGE, SAMPLER.replace('}}', ',"minLod":"none"}}'), SAMPLE].join('\n'),
        [],
        /requests\.jsonl:4: "none" is no float32\n$/,
      ],
      ['{"texunit":"results","version":2}', [], /requests\.jsonl:1: is no header, expected /],
      [HEADER, ['99'], /^there is no device 99, the loader has \d+\n$/],
    ] as const;
    for (const [trace, args, message] of faults) {
      const { status, stdout, stderr } = capture(trace, ...args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
    }
  });
});
