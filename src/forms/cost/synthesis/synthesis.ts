/** The module that is synthesized, with the values of its parameters. */
export interface Synthesis {
  readonly module: string;
  /** Numbers, constants with their size (40'h10), or the names of tables, which the module has by default. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The files of the module, packages first, and those of its tables, by name. */
  readonly sources: readonly (readonly [name: string, text: string])[];
}

/** The size of a module in an ASIC. */
export interface Gates {
  /** Transistors of NAND2, NOR2 and inverters, in units of a NAND2, which has four. */
  readonly nand2: number;
  readonly flipFlops: number;
}

/** The size of a module in three technologies. */
export interface Area extends Gates {
  /** Lattice iCE40: four-input LUTs and carry cells. */
  readonly ice40: { readonly luts: number; readonly carries: number };
  /** Lattice ECP5: four-input LUTs, two-bit carry cells and 18x18 multipliers. */
  readonly ecp5: { readonly luts: number; readonly carries: number; readonly multipliers: number };
}

/** A module that Yosys cannot synthesize. The message is one line. */
export class SynthesisError extends Error {
  override readonly name = 'SynthesisError';
}

/** Cells of a design by their types, as Yosys counts them. */
type Cells = Readonly<Record<string, number>>;

const NAND2_TRANSISTORS = 4;
/** Transistors of a gate of Yosys' `cmos2`. */
const TRANSISTORS: Cells = { $_NAND_: 4, $_NOR_: 4, $_NOT_: 2 };

/** The script of `abc` that maps to NAND2, NOR2 and inverters: smallest area, whatever the delay. */
export const ABC_SCRIPT = ['strash', 'dc2', 'dc2', 'strash', 'map -a', ''].join('\n');
const ABC_FILE = 'area.abc';

/** The flows of Yosys, each for a module that is read. */
export const FLOWS = {
  cmos: (top: string) => `synth -flatten -noabc -top ${top}; abc -g cmos2 -script ${ABC_FILE}; opt_clean`,
  ice40: (top: string) => `synth_ice40 -top ${top}`,
  ecp5: (top: string) => `synth_ecp5 -top ${top}`,
} as const;
type Flow = keyof typeof FLOWS;

/**
 * Synthesizes a module with Yosys.
 *
 * @throws SynthesisError with the last line that Yosys wrote
 */
export async function synthesize(synthesis: Synthesis): Promise<Area> {
  const { cmos, ice40, ecp5 } = await cellsOf(synthesis, ['cmos', 'ice40', 'ecp5']);
  return {
    ...gatesOf(cmos),
    ice40: { luts: ice40.SB_LUT4 ?? 0, carries: ice40.SB_CARRY ?? 0 },
    ecp5: { luts: ecp5.LUT4 ?? 0, carries: ecp5.CCU2C ?? 0, multipliers: ecp5.MULT18X18D ?? 0 },
  };
}

/**
 * Synthesizes a module for an ASIC alone, in a third of the time.
 *
 * @throws as `synthesize`
 */
export async function synthesizeGates(synthesis: Synthesis): Promise<Gates> {
  const { cmos } = await cellsOf(synthesis, ['cmos']);
  return gatesOf(cmos);
}

function gatesOf(cmos: Cells): Gates {
  const transistors = sum(cmos, (type, count) => (TRANSISTORS[type] ?? 0) * count);
  return {
    nand2: transistors / NAND2_TRANSISTORS,
    flipFlops: sum(cmos, (type, count) => (/^\$_S?DFF/.test(type) ? count : 0)),
  };
}

/** Runs flows on the module as it is after elaboration: a start of Yosys takes longer than a small module. */
async function cellsOf<F extends Flow>(synthesis: Synthesis, flows: readonly F[]): Promise<Readonly<Record<F, Cells>>> {
  const { module, sources } = synthesis;
  const script = [
    ...elaboration(synthesis),
    'design -save elaborated',
    ...flows.flatMap((flow) => ['design -load elaborated', FLOWS[flow](module), `tee -q -o ${flow}.json stat -json`]),
  ];
  const tree = await yosysFiles(module, script, { ...Object.fromEntries(sources), [ABC_FILE]: ABC_SCRIPT });
  const cells = flows.map((flow) => [flow, cellsIn(tree[`${flow}.json`])] as const);
  return Object.fromEntries(cells) as Record<F, Cells>;
}

/** The commands that elaborate a module with its parameters, under its name. */
export function elaboration({ module, parameters, sources }: Synthesis): readonly string[] {
  const names = sources.map(([name]) => name).filter((name) => name.endsWith('.sv'));
  // Yosys takes no text from a command: tables keep the names that modules know them by.
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    String(value).endsWith('.mem') ? [] : [`-chparam ${name} ${constant(value)}`],
  );
  return [
    // Modules are elaborated with their parameters alone: the tables of the default ones are no files.
    `read_verilog -sv -defer ${names.join(' ')}`,
    `hierarchy -top ${module} ${set.join(' ')}`,
    `rename -top ${module}`,
  ];
}

/**
 * Runs commands of Yosys on files.
 *
 * @returns the texts of the files that are there afterwards, by name
 * @throws SynthesisError with the last line that Yosys wrote
 */
export async function yosysFiles(module: string, script: readonly string[], files: Readonly<Record<string, string>>) {
  const { runYosys } = await import('@yowasp/yosys');
  let output = '';
  const print = (bytes: Uint8Array | null) => {
    if (bytes !== null) output += new TextDecoder().decode(bytes);
  };
  try {
    const tree = await runYosys(['-q', '-p', script.join('; ')], files, { stdout: print, stderr: print });
    return tree as Readonly<Record<string, string>>;
  } catch (cause) {
    const reason = output.trim().split('\n').at(-1) ?? '';
    throw new SynthesisError(`Yosys cannot synthesize ${module}: ${reason}`, { cause });
  }
}

/** A constant of 32 bits, or of its own size: Yosys takes no sign. */
function constant(value: number | string): string {
  return typeof value === 'number' && value < 0 ? `32'h${(2 ** 32 + value).toString(16)}` : String(value);
}

function cellsIn(stat: string): Cells {
  const { design } = JSON.parse(stat) as { readonly design: { readonly num_cells_by_type: Cells } };
  return design.num_cells_by_type;
}

function sum(cells: Cells, of: (type: string, count: number) => number): number {
  return Object.entries(cells).reduce((total, [type, count]) => total + of(type, count), 0);
}
