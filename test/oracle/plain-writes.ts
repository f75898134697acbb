import type { CacheDesign } from '../../rtl-model/design/design.ts';

interface Held {
  readonly line: number;
  /** The numbers of the line's sectors that are there, and of those that are newer than in memory. */
  readonly present: Set<number>;
  readonly dirty: Set<number>;
}

/** A write to memory: the first byte and the number of bytes. */
export type PlainWrite = readonly [address: number, bytes: number];

/**
 * What an LRU texel cache without a victim buffer, and an LRU L2 that keeps its misses, or none, write to memory. Sets
 * are lists of lines, the latest last.
 *
 * @returns the writes of each look-up
 */
export function plainWrites(
  { lineBytes, sectorBytes, sets, ways, l2 }: CacheDesign,
  lookUps: readonly { readonly sector: number; readonly write: boolean }[],
): readonly (readonly PlainWrite[])[] {
  const first = new Map<number, Held[]>();
  const second = new Map<number, Held[]>();
  const setOf = (level: Map<number, Held[]>, set: number) => {
    if (!level.has(set)) level.set(set, []);
    return level.get(set)!;
  };
  /** The line, which becomes the latest of its set; undefined if it is not there. */
  const use = (set: Held[], line: number) => {
    const at = set.findIndex((held) => held.line === line);
    if (at < 0) return undefined;
    const [held] = set.splice(at, 1);
    set.push(held);
    return held;
  };
  const perLine = lineBytes / sectorBytes;
  return lookUps.map(({ sector, write }) => {
    const writes: PlainWrite[] = [];
    const line = Math.floor(sector / perLine);
    const set = setOf(first, line % sets);
    let held = use(set, line);
    const missed = !held?.present.has(sector);
    if (held === undefined) {
      const gone = set.length === ways ? set.shift()! : null;
      for (const dirty of [...(gone?.dirty ?? [])].sort((a, b) => a - b)) {
        const address = dirty * sectorBytes;
        const l2Line = Math.floor(address / (l2?.lineBytes ?? 1));
        const below = l2 === null ? undefined : use(setOf(second, l2Line % l2.sets), l2Line);
        if (below === undefined) writes.push([address, sectorBytes]);
        else below.dirty.add(l2Line);
      }
      held = { line, present: new Set(), dirty: new Set() };
      set.push(held);
    }
    held.present.add(sector);
    if (write) held.dirty.add(sector);
    if (missed && l2 !== null) {
      const l2Line = Math.floor((sector * sectorBytes) / l2.lineBytes);
      const l2Set = setOf(second, l2Line % l2.sets);
      if (use(l2Set, l2Line) === undefined) {
        const gone = l2Set.length === l2.ways ? l2Set.shift()! : null;
        if (gone !== null && gone.dirty.size > 0) writes.push([gone.line * l2.lineBytes, l2.lineBytes]);
        l2Set.push({ line: l2Line, present: new Set(), dirty: new Set() });
      }
    }
    return writes;
  });
}
