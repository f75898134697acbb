import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { KnownAreas } from '../../../../src/forms/cost/known-areas.ts';
import { BASES } from '../../../../src/designs/bases.ts';
import { synthesesOf } from '../../../../src/forms/cost/area-of-design.ts';
import { modulesOf } from '../../../../src/forms/cost/modules.ts';
import {
  type Area,
  type Synthesis,
  synthesize,
  synthesizeGates,
} from '../../../../src/forms/cost/synthesis/synthesis.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-area-'));
afterAll(() => rmSync(folder, { recursive: true }));

function gate(width: number, least = 0): Synthesis {
  return {
    module: 'gates',
    parameters: { WIDTH: width, LEAST: least },
    sources: [
      [
        'gates.sv',
        `module gates #(parameter int WIDTH = 1, parameter int LEAST = 0) (
          input logic clock, input logic [WIDTH-1:0] a, b, output logic [WIDTH-1:0] nand2, held, output logic negative
        );
          assign nand2 = ~(a & b);
          assign negative = LEAST < 0 ? ~a[0] : 1'b0;
          always_ff @(posedge clock) held <= a;
        endmodule`,
      ],
    ],
  };
}

describe('synthesis', () => {
  it('counts a NAND2 as one and flip-flops apart, for as many bits as the parameter says, and keeps its sign', async () => {
    // The inverter, half a NAND2, is there because a parameter is negative.
    expect(await synthesize(gate(5, -5))).toEqual({
      nand2: 5.5,
      flipFlops: 5,
      ice40: { luts: 6, carries: 0 },
      ecp5: { luts: 6, carries: 0, multipliers: 0 },
    });
  });

  it.each(['vortex', 'rasterix'])('takes the LOD of %s, which has no fraction bits', async (name) => {
    const design = BASES.get(name)!;
    const selection = synthesesOf(design, modulesOf(design)).find(({ module }) => module === 'level_selection')!;
    const { nand2, flipFlops } = await synthesizeGates(selection);
    expect(nand2).toBeGreaterThan(0);
    expect(flipFlops).toBe(0);
  });

  it('reports the error of Yosys for a module that it cannot read', async () => {
    const broken: Synthesis = {
      module: 'broken',
      parameters: {},
      sources: [['broken.sv', 'module broken (; endmodule']],
    };
    await expect(synthesize(broken)).rejects.toThrow(/^Yosys cannot synthesize broken: .*syntax error/);
  });
});

describe('areas that are known', () => {
  const area: Area = {
    nand2: 1,
    flipFlops: 0,
    ice40: { luts: 1, carries: 0 },
    ecp5: { luts: 1, carries: 0, multipliers: 0 },
  };

  it('are found again for the same sources, parameters and version, and for no others', () => {
    const known = new KnownAreas(join(folder, 'same'), '1');
    known.put(gate(1), area);
    expect(known.get(gate(1))).toEqual(area);
    expect(known.get(gate(2))).toBeNull();
    expect(new KnownAreas(join(folder, 'same'), '2').get(gate(1))).toBeNull();
    const [[name, text]] = gate(1).sources;
    expect(known.get({ ...gate(1), sources: [[name, `${text} `]] })).toBeNull();
  });

  it('are synthesized again where their file is damaged', () => {
    const known = new KnownAreas(join(folder, 'damaged'), '1');
    known.put(gate(1), area);
    const [file] = readdirSync(join(folder, 'damaged'));
    writeFileSync(join(folder, 'damaged', file), '{"nand2":');
    expect(known.get(gate(1))).toBeNull();
  });

  it('do without a folder that cannot be made', () => {
    writeFileSync(join(folder, 'file'), '');
    const known = new KnownAreas(join(folder, 'file', 'below'), '1');
    known.put(gate(1), area);
    expect(known.get(gate(1))).toBeNull();
  });
});
