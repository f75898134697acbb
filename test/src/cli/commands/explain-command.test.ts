import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { explainCommand } from '../../../../src/cli/commands/explain-command.ts';

const requests = fileURLToPath(new URL('../../../../traces/examples/requests.jsonl', import.meta.url));

let printed = '';
beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterAll(() => vi.restoreAllMocks());

async function run(...args: string[]): Promise<string> {
  printed = '';
  await explainCommand()
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
      'Result',
    ]);
    expect(text.split('\n').filter((line) => line !== line.trimEnd())).toEqual([]);
  });

  it('explains the selected request and lane', async () => {
    const explanation = JSON.parse(await run(requests, '--id', '10', '--lane', '2', '--json'));
    expect(explanation).toMatchObject({ id: 10, lane: 2, op: 'sample' });
    expect(JSON.parse(await run(requests, '--id', '10', '--json')).lane).toBe(0);
  });

  it('refuses requests that it cannot explain', async () => {
    await expect(run(requests, '--id', 'nobody')).rejects.toThrow(`${requests}: holds no request "nobody"`);
    await expect(run(requests, '--id', '10', '--lane', '1')).rejects.toThrow('lane 1 is not active in this request');
    await expect(run(requests, '--lane', '4')).rejects.toThrow('Expected 0, 1, 2 or 3.');
    await expect(run('none.jsonl')).rejects.toThrow('none.jsonl: no such file');
  });
});
