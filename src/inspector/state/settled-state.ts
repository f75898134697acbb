import type { InspectorState, ViewMode } from './inspector-state.ts';

/** Parts of the state that must go together. */
interface Agreement {
  /** The part that gives way, by its name in the address. */
  readonly part: string;
  /** What the part has to be. */
  readonly expected: string;
  readonly holds: (state: InspectorState) => boolean;
  /** What the part is otherwise. */
  readonly otherwise: Partial<InspectorState>;
}

/** Views of a second design. */
const COMPARED: readonly ViewMode[] = ['second', 'beside', 'split', 'mixed', 'difference'];

const AGREEMENTS: readonly Agreement[] = [
  {
    part: 'view',
    expected: 'one that shows no design B, for b=none',
    holds: ({ view, second }) => second !== 'none' || !COMPARED.includes(view),
    otherwise: { view: 'first' },
  },
  {
    part: 'view',
    expected: 'one without captured results, for no trace',
    holds: ({ view, source }) => source.scene === 'trace' || !view.startsWith('captured'),
    otherwise: { view: 'first' },
  },
  {
    part: 'fields',
    expected: 'A, for a design B without fields',
    holds: ({ fieldsOf, second }) => fieldsOf === 'A' || typeof second !== 'string',
    otherwise: { fieldsOf: 'A' },
  },
  {
    part: 'tables',
    expected: 'A, for b=none',
    holds: ({ tablesOf, second }) => tablesOf === 'A' || second !== 'none',
    otherwise: { tablesOf: 'A' },
  },
  {
    part: 'middle',
    expected: 'nothing without zoom',
    holds: ({ middle, zoom }) => middle === null || zoom !== null,
    otherwise: { middle: null },
  },
  {
    part: 'pixel',
    expected: 'a pixel of the picture, which has width and height',
    holds: ({ pixel, source: { scene, width, height } }) =>
      pixel === null || scene === 'trace' || (pixel[0] < width && pixel[1] < height),
    otherwise: { pixel: null },
  },
  {
    part: 'cycle',
    expected: 'one of the window, which has from and cycles',
    holds: ({ cycle, window: { from, cycles } }) => cycle === null || (cycle >= from && cycle < from + cycles),
    otherwise: { cycle: null },
  },
];

/** The state whose parts go together, and the agreements that a state breaks. */
export function settle(state: InspectorState) {
  const broken = AGREEMENTS.filter(({ holds }) => !holds(state));
  const settled = broken.reduce<InspectorState>((whole, { otherwise }) => ({ ...whole, ...otherwise }), state);
  return { broken, settled };
}
