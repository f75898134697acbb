import { withValue } from '../../../../rtl-model/design/field.ts';
import { PROFILE_NAMES } from '../../../checker/profiles.ts';
import { PRESETS } from '../../../designs/presets.ts';
import type { Vector } from '../../../pictures/scenes/vector.ts';
import { FILTER_MODES } from '../../../simulate/filter-modes.ts';
import { designFromAddress, designToAddress } from './design-address.ts';
import {
  CHANNEL_NAMES,
  COUNTS,
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

type State = InspectorState;
/** The value at a path of the state: `gain`, `source.scene`. */
type ValueAt<Path> = Path extends `${infer Part extends 'source' | 'window'}.${infer Name}`
  ? State[Part][Name & keyof State[Part]]
  : State[Path & keyof State];

/** A field of the state: its name in the address, its path, and the value that an address leaves out. */
export interface StateField extends Codec<unknown> {
  readonly name: string;
  readonly path: string;
  readonly usual: unknown;
}

function field<const Path extends string>(
  name: string,
  path: Path,
  codec: Codec<ValueAt<Path>>,
  usual: ValueAt<Path>,
): StateField {
  return { ...(codec as Codec<unknown>), name, path, usual };
}

const FULL_QUALITY = PRESETS.get('full-quality')!;
const MINIMUM = PRESETS.get('d3d11.3-minimum')!;

/** All fields, in the order of an address. */
export const ADDRESS_FIELDS: readonly StateField[] = [
  field('scene', 'source.scene', choice(SCENE_NAMES), 'tunnel'),
  field('texture', 'source.texture', choice(TEXTURE_NAMES), 'checker'),
  field('levels', 'source.levels', choice(['picture', 'coloured']), 'picture'),
  field('srgb', 'source.srgb', FLAG, false),
  field('filter', 'source.filter', choice(FILTER_MODES), 'anisotropic'),
  field('anisotropy', 'source.maxAnisotropy', number(1, 16), 16),
  field('bias', 'source.lodBias', number(-16, 16), 0),
  field('width', 'source.width', SIZE, 640),
  field('height', 'source.height', SIZE, 480),
  field('aim', 'aim', orNull(AIM), null),
  field('a', 'first', DESIGN, { base: MINIMUM, design: MINIMUM }),
  field('b', 'second', SECOND, { base: FULL_QUALITY, design: FULL_QUALITY }),
  field('view', 'view', choice(VIEW_MODES), 'first'),
  field('channels', 'channels', choice(CHANNEL_NAMES), 'rgb'),
  field('blend', 'blend', number(0, 1), 0.5),
  field('gain', 'gain', number(1, 4096), 16),
  field('scale', 'scale', orNull(numbers(2, number(-1e12, 1e12))), null),
  field('zoom', 'zoom', orNull(number(-6, 8)), null),
  field('middle', 'middle', orNull(numbers(2, number(-FAR, FAR))), null),
  field('pixel', 'pixel', orNull(numbers(2, number(0, MOST_PIXEL, true))), null),
  field('time', 'timeView', choice(TIME_VIEWS), 'pipeline'),
  field('from', 'window.from', number(0, 1e12, true), 0),
  field('cycles', 'window.cycles', number(LEAST_CYCLES, MOST_CYCLES, true), 400),
  field('cycle', 'cycle', orNull(number(0, 1e12, true)), null),
  field('fields', 'fieldsOf', choice(ONE_DESIGN), 'A'),
  field('tables', 'tablesOf', choice(ONE_DESIGN), 'A'),
  field('profile', 'profile', choice(PROFILE_NAMES), 'd3d11.3'),
  field('counts', 'counts', choice(COUNTS), 'touches'),
  field('level', 'level', orNull(number(0, 1e6, true)), null),
];

/** What an address leaves out. */
export const DEFAULT_STATE = ADDRESS_FIELDS.reduce<object>((state, { path, usual }) => withValue(state, path, usual), {
  source: {},
  window: {},
}) as InspectorState;
