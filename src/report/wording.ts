import type { Activity, Stage } from '../../pipeline/stages.ts';

/** How reports call the stages and what they do. */
export const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  frontEnd: 'front end',
  lod: 'LOD',
  address: 'address',
  tag: 'tag',
  data: 'data',
  decode: 'decode',
  filter: 'filter',
  result: 'result',
};

export const ACTIVITY_NAMES: Readonly<Record<Activity, string>> = {
  busy: 'busy',
  starved: 'starved',
  blocked: 'blocked',
  tagPorts: 'tag ports',
  bankConflict: 'bank conflict',
  missSlots: 'miss slots',
  memory: 'memory',
};

/** What keeps a stage from its work, for people who see the name for the first time. */
export const ACTIVITY_MEANINGS: Readonly<Record<Activity, string>> = {
  busy: 'took in a quad or pass, or worked on one',
  starved: 'nothing waited at its input',
  blocked: 'the FIFO behind it was full',
  tagPorts: 'more lines in a pass than tag ports',
  bankConflict: 'two lines of a pass in one bank',
  missSlots: 'every outstanding miss was in use',
  memory: 'the oldest line it needs had not come back',
};

/** 12 345 678, digits in groups of three. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ' ');
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Three digits that count. */
export function measured(value: number): string {
  return value === 0 ? '0' : value >= 100 ? grouped(value) : value.toPrecision(3);
}

/** 1.46 MB, decimal. */
export function byteCount(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${unit === 0 ? bytes : (bytes / 1000 ** unit).toPrecision(3)} ${units[unit]}`;
}
