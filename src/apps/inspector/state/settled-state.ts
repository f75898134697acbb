import {
  ADDRESS_FIELDS,
  DEFAULT_STATE,
  droppedKind,
  type InspectorState,
  RESULT_VIEWS,
  type ViewMode,
} from './inspector-state.ts';

/** A part of the state that must go with the others; otherwise it has its default. `part` is its name in the address. */
function agreement(field: keyof InspectorState, expected: string, holds: (state: InspectorState) => boolean) {
  return { field, part: ADDRESS_FIELDS.find(({ path }) => path === field)!.name, expected, holds };
}

function needs(view: ViewMode, what: 'second design' | 'trace'): boolean {
  return RESULT_VIEWS.some(([mode, , needed]) => mode === view && needed === what);
}

const AGREEMENTS = [
  agreement('files', 'nothing without a dropped texture, model or trace', ({ files, source }) => {
    return files === null || droppedKind(source) !== null;
  }),
  agreement('view', 'one that shows no design B, for b=none', ({ view, second }) => {
    return second !== 'none' || !needs(view, 'second design');
  }),
  agreement('view', 'one without captured results, for no trace', ({ view, source }) => {
    return source.scene === 'trace' || !needs(view, 'trace');
  }),
  agreement('fieldsOf', 'A, for a design B without fields', ({ fieldsOf, second }) => {
    return fieldsOf === 'A' || typeof second !== 'string';
  }),
  agreement('tablesOf', 'A, for b=none', ({ tablesOf, second }) => tablesOf === 'A' || second !== 'none'),
  agreement('coloursOf', 'A, for b=none', ({ coloursOf, second }) => coloursOf === 'A' || second !== 'none'),
  agreement('scale', 'the least value first', ({ scale }) => scale === null || scale[0] <= scale[1]),
  agreement('middle', 'nothing without zoom', ({ middle, zoom }) => middle === null || zoom !== null),
  agreement('pixel', 'a pixel of the picture, which has width and height', ({ pixel, source }) => {
    const { scene, width, height } = source;
    return pixel === null || scene === 'trace' || (pixel[0] < width && pixel[1] < height);
  }),
  agreement('marked', 'the first cycle first', ({ marked }) => marked === null || marked[0] < marked[1]),
  agreement('cycle', 'one of the window, which has from and cycles', ({ cycle, window }) => {
    return cycle === null || (cycle >= window.from && cycle < window.from + window.cycles);
  }),
];

/** The state whose parts go together, and the agreements that a state breaks. */
export function settle(state: InspectorState) {
  const broken = AGREEMENTS.filter(({ holds }) => !holds(state));
  const defaults = broken.map(({ field }) => [field, DEFAULT_STATE[field]] as const);
  return { broken, settled: { ...state, ...Object.fromEntries(defaults) } as InspectorState };
}
