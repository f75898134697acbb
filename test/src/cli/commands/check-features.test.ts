import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../../src/cli/main.ts', import.meta.url));

/** A fetch beside an image of one texel that returned opaque black, judged with these options. */
function judged(...options: string[]) {
  const lines = [
    { texunit: 'requests', version: 1 },
    { image: { name: 'dot', format: 'r8g8b8a8_unorm', width: 1, height: 1, levels: ['CAgICA=='] } },
    { id: 0, op: 'fetch', image: 'dot', coord: [1, 0], texel: [0, 0, 0, 1] },
  ];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', main, 'check', '--results', '-', ...options],
    { encoding: 'utf8', input: lines.map((line) => JSON.stringify(line)).join('\n') },
  );
  return { status, stderr };
}

describe('texunit check --feature', () => {
  it('states what a Vulkan device has, beside which the version requires nothing', () => {
    expect(judged('--profile', 'vulkan-1.4').status).toBe(0);
    expect(judged('--profile', 'vulkan-1.4', '--feature', 'robustImageAccess2').status).toBe(1);
  });

  it('is refused for D3D11.3, in one line', () => {
    const { status, stderr } = judged('--feature', 'robustImageAccess2');
    expect(status).toBe(2);
    expect(stderr).toBe('texunit: --feature robustImageAccess2: only Vulkan has such features, not d3d11.3\n');
  });
});
