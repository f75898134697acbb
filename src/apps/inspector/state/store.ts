import { useEffect, useState } from 'preact/hooks';

/** A record that components read and change. */
export class Store<T extends object> {
  private readonly listeners = new Set<() => void>();

  /** @param settled makes the fields of a changed record go together */
  constructor(
    private current: T,
    private readonly settled: (value: T) => T = (value) => value,
  ) {}

  get value(): T {
    return this.current;
  }

  /** Replaces some fields, and calls every listener. */
  update(change: Partial<T>): void {
    this.current = this.settled({ ...this.current, ...change });
    for (const listener of this.listeners) listener();
  }

  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls when one of these fields is another than in the value that was seen last. @returns ends it */
  watch(names: readonly (keyof T)[], changed: () => void, seen = this.current): () => void {
    const look = () => {
      if (names.every((name) => this.current[name] === seen[name])) return;
      seen = this.current;
      changed();
    };
    look();
    return this.subscribe(look);
  }
}

/** Fields of a store; the component is drawn again when one of them is another. */
export function useStored<T extends object, Name extends keyof T>(
  store: Store<T>,
  ...names: readonly Name[]
): Pick<T, Name> {
  const now = store.value;
  const [, redraw] = useState({});
  useEffect(() => store.watch(names, () => redraw({}), now), []);
  return now;
}
