import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The lines that the benchmark prints for the states whose name contains `only`. */
function linesOf(only: string): readonly string[] {
  const args = ['run', '--silent', 'bench', '--', '--peers', '--quick', only];
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).split('\n');
}

it('npm run bench -- --peers builds the peers, and finds the results of the model on both of them', () => {
  const lines = linesOf('trilinear, volume');
  expect(lines.find((line) => /lavapipe/.test(line))).toMatch(/^ +lavapipe +SwiftShader +full-quality +d3d11/);
  // Two peers' rates, and a rate with two ratios for each of five designs. A question mark would be a wrong result.
  expect(lines.find((line) => line.startsWith('trilinear'))).toMatch(/^trilinear, volume( +\d+\.\d+){17} *$/);
});

it('npm run bench -- --peers prints a dash, and the reason, for a peer that cannot do a state', () => {
  const lines = linesOf('maximum');
  const row = lines.findIndex((line) => line.startsWith('maximum'));
  expect(lines[row]).toMatch(/^maximum of 2x2, R8 +\d+\.\d+ +-( +\d+\.\d+ +\d+\.\d+ +-){5} *$/);
  expect(lines[row + 1]).toBe('  SwiftShader unsupported: reductions of R8Unorm');
});
