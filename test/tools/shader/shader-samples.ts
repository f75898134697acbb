import type { Design } from '../../../rtl-model/design/design.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import { ADDRESS_MODES, DEFAULT_SAMPLER, MIPMAP_MODES, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { ShaderLanguage } from '../../../rtl-model/steps/shader/dialects.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { shaderText, codeTextureFormat } from '../../../src/forms/shader/shader-text.ts';
import type { Dice } from '../../oracle/dice.ts';
import { lanesOf } from '../../oracle/sampling.ts';

const REQUEST = [
  'addressModeU',
  'addressModeV',
  'magFilter',
  'minFilter',
  'mipmapMode',
  'levels',
  'bias',
  'minLod',
].concat(['maxLod', 'red', 'green', 'blue', 'alpha', 'isExplicit', 'u', 'v', 'dudx', 'dvdx', 'dudy', 'dvdy', 'lod']);

/** A compute shader of requests of one texture: what `shader-run.cpp` and `shader-run.js` run. */
export function computeShader(design: Design, format: TexelFormat, language: ShaderLanguage): string {
  const glsl = language === 'glsl';
  const word = (name: string) => `words[at + ${REQUEST.indexOf(name)}u]`;
  const integer = (name: string) => `${glsl ? 'int' : 'i32'}(${word(name)})`;
  const pair = (a: string, b: string) => `${glsl ? 'uvec2' : 'vec2u'}(${word(a)}, ${word(b)})`;
  const border = ['red', 'green', 'blue', 'alpha'].map(word).join(', ');
  const state = [
    ...REQUEST.slice(0, 6).map(integer),
    ...['bias', 'minLod', 'maxLod'].map(word),
    `${glsl ? 'uvec4' : 'vec4u'}(${border})`,
  ].join(', ');
  const head = glsl
    ? `#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform usampler2D image;
layout(std430, set = 0, binding = 1) readonly buffer Requests { uint words[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Results { uvec4 results[]; };
`
    : `@group(0) @binding(0) var image: texture_2d<u32>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4u>;
`;
  const lod = `if (${word('isExplicit')} != 0u) {
    lod = texunit_lod_of_operand(${word('lod')});
  } else {
    lod = texunit_lod_of_derivatives(image, ${pair('dudx', 'dvdx')}, ${pair('dudy', 'dvdy')});
  }`;
  const color = `texunit_color_bits(image, state, ${pair('u', 'v')}, lod)`;
  const main = glsl
    ? `void main() {
  uint n = gl_GlobalInvocationID.x;
  if (n >= uint(results.length())) return;
  uint at = n * ${REQUEST.length}u;
  TexunitSampler state = TexunitSampler(${state});
  int lod;
  ${lod}
  results[n] = ${color};
}
`
    : `@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&results)) { return; }
  let at = id.x * ${REQUEST.length}u;
  let state = TexunitSampler(${state});
  var lod: i32;
  ${lod}
  results[id.x] = ${color};
}
`;
  return `${head}${shaderText(design, format, language)}${main}`;
}

const STORED = ['r8uint', 'rg8uint', 'r16uint', 'rgba8uint'];

/** A texture with requests, as `shader-run.cpp` reads it, and the bits that the model gives. */
export interface ShaderBatch {
  readonly words: Uint32Array;
  readonly expected: Uint32Array;
  /** What a request is, for a message. */
  readonly told: (request: number) => object;
}

