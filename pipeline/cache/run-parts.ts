import { type Design, DesignError, type RateFactor } from '../../rtl-model/design/design.ts';
import type { Image } from '../../rtl-model/memory/image.ts';
import type { UnitPath } from '../../rtl-model/path/unit-path.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { type BusTimes, busTimes } from '../memory/bus-times.ts';
import type { MemoryPort } from '../memory/memory-port.ts';
import { memoryPort, ScheduledMemory } from '../memory/scheduled-memory.ts';
import { MissTurns, type UnitTurns } from './miss-turns.ts';
import { type SharedL2, sharedL2 } from './shared-l2.ts';
import { type SharedL3, sharedL3 } from './shared-l3.ts';
import { type SharedTlb, sharedTlb } from './shared-tlb.ts';
import { Statistics } from '../counters/statistics.ts';
import { Timeline } from '../counters/timeline.ts';

/** The facts of a texture state that the times of its quads depend on. */
export interface StateFacts {
  /** The images whose texels are taps; none where only addresses are known. */
  readonly images: readonly Image[];
  /** Bits of a texel's component, which the rate of the filter depends on. */
  readonly componentBits: number;
  /** The factors of that rate which apply, where a design has them. */
  readonly factors: readonly RateFactor[];
  /** True if its taps are written. */
  readonly writes: boolean;
}

/** The parts of a unit's run that both clocks work with, and count in. */
export interface RunParts {
  readonly design: Design;
  readonly states: readonly StateFacts[];
  readonly memory: MemoryPort;
  /** The use of the memory's buses. */
  readonly bus: BusTimes;
  /** The L2, whose tags, ports and outstanding misses all units share, or this one has for itself. */
  readonly l2: SharedL2 | null;
  /** The L3, which all units share. */
  readonly l3: SharedL3 | null;
  /** The TLB, which all units share. */
  readonly tlb: SharedTlb | null;
  /** The misses of the unit that wait for their turn; null where none waits. */
  readonly turns: UnitTurns | null;
  readonly statistics: Statistics;
  /** The causes of the cycles. */
  readonly timeline: Timeline;
}

/** The parts of a run that evaluates quads. */
export interface EvaluatedParts extends RunParts {
  /** The units of each texture state. */
  readonly paths: readonly UnitPath[];
}

/**
 * The parts of a run by unit, with one memory, and one L2 unless each has its own.
 *
 * @throws DesignError for an inclusive L2 that would have to take dirty sectors back over the links of other units
 */
export function runParts(design: Design, states: readonly StateFacts[]): readonly RunParts[] {
  refuseDirtySectors(design, states);
  const memory = memoryPort(design.pipeline.memory);
  const one = sharedL2(design.cache, memory.unknown);
  const ownL2 = design.cache.l2?.sharing === 'none';
  const l3 = sharedL3(design.cache, memory);
  const tlb = sharedTlb(design.cache);
  const { units } = design.pipeline;
  const turns = units.places === 'unlimited' ? null : new MissTurns(units, units.places, memory);
  const below = [...memory.buses, ...(tlb === null ? [] : [tlb.waits])];
  return Array.from({ length: units.count }, (_, n) => {
    const l2 = ownL2 && n > 0 ? sharedL2(design.cache, memory.unknown) : one;
    const waits = l2?.waits ?? null;
    const shared = ownL2 || waits === null ? below : [...below, waits];
    return {
      design,
      states,
      memory,
      bus: busTimes([
        ...(n === 0 ? shared : shared.map((bus) => bus.follow())),
        ...(ownL2 && waits !== null ? [waits] : []),
        ...(turns === null ? [] : [turns.ofUnits[n].times]),
      ]),
      l2,
      l3,
      tlb,
      turns: turns && turns.ofUnits[n],
      statistics: new Statistics(),
      timeline: new Timeline(),
    };
  });
}

function refuseDirtySectors({ name, cache, pipeline: { units } }: Design, states: readonly StateFacts[]): void {
  const { l2, writes } = cache;
  const alone = units.count === 1 || l2?.sharing === 'none';
  if (!l2?.inclusive || writes === 'through' || (alone && units.places === 'unlimited')) return;
  if (!states.some((state) => state.writes)) return;
  const expected = `false${alone ? ' beside pipeline.units.places' : ` for ${units.count} units`}, where texels are written back`;
  throw new DesignError('cache.l2.inclusive', `true; expected ${expected}`, name);
}

/** True for a design whose units are always stepped: what a look-up finds, or when, depends on what comes later. */
export function isStepped({ cache, pipeline }: Design): boolean {
  const { memory, units } = pipeline;
  const timed = cache.replay === 'none' && cache.fill.tags === 'look-up';
  // Hits of several units that write through reach the memory in the order of their cycles.
  const through = cache.writes === 'through' && units.count > 1;
  // The lines that an inclusive L2 takes from texel caches depend on the look-ups of all units in the order of their cycles.
  const inclusive = cache.l2?.inclusive === true && cache.l2.sharing === 'units' && units.count > 1;
  return !timed || through || inclusive || units.places !== 'unlimited' || ScheduledMemory.serves(memory);
}

export function stateFacts({ binding, image, second, writes }: UnitPath): StateFacts {
  const images = second === null ? [image] : [image, second];
  return { images, componentBits: image.format.componentBits, factors: factorsOf(binding), writes };
}

function factorsOf({ image, sampler, instruction, op, dimensions, cube }: Binding): readonly RateFactor[] {
  const { texelBytes, componentBits, componentType, order } = image.format;
  const texelBits = image.compressed === null ? 8 * texelBytes : order.length * componentBits;
  const { magFilter, minFilter } = sampler;
  const filters = op === 'sample' && (magFilter !== 'nearest' || minFilter !== 'nearest');
  const applies: Readonly<Record<RateFactor, boolean>> = {
    over32Bits: texelBits > 32,
    over64Bits: texelBits > 64,
    linear32: filters && componentBits === 32 && componentType === 'sfloat',
    blocks: image.compressed !== null,
    volume: dimensions === 3,
    cube,
    comparison: instruction.dref === true,
  };
  return (Object.keys(applies) as RateFactor[]).filter((factor) => applies[factor]);
}
