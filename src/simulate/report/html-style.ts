import { type Cause, CAUSES } from '../../../pipeline/counters/causes.ts';
import type { Activity } from '../../../pipeline/stages/stages.ts';

/** The colours of the causes: those of the page's series, and others of the same contrast. Grey is a cycle without work. */
const CAUSE_COLORS: Readonly<Record<Cause, string>> = {
  returned: 'var(--series-3)',
  filter: 'var(--series-1)',
  bankConflict: 'var(--series-4)',
  dataFill: 'var(--series-6)',
  memoryBandwidth: 'var(--series-2)',
  memoryTurn: 'var(--series-9)',
  memoryElsewhere: 'light-dark(#2f6f4f, #7fd6a8)',
  pageWalk: 'light-dark(#0f6b7a, #6fd0dd)',
  l2Bank: 'light-dark(#7d5f00, #d9c27a)',
  l2Misses: 'light-dark(#332288, #a3a0ff)',
  fragmentFifo: 'var(--series-5)',
  missQueue: 'var(--series-10)',
  missSlots: 'light-dark(#4c6a1a, #c4e08a)',
  memoryLatency: 'var(--series-7)',
  tagPorts: 'var(--series-12)',
  missPorts: 'light-dark(#8a5a44, #d8a48c)',
  tagFill: 'light-dark(#3f7a1f, #93cf6b)',
  address: 'light-dark(#8e3fa0, #dc9cec)',
  warps: 'var(--series-8)',
  arrival: 'var(--series-11)',
  input: 'light-dark(#d9d9d6, #343a44)',
  fill: 'light-dark(#b4b5b7, #565d69)',
};

/** The colour of a cause: the same on every page. */
export function causeColor(cause: Cause): string {
  return `var(--cause-${cause})`;
}

/** The colour of a stage's activity: that of the cause of the same name or of the same wait. */
export function activityColor(activity: Activity): string {
  return causeColor(WAITS[activity] ?? (activity as Cause));
}

const WAITS: Partial<Readonly<Record<Activity, Cause>>> = {
  busy: 'filter',
  memory: 'memoryLatency',
  starved: 'input',
  blocked: 'fill',
};

/** A part of share bars with its name and colour; text on grey is dark on light, or light on dark. */
export function coloredKind(name: string, color: string) {
  return /input|fill\b/.test(color) ? { name, color, text: 'var(--text)' } : { name, color };
}

/** Styles of pages with causes and activities. */
export const REPORT_STYLE = `
:root { ${CAUSES.map((cause) => `--cause-${cause}: ${CAUSE_COLORS[cause]};`).join(' ')} }
`;
