import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Design } from '../../../rtl-model/design/design.ts';
import { bindState } from '../../../rtl-model/state/binding.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { PLAIN_SAMPLING, type UnitSampling } from '../../../src/forms/parameters/unit-widths.ts';
import { rtlFiles } from '../../../src/forms/rtl/rtl-files.ts';
import { writeRtlRun } from '../../../src/forms/rtl/rtl-run.ts';
import { type Built, built, DEEP } from '../programs.ts';
import { float32Pattern } from '../vectors.ts';
import { readSources, runScript } from '../yosys.ts';
import { failedAssertion, type Leaf, mutated } from '../verilated.ts';
import { STATES, type UnitTrace } from './unit-traces.ts';

export interface UnitRun {
  /** With 2 or more, quads are offered, results and requests are taken in one of so many cycles, and times are not compared. */
  readonly chance?: number;
  /** The parts of the run, 0 to 1, after each of which the unit is reset to begin anew. */
  readonly resets?: readonly number[];
  /** A text of the bench that stands in place of another. */
  readonly bench?: Leaf['replace'];
  /** A mutant, as that of a leaf. */
  readonly replace?: Leaf['replace'];
  /** True for a program that is built quickly and runs slowly, as all are but in a long run. */
  readonly isShort?: boolean;
  /** The samples that the unit takes beside those of the plain path; none if it is left out. */
  readonly sampling?: UnitSampling;
  /** The netlist that Yosys makes of the unit stands in its place. */
  readonly netlist?: boolean;
}

/**
 * Runs the quads through the texture unit in SystemVerilog, and compares its log with that of the stepped clock, whose
 * results are those of TextureUnit.
 *
 * @returns the first difference or the assertion that failed, in words, or null
 */
export async function unitDifference(
  design: Design,
  { memory, states, quads }: UnitTrace,
  {
    chance = 1,
    resets = [],
    bench,
    replace,
    isShort = !DEEP,
    netlist = false,
    sampling = PLAIN_SAMPLING,
  }: UnitRun = {},
): Promise<string | null> {
  const { folder: place } = await (netlist
    ? netlistProgram(design, sampling)
    : unitProgram(design, replace, isShort, bench, sampling));
  const folder = mkdtempSync(join(tmpdir(), 'texture-unit-'));
  const files = new Map<string, string[]>();
  const text = (name: string) => {
    const pieces: string[] = [];
    files.set(name, pieces);
    return (piece: string) => void pieces.push(piece);
  };
  const bytes = (name: string, content: Uint8Array) => writeFileSync(join(folder, name), content);
  const bindings = states.map((state) => bindState(design, memory, state));
  writeRtlRun(design, { memory, states, bindings }, quads, STATES, { text, bytes }, sampling);
  for (const [name, pieces] of files) writeFileSync(join(folder, name), pieces.join(''));
  checkResults(design, { memory, states, quads }, files.get('expected.log')!);
  const cycles = lastCycle(files.get('expected.log')!);
  const words = [folder, ...[chance, ...resets.map((part) => Math.floor(part * cycles))].map(String)];
  const { status, signal, stdout, stderr } = spawnSync(join(place, 'bench'), words, {
    cwd: place,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const failed = failedAssertion(stdout);
  if (failed !== null) return failed;
  if (status === 0 && stdout.endsWith(' lines agree\n')) return null;
  if (status !== 1) throw new Error(`the program of texture_unit ended with ${status ?? signal}: ${stdout}${stderr}`);
  return stdout;
}

/** The cycle of the last line of a log. */
function lastCycle(log: readonly string[]): number {
  return Number.parseInt(log.join('').trimEnd().split('\n').at(-1)!, 10);
}

/** @throws Error if a result of the log is not that of TextureUnit */
function checkResults(design: Design, { memory, states, quads }: UnitTrace, log: readonly string[]): void {
  const colors = new Float32Array(16 * quads.count);
  new TextureUnit(design, memory, states).sample(quads, colors);
  let results = 0;
  for (const line of log) {
    const [, event, quad, ...patterns] = line.trim().split(' ');
    if (event !== 'result' || quad === undefined) continue;
    const differs = patterns.some(
      (pattern, n) => pattern !== '-' && Number.parseInt(pattern, 16) !== float32Pattern(colors[16 * Number(quad) + n]),
    );
    if (differs || Number(quad) !== results++) throw new Error(`the stepped clock differs from TextureUnit: ${line}`);
  }
  if (results !== quads.count) throw new Error(`the stepped clock has ${results} results of ${quads.count}`);
}

/** The bench around the netlist that Yosys makes of the unit, whose wires have the names of the modules in it before theirs. */
async function netlistProgram(design: Design, sampling?: UnitSampling): Promise<Built> {
  const files = rtlFiles(design, STATES, sampling);
  const sources = [...files].filter(([name]) => name.endsWith('.sv') && name !== 'texture_unit_bench.sv');
  const around = /^(texture_unit_pkg|memory_port|axi4_\w+)\.sv$/;
  const roms = [...files].filter(([name]) => name.endsWith('.mem'));
  // A vector that joins bits of one step and the next is a loop to Verilator: it is split.
  const lowered = 'hierarchy -check -top texture_unit; proc; flatten; opt; splitnets -driver';
  const script = `${readSources(sources.map(([name]) => name))}; ${lowered}; write_verilog -noattr texture_unit.v`;
  const [text] = await runScript(script, Object.fromEntries([...sources, ...roms]), ['texture_unit.v']);
  const kept = sources.filter(([name]) => around.test(name));
  const bench = files.get('texture_unit_bench.sv')!.replaceAll(/\bunit\.([a-z]\w*\.\w+)/g, 'unit.\\$1 ');
  return built('texture_unit-netlist', {
    top: 'texture_unit_bench',
    modules: { ...Object.fromEntries(kept), 'texture_unit.v': text, 'texture_unit_bench.sv': bench },
    files: { ...Object.fromEntries(roms), 'bench.cpp': files.get('bench.cpp')! },
    main: 'bench.cpp',
    lint: false,
    isShort: true,
  });
}

export function unitProgram(
  design: Design,
  replace?: Leaf['replace'],
  isShort = !DEEP,
  bench: Leaf['replace'] = ['', ''],
  sampling?: UnitSampling,
): Promise<Built> {
  const files = [...rtlFiles(design, STATES, sampling)].map(([name, text]) => [name, text.replace(...bench)] as const);
  const modules = files.filter(([name]) => name.endsWith('.sv'));
  return built('texture_unit', {
    top: 'texture_unit_bench',
    modules: mutated(modules, replace),
    files: Object.fromEntries(files.filter(([name]) => name.endsWith('.mem') || name === 'bench.cpp')),
    main: 'bench.cpp',
    lint: replace === undefined,
    isShort,
  });
}