/** @param states samplers, each with `count` requests: quads of four */
export function shaderBatch(
  dice: Dice,
  design: Design,
  format: TexelFormat,
  states: number,
  count: number,
): ShaderBatch {
  const size = () => dice.pick([1, 2, 3, dice.integer(1, 40), 2 ** dice.integer(0, 7)]);
  const shape = { format, type: '2d', width: size(), height: size(), depth: 1, layers: 1 } as const;
  const most = 1 + Math.floor(Math.log2(Math.max(shape.width, shape.height)));
  const levels = Array.from({ length: dice.integer(1, most) }, (_, level) =>
    Uint8Array.from({ length: levelBytes(shape, level) }, () => dice.pick([0, 255, 128, dice.integer(0, 255)])),
  );
  const source: ImageSource = { ...shape, levels };
  const memory = layOutImages([source], design.cache.layout);
  const texels = levels.flatMap((bytes) => {
    const padded = new Uint8Array(4 * Math.ceil(bytes.length / 4));
    padded.set(bytes);
    return [...new Uint32Array(padded.buffer)];
  });
  const [words, expected, samplers]: [number[], number[], Sampler[]] = [[], [], []];
  for (let state = 0; state < states; state++) {
    const sampler = randomSampler(dice);
    samplers.push(sampler);
    const isExplicit = dice.chance(0.3);
    const batch = lanesOf(count, (b, lane) => {
      [b.s[lane], b.t[lane]] = [shape.width, shape.height].map((size) => coordinate(dice, size));
      b.lod[lane] = isExplicit ? dice.pick([0, dice.real(-2, 6), dice.real(-2, 6), NaN, 1e30, -Infinity, 1e-40]) : 0;
      const slope = dice.pick([0.001, 0.02, 0.1, 1]);
      for (const name of ['dsdx', 'dtdx', 'dsdy', 'dtdy'] as const) b[name][lane] = derivative(dice, slope);
      if (dice.chance(0.1)) [b.dsdy[lane], b.dtdy[lane]] = [b.dsdx[lane] * 2, b.dtdx[lane] * 2];
    });
    const result = new Float32Array(4 * count);
    const instruction = { op: 'sample', lod: isExplicit ? 'explicit' : 'gradient', projected: false } as const;
    const view = wholeView(memory.images[0]);
    new TextureUnit(design, memory, [{ image: 0, view, sampler, instruction }]).sample(batch, result);
    expected.push(...new Uint32Array(result.buffer));
    const { addressModeU, addressModeV, magFilter, minFilter, mipmapMode, mipLodBias, minLod, maxLod } = sampler;
    const ofState = [
      ...[addressModeU, addressModeV].map((mode) => ADDRESS_MODES.indexOf(mode)),
      ...[magFilter, minFilter].map((filter) => Number(filter === 'linear')),
      MIPMAP_MODES.indexOf(mipmapMode),
      levels.length,
      ...bitsOf(mipLodBias, minLod, maxLod, ...sampler.borderColor),
      Number(isExplicit),
    ];
    for (let n = 0; n < count; n++) {
      const { s, t, dsdx, dtdx, dsdy, dtdy, lod } = batch;
      words.push(...ofState, ...bitsOf(...[s, t, dsdx, dtdx, dsdy, dtdy, lod].map((operand) => operand[n])));
    }
  }
  const requests = states * count;
  const head = [
    STORED.indexOf(codeTextureFormat(format)!),
    shape.width,
    shape.height,
    levels.length,
    requests,
    REQUEST.length,
  ];
  return {
    words: Uint32Array.from([...head, ...texels, ...words]),
    expected: Uint32Array.from(expected),
    told: (request) => ({
      design: design.name,
      format: format.name,
      size: [shape.width, shape.height, levels.length],
      sampler: samplers[Math.floor(request / count)],
      operands: [
        ...new Float32Array(
          Uint32Array.from(words.slice(REQUEST.length * request + 13, REQUEST.length * (request + 1))).buffer,
        ),
      ],
    }),
  };
}

function bitsOf(...numbers: readonly number[]): readonly number[] {
  return [...new Uint32Array(Float32Array.from(numbers).buffer)];
}

function randomSampler(dice: Dice): Sampler {
  const filter = () => dice.pick(['nearest', 'linear', 'linear'] as const);
  const lod = () => dice.pick([0, dice.real(-1, 4), -0, 1e30, 1e-40]);
  const border = () => dice.pick([0, -0, 1, -1, 0.5, dice.real(-2, 2), 1e6, 1e-40, NaN, Infinity]);
  return {
    ...DEFAULT_SAMPLER,
    magFilter: filter(),
    minFilter: filter(),
    mipmapMode: dice.pick(MIPMAP_MODES),
    addressModeU: dice.pick(ADDRESS_MODES),
    addressModeV: dice.pick(ADDRESS_MODES),
    mipLodBias: dice.chance(0.6) ? 0 : dice.pick([dice.real(-3, 3), 1e9, 1e-40]),
    minLod: dice.chance(0.6) ? 0 : lod(),
    maxLod: dice.chance(0.6) ? 1000 : lod(),
    borderColor: [border(), border(), border(), border()],
  };
}

/** Coordinates in the image and around it, on ties of the snap, far away, and any bits. */
function coordinate(dice: Dice, size: number): number {
  const far = [NaN, Infinity, -Infinity, 1e30, -2000.25, 1e-40, -0, 0, 1025, -1024.5, 3e9, 1, -1, 2 ** -149];
  return dice.pick([
    dice.real(-1.2, 2.2),
    dice.real(0, 1),
    dice.integer(-2 * size, 4 * size) / (2 * size),
    (dice.integer(-999, 999) + 0.5) / (256 * size),
    dice.real(-100, 100),
    dice.chance(0.5) ? dice.pick(far) : dice.float32(),
  ]);
}

function derivative(dice: Dice, slope: number): number {
  if (dice.chance(0.9)) return dice.chance(0.1) ? 0 : dice.real(-slope, slope);
  return dice.pick([NaN, Infinity, -Infinity, 1e38, 1e-38, 1e-40, 2 ** -149, -0, dice.float32(), 1e20]);
}
