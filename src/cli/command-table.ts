import type { Command } from 'commander';

/** Gives a command its arguments, its options and its action. @param fails is called when a check finds fault */
export type CommandMaker = (command: Command, fails: () => void) => Command;

/** A command as the list of all commands shows it. */
export interface CommandEntry {
  readonly name: string;
  /** The usage after the name. */
  readonly usage: string;
  readonly description: string;
  /** Loads the modules of the command. */
  readonly load: () => Promise<CommandMaker>;
}

/** The commands in the order of the list. Only the modules of the command that is given are loaded. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'simulate',
    usage: '[options]',
    description: 'Draw a scene with a design: an image, where the cycles went, and traces of every stage.',
    load: async () => (await import('./commands/simulate-command.ts')).simulateCommand,
  },
  {
    name: 'sample',
    usage: '[options] <file>',
    description:
      'Carry out the requests of a trace (JSON Lines, gzip or not, or Parquet: traces/FORMAT.md): sample, gather, fetch, write, query ... One result line for each.',
    load: async () => (await import('./commands/sample-command.ts')).sampleCommand,
  },
  {
    name: 'compare',
    usage: '[options] [design]',
    description:
      'Draw a scene with two designs, or with one and the ideal one: the difference, and the part of the unit that it comes from.',
    load: async () => (await import('./commands/compare-command.ts')).compareCommand,
  },
  {
    name: 'explain',
    usage: '[options] <file>',
    description:
      'Show where the result of one request comes from: coordinates at each width, LOD, taps, weights, addresses, hits, cycles, texels, each lerp and sum; of a captured result, what is permitted and where the two part.',
    load: async () => (await import('./commands/explain-command.ts')).explainCommand,
  },
  {
    name: 'inspect',
    usage: '[options]',
    description:
      'Open the inspector in the browser: a picture of designs, the way of each pixel through the unit, design fields, cycles.',
    load: async () => (await import('./commands/inspect-command.ts')).inspectCommand,
  },
  {
    name: 'replay',
    usage: '[options] <trace>',
    description:
      'Replay a trace against designs: requests through the whole pipeline, texel accesses through caches and memory.',
    load: async () => (await import('./commands/replay-command.ts')).replayCommand,
  },
  {
    name: 'sweep',
    usage: '[options] <plan>',
    description:
      'Run the designs of a plan with its traces and scenes: a table with a row for each, which grows while it runs.',
    load: async () => (await import('./commands/sweep/sweep-command.ts')).sweepCommand,
  },
  {
    name: 'worker',
    usage: '[options]',
    description: 'Run designs of sweeps on other machines: those that texunit sweep --queue puts on a Redis server.',
    load: async () => (await import('./commands/sweep/worker-command.ts')).workerCommand,
  },
  {
    name: 'convert',
    usage: '[options] <trace> <out>',
    description: 'Write a trace in another encoding, or the texel accesses that a trace of requests makes.',
    load: async () => (await import('./commands/convert-command.ts')).convertCommand,
  },
  {
    name: 'study',
    usage: '',
    description: 'Rerun an experiment of the literature with the scenes of texunit (docs/studies.md).',
    load: async () => (await import('./commands/sweep/study-command.ts')).studyCommand,
  },
  {
    name: 'check',
    usage: '[options] [design]',
    description: "Judge a design, or somebody's results, by what D3D11.3 or Vulkan demand, rule by rule.",
    load: async () => (await import('./commands/check-command.ts')).checkCommand,
  },
  {
    name: 'fit',
    usage: '[options] <file>',
    description:
      'Find the design that gives measured rows: from every design that comes with texunit, field by field; and what to measure next.',
    load: async () => (await import('./commands/fit-command.ts')).fitCommand,
  },
  {
    name: 'minimize',
    usage: '[options] [design]',
    description: 'Find the narrowest widths of a design that still pass every rule, each alone and all together.',
    load: async () => (await import('./commands/minimize-command.ts')).minimizeCommand,
  },
  {
    name: 'area',
    usage: '[options] [design]',
    description: 'Show what a design costs: gates of its modules by synthesis, bits of memory, an estimate of energy.',
    load: async () => (await import('./commands/area-command.ts')).areaCommand,
  },
  {
    name: 'rtl',
    usage: '[options] <design>',
    description:
      'Write the texture unit of a design in SystemVerilog, its tables, and a bench that runs a request trace.',
    load: async () => (await import('./commands/rtl-command.ts')).rtlCommand,
  },
  {
    name: 'golden',
    usage: '[options] <design>',
    description: 'Write vectors of single steps for RTL test benches, at the corners of every register of a design.',
    load: async () => (await import('./commands/golden-command.ts')).goldenCommand,
  },
  {
    name: 'c',
    usage: '[options] <design>',
    description: 'Write the model of a design in C99, with the bits of texunit sample: a library for test benches.',
    load: async () => (await import('./commands/c-command.ts')).cCommand,
  },
  {
    name: 'shader',
    usage: '[options] <design>',
    description: 'Write functions in GLSL or WGSL that sample with the bits of a design, of integers alone.',
    load: async () => (await import('./commands/shader-command.ts')).shaderCommand,
  },
  {
    name: 'mips',
    usage: '[options] <pictures...>',
    description: 'Make the levels of an image as a single-pass downsampler does, and say what that costs.',
    load: async () => (await import('./commands/mips-command.ts')).mipsCommand,
  },
  {
    name: 'resolve',
    usage: '[options] <picture>',
    description: 'Resolve a multisampled HDR picture: plain, or tone-mapped sample by sample and back.',
    load: async () => (await import('./commands/resolve-command.ts')).resolveCommand,
  },
  {
    name: 'vcd-check',
    usage: '<file>',
    description:
      'Read a waveform as strictly as IEEE 1364-2005, clause 18, has it: declarations, scopes, codes, widths, times.',
    load: async () => (await import('./commands/vcd-check-command.ts')).vcdCheckCommand,
  },
  {
    name: 'designs',
    usage: '[options]',
    description: 'List the designs that come with texunit, or show one in full.',
    load: async () => (await import('./commands/designs-command.ts')).designsCommand,
  },
];
