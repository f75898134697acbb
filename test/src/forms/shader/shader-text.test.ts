import { describe, expect, it } from 'vitest';
import { UNCOMPRESSED_FORMATS } from '../../../../rtl-model/formats/uncompressed-formats.ts';
import { SHADER_LANGUAGES } from '../../../../rtl-model/steps/shader/dialects.ts';
import { shaderText, codeTextureFormat } from '../../../../src/forms/shader/shader-text.ts';
import { PRESETS } from '../../../oracle/presets.ts';

const FORMATS = [...UNCOMPRESSED_FORMATS.values()].filter((format) => codeTextureFormat(format) !== null);
const RGBA = UNCOMPRESSED_FORMATS.get('r8g8b8a8_unorm')!;

describe('the text of a shader', () => {
  it('has textures of 8-bit and packed 16-bit formats, as the unsigned integers that they are stored as', () => {
    expect(codeTextureFormat(RGBA)).toBe('rgba8uint');
    expect(new Set(FORMATS.map(({ texelBytes }) => texelBytes))).toEqual(new Set([1, 2, 4]));
    const packed = FORMATS.filter((format) => codeTextureFormat(format) === 'r16uint').map(({ name }) => name);
    expect(packed).toEqual(expect.arrayContaining(['r5g6b5_unorm_pack16', 'a1r5g5b5_unorm_pack16']));
    expect(packed).toContain('r4g4b4a4_unorm_pack16');
    expect(FORMATS.map(({ name }) => name).filter((name) => !/_(unorm|snorm|srgb)/.test(name))).toEqual([]);
  });

  it.each(PRESETS)('of $name has arithmetic of integers alone, but for the function of fragments', (design) => {
    for (const language of SHADER_LANGUAGES) {
      const [arithmetic] = shaderText(design, RGBA, language).split('// For fragment shaders');
      expect(arithmetic.replaceAll(/\/\/.*/g, '')).not.toMatch(
        /\b(float|double|f32|f16|vec[24]f?)\b|\d\.\d|sqrt|log2\(|fma/,
      );
    }
  });

  it('has no name of its own without the prefix', () => {
    for (const language of SHADER_LANGUAGES) {
      const text = shaderText(PRESETS[0], RGBA, language);
      const names = [
        ...text.matchAll(/^(?:fn |(?:const )?(?:int|uint|bool|[ui]?vec\d) |const )(\w+)(?:[([]| =)/gm),
      ].map(([, name]) => name);
      expect(names.filter((name) => !name.startsWith('texunit_'))).toEqual([]);
      expect(names.length).toBeGreaterThan(40);
    }
  });

  it('is another one for each format, and for each design', () => {
    const texts = FORMATS.map((format) => shaderText(PRESETS[0], format, 'glsl'));
    expect(new Set(texts).size).toBe(FORMATS.length);
    expect(new Set(PRESETS.map((design) => shaderText(design, RGBA, 'wgsl'))).size).toBe(PRESETS.length);
  });
});
