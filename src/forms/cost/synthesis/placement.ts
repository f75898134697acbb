import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Port, READ_REGISTERED, registered, type TimedSynthesis } from './module-registers.ts';
import { SynthesisError, yosysFiles } from './synthesis.ts';

/** A module on an iCE40 HX8K, with the registers of its stage moved into it. */
export interface Placement {
  /** LUTs with four inputs, those of the chains around the module among them: one for each output. */
  readonly luts: number;
  /** Nanoseconds of the slowest path, placed and routed; null for a module that has more LUTs than the chip. */
  readonly period: number | null;
}

/** Cells of a LUT and a flip-flop of an iCE40 HX8K (Lattice, iCE40 LP/HX Family Data Sheet). */
const HX8K_LUTS = 7680;

/** Registers are moved before LUTs are made: resets and enables that Yosys finds there would keep them in their places. */
const RETIMING = ['strash', 'dc2', 'retime -M 4 -f', 'strash', 'dch', 'map', ''].join('\n');
const SYNTHESIS = 'synth_ice40 -top chained';
const PLACE = ['--hx8k', '--package', 'ct256', '--freq', '200', '--seed', '1', '--quiet', '--timing-allow-fail'];

/**
 * The programs that place, by their versions: a part of the key of every placement that is kept.
 *
 * @throws SynthesisError that names the Debian package of what is missing
 */
export function placementVersion(): string {
  const place = spawnSync('nextpnr-ice40', ['--version'], { encoding: 'utf8' });
  if (place.error !== undefined) {
    throw new SynthesisError('--place needs the program nextpnr-ice40: the Debian package nextpnr-ice40');
  }
  if (spawnSync('icetime', ['-h']).error !== undefined) {
    throw new SynthesisError('--place needs the program icetime: the Debian package fpga-icestorm');
  }
  const text = [place.stderr.trim(), RETIMING, SYNTHESIS, ...PLACE].join(' ');
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Places and routes a module: Yosys maps it to LUTs, nextpnr places and routes them, and icetime finds the slowest path.
 *
 * @throws SynthesisError with the last line that Yosys, nextpnr or icetime wrote
 */
export async function placeModule(synthesis: TimedSynthesis): Promise<Placement> {
  const { module, registers } = synthesis;
  const { files, ports } = await registered(synthesis, registers - 1);
  const commands = [
    ...READ_REGISTERED,
    ...(registers > 1 ? ['abc -dff -g AND,XOR,MUX -script retiming.abc'] : []),
    'read_verilog -sv chained.sv',
    SYNTHESIS,
    'delete t:$scopeinfo',
    'tee -q -o cells.json stat -json',
    'write_json chained.json',
  ];
  const tree = await yosysFiles(module, commands, { ...files, 'retiming.abc': RETIMING, 'chained.sv': chained(ports) });
  const used = JSON.parse(tree['cells.json']) as Stat;
  const luts = used.design.num_cells_by_type['SB_LUT4'] ?? 0;
  if (luts > HX8K_LUTS) return { luts, period: null };
  return { luts, period: slowestPath(module, tree['chained.json']) };
}

interface Stat {
  readonly design: { readonly num_cells_by_type: Readonly<Record<string, number>> };
}

/** The module between chains of flip-flops: the package has fewer pins than most modules. */
function chained(ports: readonly Port[]): string {
  const joined = (direction: Port['direction']) => ports.filter((port) => port.direction === direction);
  const bitsOf = (some: readonly Port[]) => some.reduce((sum, { bits }) => sum + bits, 0);
  const [inputs, outputs] = [joined('input'), joined('output')];
  const names = (some: readonly Port[], prefix: string) => some.map(({ name }) => `${prefix}_${name}`).join(', ');
  const declared = ports.map(({ name, direction, bits }) => `wire [${bits - 1}:0] ${direction}_${name};`);
  const pins = ports.map(({ name, direction }) => `.${name}(${direction}_${name})`);
  return [
    'module chained (input clock, input enters, input loads, output leaves);',
    ...declared,
    `reg [${bitsOf(inputs) - 1}:0] in, held; reg [${bitsOf(outputs) - 1}:0] out, shifted;`,
    `assign {${names(inputs, 'input')}} = held;`,
    'assign leaves = shifted[0];',
    'always @(posedge clock) begin',
    '  in <= {in, enters}; held <= in;',
    `  out <= {${names(outputs, 'output')}}; shifted <= loads ? out : shifted >> 1;`,
    'end',
    `inside module_inside (.clock(clock), ${pins.join(', ')});`,
    'endmodule',
  ].join('\n');
}

function slowestPath(module: string, netlist: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'texunit-placement-'));
  try {
    writeFileSync(join(folder, 'chained.json'), netlist);
    const placed = spawnSync('nextpnr-ice40', [...PLACE, '--json', 'chained.json', '--asc', 'chained.asc'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const failed = /ERROR: (.*)/.exec(placed.stderr)?.[1];
    if (failed !== undefined) throw new SynthesisError(`nextpnr-ice40 cannot place ${module}: ${failed}`);
    const timed = spawnSync('icetime', ['-d', 'hx8k', '-t', 'chained.asc'], { cwd: folder, encoding: 'utf8' });
    const nanoseconds = Number(/Total path delay: ([\d.]+) ns/.exec(timed.stdout)?.[1]);
    if (Number.isNaN(nanoseconds)) throw new SynthesisError(`icetime finds no path in ${module}: ${timed.stderr}`);
    return nanoseconds;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
