import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { compareJson } from '../../../../src/simulate/compare/compare-report.ts';
import { texunit } from '../../../../src/cli/program.ts';
import { readPicture } from '../../../../src/pictures/textures/read-picture.ts';
import { captureOutput } from '../captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-compare-'));
let printed: string;
captureOutput((text) => (printed += text));
beforeEach(() => (printed = ''));
afterAll(() => rmSync(folder, { recursive: true }));

/** compare.json, in which a PSNR without a bound is null. */
type Json = ReturnType<typeof compareJson>;

async function compare(name: string, ...words: string[]): Promise<Json> {
  const out = join(folder, name);
  const outcome = await texunit(['compare', ...words, '--size', '48x32', '--out', out]);
  expect(outcome).toEqual({ code: 0, message: null });
  return JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8')) as Json;
}

describe('texunit compare', () => {
  it('writes both pictures, their difference, the numbers and a page', async () => {
    const json = await compare('ideal', 'd3d11.3-minimum', '--scene', 'tunnel');
    expect(readdirSync(join(folder, 'ideal')).sort()).toEqual([
      'compare.html',
      'compare.json',
      'difference.png',
      'first.png',
      'second.png',
    ]);
    expect(json).toMatchObject({ format: 'texunit-compare', scene: { name: 'tunnel', width: 48, height: 32 } });
    expect(json.second.name).toBe('ideal');
    expect(json.error!.largest).toBeGreaterThan(0);
    const pixel = json.error!.pixel!;
    const { texels } = readPicture(join(folder, 'ideal', 'difference.png'));
    const at = 4 * (pixel[1] * 48 + pixel[0]);
    // The last colour of the ramp.
    expect([...texels.subarray(at, at + 3)]).toEqual([0xfc, 0xfd, 0xbf]);
    expect(printed).toContain('coordinate and weight');
  });

  it('tells of equal designs that nothing differs', async () => {
    const json = await compare('same', 'full-quality', '--to', 'full-quality');
    expect(json.error).toEqual({ largest: 0, mean: 0, psnr: null, pixel: null });
    expect(json.parts).toEqual([]);
    expect(printed).toContain('equal');
  });

  it('draws with the lower limit of the anisotropy, which both designs hold', async () => {
    const words = ['full-quality', '--to', 'tmu2', '--filter', 'anisotropic'];
    const outcome = await texunit(['compare', ...words, '--size', '8x8', '--out', join(folder, 'none')]);
    expect(outcome.code).toBe(2);
    expect(outcome.message).toMatch(/tmu2 has limits\.maxSamplerAnisotropy 1/);
  });
});
