import type { PassView } from '../../pipeline/stages/observer.ts';
import { ACTIVITIES, capacities, type Stage, STAGE_RECORDS, STAGES } from '../../pipeline/stages/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { fixed, type FixedFormat, unsignedFixed } from '../../rtl-model/fixed-point/format.ts';
import { NO_TAP } from '../../rtl-model/registers/footprints.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { bitsFor } from '../../rtl-model/registers/register-formats.ts';
import type { RegisterFormat, RegisterUnit } from '../../rtl-model/registers/register.ts';
import { LANE_TAPS } from '../../rtl-model/state/sample-shape.ts';
import type { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { mostLookUps } from '../../rtl-model/texel-cache/look-ups.ts';
import type { VcdDump, Wire, WireValue } from './vcd-dump.ts';

/** Texel addresses are 31-bit, the texel memory is. */
const ADDRESS_BITS = 31;

/** A wire, and its value when a quad or pass begins its work in the wire's stage. */
interface Signal {
  readonly wire: Wire;
  readonly value: (view: PassView) => WireValue;
}

export type PipelineWires = ReturnType<typeof declareWires>;

/**
 * Declares the wires of a pipeline, one scope a stage and one for the memory; FORMAT.md lists them.
 *
 * @param states of the run: their registers are the wires of the lanes
 * @param shown the stages that the file shows; the memory goes with the tag stage
 */
export function declareWires(
  dump: VcdDump,
  design: Design,
  states: readonly StateRegisters[],
  shown: readonly Stage[] = STAGES,
) {
  return dump.scope('texunit', () => {
    dump.clock(bits('clock', 1));
    const capacity = capacities(design.pipeline);
    const stages = STAGES.map((stage, s) => {
      const declare = () => stageWires(dump, design, stage, capacity[s], states);
      return [stage, dump.scope(stage, declare, shown.includes(stage))] as const;
    });
    const memory = () => ({
      outstanding: dump.wire(bits('outstanding', bitsFor(design.cache.outstandingMisses))),
      misses: scopes(dump, 'miss', mostLookUps(design.cache), () => lineWires(dump)),
      fill: dump.scope('fill', () => lineWires(dump)),
    });
    return { stages: new Map(stages), ...dump.scope('memory', memory, shown.includes('tag')) };
  });
}

/** The wires of a stage; the last one has no FIFO after it, and only the tag stage has look-ups. */
function stageWires(
  dump: VcdDump,
  { lod, cache }: Design,
  stage: Stage,
  capacity: number,
  states: readonly StateRegisters[],
) {
  const signal = (format: RegisterFormat, value: Signal['value']): Signal => ({ wire: dump.wire(format), value });
  const valid = dump.wire(bits('valid', 1));
  const signals = [
    signal(bits('quad', 32), (view) => view.quad),
    signal(bits('pass', bitsFor(2 * lod.anisotropicRates.at(-1)! - 1)), (view) => view.pass),
  ];
  const activity = dump.wire(bits('activity', bitsFor(ACTIVITIES.length - 1)));
  const fifo = STAGE_RECORDS[stage].fifo === null ? null : dump.wire(bits('fifo', bitsFor(capacity)));
  const lookup = () => ({ ...lineWires(dump), hit: dump.wire(bits('hit', 1)) });
  const lookups = stage === 'tag' ? scopes(dump, 'lookup', mostLookUps(cache), lookup) : [];
  if (stage === 'frontEnd') {
    signals.push(
      signal(bits('state', 16), (view) => view.state),
      signal(fixed('x', 32, 0), (view) => view.x),
      signal(fixed('y', 32, 0), (view) => view.y),
      signal(bits('active', QUAD_LANES), (view) => view.active),
    );
  } else if (stage === 'data') {
    const word = wordOf(states);
    const ofLane = (l: number) =>
      numbers(LANE_TAPS).map((tap) => signal(bits(`word${tap}`, 32), (view) => word(view, l, tap)));
    signals.push(...scopes(dump, 'lane', QUAD_LANES, ofLane).flat());
  } else if (stage !== 'tag') {
    const entries = registerEntries(states, stage);
    const ofLane = (l: number) => entries.map(({ format, value }) => signal(format, (view) => value(view, l)));
    signals.push(...scopes(dump, 'lane', QUAD_LANES, ofLane).flat());
  }
  return { valid, signals, activity, fifo, lookups };
}

/** The word of memory that holds the texel of a tap; x in runs that write texels. */
function wordOf(states: readonly StateRegisters[]) {
  const writes = states.some(({ binding: { op } }) => op === 'write' || op === 'atomic');
  return ({ state, lanes, lane, pass, foot, footLane }: PassView, l: number, tap: number): WireValue => {
    const { words } = states[state].binding.memory.data;
    const works = lanes.passes[lane + l] > pass && tap < foot.tapCount[footLane + l];
    const address = works ? foot.address[LANE_TAPS * (footLane + l) + tap] : NO_TAP;
    return address < 0 || writes ? undefined : words[address >>> 2];
  };
}

/**
 * The entries of the registers that a unit writes, each of the widest format among the states. Registers that the state
 * does not use, and those of lanes without work, are x.
 */
function registerEntries(states: readonly StateRegisters[], unit: RegisterUnit) {
  const written = states.map((state) => state.outOf(unit));
  const names = [...new Set(written.flatMap((registers) => registers.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const byState = written.map((registers) => registers.find((register) => register.name === name));
    const used = byState.filter((register) => register !== undefined);
    const { snake, register, format } = used.reduce((a, b) => (b.format.width > a.format.width ? b : a));
    return register.of.entries.map((name, entry) => ({
      format: { ...format, name: `${snake}${name}` },
      value: (view: PassView, l: number): WireValue => {
        const found = byState[view.state];
        const works = view.lanes.passes[view.lane + l] > view.pass;
        if (found === undefined || !works || !found.isWritten(view, l, entry)) return undefined;
        const value = found.value(view, l, entry);
        return format.width < 64 ? value : bits64(value, found.format);
      },
    }));
  });
}

const FLOAT64 = new Float64Array(1);
const FLOAT64_BITS = new BigUint64Array(FLOAT64.buffer);

/** The bits of a float64, or an integer of a narrower format in 64 bits. */
function bits64(value: number, { width }: RegisterFormat): bigint {
  if (width < 64) return BigInt.asUintN(64, BigInt(value));
  FLOAT64[0] = value;
  return FLOAT64_BITS[0];
}

function lineWires(dump: VcdDump) {
  return { valid: dump.wire(bits('valid', 1)), line: dump.wire(bits('line', ADDRESS_BITS)) };
}

function scopes<T>(dump: VcdDump, name: string, count: number, declare: (n: number) => T): readonly T[] {
  return numbers(count).map((n) => dump.scope(`${name}${n}`, () => declare(n)));
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n);
}

function bits(name: string, width: number): FixedFormat {
  return unsignedFixed(name, width, 0);
}
