import { type Stage, STAGES } from '../../pipeline/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { fixed, type FixedFormat, unsignedFixed } from '../../rtl-model/fixed-point/format.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { bitsFor } from '../../rtl-model/registers/register-formats.ts';
import type { RegisterUnit } from '../../rtl-model/registers/register.ts';
import type { StateRegister, StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import type { VcdDump, Wire } from './vcd-dump.ts';

/** Texel addresses are 31-bit, the texel memory is. */
const ADDRESS_BITS = 31;

/** Which depth of the design is that of the FIFO behind a stage. */
const DEPTH_BEHIND = {
  frontEnd: 'lod',
  lod: 'address',
  address: 'tag',
  tag: 'fragment',
  data: 'decode',
  decode: 'filter',
  filter: 'result',
} as const satisfies Partial<Record<Stage, keyof Design['pipeline']['fifoDepth']>>;

type FifoStage = keyof typeof DEPTH_BEHIND;

export type PipelineWires = ReturnType<typeof declareWires>;

/**
 * Declares the wires of a pipeline, one scope a stage and one for the memory; FORMAT.md lists them.
 *
 * @param states of the run: their registers are the wires of the lanes
 * @param stages that the file shows; the memory goes with the tag stage
 */
export function declareWires(
  dump: VcdDump,
  design: Design,
  states: readonly StateRegisters[],
  stages: readonly Stage[] = STAGES,
) {
  const { tagsPerCycle } = design.cache;
  const holding = (stage: FifoStage) => ({
    ...stageWires(dump, design),
    fifo: dump.wire(bits('fifo', bitsFor(fifoCapacity(design, stage)))),
  });
  const scope = <T>(stage: Stage, declare: () => T): T => dump.scope(stage, declare, stages.includes(stage));
  const withTags = stages.includes('tag');
  return dump.scope('texunit', () => ({
    frontEnd: scope('frontEnd', () => ({
      ...holding('frontEnd'),
      state: dump.wire(bits('state', 16)),
      x: dump.wire(fixed('x', 32, 0)),
      y: dump.wire(fixed('y', 32, 0)),
      active: dump.wire(bits('active', QUAD_LANES)),
    })),
    lod: scope('lod', () => ({ ...holding('lod'), lanes: lanes(dump, () => registerWires(dump, states, 'lod')) })),
    address: scope('address', () => ({
      ...holding('address'),
      lanes: lanes(dump, () => registerWires(dump, states, 'address')),
    })),
    tag: scope('tag', () => ({
      ...holding('tag'),
      lookups: scopes(dump, 'lookup', tagsPerCycle, () => ({ ...lineWires(dump), hit: dump.wire(bits('hit', 1)) })),
    })),
    data: scope('data', () => holding('data')),
    decode: scope('decode', () => holding('decode')),
    filter: scope('filter', () => holding('filter')),
    result: scope('result', () => ({
      ...stageWires(dump, design),
      lanes: lanes(dump, () => registerWires(dump, states, 'result')),
    })),
    memory: dump.scope('memory', () => memoryWires(dump, design), withTags),
  }));
}

function stageWires(dump: VcdDump, { lod }: Design) {
  return {
    valid: dump.wire(bits('valid', 1)),
    quad: dump.wire(bits('quad', 32)),
    pass: dump.wire(bits('pass', bitsFor(2 * mostSamples(lod) - 1))),
    activity: dump.wire(bits('activity', 3)),
  };
}

/** The wires of a register of a lane, and the register under each state that uses it. */
export interface RegisterWires {
  readonly wires: readonly Wire[];
  readonly byState: readonly (StateRegister | undefined)[];
}

/** Wires for the registers that a unit writes: one an entry, of the widest format among the states. */
function registerWires(dump: VcdDump, states: readonly StateRegisters[], unit: RegisterUnit): readonly RegisterWires[] {
  const written = states.map((state) => state.outOf(unit));
  const names = [...new Set(written.flatMap((registers) => registers.map(({ name }) => name)))];
  return names.map((name) => {
    const byState = written.map((registers) => registers.find((register) => register.name === name));
    const used = byState.filter((register) => register !== undefined);
    const { snake, register, format } = used.reduce((a, b) => (b.format.width > a.format.width ? b : a));
    return {
      byState,
      wires: register.of.entries.map((entry) =>
        dump.wire('raw' in format ? bits(`${snake}${entry}`, format.width) : { ...format, name: `${snake}${entry}` }),
      ),
    };
  });
}

function memoryWires(dump: VcdDump, { cache: { outstandingMisses, tagsPerCycle } }: Design) {
  return {
    outstanding: dump.wire(bits('outstanding', bitsFor(outstandingMisses))),
    misses: scopes(dump, 'miss', tagsPerCycle, () => lineWires(dump)),
    fill: dump.scope('fill', () => lineWires(dump)),
  };
}

function lineWires(dump: VcdDump) {
  return { valid: dump.wire(bits('valid', 1)), line: dump.wire(bits('line', ADDRESS_BITS)) };
}

/** Entries that the registers of a stage and the FIFO behind it hold together. */
function fifoCapacity({ pipeline }: Design, stage: FifoStage): number {
  return pipeline.fifoDepth[DEPTH_BEHIND[stage]] + pipeline.latency[stage];
}

function lanes<T>(dump: VcdDump, declare: () => T): readonly T[] {
  return scopes(dump, 'lane', QUAD_LANES, declare);
}

function scopes<T>(dump: VcdDump, name: string, count: number, declare: () => T): readonly T[] {
  return Array.from({ length: count }, (_, n) => dump.scope(`${name}${n}`, declare));
}

function bits(name: string, width: number): FixedFormat {
  return unsignedFixed(name, width, 0);
}

function mostSamples(lod: Design['lod']): number {
  return lod.anisotropicRates[lod.anisotropicRates.length - 1];
}
