import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { sourcesOf } from '../../../src/forms/rtl/rtl-sources.ts';
import type { Member } from '../../../src/forms/parameters/package-text.ts';
import { romTexts } from '../../../src/forms/golden/roms.ts';
import { unitPackage } from '../../../src/forms/rtl/unit-package.ts';
import { writeUnitStates } from '../../../src/forms/rtl/unit-state.ts';
import { stateMembers, unitStructs } from '../../../src/forms/rtl/unit-structs.ts';
import { PLAIN_SAMPLING, unitWidths } from '../../../src/forms/parameters/unit-widths.ts';
import type { Leaf, Port } from '../verilated.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The paths of a module's sources from rtl-model/, packages first. */
function pathsOf(module: string): readonly string[] {
  const paths = ['rtl-model', 'pipeline'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `../${folder}/${file}`),
  );
  return [...sourcesOf(module).keys()].map((file) => paths.find((path) => basename(path) === file)!);
}

/** A unit of a design with texture states in a table, and the ports that the rows of `struct` names. @param sampling of it */
export function unitLeaf(
  module: string,
  design: Design,
  bindings: readonly Binding[],
  inputs: readonly Port[],
  outputs: readonly Port[],
  sampling = PLAIN_SAMPLING,
): Leaf {
  const files: Record<string, string> = { 'states.mem': '' };
  const sink = (name: string) => (text: string) => (files[name] = (files[name] ?? '') + text);
  for (const [name, text] of romTexts(design)) sink(name)(text);
  writeUnitStates(bindings, sink('states.mem'), sampling);
  const widths = unitWidths(design, bindings.length, sampling);
  const stateBits = stateMembers(widths).reduce(
    (sum, { type }) => sum + ('width' in type ? type.width * (type.count ?? 1) : 0),
    0,
  );
  const table = { width: stateBits, entries: bindings.length, file: 'states.mem' };
  return {
    module,
    sources: pathsOf(module),
    package: unitPackage(design, bindings.length, sampling),
    inputs: [{ name: 'state', width: widths.stateBits, table }, ...inputs],
    outputs,
    files,
  };
}

/**
 * A port of a struct of `texture_unit_pkg`.
 *
 * @param sometimes members that have no meaning in some vectors
 */
export function structPort(
  design: Design,
  states: number,
  name: string,
  struct: string,
  sometimes: readonly string[] = [],
  sampling = PLAIN_SAMPLING,
): Port {
  const structs = unitStructs(unitWidths(design, states, sampling));
  const port = ({ name: member, type }: Member): Port => {
    if ('enumeration' in type) return { name: member, width: 0, members: structs[type.enumeration].map(port) };
    return { name: member, ...type, ...(sometimes.includes(member) && { sometimes: true }) };
  };
  return { name, width: 0, members: structs[struct].map(port) };
}
