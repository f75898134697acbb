/** Languages of shaders. */
export const SHADER_LANGUAGES = ['glsl', 'wgsl'] as const;
export type ShaderLanguage = (typeof SHADER_LANGUAGES)[number];

/** Names of types in WGSL. */
const WGSL_TYPES: readonly (readonly [RegExp, string])[] = [
  [/\bint\b/g, 'i32'],
  [/\buint\b/g, 'u32'],
  [/\b([ui])vec([24])\b/g, 'vec$2$1'],
  [/\bvec([24])\b/g, 'vec$1f'],
  [/\busampler2D\b/g, 'texture_2d<u32>'],
];

/**
 * A text of functions in a language. It is GLSL with one declaration a line, and SELECT(no, yes, condition), which
 * takes both values. Operands of && and || are names or in parentheses, and have no effect: in WGSL these become & and |, which
 * are no branches. The names of its functions and tables get a prefix.
 */
export function inLanguage(text: string, language: ShaderLanguage, prefix: string): string {
  const own = new Set([...text.matchAll(/^(?:const )?\w+ (\w+)[([]/gm)].map(([, name]) => name));
  const named = text.replaceAll(/\w+/g, (word) => (own.has(word) ? `${prefix}${word}` : word));
  if (language === 'glsl') return named.replaceAll(/\b\w*SELECT\(/g, `${prefix}select(`);
  const declared = named
    .replaceAll(/^(\w+) (\w+)\((.*)\) \{$/gm, (_, type: string, name: string, list: string) => {
      const parameters = list.split(', ').map((parameter) => parameter.replace(/^(\w+) (\w+)$/, '$2: $1'));
      return `fn ${name}(${parameters.join(', ')}) -> ${type} {`;
    })
    .replaceAll(/^const int (\w+)\[(\d+)\] = int\[\d+\]\(/gm, 'const $1 = array<int, $2>(')
    .replaceAll(/^( +)(\w+) (\w+)\[(\d)\];/gm, '$1var $3: array<$2, $4>;')
    .replaceAll(/^( +)(bool|u?int|[ui]vec\d) (\w+)( =|;)/gm, '$1var $3: $2$4')
    .replaceAll(/for \(int (\w+) = /g, 'for (var $1: int = ')
    .replaceAll('SELECT(', 'select(')
    .replaceAll(/([&|])\1/g, '$1');
  return WGSL_TYPES.reduce((all, [type, name]) => all.replaceAll(type, name), declared);
}
