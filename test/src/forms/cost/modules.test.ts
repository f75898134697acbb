import { describe, expect, it } from 'vitest';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { synthesesOf } from '../../../../src/forms/cost/area-of-design.ts';
import { modulesOf } from '../../../../src/forms/cost/modules.ts';
import { sourcesOf } from '../../../../src/forms/rtl/rtl-sources.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';

const minimum = PRESETS.get('d3d11.3-minimum')!;

/** The parameters in the header of a module, without those that follow from others. */
function declared(module: string): readonly string[] {
  const text = sourcesOf(module).get(`${module}.sv`)!;
  const first = text.search(new RegExp(`^module ${module}\\b`, 'm'));
  const header = text.slice(first, text.indexOf(');', first));
  return Array.from(header.matchAll(/^\s*parameter\b[^=]*?(\w+)\s*=/gm), ([, name]) => name);
}

describe('modules of a design', () => {
  it.each([...PRESETS.values()])('give parameters that the SystemVerilog has ($name)', (design) => {
    for (const { module, parameters } of modulesOf(design)) {
      expect(declared(module), module).toEqual(expect.arrayContaining(Object.keys(parameters)));
    }
  });

  it('are as many as the rates ask for', () => {
    const count = (path: string, value: number, module: string) =>
      modulesOf(withValue(minimum, path, value)).find((one) => one.module === module)!.count;
    expect(count('filter.samplesPerCycle', 1, 'bilinear')).toBe(4);
    expect(count('filter.samplesPerCycle', 4, 'bilinear')).toBe(16);
    expect(count('address.tapsPerCycle', 4, 'texel_address')).toBe(4);
    expect(count('address.tapsPerCycle', 16, 'texel_coordinate')).toBe(8);
    expect(count('pipeline.units.count', 3, 'bilinear')).toBe(3 * count('pipeline.units.count', 1, 'bilinear'));
  });

  it('have the scale factor and the division only where they have a width', () => {
    const names = (name: string) => modulesOf(PRESETS.get(name)!).map(({ module }) => module);
    expect(names('d3d11.3-synthesizable')).toEqual(
      expect.arrayContaining(['narrow_axes', 'major_axis', 'float_divide']),
    );
    expect(names('vulkan-1.4-synthesizable')).not.toContain('major_axis');
    for (const module of ['narrow_axes', 'float_divide']) expect(names('full-quality')).not.toContain(module);
    const axes = modulesOf(PRESETS.get('d3d11.3-synthesizable')!).find(({ module }) => module === 'narrow_axes')!;
    expect(axes.parameters).toMatchObject({ METHOD: 0, RATE_COUNT: 5, RATES: "40'h1008040201" });
  });

  it('measure derivatives once a quad where its lanes share them', () => {
    const logs = (derivatives: string) =>
      modulesOf(withValue(minimum, 'lod.derivatives', derivatives)).find(({ module }) => module === 'log2')!.count;
    expect([logs('coarse'), logs('fine')]).toEqual([1, 4]);
  });

  it('change only where a module reads the field', () => {
    const changed = (path: string, value: unknown) => {
      const before = modulesOf(minimum).map((one) => JSON.stringify(one));
      return modulesOf(withValue(minimum, path, value))
        .filter((one) => !before.includes(JSON.stringify(one)))
        .map(({ module }) => module);
    };
    expect(changed('filter.guardBits', 9)).toEqual(['bilinear', 'accumulator', 'filter_result']);
    expect(changed('lod.log2Table.entryBits', 15)).toEqual(['log2']);
    expect(changed('cache.sets', 8)).toEqual(['tag_store']);
    expect(changed('cache.banks', 8)).toEqual([]);
  });
});

describe('sources of a module', () => {
  it('are the module and all below it, packages first', () => {
    expect([...sourcesOf('lerp').keys()]).toEqual([
      'fixed_point_pkg.sv',
      'filter_widths_pkg.sv',
      'round_shift.sv',
      'lerp.sv',
    ]);
    const bilinear = [...sourcesOf('bilinear').keys()];
    expect(bilinear).toEqual(expect.arrayContaining(['lerp.sv', 'round_shift.sv', 'filter_widths_pkg.sv']));
    expect(bilinear.at(-1)).toBe('bilinear.sv');
  });

  it('know their tables by the names that the parameters have', () => {
    for (const { module, parameters } of modulesOf(minimum)) {
      if (!('FILE' in parameters)) continue;
      expect(sourcesOf(module).get(`${module}.sv`)).toContain(`FILE = "${parameters.FILE}"`);
    }
  });

  it('come with the tables that the parameters name', () => {
    const log2 = modulesOf(minimum).filter(({ module }) => module === 'log2');
    const [{ sources }] = synthesesOf(minimum, log2);
    const table = new Map(sources).get('log2.mem')!;
    // 2^6 + 1 entries of 15 bits: log2(1) is 0, log2(2) is 2^14.
    const entries = table.trim().split('\n');
    expect(entries).toHaveLength(65);
    expect([entries[0], entries[64]].map((digits) => Number.parseInt(digits, 16))).toEqual([0, 2 ** 14]);
  });
});
