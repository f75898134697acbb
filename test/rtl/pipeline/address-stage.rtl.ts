import { describe, expect, it } from 'vitest';
import { AddressStage } from '../../../pipeline/stepped/address-stage.ts';
import { Fifo, NOTHING } from '../../../pipeline/stepped/fifo.ts';
import type { StageParts } from '../../../pipeline/stepped/stepped-stage.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { FIFO_SOURCES } from './fifo-sources.ts';

const WIDTH = 16;
const PASS_BITS = 6;
const CYCLES = 50_000;

interface Stage {
  readonly tapsPerCycle: number;
  readonly latency: number;
  readonly depth: number;
}

const STAGES: readonly Stage[] = [
  { tapsPerCycle: 16, latency: 6, depth: 4 },
  { tapsPerCycle: 4, latency: 1, depth: 1 },
  { tapsPerCycle: 3, latency: 3, depth: 20 },
  { tapsPerCycle: 1, latency: 2, depth: 2 },
];

function leaf({ tapsPerCycle, latency, depth }: Stage): Leaf {
  return {
    module: 'address_stage_bench',
    sources: [
      '../pipeline/stages/pass_cycles.sv',
      ...FIFO_SOURCES,
      '../pipeline/stepped/stepped_stage.sv',
      '../pipeline/stepped/address_stage.sv',
      '../test/rtl/pipeline/address_stage_bench.sv',
    ],
    parameters: { WIDTH, PASS_BITS, TAPS_PER_CYCLE: tapsPerCycle, LATENCY: latency, DEPTH: depth },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'in_valid', width: 1 },
      { name: 'in_passes', width: PASS_BITS },
      { name: 'pass_taps', width: 5 },
      { name: 'pass_item', width: WIDTH },
      { name: 'pop_ready', width: 1 },
    ],
    outputs: [
      { name: 'pass', width: PASS_BITS },
      { name: 'pass_taken', width: 1 },
      { name: 'quad_taken', width: 1 },
      { name: 'pop_valid', width: 1 },
      { name: 'pop_item', width: WIDTH },
    ],
  };
}

/** The address stage of the stepped clock, whose passes have taps by chance. Two vectors a cycle. */
function traffic({ tapsPerCycle, latency, depth }: Stage): Vectors {
  const dice = new Dice(tapsPerCycle * 100 + depth);
  const design = withValue(
    withValue(PRESETS.get('full-quality')!, 'address.tapsPerCycle', tapsPerCycle),
    'pipeline.latency.address',
    latency,
  );
  const passes = new Int32Array(1);
  const next = { offered: NOTHING, pass: 0, taps: 0, item: 0, taken: false };
  const input = { head: () => next.offered, pop: () => (next.offered = NOTHING) };
  const out = new Fifo(latency + depth);
  const parts = {
    design,
    states: [],
    work: {
      address: (_: number, pass: number) => {
        next.taken = true;
        next.pass = pass + 1 === passes[0] ? 0 : pass + 1;
        return next.taps;
      },
    },
    passSlots: { take: () => next.item },
    announcer: undefined,
    inFlight: { passes },
  };
  const stage = new AddressStage(parts as unknown as StageParts, input as unknown as Fifo, out);
  const inputs = new Float64Array(5);
  const outputs = new Float64Array(5);
  let [waits, stalls] = [0, 0];

  function cycleOf(cycle: number): void {
    if (cycle % 128 === 0) [waits, stalls] = dice.pick(STRETCHES);
    if (next.offered === NOTHING && !dice.chance(waits)) {
      next.offered = 0;
      passes[0] = dice.pick([1, 1, 2, 7, 32, 63]);
    }
    const offered = next.offered !== NOTHING;
    next.taps = dice.pick([0, 1, 4, 12, 16, dice.integer(0, 16)]);
    next.item = dice.integer(0, 2 ** WIDTH - 1);
    next.taken = false;
    const popReady = !dice.chance(stalls);
    inputs.set([Number(offered), passes[0], next.taps, next.item, Number(popReady)]);
    const { pass } = next;
    const head = out.head(cycle);
    if (head !== NOTHING && popReady) out.pop();
    stage.tick(cycle);
    outputs.set([pass, Number(next.taken)]);
    outputs.set([Number(offered && next.offered === NOTHING), Number(head !== NOTHING), Math.max(0, head)], 2);
  }

  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      values[0] = n % 2;
      values[1] = n < 2 ? 1 : 0;
      if (n >= 2 && n % 2 === 0) cycleOf(n / 2);
      values.set(inputs, 2);
      values.fill(0, 2 + inputs.length);
      if (n % 2 === 0 && n >= 2) values.set(outputs, 2 + inputs.length);
    },
  };
}

/** Probabilities that no quad is offered, and that nothing is taken from the FIFO, in a cycle. */
const STRETCHES: readonly [number, number][] = [
  [0, 0],
  [0, 0.95],
  [0.8, 0],
  [0.3, 0.3],
];

describe('address_stage', () => {
  it.each(STAGES)(
    'takes the passes of quads and gives them on as the model does, $tapsPerCycle taps a cycle, latency $latency',
    async (stage) => {
      expect(await firstDifference(leaf(stage), traffic(stage))).toBeNull();
    },
  );

  const mutants: readonly Mutant[] = [
    ['a quad has a pass fewer', ["pass == in_passes - 1'b1", "pass + 6'd2 >= in_passes"]],
    ['a quad leaves with its first pass', ['taken && pass ==', 'taken || pass ==']],
    ['passes go on while the stage works', ['else if (taken) pass', 'else if (in_valid) pass']],
    ['an item works a cycle more', ['.in_cycles(cycles)', ".in_cycles(cycles + 1'b1)"]],
  ];
  itFinds(mutants, () => [leaf(STAGES[2]), traffic(STAGES[2])]);
});
