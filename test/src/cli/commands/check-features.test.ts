import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { captureOutput } from '../captured-output.ts';

let folder: string;
captureOutput(() => {});
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-features-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A fetch beside an image of one texel that returned opaque black, judged with these options. */
async function judged(...options: readonly string[]) {
  const lines = [
    { texunit: 'requests', version: 1 },
    { image: { name: 'dot', format: 'r8g8b8a8_unorm', width: 1, height: 1, levels: ['CAgICA=='] } },
    { id: 0, op: 'fetch', image: 'dot', coord: [1, 0], texel: [0, 0, 0, 1] },
  ];
  const results = join(folder, 'results.jsonl');
  writeFileSync(results, lines.map((line) => JSON.stringify(line)).join('\n'));
  return texunit(['check', '--results', results, '--cores', '1', ...options]);
}

describe('texunit check --feature', () => {
  it('states what a Vulkan device has, beside which the version requires nothing', async () => {
    expect((await judged('--profile', 'vulkan-1.4')).code).toBe(0);
    expect((await judged('--profile', 'vulkan-1.4', '--feature', 'robustImageAccess2')).code).toBe(1);
  });

  it('is refused for D3D11.3, in one line', async () => {
    const { code, message } = await judged('--feature', 'robustImageAccess2');
    expect(code).toBe(2);
    expect(message).toBe('texunit: --feature robustImageAccess2: only Vulkan has such features, not d3d11.3');
  });
});
