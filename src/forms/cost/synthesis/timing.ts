import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOCK_PORT, READ_REGISTERED, registered, type TimedSynthesis, withRegisters } from './module-registers.ts';
import { SynthesisError, yosysFiles } from './synthesis.ts';

/** The cells of OSU in 0.18 um, at 1.8 V and 25 degrees Celsius: where their Debian package has them. */
const LIBERTY = '/usr/share/qflow/tech/osu018/osu018_stdcells.lib';

/** The slowest path from a flip-flop to a flip-flop. */
export interface Path {
  /** Cells between the flip-flops. */
  readonly depth: number;
  /** Nanoseconds in these cells. */
  readonly logic: number;
  /** Nanoseconds in the flip-flops: from the clock to the first one's output, and the setup of the last one. */
  readonly flipFlops: number;
}

/** A module in the cells of OSU in 0.18 um. */
export interface MappedModule {
  /** The path between a register at each input and one at each output. */
  readonly path: Path;
  /** Cells in um2, without the registers at its ports. Those within the module are counted. */
  readonly area: number;
}

/** A module as it is, and with the registers of its stage's latency, of which all but one are moved into it. */
export interface Timing extends MappedModule {
  readonly retimed: MappedModule;
}

/**
 * The script of `abc` that maps to the cells of a library: that of Yosys for a library and a load, without two steps.
 * `dretime` moves registers for the least area; `retime -M 4 -f` moves them forward for the least delay. `&fraig` takes
 * minutes to prove gates of a divider equal.
 */
const abcScript = (inside: boolean) =>
  [
    'strash',
    'scorr -C 20',
    'dc2',
    ...(inside ? ['retime -M 4 -f'] : []),
    'strash',
    '&get -n',
    '&dch -f',
    '&nf',
    '&put',
    'buffer -c',
    'topo',
    'upsize',
    'dnsize',
    '',
  ].join('\n');

/** The commands of Yosys that map the module to cells, with registers inside if any, and add those at its ports. */
const mapping = (inside: boolean) => [
  ...READ_REGISTERED,
  // Flip-flops with an enable become others and gates, which are mapped, too. Those that move are mapped afterwards.
  ...(inside ? [] : ['dfflibmap -liberty cells.lib']),
  `abc ${inside ? '-dff ' : ''}-liberty cells.lib -script cells.abc`,
  'dfflibmap -liberty cells.lib',
  'opt_clean -purge',
  'tee -q -o cells.txt stat -liberty cells.lib',
  'read_verilog -sv path.sv',
  'hierarchy -top path',
  'proc',
  'flatten',
  'simplemap',
  'dfflibmap -liberty cells.lib',
  'opt_clean -purge',
  'write_verilog -noattr -noexpr -simple-lhs path.v',
];

/**
 * The programs and files that give a time, by their versions: a part of the key of every time that is kept.
 *
 * @throws SynthesisError that names the Debian package of what is missing
 */
export function timingVersion(): string {
  const sta = spawnSync('sta', ['-version'], { encoding: 'utf8' });
  if (sta.error !== undefined) throw new SynthesisError('--timing needs the program sta: the Debian package opensta');
  return JSON.stringify([sta.stdout.trim(), digest(liberty()), mapping(true), abcScript(true)]);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function liberty(): string {
  try {
    return readFileSync(LIBERTY, 'utf8');
  } catch (cause) {
    throw new SynthesisError(`--timing needs ${LIBERTY}: the Debian package qflow-tech-osu018`, { cause });
  }
}

/**
 * Times a module: Yosys maps it to cells, and OpenSTA finds the slowest path.
 *
 * @throws SynthesisError with the last line that Yosys or OpenSTA wrote
 */
export async function timeModule(synthesis: TimedSynthesis): Promise<Timing> {
  const { module, registers } = synthesis;
  const mapped = async (inside: number): Promise<MappedModule> => {
    const { files: both, ports } = await registered(synthesis, inside);
    const files = {
      ...both,
      'cells.lib': liberty(),
      'cells.abc': abcScript(inside > 0),
      'path.sv': withRegisters('path', 'inside', [CLOCK_PORT, ...ports], 1, 1),
    };
    const tree = await yosysFiles(module, mapping(inside > 0), files);
    const [, area] = /Chip area for module .*: ([\d.]+)/.exec(tree['cells.txt']) ?? [];
    return { area: Number(area ?? 0), path: slowestPath(module, tree['path.v']) };
  };
  const plain = await mapped(0);
  return { ...plain, retimed: registers === 1 ? plain : await mapped(registers - 1) };
}

/** The slowest path of a netlist whose flip-flops all have one clock. */
function slowestPath(module: string, netlist: string): Path {
  const folder = mkdtempSync(join(tmpdir(), 'texunit-timing-'));
  try {
    writeFileSync(join(folder, 'path.v'), netlist);
    const commands = [
      `read_liberty ${LIBERTY}`,
      'read_verilog path.v',
      'link_design path',
      'create_clock -period 0 [get_ports clock]',
      'report_checks -path_delay max -digits 4',
    ];
    writeFileSync(join(folder, 'path.tcl'), `${commands.join('\n')}\nexit\n`);
    const { stdout, stderr } = spawnSync('sta', ['-no_splash', '-exit', 'path.tcl'], { cwd: folder, encoding: 'utf8' });
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
    const start = number(/([\d.]+) [v^] \S+\/Q /);
    const arrival = number(/([\d.]+) +data arrival time/);
    const setup = -number(/(-[\d.]+) +-?[\d.]+ +library setup time/);
    if (Number.isNaN(start + arrival + setup)) {
      throw new SynthesisError(`OpenSTA finds no path in ${module}: ${(stderr || stdout).trim().split('\n').at(-1)}`);
    }
    const depth = [...stdout.matchAll(/ [v^] \S+\/\w+ \(/g)].length - [...stdout.matchAll(/ \(DFF\w+\)/g)].length;
    return { depth, logic: fourDigits(arrival - start), flipFlops: fourDigits(start + setup) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The digits of OpenSTA's report. */
function fourDigits(nanoseconds: number): number {
  return Number(nanoseconds.toFixed(4));
}
