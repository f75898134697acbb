import { ACTIVITIES, capacities, type Stage, STAGE_RECORDS, STAGES } from '../../pipeline/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { fixed, type FixedFormat, unsignedFixed } from '../../rtl-model/fixed-point/format.ts';
import { levelSize } from '../../rtl-model/memory/image.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { VcdDump, Wire } from './vcd-dump.ts';

const TAPS = 4;
/** Texel addresses are 31-bit, the texel memory is. */
const ADDRESS_BITS = 31;

export type PipelineWires = ReturnType<typeof declareWires>;

/**
 * Declares the wires of a pipeline, one scope a stage and one for the memory; FORMAT.md lists them.
 *
 * @param stages that the file shows; the memory goes with the tag stage
 */
export function declareWires(dump: VcdDump, design: Design, stages: readonly Stage[] = STAGES) {
  return dump.scope('texunit', () => ({
    ...stageScopes(dump, design, stages),
    memory: dump.scope('memory', () => memoryWires(dump, design), stages.includes('tag')),
  }));
}

function stageScopes(dump: VcdDump, design: Design, shown: readonly Stage[]) {
  const capacity = capacities(design.pipeline);
  const own = ownWires(dump, design);
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
function ownWires(dump: VcdDump, design: Design) {
  return {
    frontEnd: () => ({
      state: dump.wire(bits('state', 16)),
      x: dump.wire(fixed('x', 32, 0)),
      y: dump.wire(fixed('y', 32, 0)),
      active: dump.wire(bits('active', QUAD_LANES)),
    }),
    lod: () => ({ lanes: lanes(dump, () => lodWires(dump, design)) }),
    address: () => ({ lanes: lanes(dump, () => addressWires(dump, design)) }),
    tag: () => ({
      lookups: scopes(dump, 'lookup', design.cache.tagsPerCycle, () => ({
        ...lineWires(dump),
        hit: dump.wire(bits('hit', 1)),
      })),
    }),
    result: () => ({
      lanes: lanes(dump, () => ['r', 'g', 'b', 'a'].map((component) => dump.wire(bits(component, 32)))),
    }),
  };
}

/** The wires of every stage; the last one has no FIFO behind it. */
type StageWires = ReturnType<typeof stageWires> & { readonly fifo?: Wire };

function stageWires(dump: VcdDump, { lod }: Design) {
  return {
    valid: dump.wire(bits('valid', 1)),
    quad: dump.wire(bits('quad', 32)),
    pass: dump.wire(bits('pass', bitsFor(2 * mostSamples(lod) - 1))),
    activity: dump.wire(bits('activity', bitsFor(ACTIVITIES.length - 1))),
  };
}

function lodWires(dump: VcdDump, { lod, limits }: Design) {
  const levelBits = bitsFor(lastLevel(limits.maxImageDimension2D));
  return {
    lod: dump.wire(fixed('lod', lod.format.integerBits, lod.format.fractionBits)),
    levelHi: dump.wire(bits('level_hi', levelBits)),
    levelLo: dump.wire(bits('level_lo', levelBits)),
    levelWeight: dump.wire(fraction('level_weight', lod.format.fractionBits)),
    samples: dump.wire(bits('samples', bitsFor(mostSamples(lod)))),
  };
}

function addressWires(dump: VcdDump, { address }: Design) {
  const { integerBits, fractionBits } = address.coordinate;
  return {
    u: dump.wire(fixed('u', integerBits, fractionBits)),
    v: dump.wire(fixed('v', integerBits, fractionBits)),
    alpha: dump.wire(fraction('alpha', fractionBits)),
    beta: dump.wire(fraction('beta', fractionBits)),
    tapCount: dump.wire(bits('tap_count', bitsFor(TAPS))),
    taps: Array.from({ length: TAPS }, (_, tap) => dump.wire(bits(`address${tap}`, ADDRESS_BITS))),
  };
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
  return Array.from({ length: count }, (_, n) => dump.scope(`${name}${n}`, declare));
}

function bits(name: string, width: number): FixedFormat {
  return unsignedFixed(name, width, 0);
}

/** A wire has one bit at least. */
function fraction(name: string, fractionBits: number): FixedFormat {
  return unsignedFixed(name, fractionBits === 0 ? 1 : 0, fractionBits);
}

/** Bits that hold 0 to `largest`. */
function bitsFor(largest: number): number {
  return Math.max(1, Math.ceil(Math.log2(largest + 1)));
}

function mostSamples(lod: Design['lod']): number {
  return lod.anisotropicRates[lod.anisotropicRates.length - 1];
}

function lastLevel(dimension: number): number {
  let level = 0;
  while (levelSize(dimension, level) > 1) level++;
  return level;
}
