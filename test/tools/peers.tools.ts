import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('npm run bench -- --peers builds the peers, and finds the results of the model on both of them', () => {
  const args = ['run', '--silent', 'bench', '--', '--peers', '--quick', 'trilinear'];
  const rows = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).split('\n');
  expect(rows.find((row) => /lavapipe/.test(row))).toMatch(/^ +lavapipe +SwiftShader +full-quality +d3d11/);
  // Two peers' rates, and a rate with two ratios for each of five designs. A question mark would be a wrong result.
  expect(rows.find((row) => row.startsWith('trilinear '))).toMatch(/^trilinear( +\d+\.\d+){17} *$/);
});
