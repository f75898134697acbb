/** A value in the address. `read` gives undefined for a text that it does not have. */
export interface Codec<T> {
  readonly expected: string;
  readonly write: (value: T) => string;
  readonly read: (text: string) => T | undefined;
}

const DECIMAL = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/;

export function chosenFrom<T extends string>(values: readonly T[]): Codec<T> {
  const expected = `one of ${values.join(', ')}`;
  return { expected, write: (value) => value, read: (text) => values.find((value) => value === text) };
}

export function numberFrom(least: number, most: number, whole = false): Codec<number> {
  return {
    expected: `${whole ? 'an integer' : 'a number'} from ${least} to ${most}`,
    write: (value) => String(whole ? value : Number(value.toPrecision(9))),
    read: (text) => {
      const value = DECIMAL.test(text) ? Number(text) : NaN;
      return value >= least && value <= most && (!whole || Number.isInteger(value)) ? value : undefined;
    },
  };
}

export function numbersFrom<T extends readonly number[]>(
  length: number,
  { expected, write, read }: Codec<number>,
): Codec<T> {
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

/** Values of any number up to `most`, each once; none are an empty text. No text of a value has the sign between them. */
export function listFrom<T>(
  most: number,
  { expected, write, read }: Codec<T>,
  between: ',' | '|' = ',',
): Codec<readonly T[]> {
  const signs = between === ',' ? 'commas' : 'bars (|)';
  return {
    expected: `up to ${most} different ${expected.replace(/^an? (\w+)/, '$1s')}, with ${signs} between them`,
    write: (values) => values.map(write).join(between),
    read: (text) => {
      const values = text === '' ? [] : text.split(between).map(read);
      const isList = values.length <= most && new Set(values).size === values.length && !values.includes(undefined);
      return isList ? (values as readonly T[]) : undefined;
    },
  };
}

/** A value that may be null, which is an empty text. */
export function orNothing<T>({ expected, write, read }: Codec<T>): Codec<T | null> {
  return {
    expected: `${expected}, or nothing`,
    write: (value) => (value === null ? '' : write(value)),
    read: (text) => (text === '' ? null : read(text)),
  };
}

export const FLAG: Codec<boolean> = {
  expected: '0 or 1',
  write: (flag) => (flag ? '1' : '0'),
  read: (text) => (text === '0' || text === '1' ? text === '1' : undefined),
};

/** A field of the state: its name in the address, and the value that an address leaves out. */
export interface AddressField<T> extends Codec<T> {
  readonly name: string;
  readonly usual: T;
}

export function field<T>(name: string, codec: Codec<T>, usual: NoInfer<T>): AddressField<T> {
  return { ...codec, name, usual };
}
