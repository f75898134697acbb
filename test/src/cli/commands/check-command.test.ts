import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { PROGRAM } from '../../../built-program.ts';
import { captureOutput } from '../captured-output.ts';

/** 33 results, of which 30 are wrong by D3D11.3; a search for their closest design takes a second. */
const amd = fileURLToPath(new URL('../../../../traces/hardware/amd-rdna1-level-weights.jsonl', import.meta.url));

let folder: string;
/** Two of them. */
let few: string;
let printed = '';
captureOutput((text) => (printed += text));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-check-'));
  few = join(folder, 'few.jsonl');
  writeFileSync(few, readFileSync(amd, 'utf8').split('\n').slice(0, 5).join('\n'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a command, a check on one core: a thread translates all its sources before it starts. */
async function run(...args: readonly string[]) {
  printed = '';
  const { code, message } = await texunit(args[0] === 'check' ? [...args, '--cores', '1'] : args);
  return { status: code, stdout: printed, stderr: message === null ? '' : `${message}\n` };
}

const ONE = 'd3d11.3/7.18.10/mip-nearest';

describe('texunit check', () => {
  it('ends with 0 when every rule passes, and writes the requested reports', async () => {
    const [json, junit, html] = ['check.json', 'check.xml', 'check.html'].map((name) => join(folder, name));
    const files = ['--json', json, '--junit', junit, '--html', html];
    const { status, stdout, stderr } = await run('check', '--quick', '--rule', ONE, ...files);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^full-quality conforms to D3D11\.3 \(.*version 1\.17.*\), profile d3d11\.3: all 1 rule pass/,
    );
    const report = JSON.parse(readFileSync(json, 'utf8'));
    expect(report).toMatchObject({
      format: 'texunit-check',
      subject: 'full-quality',
      pass: true,
      rules: [{ id: ONE, verdict: 'pass' }],
    });
    expect(readFileSync(junit, 'utf8')).toMatch(
      /^<\?xml [^]*<testsuites tests="1" failures="0"[^]*<testcase [^]*<\/testsuites>\n$/,
    );
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>[^]*mip-nearest[^]*<\/html>\n$/);
  });

  it('has the gates of a design on its page alone', async () => {
    const expected = 'texunit: --area: is part of the page of a design, expected --html and no --results\n';
    expect(await run('check', '--quick', '--area')).toMatchObject({ status: 2, stderr: expected });
    const html = join(folder, 'area.html');
    const measured = await run('check', '--results', amd, '--area', '--html', html);
    expect(measured).toMatchObject({ status: 2, stderr: expected });
  });

  it('ends with 1 when a rule fails, and shows the witness', async () => {
    const design = join(folder, 'wrong.json');
    writeFileSync(design, '{"extends":"full-quality","name":"wrong","lod":{"nearestRule":"ceil-minus-one"}}');
    const junit = join(folder, 'wrong.xml');
    const { status, stdout } = await run('check', design, '--quick', '--rule', ONE, '--junit', junit);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^wrong does not conform to D3D11\.3 .*: 1 of 1 rule fails/);
    expect(stdout).toMatch(/section: D3D11\.3 7\.18\.10\n[^]*lod: 0\.5\n[^]*expected: level 1\n\s+got: level 0\n/);
    expect(readFileSync(junit, 'utf8')).toContain('<failure message="');
  });

  it('demands the text of Vulkan that the design names, or --text', async () => {
    const design = join(folder, 'old.json');
    writeFileSync(design, '{"extends":"vulkan-1.0-minimum","name":"old","text":"vulkan-1.1"}');
    const args = ['check', design, '--quick', '--rule', 'vulkan/texel-cubic-filtering/weights', '--profile'];
    const own = await run(...args, 'vulkan-1.0');
    expect([own.status, own.stderr]).toEqual([0, '']);
    expect(own.stdout).toContain('old conforms to Vulkan, profile vulkan-1.0 (text of vulkan-1.1)');
    const current = await run(...args, 'vulkan-1.0', '--text', 'current');
    expect(current.status).toBe(1);
    expect(current.stdout).toContain(
      'old does not conform to Vulkan (Khronos specification, text of 2026), profile vulkan-1.0',
    );
    const d3d = await run('check', design, '--text', 'vulkan-1.1');
    expect([d3d.status, d3d.stderr]).toEqual([
      2,
      'texunit: --text vulkan-1.1: is a text of Vulkan, and --profile is d3d11.3\n',
    ]);
  });

  it('says where measured weights differ from the fraction of the LOD, and by how much', async () => {
    const html = join(folder, 'amd.html');
    const json = join(folder, 'amd.json');
    const { status, stdout } = await run('check', '--results', amd, '--html', html, '--json', json);
    expect(status).toBe(1);
    expect(stdout).toContain('deviation: 24.00 / 256');
    expect(stdout).toContain('snapped 0.03125 to 0.09375');
    expect(stdout).toContain('weight between levels: knots [[0.1,0],[0.9,1]]');
    expect(readFileSync(html, 'utf8')).toContain('<svg ');
    const { results } = JSON.parse(readFileSync(json, 'utf8'));
    expect(results).toMatchObject({
      judged: 33,
      fitted: {
        levelWeights: {
          curve: [
            [0.1, 0],
            [0.9, 1],
          ],
        },
      },
    });
    expect(results.wrong).toHaveLength(30);
    const { answer } = JSON.parse(readFileSync(json, 'utf8'));
    expect(stdout.split('\n').slice(0, answer.length)).toEqual(answer);
    expect(results.wrong[0]).toMatchObject({ file: amd, line: 5, channel: 'r' });
  });

  it('writes every wrong result as a table, and the closest design as a file that simulates', async () => {
    const [csv, failures, closest] = ['amd.csv', 'amd-failures.json', 'closest.json'].map((name) => join(folder, name));
    await run('check', '--results', amd, '--failures', csv, '--closest', closest);
    const lines = readFileSync(csv, 'utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe('id,file,line,lane,rule,section,channel,lower,upper,got,distance,ulp,features');
    expect(lines).toHaveLength(31);
    expect(lines[1]).toContain(`lod 0.03125,${amd},5,0,results/lod-unit/level-weight,D3D11.3 7.18.10,r,`);
    await run('check', '--results', few, '--failures', failures);
    expect(JSON.parse(readFileSync(failures, 'utf8')).failures).toHaveLength(1);
    const sampled = await run('sample', amd, '--design', closest);
    expect(sampled).toMatchObject({ status: 0, stderr: '' });
    const checked = await run('check', closest, '--quick', '--rule', 'd3d11.3/7.18.10/mip-weights');
    expect(checked).toMatchObject({ status: 1, stderr: '' });
  });

  it('selects rules of measured results, too', async () => {
    expect((await run('check', '--results', few, '--rule', 'results/linear')).status).toBe(0);
    expect((await run('check', '--results', few, '--rule', 'results/lod-unit')).status).toBe(1);
  });

  it('ends with 2 where a trace has no result, or none that can be judged', async () => {
    const [none, open] = ['none.jsonl', 'open.jsonl'].map((name) => join(folder, name));
    const lines = readFileSync(amd, 'utf8').split('\n').slice(0, 3);
    writeFileSync(
      none,
      [...lines, '{"id":1,"image":"black-white","sampler":"mip-linear","coord":[0,0],"lod":0}'].join('\n'),
    );
    const far = '{"id":1,"op":"fetch","image":"black-white","coord":[0,0],"level":9,"texel":[0,0,0,1]}';
    writeFileSync(open, [...lines, far].join('\n'));
    for (const [file, message] of [
      [none, /^texunit: .*none\.jsonl: no request has a result, expected "texel" or "texels" .*\n$/],
      [open, /^texunit: .*open\.jsonl: nothing can be judged: vulkan-1\.0 leaves all of the 1 results open\n$/],
    ] as const) {
      const { status, stdout, stderr } = await run('check', '--results', file, '--profile', 'vulkan-1.0');
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
    }
  });

  it('tells that results of Vulkan are judged by D3D11.3', async () => {
    const file = join(folder, 'vulkan.jsonl');
    const text = readFileSync(few, 'utf8').replace('"version":2}', '"version":2,"api":"vulkan"}');
    writeFileSync(file, text);
    const note = 'note: results of Vulkan are judged by D3D11.3; --profile vulkan-1.0 to vulkan-1.4 judges them';
    expect((await run('check', '--results', file)).stdout).toContain(note);
    expect((await run('check', '--results', file, '--profile', 'vulkan-1.0')).stdout).not.toContain('note:');
    writeFileSync(file, text.replace('"api":"vulkan"', '"api":"gl"'));
    expect(await run('check', '--results', file)).toMatchObject({
      status: 2,
      stderr: `texunit: ${file}:1: api: is "gl", expected vulkan or d3d11\n`,
    });
  });

  it('reads results gzipped, and from standard input', async () => {
    const gzipped = join(folder, 'few.jsonl.gz');
    writeFileSync(gzipped, gzipSync(readFileSync(few)));
    const rule = ['--rule', 'results/lod-unit'];
    const plain = (await run('check', '--results', few, ...rule)).stdout;
    const packed = (await run('check', '--results', gzipped, ...rule)).stdout;
    expect(packed.replaceAll(gzipped, few).replaceAll(/\d+\.\d s\n/g, '')).toBe(plain.replaceAll(/\d+\.\d s\n/g, ''));
    const input = readFileSync(few);
    const piped = spawnSync(process.execPath, [PROGRAM, 'check', '--results', '-', ...rule, '--cores', '1'], { input });
    expect(piped.status).toBe(1);
    expect(piped.stdout.toString()).toContain('standard input does not conform to D3D11.3 ');
  });

  it('ends with 2 for an unknown rule, profile, design or trace', async () => {
    for (const [args, message] of [
      [
        ['--rule', 'nothing'],
        /^texunit: --rule nothing: no rule of d3d11\.3 begins so; docs\/checker\.md lists them\n$/,
      ],
      [
        ['--rule', 'd3d11.3/7.18.10/mip-nearst'],
        /^texunit: --rule .*: no rule of d3d11\.3 begins so; the nearest are d3d11\.3\/7\.18\.10\/mip-nearest(, [^,]+){0,4}\n$/,
      ],
      [['--closest', 'design.json'], /^texunit: --closest: needs measured results, expected --results\n$/],
      [['--profile', 'gl'], /^texunit: .*Allowed choices are d3d11\.3, vulkan-1\.0, .*, vulkan-1\.4, claimed\.\n$/],
      [['nowhere.json'], /^texunit: no design|^texunit: nowhere\.json/],
      [['--results', 'nowhere.jsonl'], /^texunit: nowhere\.jsonl: no such file\n$/],
      [['--results', folder], /^texunit: .*: is a folder, expected a file\n$/],
      [[amd], /^texunit: .*amd.*: is no design, expected --results .* for measured results\n$/],
    ] as const) {
      const { status, stdout, stderr } = await run('check', ...args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
    }
  });
});
