import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { gatedClock, ungatedClock } from '../../../../src/forms/cost/clock-energy.ts';
import { memoriesOf } from '../../../../src/forms/cost/storage.ts';
import { plainState } from '../../../../src/designs/plain-state.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { POINT, roomy, run } from '../../../pipeline/wide-row.ts';

const minimum = PRESETS.get('d3d11.3-minimum')!;
const WORK = { quads: 100, passes: 250 };

/** (6.87 fJ + 0.95 fF (1.1 V)^2) (0.9 V / 1.1 V)^2, by hand in picojoules. */
const FLIP_FLOP = 0.005368;

const memories = (design: Design) => memoriesOf(design, plainState(design));
const gated = (design: Design, work = WORK) => gatedClock(design, memories(design), work);
const ungated = (design: Design) => ungatedClock(design, memories(design));
const bitsBehind = (title: string) => memories(minimum).fifos.find(({ name }) => name === `FIFO behind ${title}`)!.bits;

/** Flip-flops that a change adds: those that are clocked for the work, and those of a cycle without gates. */
function added(path: string, more: number) {
  const [, part, name] = path.split('.') as [string, 'latency' | 'fifoDepth', string];
  const before = (minimum.pipeline[part] as Readonly<Record<string, number>>)[name];
  const design = withValue(minimum, path, before + more);
  return [gated(design) - gated(minimum), ungated(design) - ungated(minimum)].map((energy) => energy / FLIP_FLOP);
}

function expectAdded(path: string, more: number, clocked: number, all: number) {
  const [ofWork, ofCycle] = added(path, more);
  // The constant has four digits.
  expect(Math.abs(ofWork - clocked)).toBeLessThanOrEqual(clocked * 1e-4 + 1e-6);
  expect(Math.abs(ofCycle - all)).toBeLessThanOrEqual(all * 1e-4 + 1e-6);
}

describe('the energy of the clock', () => {
  it('has for a cycle more of latency a register more, which each quad or pass of its stage is written into', () => {
    const lod = bitsBehind('LOD');
    const decode = bitsBehind('decode');
    expectAdded('pipeline.latency.lod', 3, 3 * lod * WORK.quads, 3 * lod);
    expectAdded('pipeline.latency.decode', 1, decode * WORK.passes, decode);
  });

  it('has results of 16 floats', () => {
    expectAdded('pipeline.latency.result', 1, 512 * WORK.quads, 512);
  });

  it('has one word of a FIFO for each item with gates, and every word without', () => {
    const decode = bitsBehind('decode');
    expect(minimum.pipeline.fifoDepth.filter).toBeLessThan(60);
    expectAdded('pipeline.fifoDepth.filter', 2, 0, 2 * decode);
  });

  it('has no words of a FIFO that is a macro', () => {
    const macro = (words: number) => withValue(minimum, 'pipeline.fifoDepth.fragment', words);
    expect(ungated(macro(256))).toBe(ungated(macro(64)));
    expect(ungated(macro(63))).toBeGreaterThan(ungated(macro(64)));
    expect(gated(macro(63))).toBeGreaterThan(gated(macro(64)));
  });

  it('is that of all units without gates, and of their work with gates', () => {
    const two = withValue(minimum, 'pipeline.units.count', 2);
    expect(ungated(two)).toBe(2 * ungated(minimum));
    expect(gated(two)).toBe(gated(minimum));
  });

  it.each([1, 2])('is never more with gates than without, in a run of a unit or two: %i', (count) => {
    const design = withValue(roomy({ sets: 4, ways: 2 }), 'pipeline.units.count', count);
    const columns = Array.from({ length: 300 }, (_, k) => 16 * ((7 * k) % 23));
    const account = run(design, columns, POINT, 'r8g8b8a8_unorm');
    expect(account.quads).toBeGreaterThan(0);
    expect(gated(design, account)).toBeGreaterThan(0);
    expect(gated(design, account)).toBeLessThanOrEqual(account.cycles * ungated(design));
  });
});
