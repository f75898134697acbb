import { InvalidArgumentError } from 'commander';
import { STANDARD } from '../files/usage-error.ts';
import { MAX_IMAGE_SIZE } from '../../pictures/scenes/scene.ts';

/** The reader of an option's value. @param read gives null for a text that is refused  @param expected what would be right */
export function valueReader<Value>(expected: string, read: (text: string) => Value | null): (text: string) => Value {
  return (text) => {
    const value = read(text);
    if (value !== null) return value;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };
}

/** Width and height of an image, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A whole number that is exact, NaN for any other text. */
export function wholeNumber(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? value : NaN;
}

/** Two whole numbers with a sign between them, NaN for any other text. */
function wholePair(text: string, between: 'x' | ':'): readonly number[] {
  const parts = text.split(between);
  return parts.length === 2 ? parts.map(wholeNumber) : [NaN, NaN];
}

/** 640x480. @param expected the sizes, for the message  @param fits true for widths and heights that are allowed */
export function sizeReader(expected: string, fits: (size: number) => boolean): (text: string) => Size {
  return valueReader(`WxH such as ${expected}`, (text) => {
    const [width, height] = wholePair(text, 'x');
    return fits(width) && fits(height) ? { width, height } : null;
  });
}

/** 640x480. */
export const parseSize = sizeReader(
  `640x480, each from 1 to ${MAX_IMAGE_SIZE}`,
  (size) => size >= 1 && size <= MAX_IMAGE_SIZE,
);

/** A folder that files go to. Standard output holds one file, and no folder. */
export const parseFolder = valueReader('a folder', (text) => (text === STANDARD || text === '' ? null : text));

/** Cycles or quads from `from` to `to - 1`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** 1000:2000. @param what is counted, with an example for the message */
export function windowReader(what: string): (text: string) => Window {
  return valueReader(`FIRST:END in ${what}, the first before the end`, (text) => {
    const [from, to] = wholePair(text, ':');
    return from < to ? { from, to } : null;
  });
}

/** The largest seed. */
export const MOST_SEED = 2 ** 31 - 1;

/** The reader of a whole number of at least 1. @param most what it may be @param of what, for the message */
export function countUpTo(most: number, of = ''): (text: string) => number {
  return valueReader(`a whole number from 1 to ${most}${of}`, (text) => {
    const value = wholeNumber(text);
    return value >= 1 && value <= most ? value : null;
  });
}

/** A decimal number such as -0.5 or 1e-3, NaN for any other text. Zero has no sign. */
export function decimalNumber(text: string): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) + 0 : NaN;
  return Number.isFinite(value) ? value : NaN;
}

/** A decimal number. */
export const parseNumber = valueReader('a number', (text) => {
  const value = decimalNumber(text);
  return Number.isNaN(value) ? null : value;
});
