import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Design } from '../../../rtl-model/design/design.ts';
import { bindState } from '../../../rtl-model/state/binding.ts';
import { sourcesOf } from '../../../src/cost/rtl-sources.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { writeRoms } from '../../../traces/golden/roms.ts';
import { UNIT_PACKAGE, unitPackage } from '../../../traces/golden/unit-package.ts';
import { writeUnitQuads } from '../../../traces/golden/unit-quads.ts';
import { writeUnitStates } from '../../../traces/golden/unit-state.ts';
import { writeUnitLog } from '../../../traces/stages/unit-log.ts';
import { built, type Leaf, mutated } from '../verilated.ts';
import { STATES, type UnitTrace } from './unit-traces.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const example = join(root, 'traces/examples/texture-unit');

export interface UnitRun {
  /** With 2 or more, quads are offered and results are taken in one of so many cycles, and times are not compared. */
  readonly chance?: number;
  /** A mutant, as that of a leaf. */
  readonly replace?: Leaf['replace'];
}

/**
 * Runs the quads through the texture unit in SystemVerilog.
 *
 * @returns the first difference from the log of the stepped clock in words, or null
 */
export async function unitDifference(
  design: Design,
  { memory, states, quads }: UnitTrace,
  { chance = 1, replace }: UnitRun = {},
): Promise<string | null> {
  const program = await unitProgram(design, replace);
  const folder = mkdtempSync(join(tmpdir(), 'texture-unit-'));
  const write = (name: string, fill: (sink: TextSink) => void) => {
    const pieces: string[] = [];
    fill((text) => pieces.push(text));
    writeFileSync(join(folder, name), pieces.join(''));
  };
  const bindings = states.map((state) => bindState(design, memory, state));
  write('states.mem', (sink) => writeUnitStates(bindings, sink));
  write('quads.mem', (sink) => writeUnitQuads(design, STATES, quads, sink));
  write('expected.log', (sink) => writeUnitLog(design, memory, states, quads, sink));
  writeFileSync(join(folder, 'memory.bin'), memory.data.bytes);
  const { status, stdout, stderr } = spawnSync(join(program, 'bench'), [folder, String(chance)], {
    cwd: program,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  if (status === 0 && / lines agree\n$/.test(stdout)) return null;
  if (status !== 1) throw new Error(`the program of texture_unit ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** @returns the folder of the program */
export function unitProgram(design: Design, replace?: Leaf['replace']): Promise<string> {
  const roms: Record<string, string> = {};
  writeRoms(design, (name) => (text) => (roms[name] = (roms[name] ?? '') + text));
  return built('texture_unit', {
    top: 'texture_unit_bench',
    modules: { [UNIT_PACKAGE]: unitPackage(design, STATES), ...mutated(sources(), replace) },
    files: { ...roms, 'bench.cpp': readFileSync(join(example, 'bench.cpp'), 'utf8') },
    main: 'bench.cpp',
    lint: replace === undefined,
  });
}

/** The texts of the unit, its memory and its bench, packages first. */
function sources(): readonly (readonly [string, string])[] {
  const bench = 'texture_unit_bench.sv';
  return [
    ...sourcesOf('texture_unit'),
    ...sourcesOf('memory_port'),
    [bench, readFileSync(join(example, bench), 'utf8')],
  ];
}
