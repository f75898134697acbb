import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Document } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../src/cli/program.ts';
import type { Model } from '../../../src/pictures/scenes/gltf/model.ts';
import { knotDocument } from '../pictures/scenes/models/knot.ts';
import { readPicture } from '../../../src/pictures/textures/read-picture.ts';
import {
  addNode,
  addPrimitive,
  glbFile,
  model,
  SQUARE,
  texture,
  withModelFolder,
} from '../pictures/scenes/gltf/model-files.ts';
import { captureOutput } from './captured-output.ts';

withModelFolder();

const KNOT = fileURLToPath(new URL('../../../src/pictures/scenes/models/knot.glb', import.meta.url));

let folder: string;
let said = '';
captureOutput((text) => (said += text));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-models-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]): Promise<string> {
  said = '';
  expect(await texunit(args)).toEqual({ code: 0, message: null });
  return said;
}

/** Simulates 48 x 36 pixels into a folder of that name, on one core: a thread takes longer to start. */
function simulate(name: string, ...args: string[]): Promise<string> {
  return run('simulate', '--size', '48x36', '--cores', '1', '--out', join(folder, name), ...args);
}

function image(name: string, file = 'image.png') {
  return readPicture(join(folder, name, file));
}

function lines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('texunit simulate with a model', () => {
  it('draws frame after frame, and the same image in both modes', async () => {
    const text = await simulate('cycle', '--scene', KNOT, '--frames', '2');
    expect(text).toMatch(
      /^knot 48x36 on full-quality, tiles; 5 textures, the largest weave colour 128x128 r8g8b8a8_srgb;/,
    );
    expect(readdirSync(join(folder, 'cycle')).sort()).toEqual([
      'image-000.png',
      'image-001.png',
      'passes.png',
      'report.html',
      'report.json',
    ]);
    const report: unknown = JSON.parse(readFileSync(join(folder, 'cycle', 'report.json'), 'utf8'));
    expect(report).toMatchObject({
      mode: 'cycle',
      scene: { name: 'knot', frames: 2, path: 'orbit', tiling: { width: 8, height: 8, order: 'rows' } },
    });
    const tiles = ['--tile', '16x4', '--tile-order', 'hilbert'];
    await simulate('functional', '--scene', KNOT, '--mode', 'functional', '--cores', '2', ...tiles);
    // Tiles change the order within a triangle, but not the image.
    expect(image('functional')).toEqual(image('cycle', 'image-000.png'));
    expect(image('cycle', 'image-001.png')).not.toEqual(image('cycle', 'image-000.png'));
  });

  it('writes requests with their images, which texunit sample answers', async () => {
    await simulate('requests', '--scene', KNOT, '--requests', '--kanata', '--size', '24x18');
    const trace = lines(readFileSync(join(folder, 'requests', 'requests.jsonl'), 'utf8'));
    const images = trace.flatMap((line) => ('image' in line && !('id' in line) ? [line.image] : []));
    expect(images).toEqual(
      ['srgb', 'unorm', 'unorm', 'srgb', 'srgb'].map((encoding, n) => ({
        name: n === 0 ? 'texture' : `texture${n}`,
        format: `r8g8b8a8_${encoding}`,
        file: `texture-${n}.png`,
        mipmaps: true,
      })),
    );
    const results = await run('sample', join(folder, 'requests', 'requests.jsonl'));
    const requests = trace.filter((line) => 'id' in line);
    expect(lines(results)).toHaveLength(1 + requests.length);
    const report = JSON.parse(readFileSync(join(folder, 'requests', 'report.json'), 'utf8')) as { quads: number };
    expect(requests).toHaveLength(report.quads);
  });

  it('colours each pixel from the results of its requests', async () => {
    const document = new Document();
    const checks = [0, 1, 2, 3].map((n) => [60 * n, 255 - 60 * n, n % 2 ? 250 : 10, 255]);
    const material = document.createMaterial().setBaseColorTexture(texture(document, 'checks', ...checks));
    // The normals point to the light, so each pixel has the texture's colour.
    const normals = [0, 1, 2, 3].flatMap(() => [0.36, 0.8, 0.48]);
    addNode(document, addPrimitive(document, { ...SQUARE, normals, material }));
    await simulate('square', '--scene', await glbFile(document), '--requests');
    const path = join(folder, 'square', 'requests.jsonl');
    const requests = lines(readFileSync(path, 'utf8')).filter((line) => 'id' in line);
    const answers = lines(await run('sample', path)).slice(1);
    const { texels } = image('square');
    let pixels = 0;
    requests.forEach(({ pixel }, n) => {
      const [x, y] = pixel as [number, number];
      (answers[n].texels as (number[] | null)[]).forEach((texel, lane) => {
        if (texel === null) return;
        const at = 4 * (48 * (y + (lane >> 1)) + x + (lane & 1));
        texel.slice(0, 3).forEach((light, c) => {
          const code = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
          // The normals' length and the tint are rounded to float32, 2^-22 of the light, which is far below a code.
          expect(Math.abs(texels[at + c] - 255 * code)).toBeLessThan(0.5 + 2 ** -12);
        });
        pixels++;
      });
    });
    expect(pixels).toBeGreaterThan(200);
  });

  it('uses the selected textures and filter', async () => {
    const options = ['--scene', KNOT, '--mode', 'functional'];
    await simulate('base', ...options, '--textures', 'base', '--filter', 'nearest', '--requests');
    const trace = lines(readFileSync(join(folder, 'base', 'requests.jsonl'), 'utf8'));
    const samplers = trace.flatMap((line) => ('sampler' in line && !('id' in line) ? [line.sampler] : []));
    expect(samplers).toMatchObject([
      { minFilter: 'nearest', magFilter: 'nearest', mipmapMode: 'nearest', addressModeU: 'repeat' },
      { minFilter: 'nearest', addressModeU: 'mirrored_repeat', addressModeV: 'mirrored_repeat' },
    ]);
    await simulate('own', ...options);
    expect(image('own')).not.toEqual(image('base'));
  });

  it('tints the levels of every image', async () => {
    await simulate('levels', '--scene', KNOT, '--mode', 'functional', '--levels', 'coloured');
    await simulate('plain', '--scene', KNOT, '--mode', 'functional');
    expect(image('levels')).not.toEqual(image('plain'));
  });
});

