import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { explainCommand } from '../../../../src/cli/commands/explain-command.ts';
import { captureOutput } from '../captured-output.ts';

const requests = fileURLToPath(new URL('../../../../traces/examples/requests.jsonl', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'texunit-explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

let traces = 0;

/** A trace of these requests to an image of two texels. */
function traceOf(...lines: readonly object[]): string {
  const head = [
    { texunit: 'requests', version: 2 },
    { image: { name: 'dots', format: 'r8_unorm', width: 2, height: 1, levels: ['AP8='] } },
    { sampler: { name: 'floor', magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } },
  ];
  const file = join(folder, `${traces++}.jsonl`);
  writeFileSync(file, [...head, ...lines].map((line) => JSON.stringify(line)).join('\n'));
  return file;
}

let printed = '';
captureOutput((text) => (printed += text));

async function run(...args: string[]): Promise<string> {
  printed = '';
  await explainCommand(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parseAsync(args, { from: 'user' });
  return printed;
}

describe('texunit explain', () => {
  it('explains the first request, in columns, unit by unit', async () => {
    const text = await run(requests);
    expect(text).toMatch(/^Request "nearest": sample, lane 0, design full-quality\n/);
    const titles = [...text.matchAll(/\n(.+)\n-+\n/g)].map(([, title]) => title);
    expect(titles).toEqual([
      'Request',
      'Front end',
      'LOD unit',
      'Pass 0: address unit, cache, decoder',
      'Texel cache',
      'Filter unit',
      'Cycles',
      'Latency',
      'Result',
    ]);
    expect(text.split('\n').filter((line) => line !== line.trimEnd())).toEqual([]);
  });

  it('explains the selected request and lane', async () => {
    const explanation = JSON.parse(await run(requests, '--id', '10', '--lane', '2', '--json'));
    expect(explanation).toMatchObject({ id: 10, lane: 2, op: 'sample' });
    expect(JSON.parse(await run(requests, '--id', '10', '--json')).lane).toBe(0);
  });

  it('explains the lane at a pixel, and names later requests at the same one', async () => {
    const quad = { image: 'dots', sampler: 'floor', quad: [0, 0.25, 0.5, 0.75].map((s) => [s, 0]), lod: [0, 0, 0, 0] };
    const file = traceOf(
      { id: 'a', pixel: [4, 2], ...quad },
      { id: 'b', pixel: [6, 2], ...quad, active: '1101' },
      { id: 'c', pixel: [6, 2], ...quad },
    );
    const at = async (pixel: string, ...args: string[]) =>
      JSON.parse(await run(file, '--pixel', pixel, '--json', ...args));
    expect(await at('5,3')).toMatchObject({ id: 'a', lane: 3, pixel: [5, 3] });
    expect(await at('6,2')).toMatchObject({ id: 'b', lane: 0 });
    expect(await at('6,3')).toMatchObject({ id: 'c', lane: 2 });
    expect(await at('6,2', '--id', 'c')).toMatchObject({ id: 'c', lane: 0 });
    expect(await run(file, '--pixel', '6,2')).toMatch(/pixel +6, 2 +also of requests c\n/);
    await expect(run(file, '--pixel', '3,2')).rejects.toThrow(
      `${file}: no request covers the pixel 3,2, expected one from 4,2 to 7,3`,
    );
    await expect(run(file, '--pixel', '4,2', '--id', 'c')).rejects.toThrow('no request "c" covers the pixel 4,2');
    await expect(run(file, '--pixel', '4')).rejects.toThrow('Expected x,y such as 320,200.');
    await expect(run(file, '--pixel', '4,2', '--lane', '1')).rejects.toThrow('cannot be used with option');
  });

  it('refuses a pixel of a trace without pixels', async () => {
    const file = traceOf({ id: 1, image: 'dots', sampler: 'floor', coord: [0, 0], lod: 0 });
    await expect(run(file, '--pixel', '5,3')).rejects.toThrow(
      `${file}: its requests have no pixels, expected "pixel" in them, as simulate --requests writes it`,
    );
  });

  it('judges a captured result by the profile', async () => {
    const file = traceOf({ id: 1, image: 'dots', sampler: 'floor', coord: [0.75, 0], lod: 0, texel: [0.5, 0, 0, 1] });
    expect(await run(file)).toContain('d3d11.3 does not permit the captured value.');
    expect(await run(file, '--profile', 'vulkan-1.0')).toContain('vulkan-1.0 does not permit');
    expect(await run(file, '--profile', 'claimed')).toContain('full-quality does not permit');
    await expect(run(file, '--profile', 'none')).rejects.toThrow('Allowed choices are d3d11.3');
  });

  it('writes the page, and beside it JSON that is nothing else', async () => {
    const html = join(folder, 'page.html');
    expect(JSON.parse(await run(requests, '--html', html, '--json')).id).toBe('nearest');
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>[^]*<svg/);
    expect(await run(requests, '--html', html)).toContain(`Written: ${html}\n`);
    const nowhere = join(html, 'page.html');
    await expect(run(requests, '--html', nowhere)).rejects.toThrow(nowhere);
  });

  it('refuses requests that it cannot explain', async () => {
    await expect(run(requests, '--id', 'nobody')).rejects.toThrow(`${requests}: holds no request "nobody"`);
    await expect(run(requests, '--id', '10', '--lane', '1')).rejects.toThrow('lane 1 is not active in this request');
    await expect(run(requests, '--lane', '4')).rejects.toThrow('Expected 0, 1, 2 or 3.');
    await expect(run('none.jsonl')).rejects.toThrow('none.jsonl: no such file');
  });
});
