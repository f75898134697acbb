import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { captureOutput } from '../captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-shader-'));
captureOutput(() => {});
afterAll(() => rmSync(folder, { recursive: true }));

const out = join(folder, 'sampling');
const shader = (...words: readonly string[]) => texunit(['shader', ...words, '--out', out]);

/** A file of a preset with other fields of its LOD unit and filter. */
function fileOf(name: string, lod: object, filter: object): string {
  const preset = PRESETS.get('d3d11.3-minimum')!;
  const file = join(folder, `${name}.json`);
  writeFileSync(
    file,
    JSON.stringify({ ...preset, lod: { ...preset.lod, ...lod }, filter: { ...preset.filter, ...filter } }),
  );
  return file;
}

describe('texunit shader', () => {
  it('writes the functions of each language, for the format that is asked for', async () => {
    expect((await shader('d3d11.3-minimum', '--language', 'glsl')).code).toBe(0);
    const glsl = readFileSync(out, 'utf8');
    expect(glsl).toContain('uvec4 texunit_color_bits(usampler2D image, TexunitSampler state, uvec2 uv, int lod) {');
    expect(glsl).toContain('textures of r8g8b8a8_unorm, in GLSL.');
    expect((await shader('d3d11.3-minimum', '--language', 'wgsl', '--format', 'r5g6b5_unorm_pack16')).code).toBe(0);
    const wgsl = readFileSync(out, 'utf8');
    expect(wgsl).toContain(
      'fn texunit_color_bits(image: texture_2d<u32>, state: TexunitSampler, uv: vec2u, lod: i32) -> vec4u {',
    );
    expect(wgsl).toContain('textures of r5g6b5_unorm_pack16, in WGSL.');
    expect(wgsl).toContain('as they are stored: r16uint.');
  });

  it('refuses formats whose sums or codes a design has no shader for', async () => {
    rmSync(out, { force: true });
    const nvidia = (format: string) => shader('nvidia-h100', '--language', 'glsl', '--format', format);
    const why = 'sRGB beside filter.alignedSum, expected unorm';
    const srgb = await nvidia('r8g8b8a8_srgb');
    expect([srgb.code, srgb.message]).toEqual([
      2,
      `texunit: --format: r8g8b8a8_srgb has no shader of nvidia-h100: ${why}`,
    ]);
    const snorm = await nvidia('r8g8b8a8_snorm');
    expect(snorm.message).toContain('SNORM of 8 bits beside filter.signedGuardBits, expected unorm');
    const odd = fileOf('odd', {}, { texelBits: 12 });
    const narrow = await shader(odd, '--language', 'glsl', '--format', 'r8_unorm');
    expect(narrow.message).toContain('codes of 8 bits, expected a divisor of filter.texelBits');
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    [
      'weights',
      {},
      { weightScale: 'all-ones' },
      'filter.weightScale: all-ones, expected power-of-two or all-ones-over-power-of-two',
    ],
    [
      'table',
      { log2Table: { indexBits: 13, entryBits: 20, interpolationBits: 10 } },
      {},
      'lod.log2Table.indexBits: 13, expected at most 12',
    ],
  ])('refuses %s that no shader has by their field', async (name, lod, filter, reported) => {
    rmSync(out, { force: true });
    const file = fileOf(name, lod, filter);
    const { code, message } = await shader(file, '--language', 'glsl');
    expect([code, message]).toEqual([2, `texunit: ${file}: has no shader: ${reported}`]);
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    'r16g16b16a16_sfloat',
    'r16_unorm',
    'bc1_rgb_unorm_block',
    'r8_uint',
    'd16_unorm',
    'r8g8b8_unorm',
    'nothing',
  ])('refuses the format %s by its name, with those that there are', async (format) => {
    const { code, message } = await shader('d3d11.3-minimum', '--language', 'glsl', '--format', format);
    expect(code).toBe(2);
    expect(message).toContain(`--format: ${format} has no shader, expected one of `);
    expect(message).toContain('a1r5g5b5_unorm_pack16');
  });
});
