import { describe, expect, it } from 'vitest';
import { Fifo, NOTHING } from '../../../pipeline/stepped/fifo.ts';
import { FilterStage } from '../../../pipeline/stepped/filter-stage.ts';
import type { StageParts } from '../../../pipeline/stepped/stepped-stage.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { FIFO_SOURCES } from './fifo-sources.ts';

const WIDTH = 16;
const CYCLES = 50_000;
/** Passes of all quads, which the model knows by their slots. */
const SLOTS = 64;
/** Cycles of a sample of 16-bit components. */
const RATE = 2;

function leaf(latency: number, depth: number): Leaf {
  return {
    module: 'stepped_stage_bench',
    sources: [...FIFO_SOURCES, '../pipeline/stepped/stepped_stage.sv', '../test/rtl/pipeline/stepped_stage_bench.sv'],
    parameters: { WIDTH, LATENCY: latency, DEPTH: depth },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'in_valid', width: 1 },
      { name: 'in_item', width: WIDTH },
      { name: 'in_gives', width: 1 },
      { name: 'in_cycles', width: 4 },
      { name: 'pop_ready', width: 1 },
    ],
    outputs: [
      { name: 'taken', width: 1 },
      { name: 'pop_valid', width: 1 },
      { name: 'pop_item', width: WIDTH },
    ],
  };
}

/** The filter stage of the stepped clock: passes of 0 to 4 samples, one at a time, the last of a quad goes on. */
function traffic(latency: number, depth: number): Vectors {
  const dice = new Dice(latency * 100 + depth);
  const fields = {
    'filter.samplesPerCycle': 1,
    'filter.rate.bits16': RATE,
    'pipeline.latency.filter': latency,
  };
  const design = Object.entries(fields).reduce(
    (changed, [path, value]) => withValue(changed, path, value),
    PRESETS.get('full-quality')!,
  );
  const samples = Uint8Array.from({ length: SLOTS }, () => dice.integer(0, 4));
  const last = Uint8Array.from({ length: SLOTS }, () => dice.integer(0, 1));
  let offered = NOTHING;
  const input = { head: () => offered, pop: () => (offered = NOTHING) };
  const out = new Fifo(latency + depth);
  const parts = {
    design,
    states: [{ images: [], componentBits: 16, writes: false }],
    work: { filter: () => {} },
    passSlots: { release: () => {} },
    announcer: undefined,
    inFlight: {
      samples,
      state: new Uint16Array(SLOTS),
      // A quad for each slot: its item behind the filter is the slot of its pass.
      quadOf: Int32Array.from({ length: SLOTS }, (_, slot) => slot),
      pass: new Int32Array(SLOTS),
      passes: Int32Array.from(last, (is) => 2 - is),
    },
  };
  const stage = new FilterStage(parts as unknown as StageParts, input as unknown as Fifo, out);
  const inputs = new Float64Array(5);
  const outputs = new Float64Array(3);
  let waits = 0;
  let stalls = 0;

  function cycleOf(cycle: number): void {
    if (cycle % 128 === 0) [waits, stalls] = dice.pick(STRETCHES);
    if (offered === NOTHING && !dice.chance(waits)) offered = dice.integer(0, SLOTS - 1);
    const item = Math.max(0, offered);
    const popReady = !dice.chance(stalls);
    inputs.set([offered === NOTHING ? 0 : 1, item, last[item], Math.max(1, samples[item] * RATE), popReady ? 1 : 0]);
    // The stage behind goes first, so that a slot which it frees can be filled in the same cycle.
    const head = out.head(cycle);
    if (head !== NOTHING && popReady) out.pop();
    const before = offered;
    stage.tick(cycle);
    outputs.set([before !== NOTHING && offered === NOTHING ? 1 : 0, head === NOTHING ? 0 : 1, Math.max(0, head)]);
  }

  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      values[0] = n % 2;
      values[1] = n < 2 ? 1 : 0;
      if (n >= 2 && n % 2 === 0) cycleOf(n / 2);
      values.set(inputs, 2);
      values.set(n % 2 === 0 ? outputs : [0, 0, 0], 2 + inputs.length);
    },
  };
}

/** Probabilities that nothing is offered, and that nothing is taken from the FIFO, in a cycle. */
const STRETCHES: readonly [number, number][] = [
  [0, 0],
  [0, 0.95],
  [0.8, 0],
  [0.3, 0.3],
];

describe('stepped_stage', () => {
  it.each([
    [1, 1],
    [6, 4],
    [3, 40],
  ])('takes items and gives them on as the filter stage does, latency %i and %i entries', async (latency, depth) => {
    expect(await firstDifference(leaf(latency, depth), traffic(latency, depth))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['an item that is kept waits for room', ['(out_ready || !in_gives)', 'out_ready']],
    ['the next item comes a cycle early', ["assign in_ready   = left == '0 &&", 'assign in_ready   = left <= 1 &&']],
    ['an item works a cycle less', ["in_cycles - 1'b1", "in_cycles - CYCLE_BITS'(in_cycles > 1 ? 2 : 1)"]],
    ['an item is given on at once', ["left_after == '0 && gives", 'in_ready && gives']],
  ];
  itFinds(mutants, () => [leaf(2, 3), traffic(2, 3)]);
});
