import { InvalidArgumentError } from 'commander';
import { STANDARD } from '../files/usage-error.ts';
import { MAX_IMAGE_SIZE } from '../../pictures/scenes/scene.ts';

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

/** 640x480. @param fits true for widths and heights that are allowed  @param expected the sizes, for the message */
export function sizeOf(text: string, fits: (size: number) => boolean, expected: string): Size {
  const [width, height] = wholePair(text, 'x');
  if (fits(width) && fits(height)) return { width, height };
  throw new InvalidArgumentError(`Expected WxH such as ${expected}.`);
}

/** 640x480. */
export function parseSize(text: string): Size {
  return sizeOf(text, (size) => size >= 1 && size <= MAX_IMAGE_SIZE, `640x480, each from 1 to ${MAX_IMAGE_SIZE}`);
}

/** A folder that files go to. Standard output holds one file, and no folder. */
export function parseFolder(text: string): string {
  if (text !== STANDARD && text !== '') return text;
  throw new InvalidArgumentError('Expected a folder.');
}

/** Cycles or quads from `from` to `to - 1`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** 1000:2000. @param what is counted, with an example for the message */
export function parseWindow(text: string, what: string): Window {
  const [from, to] = wholePair(text, ':');
  if (from < to) return { from, to };
  throw new InvalidArgumentError(`Expected FIRST:END in ${what}, the first before the end.`);
}

/** The largest seed. */
export const MOST_SEED = 2 ** 31 - 1;

/** The reader of a whole number of at least 1. @param most what it may be @param of what, for the message */
export function countUpTo(most: number, of = '') {
  return (text: string): number => {
    const value = wholeNumber(text);
    if (value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}${of}.`);
  };
}

/** A decimal number such as -0.5 or 1e-3, NaN for any other text. Zero has no sign. */
export function decimalNumber(text: string): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) + 0 : NaN;
  return Number.isFinite(value) ? value : NaN;
}

/** A decimal number. */
export function parseNumber(text: string): number {
  const value = decimalNumber(text);
  if (!Number.isNaN(value)) return value;
  throw new InvalidArgumentError('Expected a number.');
}
