import { InvalidArgumentError } from 'commander';
import { MAX_IMAGE_SIZE } from '../../pictures/scenes/scene.ts';

/** Width and height of an image, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** 640x480. */
export function parseSize(text: string): Size {
  const [width, height] = (/^(\d+)x(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  if (width >= 1 && width <= MAX_IMAGE_SIZE && height >= 1 && height <= MAX_IMAGE_SIZE) return { width, height };
  throw new InvalidArgumentError(`Expected WxH such as 640x480, each from 1 to ${MAX_IMAGE_SIZE}.`);
}

/** Cycles from `from` to `to - 1`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** 1000:2000. */
export function parseWindow(text: string): Window {
  const [from, to] = (/^(\d+):(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  if (from < to) return { from, to };
  throw new InvalidArgumentError('Expected FIRST:END in cycles such as 1000:2000, the first before the end.');
}

/** A whole number of at least 1. */
export function parseCount(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('Expected a whole number of at least 1.');
}

/** A decimal number such as -0.5. */
export function parseNumber(text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number.');
}
