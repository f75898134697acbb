import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import { BASES } from '../../src/designs/bases.ts';
import { withFields } from '../../src/designs/with-fields.ts';
import { PROGRAM } from '../built-program.ts';
import { text } from '../docs/pages.ts';
import { Dice } from '../oracle/dice.ts';
import { D3D_MINIMUM, PRESETS } from '../oracle/presets.ts';
import { randomPlainDesign } from '../oracle/random-requests.ts';
import { tellingChips } from './c-designs.ts';
import { compareWithModel, compile, SANITIZED, STRICT, writeModel } from './c-programs.ts';
import { mixedStates } from './c-rare-states.ts';
import { randomQuads } from './c-states.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-c-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STATES = { plain: 120, cubic: 30, ones: 10, corners: 20, blocks: 10, denormals: 10 };
const QUADS = 30;

const model = (design: Design) => writeModel(folder, design);

/** What differs between a program and the model, and the states that are not in. */
function differences(program: string, design: Design, seed: number) {
  const dice = new Dice(seed);
  const work = mixedStates(dice, STATES).map((one) => ({ one, batch: randomQuads(dice, QUADS, one) }));
  return compareWithModel(program, design, work);
}

const COMPILERS = ['gcc', 'clang'] as const;

const dice = new Dice(35);
const RANDOM = Array.from({ length: 3 }, (_, n): Design => {
  const design = randomPlainDesign(dice, PRESETS[n]);
  const weightScale = n === 0 ? 'all-ones' : 'power-of-two';
  return { ...design, name: `random-${n}`, filter: { ...design.filter, weightScale } };
});

/** Designs of real chips, and one with fields that none of them has. */
const CHIPS: readonly Design[] = [
  ...['n64-rdp', 'sony-psp', 'gamecube-flipper', 'rasterix', 'nvidia-h100'].map((name) => BASES.get(name)!),
  {
    ...withFields(BASES.get('vortex')!, [
      ['address.pointRounding', 'ceil'],
      ['address.pointFractionBits', 3],
      ['address.gatherRounding', 'nearest-up'],
      ['lod.format', { integerBits: 9, fractionBits: 8 }],
      ['lod.levelWeightSlopes', [1, 1.5, 1.75, 2]],
      ['filter.srgbTable', Array.from({ length: 256 }, (_, code) => code * (code + 2))],
    ]),
    name: 'other-chip',
  },
  ...tellingChips(dice, PRESETS),
];

describe('the model in C', () => {
  for (const [n, design] of [...PRESETS, ...RANDOM].entries()) {
    const compiler = COMPILERS[n % COMPILERS.length];
    // The first design of each compiler is optimized; c-proof.ts has all of them with every level.
    const level = n < COMPILERS.length ? '-O1' : '-O0';
    it(`${design.name}: has the bits of the model, with ${compiler}`, () => {
      const { wrong, refused } = differences(compile(compiler, model(design), [level]), design, 1 + n);
      expect(wrong).toEqual([]);
      expect(refused.map(({ source }) => source.format.name)).toEqual([]);
    });
  }

  for (const [n, design] of CHIPS.entries()) {
    const compiler = COMPILERS[n % COMPILERS.length];
    it(`${design.name}: has the bits of the units of a real chip, with ${compiler}`, () => {
      const { wrong, refused } = differences(compile(compiler, model(design), ['-O0']), design, 100 + n);
      expect(wrong).toEqual([]);
      expect(refused.map(({ source }) => source.format.name)).toEqual([]);
    });
  }

  it('has the same bits, and no fault, under the sanitizers of addresses and undefined behaviour', () => {
    const made = model({ ...D3D_MINIMUM, name: 'sanitized' });
    const program = compile('gcc', made, SANITIZED);
    expect(differences(program, D3D_MINIMUM, 35).wrong).toEqual([]);
  });

  it('is refused by a compiler that may change its arithmetic', () => {
    const { at, name } = model({ ...D3D_MINIMUM, name: 'fast' });
    const { status, stderr } = spawnSync('gcc', ['-ffast-math', '-c', join(at, `${name}.c`), '-o', join(at, 'fast.o')]);
    expect([status, stderr.toString()]).toEqual([1, expect.stringContaining('compile without -ffast-math')]);
  });
});

