import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { heatColor, NO_HEAT } from '../../../../src/platform/pages/heat-picture.ts';
import { readPicture } from '../../../../src/pictures/textures/read-picture.ts';
import type { Report } from '../../../../src/simulate/report/report.ts';
import { captureOutput } from '../captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-simulate-'));
let printed: string;
captureOutput((text) => (printed += text));
beforeEach(() => (printed = ''));
afterAll(() => rmSync(folder, { recursive: true }));

async function simulate(name: string, ...words: readonly string[]) {
  const out = join(folder, name);
  const frame = ['--scene', 'plane', '--size', '32x24', '--mode', 'functional', '--cores', '1', '--out', out];
  expect(await texunit(['simulate', ...frame, ...words])).toEqual({ code: 0, message: null });
  const { passMap } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  const { texels } = readPicture(join(out, 'passes.png'));
  const colors = Array.from({ length: texels.length / 4 }, (_, n) => texels.subarray(4 * n, 4 * n + 3).join());
  return { passMap, colors: new Set(colors), html: readFileSync(join(out, 'report.html'), 'utf8') };
}

const colorOf = (passes: number, palest: number) => heatColor(Math.min(1, passes / palest)).join();

describe('the picture of passes', () => {
  it('runs to the most passes of its own, and names them in the report, on the page and in the terminal', async () => {
    const { passMap, colors, html } = await simulate('own', '--filter', 'anisotropic');
    const { most } = passMap;
    expect(passMap).toEqual({ palest: most, most });
    expect(most).toBeGreaterThan(2);
    expect(colors).toContain(colorOf(most, most));
    expect(html).toMatch(new RegExp(`0 <span class="ramp"></span> ${most}\\.`));
    expect(printed).toContain(`passes.png: passes of 2x2 pixels from 0, dark, to ${most}, palest`);
  });

  it('has the same colour for the same passes in two runs with one scale', async () => {
    // Trilinear quads take one or two passes; anisotropic ones of the same scene more.
    const runs = [
      await simulate('trilinear', '--most-passes', '4'),
      await simulate('steep', '--filter', 'anisotropic', '--most-passes', '4'),
    ];
    const scale = new Set([NO_HEAT.join(), ...[1, 2, 3, 4].map((passes) => colorOf(passes, 4))]);
    for (const { colors } of runs) expect([...colors].filter((color) => !scale.has(color))).toEqual([]);
    const [trilinear, steep] = runs;
    expect(trilinear.colors).toContain(colorOf(2, 4));
    expect(trilinear.colors).not.toContain(colorOf(4, 4));
    expect(steep.colors).toContain(colorOf(4, 4));
    expect(steep.passMap.palest).toBe(4);
    expect(steep.passMap.most).toBeGreaterThan(4);
    expect(steep.html).toContain(`</span> 4 and more, up to ${steep.passMap.most}.`);
  });

  it('takes a scale of at least one pass', async () => {
    const { code, message } = await texunit(['simulate', '--most-passes', '0', '--out', join(folder, 'none')]);
    expect([code, message]).toEqual([2, expect.stringContaining('Expected a whole number from 1')]);
  });
});
