import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../../src/cli/main.ts', import.meta.url));
const amd = fileURLToPath(new URL('../../../../traces/hardware/amd-rdna1-level-weights.jsonl', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-check-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const ONE = 'd3d11.3/7.18.10/mip-nearest';

describe('texunit check', () => {
  it('ends with 0 when every rule passes, and writes the requested reports', () => {
    const [json, junit, html] = ['check.json', 'check.xml', 'check.html'].map((name) => join(folder, name));
    const files = ['--json', json, '--junit', junit, '--html', html];
    const { status, stdout, stderr } = run('check', '--quick', '--rule', ONE, ...files);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('full-quality against d3d11.3: all 1 rule pass');
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

  it('ends with 1 when a rule fails, and shows the witness', () => {
    const design = join(folder, 'wrong.json');
    writeFileSync(design, '{"extends":"full-quality","name":"wrong","lod":{"nearestRule":"ceil-minus-one"}}');
    const junit = join(folder, 'wrong.xml');
    const { status, stdout } = run('check', design, '--quick', '--rule', ONE, '--junit', junit);
    expect(status).toBe(1);
    expect(stdout).toMatch(/lod: 0\.5\n[^]*expected: level 1\n\s+got: level 0\n[^]*1 of 1 rule fails/);
    expect(readFileSync(junit, 'utf8')).toContain('<failure message="');
  });

  it('says where measured weights differ from the fraction of the LOD, and by how much', () => {
    const html = join(folder, 'amd.html');
    const json = join(folder, 'amd.json');
    const { status, stdout } = run('check', '--results', amd, '--html', html, '--json', json);
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
    expect(results.wrong[0]).toMatchObject({ file: amd, line: 5, channel: 'r' });
  });

  it('reads results gzipped, and from standard input', () => {
    const gzipped = join(folder, 'amd.jsonl.gz');
    writeFileSync(gzipped, gzipSync(readFileSync(amd)));
    const [plain, packed] = [amd, gzipped].map((file) => run('check', '--results', file).stdout);
    expect(packed.replaceAll(gzipped, amd).replaceAll(/\(\d+\.\d s\)/g, '')).toBe(
      plain.replaceAll(/\(\d+\.\d s\)/g, ''),
    );
    const input = readFileSync(amd);
    const piped = spawnSync(process.execPath, ['--import', 'tsx', main, 'check', '--results', '-'], { input });
    expect(piped.status).toBe(1);
    expect(piped.stdout.toString()).toContain('standard input against d3d11.3: ');
  });

  it('ends with 2 for an unknown rule, profile, design or trace', () => {
    for (const [args, message] of [
      [['--rule', 'nothing'], /^texunit: --rule nothing: no rule of d3d11\.3 begins so, expected one of /],
      [['--profile', 'gl'], /^texunit: .*Allowed choices are d3d11\.3, vulkan-1\.0, vulkan-1\.4, claimed\.\n$/],
      [['nowhere.json'], /^texunit: no design|^texunit: nowhere\.json/],
      [['--results', 'nowhere.jsonl'], /^texunit: nowhere\.jsonl: no such file\n$/],
    ] as const) {
      const { status, stdout, stderr } = run('check', ...args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
    }
  });
});
