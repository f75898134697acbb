import { PROFILE_NAMES } from '../../checker/profiles.ts';
import type { Vector } from '../../pictures/scenes/vector.ts';
import { FILTER_MODES } from '../../simulate/filter-modes.ts';
import { designFromAddress, designToAddress } from '../design/design-address.ts';
import {
  COUNTS,
  DEFAULT_STATE,
  type InspectorState,
  ONE_DESIGN,
  SCENE_NAMES,
  type SecondDesign,
  TEXTURE_NAMES,
  TIME_VIEWS,
  VIEW_MODES,
} from './inspector-state.ts';

/** A value in the address. `read` gives undefined for a text that it does not have. */
interface Codec<T> {
  readonly write: (value: T) => string;
  readonly read: (text: string) => T | undefined;
}

const MOST_SIZE = 4096;

function choice<T extends string>(values: readonly T[]): Codec<T> {
  return { write: (value) => value, read: (text) => values.find((value) => value === text) };
}

function number(least: number, most: number, whole = false): Codec<number> {
  const allowed = (value: number) => value >= least && value <= most && (!whole || Number.isInteger(value));
  return { write: String, read: (text) => (text !== '' && allowed(Number(text)) ? Number(text) : undefined) };
}

function numbers<T extends readonly number[]>(length: number): Codec<T> {
  return {
    write: (values) => values.map((value) => Number(value.toPrecision(9))).join(),
    read: (text) => {
      const values = text.split(',').map(Number);
      return values.length === length && values.every(Number.isFinite) ? (values as readonly number[] as T) : undefined;
    },
  };
}

/** A value that may be null, which stands as an empty text. */
function orNull<T>({ write, read }: Codec<T>): Codec<T | null> {
  return { write: (value) => (value === null ? '' : write(value)), read: (text) => (text === '' ? null : read(text)) };
}

const FLAG: Codec<boolean> = { write: (flag) => (flag ? '1' : '0'), read: (text) => text === '1' };
const DESIGN: Codec<InspectorState['first']> = { write: designToAddress, read: designFromAddress };
const SECOND: Codec<SecondDesign> = {
  write: (design) => (typeof design === 'string' ? design : designToAddress(design)),
  read: (text) => (text === 'none' || text === 'ideal' ? text : designFromAddress(text)),
};
const SIZE = number(2, MOST_SIZE, true);
const PAIR = numbers<readonly [number, number]>(2);
const AIM: Codec<NonNullable<InspectorState['aim']>> = {
  write: ({ eye, target }) => numbers(6).write([...eye, ...target]),
  read: (text) => {
    const all = numbers<readonly number[]>(6).read(text);
    return (
      all && {
        eye: all.slice(0, 3) as readonly number[] as Vector,
        target: all.slice(3) as readonly number[] as Vector,
      }
    );
  },
};

/** A parameter of the address: a part of the state, with its codec. */
interface Parameter {
  readonly text: (state: InspectorState) => string;
  /** The state with the value of a text; undefined for a text without a value. */
  readonly into: (state: InspectorState, text: string) => InspectorState | undefined;
}

function parameter<T>(
  { write, read }: Codec<T>,
  of: (state: InspectorState) => T,
  into: (state: InspectorState, value: T) => InspectorState,
): Parameter {
  return {
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
  ['scale', ofState('scale', orNull(PAIR))],
  ['zoom', ofState('zoom', orNull(number(-6, 8)))],
  ['middle', ofState('middle', orNull(PAIR))],
  ['pixel', ofState('pixel', orNull(PAIR))],
  ['time', ofState('timeView', choice(TIME_VIEWS))],
  ['from', ofPart('window', 'from', number(0, 1e12, true))],
  ['cycles', ofPart('window', 'cycles', number(1, 100_000, true))],
  ['cycle', ofState('cycle', orNull(number(0, 1e12, true)))],
  ['fields', ofState('fieldsOf', choice(ONE_DESIGN))],
  ['tables', ofState('tablesOf', choice(ONE_DESIGN))],
  ['profile', ofState('profile', choice(PROFILE_NAMES))],
  ['counts', ofState('counts', choice(COUNTS))],
  ['level', ofState('level', orNull(number(0, 1e6, true)))],
]);

/** The part of the page's address behind #: the parameters that differ from the default. */
export function stateToAddress(state: InspectorState): string {
  const address = new URLSearchParams();
  for (const [name, { text }] of PARAMETERS) if (text(state) !== text(DEFAULT_STATE)) address.set(name, text(state));
  return address.toString();
}

/** A state as an address gives it, and a line for each parameter that could not be read. */
export function stateFromAddress(hash: string): { readonly state: InspectorState; readonly faults: readonly string[] } {
  const faults: string[] = [];
  let state = DEFAULT_STATE;
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    try {
      const next = PARAMETERS.get(name)?.into(state, text);
      if (next === undefined) faults.push(`${name}=${text}: this page has no such setting`);
      else state = next;
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { state, faults };
}
