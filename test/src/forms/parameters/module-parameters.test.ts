import { describe, expect, it } from 'vitest';
import { moduleParameters } from '../../../../src/forms/parameters/module-parameters.ts';
import { sourcesOf } from '../../../../src/forms/rtl/rtl-sources.ts';
import { unitPackage } from '../../../../src/forms/rtl/unit-package.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { UNIT_DESIGNS } from '../../../rtl/units/unit-designs.ts';

/** A constant that the text of a unit gives to a parameter of a module in it. */
interface Connection {
  readonly module: string;
  readonly parameter: string;
  readonly constant: string;
}

const PACKAGE = 'texture_unit_pkg';

/** The parameters of instances in SystemVerilog that are constants of the package, cast or by a name for them. */
function connections(text: string): readonly Connection[] {
  const names = new Map(
    Array.from(text.matchAll(/localparam int (\w+) = texture_unit_pkg::(\w+);/g), ([, name, constant]) => [
      name,
      constant,
    ]),
  );
  return [...text.matchAll(/^ *(\w+) #\(\n((?: *\.\w+ *\(.*\),?\n)+) *\) \w+ \($/gm)].flatMap(([, module, list]) =>
    [...list.matchAll(/\.(\w+) *\((.*)\),?$/gm)].flatMap(([, parameter, value]) => {
      const [, direct] = /^(?:\w+::\w+'\()?texture_unit_pkg::(\w+)\)?$/.exec(value) ?? [];
      const constant = direct ?? names.get(value);
      return constant === undefined ? [] : [{ module, parameter, constant }];
    }),
  );
}

/** The constants of a package by name: numbers, and texts between quotes. */
function constantsOf(text: string): ReadonlyMap<string, number | string> {
  const all = text.matchAll(/localparam (?:int |bit |)(\w+) = (?:1'b)?(-?\d+|"[^"]*");/g);
  return new Map(
    Array.from(all, ([, name, value]) => [name, value.startsWith('"') ? value.slice(1, -1) : Number(value)]),
  );
}

describe('the parameters of modules', () => {
  const texts = [...sourcesOf('texture_unit').values()].filter((text) => text.includes(PACKAGE));
  const connected = texts.flatMap(connections);

  it.each([PRESETS.get('d3d11.3-synthesizable')!, ...UNIT_DESIGNS])(
    'are the constants of the package that the units give them ($name)',
    (design) => {
      const parameters: Readonly<Record<string, object>> = moduleParameters(design);
      const constants = constantsOf(unitPackage(design, 4));
      let compared = 0;
      for (const { module, parameter, constant } of connected) {
        const value = Reflect.get(parameters[module] ?? {}, parameter) as unknown;
        if (value === undefined || !constants.has(constant)) continue;
        expect(value, `${module}.${parameter}`).toBe(constants.get(constant));
        compared++;
      }
      expect(compared).toBeGreaterThan(50);
    },
  );
});
