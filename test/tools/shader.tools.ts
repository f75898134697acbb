import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import { ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { UNCOMPRESSED_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import { shaderArithmetic } from '../../rtl-model/steps/shader/shader-arithmetic.ts';
import { BASES } from '../../src/designs/bases.ts';
import { withFields } from '../../src/designs/with-fields.ts';
import { preamble } from '../../src/forms/shader/shader-interface.ts';
import { shaderText, codeTextureFormat } from '../../src/forms/shader/shader-text.ts';
import { text } from '../docs/pages.ts';
import { Dice } from '../oracle/dice.ts';
import { D3D_MINIMUM, FULL_QUALITY, PRESETS } from '../oracle/presets.ts';
import { randomPlainDesign } from '../oracle/random-requests.ts';
import { computeShader, type ShaderBatch, shaderBatch } from './shader/shader-samples.ts';

const SOURCE = fileURLToPath(new URL('shader/', import.meta.url));
const WEBGPU = fileURLToPath(new URL('../../out/webgpu-capture/', import.meta.url));
const DRIVERS = '/usr/share/vulkan/icd.d';

const folder = mkdtempSync(join(tmpdir(), 'texunit-shader-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const FORMATS = [...UNCOMPRESSED_FORMATS.values()].filter((format) => codeTextureFormat(format) !== null);
const format = (name: string) => UNCOMPRESSED_FORMATS.get(name)!;

/** The first wrong results of batches, which a program wrote to a file. */
function differences(batches: readonly ShaderBatch[]): readonly object[] {
  const bytes = readFileSync(at('results.bin'));
  const got = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  expect(got).toHaveLength(batches.reduce((sum, { expected }) => sum + expected.length, 0));
  let first = 0;
  return batches.flatMap(({ expected, told }) => {
    const own = got.subarray(first, first + expected.length);
    first += expected.length;
    const wrong = expected.findIndex((word, n) => word !== own[n]);
    if (wrong < 0) return [];
    const request = Math.floor(wrong / 4);
    const color = (words: Uint32Array) => [...new Float32Array(words.slice(4 * request, 4 * request + 4).buffer)];
    return [{ ...told(request), got: color(own), expected: color(expected) }];
  });
}

function batchesOf(dice: Dice, design: Design, texels: TexelFormat, textures: number, states: number, count: number) {
  const batches = Array.from({ length: textures }, () => shaderBatch(dice, design, texels, states, count));
  writeFileSync(at('requests.bin'), Buffer.concat(batches.map(({ words }) => Buffer.from(words.buffer))));
  return batches;
}

function cpp(name: string, source: string): string {
  writeFileSync(at(`${name}.cpp`), source);
  execFileSync(
    'g++',
    ['-std=c++17', '-O1', '-fwrapv', `-I${SOURCE}`, `-I${folder}`, at(`${name}.cpp`), '-o', at(name)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return at(name);
}

describe('the arithmetic of shaders, as C++', () => {
  it('has the results of the arithmetic of the CPU', () => {
    const modes = ROUNDING_MODES.map((mode) => mode.replaceAll('-', '_'));
    const calls = ['f64_rounded', 'f64_rounded_sum', 'narrowed', 'i64_narrowed'].flatMap((of) =>
      modes.map((mode) => `${of}_${mode}(`),
    );
    const source = readFileSync(join(SOURCE, 'arithmetic.cpp'), 'utf8');
    const arithmetic = shaderArithmetic(`${source} ${calls.join(' ')}`);
    const needed = preamble('glsl').filter((part) => /^\w+ (SELECT|leading_zeros_of_word)\(/.test(part));
    writeFileSync(
      at('arithmetic.hpp'),
      ['#include "glsl.hpp"', ...needed, arithmetic].join('\n').replaceAll('SELECT(', 'select('),
    );
    expect(execFileSync(cpp('arithmetic', source), { encoding: 'utf8' })).toBe('0 wrong\n');
  });
});

const chip = (name: string) => BASES.get(name)!;

/** Designs of real chips with formats that their fields change, and one of fields that none of them has together. */
const CHIPS: readonly (readonly [Design, TexelFormat])[] = [
  [chip('n64-rdp'), format('r8g8b8a8_unorm')],
  [chip('sony-psp'), format('r5g6b5_unorm_pack16')],
  [chip('gamecube-flipper'), format('r8g8b8a8_unorm')],
  [chip('rasterix'), format('r5g5b5a1_unorm_pack16')],
  [chip('nvidia-h100'), format('r8g8b8a8_unorm')],
  [chip('nvidia-rtx3060'), format('r5g6b5_unorm_pack16')],
  [
    withFields(chip('voodoo1'), [
      ['address.pointRounding', 'ceil'],
      ['address.pointFractionBits', 3],
      ['address.mirroredFraction', 'complemented'],
      ['filter.sum', 'three-point-mid-texel'],
      ['filter.srgbTable', Array.from({ length: 256 }, (_, code) => code * (code + 2))],
    ]),
    format('r8g8b8a8_srgb'),
  ],
];

describe('the functions of a shader, as C++', () => {
  const dice = new Dice(35);
  const random = Array.from({ length: 3 }, (_, n): Design => {
    const design = randomPlainDesign(dice, PRESETS[n % PRESETS.length]);
    return { ...design, name: `random-${n}`, filter: { ...design.filter, weightScale: 'power-of-two' } };
  });
  const plain = [...PRESETS, ...random].map((design, n) => [design, FORMATS[(7 * n) % FORMATS.length]] as const);
  it.each([...plain, ...CHIPS].map(([design, texels], n) => [design.name, texels.name, design, texels, n] as const))(
    'have the bits of %s and %s, for every address mode and filter',
    (_name, _format, design, texels, n) => {
      const dice = new Dice(n + 1);
      const functions = shaderText(design, texels, 'glsl').replaceAll(/ = int\[\d+\]\(([^)]*)\)/g, ' = {$1}');
      const main = readFileSync(join(SOURCE, 'main.cpp'), 'utf8');
      const program = cpp(`functions-${n}`, `#include "glsl.hpp"\n${functions}\n${main}`);
      const batches = batchesOf(dice, design, texels, 20, 10, 100);
      execFileSync(program, [at('requests.bin'), at('results.bin')]);
      expect(differences(batches)).toEqual([]);
    },
  );
});

const DEVICES = {
  llvmpipe: () =>
    join(
      DRIVERS,
      readdirSync(DRIVERS).find((name) => name.startsWith('lvp_icd'))!,
    ),
  SwiftShader: () => '/usr/lib/chromium/vk_swiftshader_icd.json',
} as const;

/** Without the optimizations of LLVM, llvmpipe compiles in half of the time. */
function environment(driver: string): NodeJS.ProcessEnv {
  return { ...process.env, VK_ICD_FILENAMES: driver, VK_DRIVER_FILES: driver, GALLIVM_PERF: 'nopt' };
}

/** Two designs whose arithmetic differs in every unit, formats of each kind, and two chips with other filters. */
const CASES: readonly (readonly [Design, TexelFormat])[] = [
  [D3D_MINIMUM, format('r8g8b8a8_unorm')],
  [FULL_QUALITY, format('r5g6b5_unorm_pack16')],
  CHIPS[0],
  CHIPS[4],
];

describe('a shader on a GPU', () => {
  beforeAll(() => {
    if (!existsSync(join(WEBGPU, 'node_modules', 'webgpu'))) throw new Error('run .ci/install-tools tools first');
    execFileSync('cmake', ['-S', SOURCE, '-B', at('build')], { stdio: 'ignore' });
    execFileSync('cmake', ['--build', at('build')], { stdio: 'ignore' });
  });

  for (const [device, driver] of Object.entries(DEVICES)) {
    for (const [n, [design, texels]] of CASES.entries()) {
      it(`has the bits of ${design.name} and ${texels.name} on ${device}, in GLSL`, () => {
        const batches = batchesOf(new Dice(n + 1), design, texels, 20, 25, 40);
        writeFileSync(at('shader.comp'), computeShader(design, texels, 'glsl'));
        execFileSync('glslangValidator', ['-V', at('shader.comp'), '-o', at('shader.spv')], { stdio: 'ignore' });
        const files = [at('shader.spv'), at('requests.bin'), at('results.bin')];
        execFileSync(at('build/shader-run'), files, { env: environment(driver()), stdio: 'ignore' });
        expect(differences(batches)).toEqual([]);
      });
    }
  }

  // The WebGPU of the npm package takes no llvmpipe that lacks a feature that it asks for.
  for (const [n, [design, texels]] of CASES.entries()) {
    it(`has the bits of ${design.name} and ${texels.name} on SwiftShader, in WGSL`, () => {
      const batches = batchesOf(new Dice(n + 1), design, texels, 20, 25, 40);
      writeFileSync(at('shader.wgsl'), computeShader(design, texels, 'wgsl'));
      const run = [join(SOURCE, 'shader-run.js'), WEBGPU, at('shader.wgsl'), at('requests.bin'), at('results.bin')];
      execFileSync(process.execPath, run, { env: environment(DEVICES.SwiftShader()), stdio: 'ignore' });
      expect(differences(batches)).toEqual([]);
    });
  }

  it('is GLSL 4.50 and GLSL ES 3.10, for the page and for fragments', () => {
    const [, example] = /```glsl\n([^]*?)```/.exec(text('docs/shader.md'))!;
    for (const texels of FORMATS.filter((_, n) => n % 5 === 0)) {
      const functions = shaderText(D3D_MINIMUM, texels, 'glsl');
      for (const version of ['#version 450', '#version 310 es']) {
        const head = `${version}\n#define TEXUNIT_FRAGMENT\nprecision highp float;\n`;
        writeFileSync(at('shader.frag'), `${head}${functions}${example}`);
        const { length } = execFileSync('glslangValidator', [at('shader.frag')], { encoding: 'utf8' });
        expect(length).toBeLessThan(200);
      }
    }
  });
});
