import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../../../rtl-model/steps/shader/dialects.ts';
import { shaderArithmetic } from '../../../../rtl-model/steps/shader/shader-arithmetic.ts';
import { NoShaderForm, shaderFunction } from '../../../../rtl-model/steps/shader/shader-form.ts';
import { shaderType, stepRange } from '../../../../rtl-model/steps/shader/step-types.ts';
import { StepGraph } from '../../../../rtl-model/steps/step-graph.ts';

describe('steps in a shader', () => {
  it('are integers of 32 bits where their range has these, and of two words beyond', () => {
    const s = new StepGraph();
    const a = s.register('a', 'integer', 0, 2 ** 20);
    expect(shaderType(s.multiply(a, s.constant(2 ** 10)))).toBe('int');
    const wide = s.multiply(a, s.constant(2 ** 11));
    expect(shaderType(wide)).toBe('wide');
    expect(shaderFunction('int wide(int a)', s, s.shiftRight(wide, 4))).toBe(
      [
        'int wide(int a) {',
        `  uvec2 n${wide.id} = i64_multiply(i64_of(a), i64_of(2048));`,
        `  int n${wide.id + 2} = int((i64_right(n${wide.id}, 4u)).x);`,
        `  return n${wide.id + 2};`,
        '}',
      ]
        .join('\n')
        .replaceAll(`n${wide.id + 2}`, `n${s.shiftRight(wide, 4).id}`),
    );
  });

  it('have the range of a rest by a size, and of an index that is inside', () => {
    const s = new StepGraph();
    const i = s.register('i', 'integer', -(2 ** 30), 2 ** 30);
    const size = s.register('size', 'integer', 1, 64);
    const images = s.saturated(s.floor(s.divide(s.double(i), s.double(size))));
    const rest = s.subtract(i, s.multiply(images, size));
    expect(stepRange(rest)).toEqual([0, 63]);
    const outside = s.or(s.less(i, s.constant(0)), s.less(s.subtract(size, s.constant(1)), i));
    expect(stepRange(s.when(outside, () => rest, i))).toEqual([0, 63]);
    expect(stepRange(s.when(s.not(outside), () => rest, i))).toEqual([-(2 ** 30), 2 ** 30]);
  });

  it('divide integers as integers where the floor of their quotient is taken', () => {
    const s = new StepGraph();
    const [a, b] = ['a', 'b'].map((name) => s.register(name, 'integer', 1, 1000));
    const text = shaderFunction('int f(int a, int b)', s, s.saturated(s.floor(s.divide(s.double(a), s.double(b)))));
    expect(text).toContain(' = floor_quotient(a, b);');
    expect(text).not.toContain('f64');
  });

  it('are refused by their name where a shader has no form of them', () => {
    const s = new StepGraph();
    const register = s.register('a', 'float32');
    const text = () => shaderFunction('int f(uint a)', s, s.bits(s.neighbor(register, [1, 0, 3, 2])));
    expect(text).toThrow(NoShaderForm);
    expect(text).toThrow('the step neighbor of float32 has no form in a shader');
  });
});

describe('the arithmetic of shaders', () => {
  it('has the functions that a text calls, each after those that it calls', () => {
    const text = shaderArithmetic('f64_square_root(x) narrowed_floor(y)');
    const names = [...text.matchAll(/^\w+ (\w+)\(/gm)].map(([, name]) => name);
    expect(names).toContain('f64_square_root');
    expect(names).toContain('narrowed_floor');
    expect(names).not.toContain('f64_divide');
    const later = names.flatMap((name, n) =>
      names
        .slice(n + 1)
        .filter((other) => new RegExp(`\\b${other}\\(`).test(text.split(`${name}(`)[1].split('\n}')[0])),
    );
    expect(later).toEqual([]);
  });
});

describe('a text in a language', () => {
  const TEXT = `const int table[2] = int[2](
  1, 2
);

int doubled(int a, uvec2 b) {
  uint c = b.x;
  int d[4];
  for (int n = 0; n < 2; n++) {
    d[n] = table[n];
  }
  return SELECT(d[0], a, c == 0u);
}`;

  it('is the text with a prefix, in GLSL', () => {
    const glsl = inLanguage(TEXT, 'glsl', 'p_');
    expect(glsl).toContain('const int p_table[2] = int[2](');
    expect(glsl).toContain('int p_doubled(int a, uvec2 b) {');
    expect(glsl).toContain('d[n] = p_table[n];');
    expect(glsl).toContain('return p_select(d[0], a, c == 0u);');
  });

  it('has declarations, parameters and types of WGSL', () => {
    expect(inLanguage(TEXT, 'wgsl', 'p_')).toBe(`const p_table = array<i32, 2>(
  1, 2
);

fn p_doubled(a: i32, b: vec2u) -> i32 {
  var c: u32 = b.x;
  var d: array<i32, 4>;
  for (var n: i32 = 0; n < 2; n++) {
    d[n] = p_table[n];
  }
  return select(d[0], a, c == 0u);
}`);
  });
});