describe('a built-in scene with all its textures', () => {
  it('makes three requests a quad and moves the camera forwards', async () => {
    const options = ['--scene', 'plane', '--mode', 'functional', '--frames', '2'];
    const count = /^([\d\s]+) quads/m;
    const [, all] = count.exec(await simulate('all', ...options, '--textures', 'all'))!;
    const [, base] = count.exec(await simulate('one', ...options))!;
    const number = (text: string) => Number(text.replaceAll(/\s/g, ''));
    expect(number(all)).toBe(3 * number(base));
    expect(image('all', 'image-000.png')).not.toEqual(image('one', 'image-000.png'));
    expect(image('one', 'image-001.png')).not.toEqual(image('one', 'image-000.png'));
  });
});

describe('the example model', () => {
  it('equals the result of its generator', async () => {
    const [shipped, made] = [await model(KNOT), await model(knotDocument())];
    // The test compares bytes, because arrays of numbers take seconds to compare.
    const bytes = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array | Uint8Array) =>
      Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    const text = ({ draws, images }: Model) => ({
      draws: draws.map(({ positions, indices, tint, layers }) => [
        ...[positions, indices, tint!, ...layers.map(({ coordinates }) => coordinates)].map(bytes),
        layers.map(({ state, uses }) => [state, uses]),
      ]),
      images: images.map(({ image: { levels } }) => levels.map(bytes)),
    });
    expect(text(made)).toEqual(text(shipped));
    expect(made.states).toEqual(shipped.states);
  });
});
