import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { texunit } from '../../../../src/cli/program.ts';
import { downsample } from '../../../../src/pictures/downsampler/downsample.ts';
import { alphaWeight, cornerWeights } from '../../../../src/pictures/downsampler/reduction.ts';
import { encodeKtx2 } from '../../../../src/pictures/containers/write-ktx2.ts';
import { buildMipChain } from '../../../../src/pictures/downsampler/mip-chain.ts';
import type { Picture } from '../../../../src/pictures/textures/picture.ts';
import { readKtx2 } from '../../../../src/pictures/containers/read-ktx2.ts';
import { writePng } from '../../../../src/pictures/textures/write-png.ts';
import { noise } from '../../pictures/downsampler/random-image.ts';
import { captureOutput } from '../captured-output.ts';

let folder: string;
let printed = '';
captureOutput((text) => (printed += text));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-mips-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const out = () => at('out.ktx2');

function picture(name: string, width: number, height: number, seed: number): Picture {
  const [texels] = noise(TEXEL_FORMATS.get('r8g8b8a8_unorm')!, width, height, 1, seed).levels;
  writePng(at(name), { width, height, texels });
  return { width, height, texels };
}

async function mips(...args: string[]): Promise<string> {
  printed = '';
  const { code, message } = await texunit(['mips', ...args, '-o', out()]);
  expect(message).toBe(null);
  expect(code).toBe(0);
  return printed;
}

async function complaint(...args: string[]): Promise<string> {
  const { code, message } = await texunit(['mips', ...args]);
  expect(code).toBe(2);
  return message!.replace('texunit: ', '').replaceAll(`${folder}/`, '');
}

describe('texunit mips', () => {
  it('writes the levels that the simulator samples, and prints their cost', async () => {
    const one = picture('one.png', 130, 70, 1);
    const text = await mips(at('one.png'), '--srgb', '--trace', at('tiles.jsonl'));
    const format = TEXEL_FORMATS.get('r8g8b8a8_srgb')!;
    expect(readKtx2(out())).toEqual({ ...buildMipChain(one, format), cube: false });
    expect(text).toMatch(/^130x70 r8g8b8a8_srgb: 8 levels, average, float32\n/);
    expect(text).toMatch(/dispatches +1 +7\n/);
    expect(text).toMatch(/atomics +6 +0\n/);
    expect(text).toMatch(/Memory traffic saved: 19\.1 %\nWritten: .*tiles\.jsonl, .*out\.ktx2\n$/);
    const lines = readFileSync(at('tiles.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBe(1 + 6 + 1);
    expect(lines[0]).toBe('{"texunit":"downsampler","version":1}');
    expect(lines[7]).toMatch(/^\{"handOver":/);
  });

  it('has options for the reduction, the levels, layers and faces', async () => {
    const all = [1, 2, 3, 4, 5, 6].map((n) => picture(`${n}.png`, 8, 8, n));
    const files = [1, 2, 3, 4, 5, 6].map((n) => at(`${n}.png`));
    const texels = Uint8Array.from(all.flatMap((one) => [...one.texels]));
    const image = { format: TEXEL_FORMATS.get('r8g8b8a8_unorm')!, width: 8, height: 8, layers: 6, levels: [texels] };
    for (const [args, options] of [
      [[], {}],
      [['--reduce', 'min'], { reduction: 'min' }],
      [['--reduce', 'max', '--levels', '2'], { reduction: 'max', levels: 2 }],
      [['--reduce', 'weighted', '--weights', 'alpha'], { reduction: alphaWeight }],
      [['--reduce', 'weighted', '--weights', '1,2,3,0.5'], { reduction: cornerWeights([1, 2, 3, 0.5]) }],
    ] as const) {
      await mips(...files, ...args);
      expect(readKtx2(out())).toEqual({ ...downsample(image, options), cube: false });
      await mips(...files, '--cube', ...args);
      expect(readKtx2(out())).toEqual({ ...downsample(image, options), cube: true });
    }
  });

  it('reads level 0 of a KTX2 file, halves in either arithmetic', async () => {
    const image = noise(TEXEL_FORMATS.get('r16g16b16a16_sfloat')!, 20, 20, 6, 3);
    writeFileSync(at('in.ktx2'), encodeKtx2({ ...downsample(image, { levels: 3 }), cube: true }));
    for (const arithmetic of ['float32', 'float16'] as const) {
      await mips(at('in.ktx2'), '--arithmetic', arithmetic, '--exchange', 'quad-shuffles');
      expect(readKtx2(out())).toEqual({ ...downsample(image, { arithmetic }), cube: true });
    }
  });

  it('says what is wrong, and writes no file', async () => {
    picture('a.png', 4, 4, 1);
    picture('b.png', 4, 2, 1);
    const format = TEXEL_FORMATS.get('r16_unorm')!;
    const wide = { format, width: 1, height: 1, layers: 1, levels: [new Uint8Array(2)], cube: false };
    writeFileSync(at('wide.ktx2'), encodeKtx2(wide));
    writeFileSync(at('text.png'), 'text');
    rmSync(out(), { force: true });
    const before = readdirSync(folder);
    const [a, b, to] = [at('a.png'), at('b.png'), ['-o', out()]];
    expect(await complaint(a)).toBe("required option '-o, --output <file>' not specified");
    expect(await complaint(at('none.png'), ...to)).toBe('none.png: no such file');
    expect(await complaint(at('text.png'), ...to)).toMatch(/^text\.png: not a picture; /);
    expect(await complaint(a, b, ...to)).toBe('b.png: 4x2 texels, expected 4x4 as a.png has');
    expect(await complaint(a, a, '--cube', ...to)).toBe('--cube needs six square pictures, not 2 of 4x4 texels');
    expect(await complaint(b, b, b, b, b, b, '--cube', ...to)).toBe(
      '--cube needs six square pictures, not 6 of 4x2 texels',
    );
    expect(await complaint(at('wide.ktx2'), ...to)).toBe('r16_unorm: 8-bit and float formats are downsampled');
    expect(await complaint(at('wide.ktx2'), a, ...to)).toBe('wide.ktx2: a KTX2 file is read alone, not with 1 more');
    expect(await complaint(at('wide.ktx2'), '--srgb', ...to)).toMatch(/^wide\.ktx2: a KTX2 file says itself/);
    expect(await complaint(a, '--levels', '4', ...to)).toBe('levels: 4, expected 1 to 3 for 4x4 texels');
    expect(await complaint(a, '--levels', '0', ...to)).toMatch(/Expected a whole number from 1 on\.$/);
    expect(await complaint(a, '--arithmetic', 'float16', ...to)).toMatch(/^r8g8b8a8_unorm: float16 arithmetic is for/);
    expect(await complaint(a, '--reduce', 'weighted', ...to)).toBe('--reduce weighted needs --weights');
    expect(await complaint(a, '--weights', 'alpha', ...to)).toBe('--weights needs --reduce weighted, not average');
    expect(await complaint(a, '--reduce', 'weighted', '--weights', '1,2,3', ...to)).toMatch(
      /Expected alpha, or four numbers/,
    );
    expect(readdirSync(folder)).toEqual(before);
  });
});
