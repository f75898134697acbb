import { PROFILE_NAMES } from '../../../checker/profiles.ts';
import type { Vector } from '../../../pictures/scenes/vector.ts';
import { FILTER_MODES } from '../../../simulate/filter-modes.ts';
import { designFromAddress, designToAddress } from './design-address.ts';
import {
  COUNTS,
  DEFAULT_STATE,
  type InspectorState,
  LEAST_CYCLES,
  MOST_CYCLES,
  ONE_DESIGN,
  SCENE_NAMES,
  type SecondDesign,
  TEXTURE_NAMES,
  TIME_VIEWS,
  VIEW_MODES,
} from './inspector-state.ts';
import { settle } from './settled-state.ts';

/** A value in the address. `read` gives undefined for a text that it does not have. */
interface Codec<T> {
  readonly expected: string;
  readonly write: (value: T) => string;
  readonly read: (text: string) => T | undefined;
}

const MOST_SIZE = 4096;
/** Pixels are 16-bit integers; the places of a camera or a view are within a million. */
const MOST_PIXEL = 2 ** 16 - 1;
const FAR = 1e6;
const DECIMAL = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/;

function choice<T extends string>(values: readonly T[]): Codec<T> {
  const expected = `one of ${values.join(', ')}`;
  return { expected, write: (value) => value, read: (text) => values.find((value) => value === text) };
}

function number(least: number, most: number, whole = false): Codec<number> {
  return {
    expected: `${whole ? 'an integer' : 'a number'} from ${least} to ${most}`,
    write: (value) => String(whole ? value : Number(value.toPrecision(9))),
    read: (text) => {
      const value = DECIMAL.test(text) ? Number(text) : NaN;
      return value >= least && value <= most && (!whole || Number.isInteger(value)) ? value : undefined;
    },
  };
}

function numbers<T extends readonly number[]>(length: number, { expected, write, read }: Codec<number>): Codec<T> {
  return {
    expected: `${length} ${expected.replace(/^an? (\w+)/, '$1s')}, with commas between them`,
    write: (values) => values.map(write).join(),
    read: (text) => {
      const values = text.split(',').map(read);
      const isWhole = values.length === length && values.every((value) => value !== undefined);
      return isWhole ? (values as readonly number[] as T) : undefined;
    },
  };
}

/** A value that may be null, which is an empty text. */
function orNull<T>({ expected, write, read }: Codec<T>): Codec<T | null> {
  return {
    expected: `${expected}, or nothing`,
    write: (value) => (value === null ? '' : write(value)),
    read: (text) => (text === '' ? null : read(text)),
  };
}

const FLAG: Codec<boolean> = {
  expected: '0 or 1',
  write: (flag) => (flag ? '1' : '0'),
  read: (text) => (text === '0' || text === '1' ? text === '1' : undefined),
};
const DESIGN: Codec<InspectorState['first']> = {
  expected: 'a design',
  write: designToAddress,
  read: designFromAddress,
};
const SECOND: Codec<SecondDesign> = {
  expected: 'a design, ideal or none',
  write: (design) => (typeof design === 'string' ? design : designToAddress(design)),
  read: (text) => (text === 'none' || text === 'ideal' ? text : designFromAddress(text)),
};
const SIZE = number(2, MOST_SIZE, true);
const PLACES = numbers<readonly number[]>(6, number(-FAR, FAR));
const AIM: Codec<NonNullable<InspectorState['aim']>> = {
  expected: `eye and target of the camera, ${PLACES.expected}, in two places`,
  write: ({ eye, target }) => PLACES.write([...eye, ...target]),
  read: (text) => {
    const all = PLACES.read(text) ?? [];
    const [eye, target] = [all.slice(0, 3), all.slice(3)] as readonly (readonly number[])[] as readonly Vector[];
    return eye.some((value, n) => value !== target[n]) ? { eye, target } : undefined;
  },
};

/** A parameter of the address: a part of the state, with its codec. */
interface Parameter {
  readonly expected: string;
  readonly text: (state: InspectorState) => string;
  /** The state with the value of a text; undefined for a text without a value. */
  readonly into: (state: InspectorState, text: string) => InspectorState | undefined;
}

