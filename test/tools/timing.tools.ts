import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { version } from '@yowasp/yosys';
import { afterAll, describe, expect, it } from 'vitest';
import { synthesesOf } from '../../src/forms/cost/area-of-design.ts';
import { KnownAreas } from '../../src/forms/cost/known-areas.ts';
import { modulesOf } from '../../src/forms/cost/modules.ts';
import { registersOf } from '../../src/forms/cost/stages.ts';
import type { TimedSynthesis } from '../../src/forms/cost/synthesis/module-registers.ts';
import { placementVersion, placeModule } from '../../src/forms/cost/synthesis/placement.ts';
import { timeModule, timingVersion } from '../../src/forms/cost/synthesis/timing.ts';
import { PRESETS } from '../../src/designs/presets.ts';
import { PROGRAM } from '../built-program.ts';

const LIBRARY = readFileSync('/usr/share/qflow/tech/osu018/osu018_stdcells.lib', 'utf8');

function moduleOf(registers: number, ports: string, body: string): TimedSynthesis {
  const text = `module small (${ports}); ${body} endmodule`;
  return { module: 'small', parameters: {}, sources: [['small.sv', text]], registers };
}

const folder = mkdtempSync(join(tmpdir(), 'texunit-timing-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a group of the library, such as `cell (INVX1)`, up to the brace that ends it. */
function group(text: string, head: RegExp): string {
  const start = text.search(head);
  let depth = 0;
  for (let at = text.indexOf('{', start); ; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(start, at + 1);
  }
}

const numbers = (text: string) => Array.from(text.matchAll(/-?\d[\d.e-]*/g), Number);

/** A table of the library at a point between its grid, or beyond: linear along both axes. */
function lookUp(cell: string, table: string, x: number, y: number): number {
  const text = group(cell, new RegExp(`\\b${table}\\s*\\(`));
  const list = (name: string) => numbers(new RegExp(`${name}\\s*\\(([^)]*)\\)`).exec(text)![1]);
  const [xs, ys, values] = [list('index_1'), list('index_2'), list('values')];
  const place = (axis: readonly number[], at: number) => {
    const n = Math.min(
      axis.length - 2,
      Math.max(
        0,
        axis.findLastIndex((value) => value <= at),
      ),
    );
    return { n, part: (at - axis[n]) / (axis[n + 1] - axis[n]) };
  };
  const [i, j] = [place(xs, x), place(ys, y)];
  const value = (a: number, b: number) => values[a * ys.length + b];
  const row = (a: number) => value(a, j.n) * (1 - j.part) + value(a, j.n + 1) * j.part;
  return row(i.n) * (1 - i.part) + row(i.n + 1) * i.part;
}

describe('the time of a module in the cells of OSU', () => {
  it('is known where bits between those of an output are constant', async () => {
    const body = "assign y = {1'b0, a[0] ^ a[1], 1'b0, a[0] & a[1], 1'b0};";
    const { path } = await timeModule(moduleOf(1, 'input logic [1:0] a, output logic [4:0] y', body));
    expect(path.depth).toBeGreaterThan(0);
  });

  it('has four gates one after the other for the parity of 16 bits, fifteen in all', async () => {
    const { path, area } = await timeModule(moduleOf(1, 'input logic [15:0] a, output logic odd', 'assign odd = ^a;'));
    expect(path.depth).toBe(4);
    const gate = Number(/area : ([\d.]+)/.exec(group(LIBRARY, /cell \(XOR2X1\)/))![1]);
    expect(area).toBe(15 * gate);
  });

  it('has a level of gates between registers once three of them are moved into the conjunction of 16 bits', async () => {
    const { path, retimed } = await timeModule(
      moduleOf(4, 'input logic [15:0] a, output logic all', 'assign all = &a;'),
    );
    // Four levels of two inputs in four parts; an inversion may be a gate of its own.
    expect(retimed.path.depth).toBeLessThanOrEqual(2);
    expect(retimed.path.logic).toBeLessThan(path.logic / 2);
  });

  it('has the delay that the tables of the library give for one inverter between two flip-flops', async () => {
    const { path, area } = await timeModule(moduleOf(1, 'input logic a, output logic y', 'assign y = ~a;'));
    const flipFlop = group(LIBRARY, /cell \(DFFPOSX1\)/);
    const load = (cell: string, pin: string, edge: string) =>
      Number(new RegExp(`${edge}_capacitance : ([\\d.]+)`).exec(group(cell, new RegExp(`pin\\(${pin}\\)`)))![1]);
    const inverter = group(LIBRARY, /cell \(INVX1\)/);
    const delays = [
      ['rise', 'fall'],
      ['fall', 'rise'],
    ].map(([edge, next]) => {
      // Tables have rows of loads and columns of slews; the clock has none.
      const slew = lookUp(group(flipFlop, /pin\(Q\)/), `${edge}_transition`, load(inverter, 'A', edge), 0);
      return lookUp(inverter, `cell_${next}`, load(flipFlop, 'D', next), slew);
    });
    expect(area).toBe(Number(/area : ([\d.]+)/.exec(inverter)![1]));
    // Both times of the report have four digits.
    expect(Math.abs(Math.max(...delays) - path.logic)).toBeLessThan(1.01e-4);
  });
});

describe('the place of a module on an iCE40', () => {
  it('takes a LUT for the conjunction of four bits, and one for the chain behind it', async () => {
    const { luts } = await placeModule(moduleOf(1, 'input logic [3:0] a, output logic all', 'assign all = &a;'));
    expect(luts).toBe(2);
  });

  it('is faster with registers that are moved into it, and has the LUTs of a tree at least', async () => {
    const of = (registers: number) =>
      placeModule(moduleOf(registers, 'input logic [63:0] a, output logic odd', 'assign odd = ^a;'));
    const [cloud, retimed] = [await of(1), await of(4)];
    // 64 bits are three levels of LUTs of four: 16, 4 and 1; and one for the chain.
    expect(cloud.luts).toBeGreaterThanOrEqual(22);
    expect(retimed.period!).toBeLessThan(cloud.period!);
  });
});

describe('texunit area --timing --place', () => {
  it('shows the times and places that are known: of each module, and of its stage with the registers of the design', () => {
    const design = PRESETS.get('d3d11.3-synthesizable')!;
    const modules = modulesOf(design);
    const areas = new KnownAreas(folder, version);
    const times = new KnownAreas(folder, JSON.stringify([version, timingVersion()]));
    const places = new KnownAreas(folder, JSON.stringify([version, placementVersion()]));
    synthesesOf(design, modules).forEach((synthesis, n) => {
      areas.put(synthesis, {
        nand2: 100,
        flipFlops: 0,
        ice40: { luts: 0, carries: 0 },
        ecp5: { luts: 0, carries: 0, multipliers: 0 },
      });
      const path = { depth: 30, logic: modules[n].module === 'texel_decoder' ? 6 : 1, flipFlops: 0.5 };
      const timed = { ...synthesis, registers: registersOf(modules[n], design) };
      times.put(timed, { path, area: 2500, retimed: { path: { ...path, logic: 1 }, area: 3000 } });
      places.put(timed, { luts: 700, period: modules[n].module === 'wrap' ? 12.5 : null });
    });
    const json = join(folder, 'area.json');
    const command = ['area', design.name, '--timing', '--place', '--cache', folder, '--json', json];
    const shown = execFileSync(process.execPath, [PROGRAM, ...command], { encoding: 'utf8' });
    // Sixteen decoders of 3000 um2 with their registers.
    expect(shown).toMatch(/texel_decoder +│ +100 │ +2 500 │ +30 │ +6\.50 │ +3 000 │ +30 │ +1\.50 │ +0\.048 /);
    // 6 ns in three parts and a flip-flop are 2.5 ns; the module that was measured takes 1.5 ns.
    expect(shown).toMatch(/decode +│ +3 │ +6\.00 │ +2\.50 │ +texel_decoder │ +1\.50 │ +667 /);
    expect(shown).toMatch(/wrap +│ +700 │ +12\.50 │ +80 /);
    expect(shown).toMatch(/bilinear +│ +700 │ +does not fit │ /);
    const { timing } = JSON.parse(readFileSync(json, 'utf8')) as { timing: { modules: object[]; stages: object[] } };
    expect(timing.modules).toHaveLength(modules.length);
    expect(timing.stages).toContainEqual(
      expect.objectContaining({ stage: 'decode', registers: 3, ideal: 2.5, period: 1.5 }),
    );
  });
});
