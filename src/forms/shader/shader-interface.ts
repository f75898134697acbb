import type { ShaderLanguage } from '../../../rtl-model/steps/shader/dialects.ts';

/** The fields of a sampler: enumerations by the numbers of their lists, floats as bits. */
const SAMPLER: readonly (readonly [type: string, name: string, comment: string])[] = [
  ['int', 'addressModeU', '0 repeat, 1 mirrored_repeat, 2 clamp_to_edge, 3 clamp_to_border, 4 mirror_clamp_to_edge'],
  ['int', 'addressModeV', 'the same'],
  ['int', 'magFilter', '0 nearest, 1 linear'],
  ['int', 'minFilter', '0 nearest, 1 linear'],
  ['int', 'mipmapMode', '0 nearest, 1 linear'],
  ['int', 'levels', 'of the texture'],
  ['uint', 'bias', 'bits of a float: the bias of the sampler plus that of the instruction'],
  ['uint', 'minLod', 'bits of a float'],
  ['uint', 'maxLod', 'bits of a float'],
  ['uvec4', 'border', 'bits of four floats'],
];

function sampler(language: ShaderLanguage): string {
  const fields = SAMPLER.map(([type, name, comment]) =>
    language === 'glsl' ? `  ${type} ${name}; // ${comment}` : `  ${name}: ${type}, // ${comment}`,
  );
  return ['struct TexunitSampler {', ...fields, language === 'glsl' ? '};' : '}'].join('\n');
}

/** The parts that differ between the languages: the sampler, and functions of textures. */
export function preamble(language: ShaderLanguage): readonly string[] {
  const glsl = language === 'glsl';
  const fetched = glsl ? 'texelFetch' : 'textureLoad';
  // Sizes of levels in which invocations differ are not asked for: llvmpipe gives all of them that of the first one.
  const size = (axis: string) =>
    `max(${glsl ? 'textureSize' : 'int(textureDimensions'}(image, 0).${axis}${glsl ? '' : ')'} >> uint(level), 1)`;
  const head = glsl
    ? [
        '#ifdef GL_ES\nprecision highp int;\nprecision highp usampler2D;\n#endif',
        // Functions, because an operator with calls as operands becomes a branch.
        ...['int', 'uint', 'uvec2', 'bool'].map(
          (type) => `${type} SELECT(${type} no, ${type} yes, bool condition) {\n  return condition ? yes : no;\n}`,
        ),
      ]
    : [];
  return [
    ...head,
    sampler(language),
    `uvec4 fetched_texel(usampler2D image, int x, int y, int level) {\n  return ${fetched}(image, ivec2(x, y), level);\n}`,
    `int width_of_level(usampler2D image, int level) {\n  return ${size('x')};\n}`,
    `int height_of_level(usampler2D image, int level) {\n  return ${size('y')};\n}`,
    `uint leading_zeros_of_word(uint word) {\n  return ${glsl ? 'uint(31 - findMSB(word))' : 'countLeadingZeros(word)'};\n}`,
  ];
}

/** The functions that a program calls, beside `lod_of_derivatives` and `lod_of_operand`. */
export function interfaceOf(language: ShaderLanguage): readonly string[] {
  const glsl = language === 'glsl';
  const bits = glsl ? 'floatBitsToUint' : 'bitcast<uvec2>';
  const [dx, dy] = (glsl ? ['dFdx', 'dFdy'] : ['dpdx', 'dpdy']).map((of) => `${bits}(${of}(uv))`);
  const fragment = `// For fragment shaders: the derivatives are those of the GPU.
vec4 color_of_fragment(usampler2D image, TexunitSampler state, vec2 uv) {
  uvec4 color = color_bits(image, state, ${bits}(uv), lod_of_derivatives(image, ${dx}, ${dy}));
  return ${glsl ? 'uintBitsToFloat' : 'bitcast<vec4>'}(color);
}`;
  return [
    `// The bits of r, g, b and a at coordinates that are bits of floats, of a LOD of one of the two functions above.
uvec4 color_bits(usampler2D image, TexunitSampler state, uvec2 uv, int lod) {
  ivec4 levels = selected_levels(state, lod_bounds(state), lod);
  return sampled_color(image, state, border_codes(state), uv, levels);
}`,
    glsl ? `#ifdef TEXUNIT_FRAGMENT\n${fragment}\n#endif` : fragment,
  ];
}