describe('the page of the model in C', () => {
  const [, example] = /```c\n([^]*?)```/.exec(text('docs/c.md'))!;

  it('has an example that compiles with the library of the Makefile, and prints what it samples', () => {
    const at = join(folder, 'example');
    execFileSync(process.execPath, [PROGRAM, 'c', D3D_MINIMUM.name, '--out', at]);
    execFileSync('make', ['-C', at, 'CFLAGS=-O1'], { stdio: 'ignore' });
    writeFileSync(join(at, 'example.c'), example);
    const library = join(at, 'libtexunit_d3d11_3_minimum.a');
    execFileSync('gcc', [...STRICT, join(at, 'example.c'), library, '-o', join(at, 'example'), '-lm']);
    const lanes = execFileSync(join(at, 'example'), { encoding: 'utf8' }).trim().split('\n');
    expect(lanes).toEqual(['0.25 0.25 0.25 1', '0 0.5 0 1', '0 0 0.5 1', '0 0 0 1']);
  });
});

/** What a program prints that changes a description of a 2x2 image and makes a state of it. */
function refusals(changes: readonly string[]): readonly string[] {
  const made = model({ ...D3D_MINIMUM, name: 'refusals' });
  const makes = changes.map(
    (change) =>
      `describe(&d);\n  d.${change};\n  code = (int)${made.name}_make(&state, &d, &why);\n  printf("%d %s\\n", code, why);`,
  );
  const source = `#include "${made.name}.h"
#include <stdio.h>
static const unsigned char texels[16];
static void describe(texunit_description *d) {
  ${made.name}_describe(d);
  d->memory = texels;
  d->memory_bytes = sizeof texels;
  d->format = TEXUNIT_FORMAT_R8G8B8A8_UNORM;
  d->width = d->height = 2;
  d->levels[0].row_pitch = 8;
}
int main(void) {
  texunit_description d;
  ${made.name}_state *state;
  const char *why = "";
  int code;
  ${makes.join('\n  ')}
  return 0;
}
`;
  const file = join(made.at, 'refusals.c');
  writeFileSync(file, source);
  execFileSync('gcc', [file, join(made.at, `${made.name}.c`), '-o', join(made.at, 'refusals'), '-lm']);
  return execFileSync(join(made.at, 'refusals'), { encoding: 'utf8' }).trim().split('\n');
}

describe('a state in C', () => {
  it('is refused by name where it is wrong or not in', () => {
    const expected = {
      'width = 2': '0',
      'size = 4': '2 size: is not that of the description',
      'version = 1': '3 version: is not TEXUNIT_VERSION',
      'memory = NULL': '1 memory: is null',
      'memory_bytes = 15': '1 levels: are not in the memory',
      'levels[0].row_pitch = 9': '1 levels: are not in the memory',
      'levels[0].offset = UINT64_MAX': '1 levels: are not in the memory',
      'width = 0': '1 width, height, depth, layer_count: are not 1 to 2^20',
      'level_count = 2': '1 base_level, level_count: are not levels of the image',
      'base_level = UINT32_MAX': '1 base_level, level_count: are not levels of the image',
      'format = TEXUNIT_FORMATS': '1 an enumeration has a value that it lacks',
      'view_type = TEXUNIT_VIEW_TYPE_CUBE, d.levels[0].slice_pitch = 1': '1 levels: are not in the memory',
      'view_type = TEXUNIT_VIEW_TYPE_1D': '1 height, depth: the view lacks the axis',
      'format = TEXUNIT_FORMAT_G8_B8R8_2PLANE_420_UNORM': '4 format, aspect: are not in the model in C',
      'format = TEXUNIT_FORMAT_BC7_UNORM_BLOCK':
        '4 format: its blocks are not decoded by the model in C; give their texels (decoded)',
      'decoded = 1': '1 decoded: the model decodes the format itself',
      'operation = TEXUNIT_OPERATION_BLOCK_MATCH':
        '4 operation, view_type, format, filters: the state is not in the model in C',
      'view_min_lod = 1': '4 view_min_lod: beyond the last level of the view is not in the model in C',
    };
    expect(refusals(Object.keys(expected)).map((line) => line.trim())).toEqual(Object.values(expected));
  });
});
