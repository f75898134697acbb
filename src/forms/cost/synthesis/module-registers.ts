import { elaboration, type Synthesis, yosysFiles } from './synthesis.ts';

/**
 * A module, and the registers of its stage, before they are moved: one at its outputs, and others in a row at its inputs, or
 * between its steps, if it has a parameter REGISTERS.
 */
export interface TimedSynthesis extends Synthesis {
  readonly registers: number;
}

export interface Port {
  readonly name: string;
  readonly direction: 'input' | 'output';
  readonly bits: number;
}

export const CLOCK_PORT: Port = { name: 'clock', direction: 'input', bits: 1 };

/** A module in gates, and another one, `inside`, that has it and registers in front of its steps or its inputs. */
export interface RegisteredModule {
  /** The texts of both, by their names for Yosys. */
  readonly files: Readonly<Record<'cloud.il' | 'inside.sv', string>>;
  /** Those of `inside` but the clock, which it has always. */
  readonly ports: readonly Port[];
}

/**
 * @param inside the registers but that at the outputs
 * @throws SynthesisError with the last line that Yosys wrote
 */
export async function registered(synthesis: TimedSynthesis, inside: number): Promise<RegisteredModule> {
  const { module, sources, parameters } = synthesis;
  const hasPlaces = 'REGISTERS' in parameters;
  const placed = hasPlaces ? { ...synthesis, parameters: { ...parameters, REGISTERS: inside } } : synthesis;
  const flat = [...elaboration(placed), `synth -flatten -noabc -top ${module}`, 'rename -top cloud'];
  const read = await yosysFiles(module, [...flat, 'write_rtlil cloud.il'], Object.fromEntries(sources));
  const ports = portsOf(read['cloud.il']);
  return {
    files: {
      'cloud.il': read['cloud.il'],
      'inside.sv': withRegisters('inside', 'cloud', ports, hasPlaces ? 0 : inside, 0),
    },
    ports: ports.filter(({ name }) => name !== CLOCK_PORT.name),
  };
}

/** The commands that read both texts of a registered module and make them one of gates and flip-flops. */
export const READ_REGISTERED = [
  'read_rtlil cloud.il',
  'read_verilog -sv inside.sv',
  'hierarchy -top inside',
  'proc',
  'flatten',
  'simplemap',
  // A reset that was found in data would keep its flip-flops from moving with the others.
  'opt_clean',
  'dffunmap',
];

/** The ports of the module in RTLIL. */
function portsOf(rtlil: string): readonly Port[] {
  const wires = rtlil.matchAll(/^ {2}wire (?:width (\d+) )?(?:signed )?(input|output) \d+ (?:signed )?\\(\w+)$/gm);
  return [...wires].map(([, bits, direction, name]) => ({
    name,
    direction: direction as Port['direction'],
    bits: Number(bits ?? 1),
  }));
}

/** A module with a clock that instantiates another one, with registers in a row at each input and one or none at each output. */
export function withRegisters(
  top: string,
  inner: string,
  ports: readonly Port[],
  inputs: number,
  outputs: 0 | 1,
): string {
  const data = ports.filter(({ name }) => name !== CLOCK_PORT.name);
  const held = (input: boolean) => (input ? inputs : outputs) > 0;
  const registers = data
    .filter(({ direction }) => held(direction === 'input'))
    .map(({ name, direction, bits }) =>
      direction === 'input'
        ? `reg [${inputs * bits - 1}:0] held_${name}; always @(posedge clock) held_${name} <= {held_${name}, ${name}};`
        : `wire [${bits - 1}:0] next_${name}; reg [${bits - 1}:0] held_${name};
           always @(posedge clock) held_${name} <= next_${name}; assign ${name} = held_${name};`,
    );
  const pins = ports.map(({ name, direction, bits }) => {
    if (name === CLOCK_PORT.name || !held(direction === 'input')) return `.${name}(${name})`;
    // The oldest value is at the high end.
    return direction === 'input' ? `.${name}(held_${name}[${inputs * bits - 1}-:${bits}])` : `.${name}(next_${name})`;
  });
  return [
    `module ${top} (${[CLOCK_PORT, ...data].map(({ name, direction, bits }) => `${direction} [${bits - 1}:0] ${name}`).join(', ')});`,
    ...registers,
    `${inner} module_inside (${pins.join(', ')});`,
    'endmodule',
  ].join('\n');
}
