import { ACTIVITIES, capacities, type Stage, STAGE_RECORDS, STAGES } from '../../pipeline/stages/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { fixed, type FixedFormat, unsignedFixed } from '../../rtl-model/fixed-point/format.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { bitsFor } from '../../rtl-model/registers/register-formats.ts';
import type { RegisterUnit } from '../../rtl-model/registers/register.ts';
import { LANE_TAPS } from '../../rtl-model/state/sample-shape.ts';
import type { StateRegister, StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import type { VcdDump, Wire } from './vcd-dump.ts';

/** Texel addresses are 31-bit, the texel memory is. */
const ADDRESS_BITS = 31;

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
  return dump.scope('texunit', () => {
    dump.clock(bits('clock', 1));
    return {
      ...stageScopes(dump, design, states, stages),
      memory: dump.scope('memory', () => memoryWires(dump, design), stages.includes('tag')),
    };
  });
}

function stageScopes(dump: VcdDump, design: Design, states: readonly StateRegisters[], shown: readonly Stage[]) {
  const capacity = capacities(design.pipeline);
  const own = ownWires(dump, design, states);
  type Own = typeof own;
  const scopes = STAGES.map((stage, s) => {
    const declare = () => ({
      ...stageWires(dump, design),
      ...(STAGE_RECORDS[stage].fifo !== null && { fifo: dump.wire(bits('fifo', bitsFor(capacity[s]))) }),
      ...(own as Partial<Record<Stage, () => object>>)[stage]?.(),
    });
    return [stage, dump.scope(stage, declare, shown.includes(stage))];
  });
  return Object.fromEntries(scopes) as {
    readonly [S in Stage]: StageWires & (S extends keyof Own ? ReturnType<Own[S]> : unknown);
  };
}

/** The wires that only some stages have. */
function ownWires(dump: VcdDump, design: Design, states: readonly StateRegisters[]) {
  return {
    frontEnd: () => ({
      state: dump.wire(bits('state', 16)),
      x: dump.wire(fixed('x', 32, 0)),
      y: dump.wire(fixed('y', 32, 0)),
      active: dump.wire(bits('active', QUAD_LANES)),
    }),
    lod: () => ({ lanes: lanes(dump, () => registerWires(dump, states, 'lod')) }),
    address: () => ({ lanes: lanes(dump, () => registerWires(dump, states, 'address')) }),
    tag: () => ({
      lookups: scopes(dump, 'lookup', design.cache.tagsPerCycle, () => ({
        ...lineWires(dump),
        hit: dump.wire(bits('hit', 1)),
      })),
    }),
    data: () => ({
      words: lanes(dump, () => numbers(LANE_TAPS).map((tap) => dump.wire(bits(`word${tap}`, 32)))),
    }),
    decode: () => ({ lanes: lanes(dump, () => registerWires(dump, states, 'decode')) }),
    filter: () => ({ lanes: lanes(dump, () => registerWires(dump, states, 'filter')) }),
    result: () => ({ lanes: lanes(dump, () => registerWires(dump, states, 'result')) }),
  };
}

/** The wires of every stage; the last one has no FIFO after it. */
type StageWires = ReturnType<typeof stageWires> & { readonly fifo?: Wire };

function stageWires(dump: VcdDump, { lod }: Design) {
  return {
    valid: dump.wire(bits('valid', 1)),
    quad: dump.wire(bits('quad', 32)),
    pass: dump.wire(bits('pass', bitsFor(2 * mostSamples(lod) - 1))),
    activity: dump.wire(bits('activity', bitsFor(ACTIVITIES.length - 1))),
  };
}

/** The wires of a register of a lane, and the register under each state that uses it. */
export interface RegisterWires {
  readonly wires: readonly Wire[];
  readonly byState: readonly (StateRegister | undefined)[];
  readonly width: number;
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
      width: format.width,
      wires: register.of.entries.map((entry) => dump.wire({ ...format, name: `${snake}${entry}` })),
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

function lanes<T>(dump: VcdDump, declare: () => T): readonly T[] {
  return scopes(dump, 'lane', QUAD_LANES, declare);
}

function scopes<T>(dump: VcdDump, name: string, count: number, declare: () => T): readonly T[] {
  return numbers(count).map((n) => dump.scope(`${name}${n}`, declare));
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n);
}

function bits(name: string, width: number): FixedFormat {
  return unsignedFixed(name, width, 0);
}

function mostSamples(lod: Design['lod']): number {
  return lod.anisotropicRates[lod.anisotropicRates.length - 1];
}
