import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { display } from '../../../../src/pictures/resolve/display.ts';
import { edgePicture } from '../../../../src/pictures/resolve/edge-picture.ts';
import { decodeExr, encodeExr } from '../../../../src/pictures/resolve/exr.ts';
import { equalWeights, FIVE_TAPS, tapsOf } from '../../../../src/pictures/resolve/kernel.ts';
import { encodeRawSamples } from '../../../../src/pictures/resolve/raw-samples.ts';
import { resolve } from '../../../../src/pictures/resolve/resolve.ts';
import { readPicture } from '../../../../src/pictures/textures/read-picture.ts';
import { captureOutput } from '../captured-output.ts';

let folder: string;
let printed: string;
captureOutput((text) => (printed += text));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-resolve-'));
  writeFileSync(join(folder, 'edge.raw'), encodeRawSamples(edgePicture(8)));
});
beforeEach(() => {
  printed = '';
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs texunit resolve on a file in the folder, where the output goes too. */
async function run(input: string, output: string, ...options: string[]): Promise<void> {
  const outcome = await texunit(['resolve', join(folder, input), '-o', join(folder, output), ...options]);
  expect(outcome).toEqual({ code: 0, message: null });
}

async function exrOf(name: string) {
  return decodeExr(readFileSync(join(folder, name)), name);
}

describe('texunit resolve', () => {
  it('writes an EXR with the result of the library, bit for bit', async () => {
    for (const [options, settings] of [
      [[], { method: 'tonemapped', taps: tapsOf(equalWeights(8)), reciprocal: 'exact' }],
      [['--method', 'box'], { method: 'box', taps: tapsOf(equalWeights(8)), reciprocal: 'exact' }],
      [
        ['--method', 'luma', '--reciprocal', '12', '--weights', '0.3,0.1,0.1,0.1,0.1,0.1,0.1,0.1'],
        { method: 'luma', taps: tapsOf([0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]), reciprocal: 12 },
      ],
      [['--no-inverse'], { method: 'tonemapped', taps: tapsOf(equalWeights(8)), reciprocal: 'exact', inverse: false }],
    ] as const) {
      await run('edge.raw', 'out.exr', ...options);
      expect(await exrOf('out.exr')).toEqual(resolve(edgePicture(8), settings));
    }
  });

  it('reads an EXR whose samples are side by side', async () => {
    const picture = edgePicture(2);
    const wide = { ...picture, width: 2 * picture.width, samples: 1 } as const;
    writeFileSync(join(folder, 'edge.exr'), await encodeExr(wide));
    await run('edge.exr', 'out.exr', '--samples', '2', '--method', 'box');
    const settings = { method: 'box', taps: tapsOf(equalWeights(2)), reciprocal: 'exact' } as const;
    expect(await exrOf('out.exr')).toEqual(resolve(picture, settings));
  });

  it('filters a plain picture with the five taps', async () => {
    const picture = edgePicture(1);
    writeFileSync(join(folder, 'plain.raw'), encodeRawSamples(picture));
    await run('plain.raw', 'out.exr', '--horizontal', '0.1,0.2,0.4,0.2,0.1');
    const settings = { method: 'tonemapped', taps: tapsOf([1], FIVE_TAPS), reciprocal: 'exact' } as const;
    expect(await exrOf('out.exr')).toEqual(resolve(picture, settings));
    expect(printed).toContain('40x40 pixels, 5 taps each, method tonemapped\n');
  });

  it('writes a PNG as a display shows it', async () => {
    await run('edge.raw', 'out.png', '--exposure', '-1.5');
    const settings = { method: 'tonemapped', taps: tapsOf(equalWeights(8)), reciprocal: 'exact' } as const;
    expect(readPicture(join(folder, 'out.png'))).toEqual(display(resolve(edgePicture(8), settings), -1.5));
  });

  it('prints the cost of a tap, and the number of taps that the machine does in a millisecond', async () => {
    await run('edge.raw', 'out.png');
    expect(printed).toContain('A tap:   7 instructions, 10 operations (max3 add rcp mul mac mac mac)\n');
    expect(printed).toContain('of which its weight 4 and 7\n');
    expect(printed).toContain('64 compute units of 64 lanes at 1 GHz');
    expect(printed).toContain('409.6 million taps a ms, this picture in 0.0000348 ms\n');
    await run('edge.raw', 'out.png', '--machine', '16x32@1.5');
    expect(printed).toContain('76.8 million taps a ms');
  });

  it('has a built-in picture to try it with', async () => {
    const { code } = await texunit(['resolve', 'edge', '-o', join(folder, 'out.png'), '--samples', '16']);
    expect(code).toBe(0);
    expect(printed).toContain('40x40 pixels, 16 taps each');
  });
});

describe('texunit resolve ends with one line and exit code 2', () => {
  it.each([
    [['edge.raw'], "required option '-o, --output <file>' not specified"],
    [['edge.raw', '-o', 'x.jpg'], '--output x.jpg: expected a file that ends in .png or .exr'],
    [['edge.raw', '-o', 'x.exr', '--exposure', '1'], '--exposure is for PNG; an EXR keeps the light as it is'],
    [['none.raw', '-o', 'x.png'], 'none.raw: no such file'],
    [['edge.raw', '-o', 'x.png', '--samples', '4'], 'edge.raw: pixels of 8 samples, not of the 4 asked for'],
    [['edge.raw', '-o', 'x.png', '--samples', '3'], "argument '3' is invalid. Expected one of 1, 2, 4, 8, 16."],
    [['edge.raw', '-o', 'x.png', '--method', 'mean'], 'Allowed choices are box, tonemapped, luma.'],
    [['edge.raw', '-o', 'x.png', '--reciprocal', '23'], 'Expected exact, or a number of bits from 1 to 22.'],
    [['edge.raw', '-o', 'x.png', '--reciprocal', '0'], 'Expected exact, or a number of bits from 1 to 22.'],
    [['edge.raw', '-o', 'x.png', '--weights', '0.5,0.5'], '--weights has 2 weights; the picture has 8 samples a pixel'],
    [['edge.raw', '-o', 'x.png', '--weights', '0.5,'], "argument '0.5,' is invalid. Expected a number."],
    [['edge.raw', '-o', 'x.png', '--weights', '1e39'], 'Expected weights that a float32 can hold.'],
    [['edge.raw', '-o', 'x.png', '--horizontal', '1,1'], 'Expected an odd number of weights, not 2.'],
    [['edge.raw', '-o', 'x.png', '--machine', '64'], 'Expected compute units x lanes @ GHz such as 64x64@1'],
    [['edge.raw', '-o', 'x.png', '--machine', '0x64@1'], 'Expected compute units x lanes @ GHz such as 64x64@1'],
  ])('%j', async ([input, ...options], expected) => {
    const before = readdirSync(folder);
    const { code, message } = await texunit(['resolve', join(folder, input), ...options]);
    expect(code).toBe(2);
    expect(message).toMatch(/^texunit: [^\n]+$/);
    expect(message).toContain(expected);
    expect(printed).toBe('');
    expect(readdirSync(folder)).toEqual(before);
  });
});
