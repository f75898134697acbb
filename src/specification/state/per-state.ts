import type { SampleState } from './state.ts';

/** A fact that follows from a state alone, found once for each state. */
export function perState<T extends object>(find: (state: SampleState) => T): (state: SampleState) => T {
  const known = new WeakMap<SampleState, T>();
  return (state) => {
    const fact = known.get(state) ?? find(state);
    known.set(state, fact);
    return fact;
  };
}
