import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { texunit } from '../../src/cli/program.ts';
import { captureOutput } from '../src/cli/captured-output.ts';
import { formatSurvey } from './vulkan-survey.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A copy of the program beside the npm package that `.ci/install-tools tools` installs for it. */
const PROGRAM = join(ROOT, 'out', 'webgpu-capture');
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

const folder = mkdtempSync(join(tmpdir(), 'texunit-webgpu-'));
captureOutput(() => {});
beforeAll(() => {
  if (!existsSync(join(PROGRAM, 'node_modules', 'webgpu'))) throw new Error('run .ci/install-tools tools first');
  cpSync(join(ROOT, 'traces', 'hardware', 'webgpu-capture'), PROGRAM, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const TRACE = join(folder, 'requests.jsonl');

/** The rows of a trace's results on SwiftShader, and the reasons why requests have none. */
function capture(trace: string) {
  writeFileSync(TRACE, trace);
  const env = { ...process.env, VK_ICD_FILENAMES: SWIFTSHADER, VK_DRIVER_FILES: SWIFTSHADER };
  const program = join(PROGRAM, 'webgpu-capture.js');
  const { stdout, stderr } = spawnSync(process.execPath, [program, TRACE], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { csv: stdout, rows: stdout.trim().split('\n').slice(1).sort(), stderr };
}

function base64(texels: ArrayBufferView): string {
  return Buffer.from(texels.buffer).toString('base64');
}

/** A trace with a line for each definition, and numbered requests. */
function traceOf(definitions: readonly object[], requests: readonly object[]): string {
  const lines = [
    { texunit: 'requests', version: 2 },
    ...definitions,
    ...requests.map((fields, id) => ({ id, ...fields })),
  ];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

const EDGE = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge', mipmapMode: 'nearest' };
const NEAREST = { magFilter: 'nearest', minFilter: 'nearest', ...EDGE };
const floats = (...texels: number[]) => [base64(Float32Array.from(texels))];
/** A texel is the number of its level. */
const LEVELS = [64, 16, 4, 1].map((texels, level) => base64(new Float32Array(texels).fill(level)));
const DEFINITIONS = [
  { image: { name: 'pair', format: 'r32_sfloat', width: 2, levels: floats(0, 1) } },
  { image: { name: 'dots', format: 'r32g32_sfloat', width: 2, height: 2, levels: floats(0, 7, 1, 7, 2, 7, 3, 7) } },
  { image: { name: 'levels', format: 'r32_sfloat', width: 8, height: 8, levels: LEVELS } },
  { image: { name: 'faces', format: 'r32_sfloat', width: 1, layers: 6, levels: floats(0, 1, 2, 3, 4, 5) } },
  {
    image: { name: 'unsigned', format: 'r32_uint', width: 2, levels: [base64(Uint32Array.of(4294967295, 0x7f800001))] },
  },
  { image: { name: 'signed', format: 'r16g16_sint', width: 1, levels: [base64(Int16Array.of(-5, 7))] } },
  { image: { name: 'depth', format: 'd16_unorm', width: 1, levels: [base64(Uint16Array.of(0x8000))] } },
  { view: { name: 'cube', image: 'faces', viewType: 'cube' } },
  { view: { name: 'swapped', image: 'dots', components: ['g', 'r', 'one', 'zero'] } },
  { sampler: { name: 'nearest', ...NEAREST } },
  { sampler: { name: 'linear', ...EDGE } },
  { sampler: { name: 'less', ...NEAREST, compareEnable: true, compareOp: 'less' } },
  { sampler: { name: 'border', addressModeU: 'clamp_to_border' } },
];
/** Two texels of level 0 from pixel to pixel: the LOD is 1. */
const QUAD = [
  [0.25, 0.25],
  [0.5, 0.25],
  [0.25, 0.5],
  [0.5, 0.5],
];

it('returns what WGSL returns of each operation, in rows that name request and lane', () => {
  const { rows, stderr } = capture(
    traceOf(DEFINITIONS, [
      { image: 'pair', sampler: 'linear', coord: [0.5, 0.5], lod: 0 },
      { image: 'levels', sampler: 'nearest', quad: QUAD, active: '1011' },
      { image: 'levels', sampler: 'nearest', quad: QUAD, active: 1, bias: 1 },
      { image: 'levels', sampler: 'nearest', coord: [0.5, 0.5], grad: { dx: [1, 0], dy: [0, 0] } },
      { op: 'gather', image: 'dots', sampler: 'nearest', coord: [0.5, 0.5] },
      { image: 'cube', sampler: 'nearest', coord: [0, -2, 0.5], lod: 0 },
      { image: 'swapped', sampler: 'nearest', coord: [0.75, 0.25], lod: 0 },
      { image: 'dots', sampler: 'nearest', coord: [0.25, 0.25], lod: 0, offset: [1, 1] },
      { image: 'depth', sampler: 'less', coord: [0.5, 0.5], dref: 0.25, lod: 0 },
      { image: 'depth', sampler: 'less', coord: [0.5, 0.5], dref: 0.75, lod: 0 },
    ]),
  );
  expect(rows).toEqual(
    [
      '0,,0.5,0,0,1',
      ...[0, 2, 3].map((lane) => `1,${lane},1,0,0,1`),
      '2,0,2,0,0,1',
      '3,,3,0,0,1',
      '4,,2,3,1,0',
      '5,,3,0,0,1',
      '6,,7,1,1,0',
      '7,,3,7,0,1',
      '8,,1,0,0,1',
      '9,,0,0,0,1',
    ].sort(),
  );
  expect(stderr).toMatch(/SwiftShader.*: 10 requests captured\n$/);
});

it('keeps all bits of integers, and leaves out what WGSL clamps or lacks', () => {
  const { rows, stderr } = capture(
    traceOf(DEFINITIONS, [
      { op: 'fetch', image: 'unsigned', coord: [0, 0] },
      { op: 'fetch', image: 'unsigned', coord: [1, 0] },
      { op: 'fetch', image: 'signed', coord: [0, 0] },
      { op: 'fetch', image: 'unsigned', coord: [2, 0] },
      { op: 'fetch', image: 'levels', coord: [0, 0], level: 4 },
      { image: 'dots', sampler: 'border', coord: [0, 0], lod: 0 },
      { image: 'dots', sampler: 'nearest', coord: ['NaN', 0], lod: 0 },
      { op: 'write', image: 'dots', coord: [0, 0], value: [0, 0, 0, 0] },
    ]),
  );
  expect(rows).toEqual(['0,,4294967295,0,0,1', '1,,2139095041,0,0,1', '2,,-5,7,0,1']);
  expect(
    stderr
      .split('\n')
      .filter((line) => line.startsWith('left out'))
      .sort(),
  ).toEqual([
    'left out, 1: NaN or an infinity',
    'left out, 1: a sampler with clamp_to_border',
    'left out, 1: the operation write',
    'left out, 2: a texel out of bounds, which WGSL clamps',
  ]);
});

it('captures texels of every format of WebGPU, which SwiftShader gets right but for four kinds of blocks', async () => {
  const results = join(folder, 'results.csv');
  const failures = join(folder, 'failures.json');
  const survey = formatSurvey(7);
  const { csv, rows } = capture(survey);
  expect(rows.length).toBeGreaterThan(4000);
  writeFileSync(results, csv);
  const options = { '--profile': 'vulkan-1.3', '--requests': TRACE, '--results': results, '--failures': failures };
  expect(await texunit(['check', ...Object.entries(options).flat()])).toEqual({ code: 1, message: null });
  const lines = survey.split('\n');
  const formats = new Map(
    Array.from(survey.matchAll(/"name":"(\w+)","format":"(\w+)"/g), ([, name, format]) => [name, format]),
  );
  const wrong = (JSON.parse(readFileSync(failures, 'utf8')) as { failures: { line: number }[] }).failures.map(
    ({ line }) => formats.get((JSON.parse(lines[line - 1]) as { image: string }).image)!,
  );
  expect(new Set(wrong.map((format) => format.split('_')[0]))).toEqual(new Set(['bc4', 'bc5', 'eac', 'astc']));
});
