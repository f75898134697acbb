import type { Cause } from '../../pipeline/causes.ts';
import type { Activity, Stage } from '../../pipeline/stages.ts';

/** The names of the stages in reports. */
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

/** The meaning of each activity of a stage, for readers who see its name for the first time. */
export const ACTIVITY_MEANINGS: Readonly<Record<Activity, string>> = {
  busy: 'took in a quad or pass, or worked on one',
  starved: 'nothing waited at its input',
  blocked: 'the FIFO behind it was full',
  tagPorts: 'more lines in a pass than tag ports',
  bankConflict: 'two lines of a pass in one bank',
  missSlots: 'every outstanding miss was in use',
  memory: 'the oldest line it needs had not come back',
};

export const CAUSE_NAMES: Readonly<Record<Cause, string>> = {
  returned: 'quad returned',
  filter: 'filter',
  bankConflict: 'bank conflict',
  memoryBandwidth: 'memory bandwidth',
  fragmentFifo: 'fragment FIFO',
  missSlots: 'miss slots',
  memoryLatency: 'memory latency',
  tagPorts: 'tag ports',
  address: 'address unit',
  input: 'no requests',
  fill: 'filling',
};

/** The reason why no quad came back in a cycle. */
export const CAUSE_MEANINGS: Readonly<Record<Cause, string>> = {
  returned: 'one came back',
  filter: 'the filter had more than one cycle to work on a quad',
  bankConflict: 'a pass read two lines of one bank',
  memoryBandwidth: 'a line was waited for while the memory moved data',
  fragmentFifo: "the memory's latency, with the fragment FIFO too full to send more misses ahead",
  missSlots: "the memory's latency, with every outstanding miss in use",
  memoryLatency: "the memory's latency, with nothing that kept misses back",
  tagPorts: 'a pass had more lines than there are tag ports',
  address: 'the address unit had more than one cycle to work on a quad',
  input: 'there was no request',
  fill: 'the first quad was on its way through the stages',
};

/** A count with its digits in groups of three: 12 345 678. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ' ');
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A value with three significant digits. */
export function measured(value: number): string {
  return value === 0 ? '0' : value >= 100 ? grouped(value) : value.toPrecision(3);
}

/** A number of bytes in decimal units: 1.46 MB. */
export function byteCount(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${unit === 0 ? bytes : (bytes / 1000 ** unit).toPrecision(3)} ${units[unit]}`;
}