function parameter<T>(
  { expected, write, read }: Codec<T>,
  of: (state: InspectorState) => T,
  into: (state: InspectorState, value: T) => InspectorState,
): Parameter {
  return {
    expected,
    text: (state) => write(of(state)),
    into: (state, text) => {
      const value = read(text);
      return value === undefined ? undefined : into(state, value);
    },
  };
}

function ofState<K extends keyof InspectorState>(field: K, codec: Codec<InspectorState[K]>): Parameter {
  return parameter(
    codec,
    (state) => state[field],
    (state, value) => ({ ...state, [field]: value }),
  );
}

/** A field of a part of the state. */
function ofPart<P extends 'source' | 'window', K extends keyof InspectorState[P]>(
  part: P,
  field: K,
  codec: Codec<InspectorState[P][K]>,
): Parameter {
  return parameter(
    codec,
    (state) => state[part][field],
    (state, value) => ({ ...state, [part]: { ...state[part], [field]: value } }),
  );
}

/** The parameters by their names. What an address leaves out is as in DEFAULT_STATE. */
const PARAMETERS: ReadonlyMap<string, Parameter> = new Map([
  ['scene', ofPart('source', 'scene', choice(SCENE_NAMES))],
  ['texture', ofPart('source', 'texture', choice(TEXTURE_NAMES))],
  ['levels', ofPart('source', 'levels', choice(['picture', 'coloured']))],
  ['srgb', ofPart('source', 'srgb', FLAG)],
  ['filter', ofPart('source', 'filter', choice(FILTER_MODES))],
  ['anisotropy', ofPart('source', 'maxAnisotropy', number(1, 16))],
  ['bias', ofPart('source', 'lodBias', number(-16, 16))],
  ['width', ofPart('source', 'width', SIZE)],
  ['height', ofPart('source', 'height', SIZE)],
  ['aim', ofState('aim', orNull(AIM))],
  ['a', ofState('first', DESIGN)],
  ['b', ofState('second', SECOND)],
  ['view', ofState('view', choice(VIEW_MODES))],
  ['blend', ofState('blend', number(0, 1))],
  ['gain', ofState('gain', number(1, 4096))],
  ['scale', ofState('scale', orNull(numbers(2, number(-1e12, 1e12))))],
  ['zoom', ofState('zoom', orNull(number(-6, 8)))],
  ['middle', ofState('middle', orNull(numbers(2, number(-FAR, FAR))))],
  ['pixel', ofState('pixel', orNull(numbers(2, number(0, MOST_PIXEL, true))))],
  ['time', ofState('timeView', choice(TIME_VIEWS))],
  ['from', ofPart('window', 'from', number(0, 1e12, true))],
  ['cycles', ofPart('window', 'cycles', number(LEAST_CYCLES, MOST_CYCLES, true))],
  ['cycle', ofState('cycle', orNull(number(0, 1e12, true)))],
  ['fields', ofState('fieldsOf', choice(ONE_DESIGN))],
  ['tables', ofState('tablesOf', choice(ONE_DESIGN))],
  ['profile', ofState('profile', choice(PROFILE_NAMES))],
  ['counts', ofState('counts', choice(COUNTS))],
  ['level', ofState('level', orNull(number(0, 1e6, true)))],
]);

/** The part of the page's address after #: the parameters that differ from the default. */
export function stateToAddress(state: InspectorState): string {
  const address = new URLSearchParams();
  for (const [name, { text }] of PARAMETERS) if (text(state) !== text(DEFAULT_STATE)) address.set(name, text(state));
  return address.toString();
}

/** A state as an address gives it, and a line for each parameter that is wrong, alone or beside the others. */
export function stateFromAddress(hash: string): { readonly state: InspectorState; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  let state = DEFAULT_STATE;
  for (const [name, text] of [...given].filter(([name], n, all) => all.findIndex(([other]) => other === name) === n)) {
    try {
      const known = PARAMETERS.get(name);
      const next = known?.into(state, text);
      if (next === undefined) faults.push(`${name}=${text}: ${known ? `expected ${known.expected}` : NO_SETTING}`);
      else state = next;
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
