import { describe, expect, it } from 'vitest';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { areaReport } from '../../../../src/forms/cost/area-report.ts';
import { areaTerminal } from '../../../../src/forms/cost/area-terminal.ts';
import { modulesOf } from '../../../../src/forms/cost/modules.ts';
import { PLACES, registersOf, stageClocks } from '../../../../src/forms/cost/stages.ts';
import type { Timing } from '../../../../src/forms/cost/synthesis/timing.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';

const GATES = {
  nand2: 1,
  flipFlops: 0,
  ice40: { luts: 1, carries: 0 },
  ecp5: { luts: 1, carries: 0, multipliers: 0 },
};
const design = PRESETS.get('d3d11.3-synthesizable')!;
const modules = modulesOf(design);

/** Every module takes a nanosecond of logic, but for those that are named; a flip-flop takes half of one. */
function clocks(times: Readonly<Record<string, number>>, retimed: Readonly<Record<string, number>> = {}, of = design) {
  const path = (logic: number) => ({ depth: 1, logic, flipFlops: 0.5 });
  const timings = modules.map(({ module }): Timing => ({
    path: path(times[module] ?? 1),
    area: 1,
    retimed: { path: path(retimed[module] ?? times[module] ?? 1), area: 1 },
  }));
  return new Map(stageClocks(modules, timings, of).map((clock) => [clock.stage, clock]));
}

describe('clocks of stages', () => {
  it('are there for each module of a design, in the order of the pipeline', () => {
    for (const { module } of modules) expect(PLACES, module).toHaveProperty(module);
    expect([...clocks({}).keys()]).toEqual(['frontEnd', 'lod', 'address', 'tag', 'decode', 'filter']);
  });

  it('sum the modules that follow each other, and leave out those beside a slower one', () => {
    // 10 + 1 + 1 + 1 + 1 of the axes, with their logarithm, clamp and levels; the bias of 3 is done before the clamp needs it.
    const { modules: path, logic } = clocks({ narrow_axes: 10, lod_bias: 3 }).get('lod')!;
    expect(path).toEqual(['float_multiply', 'narrow_axes', 'log2', 'lod_clamp', 'level_selection']);
    expect(logic).toBe(14);
    // A pass enters the FIFO in front of the tag stage by its lines.
    expect(clocks({ pass_lines: 4 }).get('address')!.modules.slice(-2)).toEqual(['texel_address', 'pass_lines']);
    expect(clocks({ major_axis: 20 }).get('lod')!.modules).toEqual(['float_multiply', 'narrow_axes', 'major_axis']);
  });

  it('divide the logic by the latency of the design as an ideal, and are no faster than a retimed module', () => {
    const slow = { bilinear: 10 };
    const six = withValue(design, 'pipeline.latency.filter', 6);
    // 12 ns of three modules in 6 registers are 2 ns, and half of one for the flip-flop.
    expect(clocks(slow, { bilinear: 1 }, six).get('filter')).toMatchObject({ registers: 6, ideal: 2.5, period: 2.5 });
    expect(clocks(slow, { bilinear: 4 }, six).get('filter')).toMatchObject({ ideal: 2.5, measured: 4.5, period: 4.5 });
    const deeper = withValue(design, 'pipeline.latency.filter', 12);
    expect(clocks(slow, { bilinear: 1 }, deeper).get('filter')).toMatchObject({ registers: 12, ideal: 1.5 });
  });

  it('are measured where the stage has one module', () => {
    expect(clocks({ texel_decoder: 6 }, { texel_decoder: 1 }).get('decode')).toMatchObject({ ideal: 2.5, period: 1.5 });
  });

  it('are left out where a module of the stage has no time', () => {
    const path = { depth: 1, logic: 1, flipFlops: 0.5 };
    const times = modules.map(({ module }) =>
      module === 'log2' ? { refused: 'log2: no memory' } : { path, area: 1, retimed: { path, area: 1 } },
    );
    const stages = stageClocks(modules, times, design).map(({ stage }) => stage);
    expect(stages).toEqual(['frontEnd', 'address', 'tag', 'decode', 'filter']);
    const areas = modules.map((one) => ({ ...one, area: GATES }));
    const text = areaTerminal(design, areaReport(design, areas, '0.55', [], { times }), false);
    expect(text).toMatch(/log2 +│ +1 │ +not known/);
    expect(text).toContain('Not known: log2, and the clock of its stage: log2: no memory');
  });

  it('keep a loop in one cycle, whatever the latency', () => {
    expect(clocks({ tag_store: 5 }).get('tag')).toMatchObject({ registers: 2, measured: 5.5, period: 5.5 });
    expect(clocks({ accumulator: 7, bilinear: 1 }).get('filter')!.measured).toBe(7.5);
    const registers = (name: string) =>
      registersOf(
        modules.find(({ module }) => module === name)!,
        design,
      );
    expect([registers('tag_store'), registers('texel_decoder')]).toEqual([1, 3]);
  });
});
