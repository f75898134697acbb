import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { texelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { cFiles } from '../../src/forms/c/c-files.ts';
import { answersOf, type CState, programOf, requestOf } from './c-states.ts';

export const STRICT = ['-std=c99', '-ffp-contract=off', '-Wall', '-Wextra', '-Wconversion', '-Werror'];
export const SANITIZED = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

/** Formats of a single plane, with some of the blocks of ASTC. */
export const FORMATS = [...TEXEL_FORMATS.values()].filter(
  ({ name, planes, block, codec }) =>
    planes === null && (block === null || codec !== null) && !/^astc_(?!4x4|6x5|12x12)/.test(name),
);

/** A model in a folder, and the name of its files. */
interface WrittenModel {
  readonly at: string;
  readonly name: string;
}

/** Writes the model of a design, and the program that reads states. */
export function writeModel(folder: string, design: Design): WrittenModel {
  const at = join(folder, design.name);
  mkdirSync(join(at, 'dpi'), { recursive: true });
  const files = cFiles(design);
  for (const [name, content] of files) writeFileSync(join(at, name), content);
  const name = [...files.keys()].find((file) => file.endsWith('_steps.c'))!.slice(0, -8);
  writeFileSync(join(at, 'main.c'), programOf(name));
  return { at, name };
}

/** @returns the path of the program */
export function compile(compiler: string, { at, name }: WrittenModel, flags: readonly string[]): string {
  const program = join(at, `${compiler}${flags.join('')}`.replaceAll(/\W/g, '_'));
  const sources = ['main.c', `${name}.c`].map((source) => join(at, source));
  execFileSync(compiler, [...STRICT, ...flags, ...sources, '-o', program, '-lm'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return program;
}

/** A state and its quads. */
interface Work {
  readonly one: CState;
  readonly batch: QuadBatch;
}

const NOT_IN = 4;
/** A region of no texels. */
const NOTHING = { level: 0, layer: 0, x: 0, y: 0, z: 0, width: 0, height: 0, depth: 0 };

/** The colours of the units; null where the design's filter is too narrow for the format. */
function resultOf(design: Design, { one, batch }: Work): Float32Array | null {
  // No kernel covers images with texels that are not bound: the results are those of the units.
  const source = { ...one.source, unbound: [NOTHING] };
  const result = new Float32Array(16 * batch.count);
  try {
    new TextureUnit(design, texelMemory(design, [source]), [one.state]).sample(batch, result);
  } catch (error) {
    if (error instanceof DesignError) return null;
    throw error;
  }
  return result;
}

/**
 * Compares a program with the units: a line for the first wrong lane of each state, the states that the program alone
 * refuses, and the states and samples that were compared.
 */
export function compareWithModel(program: string, design: Design, work: readonly Work[]) {
  const input = Buffer.concat(work.map(({ one, batch }) => requestOf(one, batch)));
  const { status, stdout, stderr } = spawnSync(program, { input, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${program}: ${status}, ${stderr.toString()}`);
  const answers = answersOf(
    stdout,
    work.map(({ batch }) => batch.count),
  );
  const refused: CState[] = [];
  const wrong: string[] = [];
  let [states, samples] = [0, 0];
  for (const [n, { code, colors }] of answers.entries()) {
    const { one, batch } = work[n];
    const result = resultOf(design, work[n]);
    if (result === null) continue;
    if (code === NOT_IN) {
      refused.push(one);
      continue;
    }
    states++;
    samples += batch.active.reduce((sum, active) => sum + LANES[active], 0);
    const got = new Float32Array(colors.buffer);
    const at = result.findIndex((value, n) => !Object.is(value, got[n]));
    if (at < 0) continue;
    const expected = Object.is(result[at], -0) ? '-0' : result[at];
    wrong.push(`state ${n}, ${one.source.format.name}, lane ${at >> 2}: ${got[at]}, expected ${expected}`);
  }
  return { wrong, refused, states, samples };
}

/** The lanes of a quad that each mask has. */
const LANES = Array.from({ length: 16 }, (_, bits) => [0, 1, 2, 3].filter((lane) => (bits >> lane) & 1).length);
