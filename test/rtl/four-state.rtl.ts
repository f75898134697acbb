import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from '../../src/forms/rtl/rtl-sources.ts';
import { DRIVEN, type Driven, PREFETCHING_CACHE } from './driven-modules.ts';
import { newFolder } from './library.ts';

type Module = keyof typeof DRIVEN;

/**
 * The outputs that have no X after a reset, each with the condition under which it has a meaning. Of the modules with resets,
 * filter_unit is not here, because Icarus 11 does not come to an end in the combinational logic of its results.
 */
const KNOWN: Partial<Readonly<Record<Module, Readonly<Record<string, string>>>>> = {
  fifo: { push_ready: '1', pop_valid: '1', pop_item: 'driven.pop_valid' },
  stepped_stage: { in_ready: '1', out_valid: '1', out_item: 'driven.out_valid' },
  address_stage: { in_ready: '1', pass: '1', out_valid: '1', out_item: 'driven.out_valid' },
  memory_port: { response_valid: '1' },
  request_queue: { request_valid: '1', request_line: 'driven.request_valid' },
  axi4_read: {
    request_ready: '1',
    response_valid: '1',
    response_line: 'driven.response_valid',
    failed: '1',
    arvalid: '1',
    rready: '1',
  },
  tag_store: { made: '1', hits: '1', ways: '&driven.made' },
  texel_cache: {
    pass_ready: '1',
    miss_valid: '1',
    miss_lines: '&driven.miss_valid',
    request_valid: '1',
    request_lines: '&driven.request_valid',
    read_valid: '1',
  },
  prefetch_buffer: { ahead: '1', slots: '1', request_valid: '1', request_lines: '1', request_slots: '1' },
  line_slots: { is_there: '1' },
  l2_cache: {
    memory_valid: '1',
    memory_line: 'driven.memory_valid',
    response_valid: '1',
    response_line: 'driven.response_valid',
  },
};

/** The drivers of a module whose parameters select its registers: one for each choice of them. */
const DRIVES: Partial<Readonly<Record<Module, readonly Driven[]>>> = {
  // A FIFO whose items come late; those of the texel cache do not.
  fifo: [{ ...DRIVEN.fifo, parameters: { ...DRIVEN.fifo.parameters, LATE: 1 } }],
  texel_cache: [DRIVEN.texel_cache, PREFETCHING_CACHE],
};

const MODULES = Object.keys(KNOWN) as Module[];
const RUNS = MODULES.flatMap((module) =>
  (DRIVES[module] ?? [DRIVEN[module]]).map((driven) => [module, driven.parameters, driven] as const),
);

/** The sources of a module and of what drives it. */
function sourcesFor(module: Module): ReadonlyMap<string, string> {
  return sourcesOf(module, ...(module === 'texel_cache' ? ['request_queue', 'memory_port'] : []));
}

/** A module as Icarus 11 reads it: without the checks of parameters, and without enumerations of a package for them. */
function readable(text: string): string {
  return text
    .replace(/^ *if \([^\n]*\) (begin : \w+\s+)?\$error\("[^"]*"\);(\s+end)?$/gm, '')
    .replace(/parameter \w+_pkg::\w+_e /g, 'parameter logic [2:0] ');
}

/** A run of a module from unknown registers on, with a reset of one cycle at its begin and another in its midst. */
function bench(module: Module, { parameters, ports, text = '' }: Driven): string {
  const connected = (values: Readonly<Record<string, string | number>>) =>
    Object.entries(values)
      .map(([name, value]) => `.${name}(${value})`)
      .join(', ');
  const checks = Object.entries(KNOWN[module]!).map(
    ([output, condition]) => `
      if ((${condition}) && ^driven.${output} === 1'bx) begin
        $display("${output} is unknown in cycle %0d", cycle);
        $finish;
      end`,
  );
  return `module four_state;
  logic clock, reset;
  logic [191:0] bits;
  integer cycle;${text}
  ${module} #(${connected(parameters)}) driven (.clock, .reset, ${connected(ports)});
  initial begin
    for (cycle = 0; cycle < ${CYCLES}; cycle = cycle + 1) begin
      clock = 1'b0;
      bits = {$urandom, $urandom, $urandom, $urandom, $urandom, $urandom};
      reset = cycle == 0 || cycle == ${CYCLES / 2};
      #1;
      if (!reset) begin${checks.join('')}
      end
      clock = 1'b1;
      #1;
    end
    $display("${END}");
  end
endmodule
`;
}

const CYCLES = 400;
const END = 'end';

/** @returns what a run prints before its end: an output that is unknown, or assertions that fail from the first reset on */
function unknown(module: Module, driven: Driven, sources = sourcesFor(module)): string {
  const texts = Array.from(sources, ([name, text]) => [name, readable(text)] as const);
  const files = { ...Object.fromEntries(texts), 'four_state.sv': bench(module, driven) };
  const cwd = newFolder(files);
  try {
    const words = ['-g2012', '-s', 'four_state', '-o', 'bench', ...sources.keys(), 'four_state.sv'];
    const { status, stderr, error } = spawnSync('iverilog', words, { cwd, encoding: 'utf8' });
    if (error !== undefined) throw new Error('there is no program iverilog: the Debian package of that name has it');
    if (status !== 0) throw new Error(`iverilog ended with ${status}\n${stderr}`);
    const { stdout } = spawnSync('vvp', ['-n', 'bench'], { cwd, encoding: 'utf8' });
    // Nothing resets a memory: before the first reset, its addresses are unknown.
    return stdout.replace(/^ERROR: .*\n +Time: 1 Scope: .*\n/gm, '');
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** A reset: of a register alone, of several ones, or beside another condition. */
const RESET = /reset (?:\|\| [^?;]+)?\? '0 : |!reset && |reset \|\| |(if \()(reset)(?=\))/g;

describe('four-state simulation', () => {
  it.each(RUNS)('of %s %o has no unknown handshake or item from the first reset on', (module, _, driven) => {
    expect(unknown(module, driven)).toBe(`${END}\n`);
  });

  /** The resets of registers, but for those of assertions: each by its file, its line and the text without it. */
  const resets = Array.from(sourcesOf(...MODULES)).flatMap(([file, text]) => {
    const [logic] = text.split('`ifndef SYNTHESIS');
    return Array.from(logic.matchAll(RESET), ({ index, 0: { length }, 1: before, 2: after }) => ({
      file,
      line: logic.slice(0, index).split('\n').length,
      mutant: `${text.slice(0, index)}${before ?? ''}${after === undefined ? '' : "1'b0"}${text.slice(index + length)}`,
    }));
  });

  it.each(resets)('finds that $file:$line is not reset', ({ file, mutant }) => {
    const users = RUNS.filter(([module]) => sourcesFor(module).has(file));
    const prints = users.map(([module, , driven]) =>
      unknown(module, driven, new Map([...sourcesFor(module), [file, mutant]])),
    );
    expect(prints.some((text) => text !== `${END}\n`)).toBe(true);
  });
});
