import { valueAt, withValue } from '../../../../rtl-model/design/field.ts';
import { ADDRESS_FIELDS, DEFAULT_STATE, type InspectorState } from './inspector-state.ts';
import { settle } from './settled-state.ts';

/** The part of the page's address after #: the parameters that differ from the default. */
export function stateToAddress(state: InspectorState): string {
  const address = new URLSearchParams();
  for (const { name, path, write, usual } of ADDRESS_FIELDS) {
    const text = write(valueAt(state, path));
    if (text !== write(usual)) address.set(name, text);
  }
  return address.toString();
}

/** The parts of the state that are undone: what is drawn, the camera, the designs, the pixel. */
const STEPS: readonly string[] = [
  'source',
  'files',
  'aim',
  'first',
  'second',
  'pixel',
] satisfies (keyof InspectorState)[];

/** True if a change of the state can be undone by itself. */
export function isStep(from: InspectorState, to: InspectorState): boolean {
  return ADDRESS_FIELDS.some(
    ({ path, write }) => STEPS.includes(path.split('.')[0]) && write(valueAt(from, path)) !== write(valueAt(to, path)),
  );
}

/** A state as an address gives it, and a line for each parameter that is wrong, alone or beside the others. */
export function stateFromAddress(hash: string): { readonly state: InspectorState; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  let state = DEFAULT_STATE;
  for (const [name, text] of [...given].filter(([name], n, all) => all.findIndex(([other]) => other === name) === n)) {
    try {
      const known = ADDRESS_FIELDS.find((field) => field.name === name);
      const value = known?.read(text);
      if (value === undefined) faults.push(`${name}=${text}: ${known ? `expected ${known.expected}` : NO_SETTING}`);
      else state = withValue(state, known!.path, value);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const name of new Set(given.keys())) {
    const [first, ...others] = given.getAll(name);
    faults.push(...others.map((text) => `${name}=${text}: is given twice, the first is ${first}`));
  }
  const { broken, settled } = settle(state);
  faults.push(...broken.map(({ part, expected }) => `${part}=${given.get(part)}: expected ${expected}`));
  return { state: settled, faults };
}

const NO_SETTING = 'this page has no such setting';
