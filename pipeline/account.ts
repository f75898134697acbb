import { ACTIVITIES, type Activity, STAGES, type Stage } from './stages.ts';

/** Where the cycles of a run went, and what they did. */
export interface Account {
  readonly cycles: number;
  /** For each stage, how many cycles it spent on each activity; each row sums to `cycles`. */
  readonly stages: Readonly<Record<Stage, Readonly<Record<Activity, number>>>>;
  readonly quads: number;
  /** Active lanes of these quads: the pixels. */
  readonly pixels: number;
  readonly passes: number;
  /** Point and bilinear samples over all lanes, and texels that they tap. */
  readonly samples: number;
  readonly taps: number;
  readonly cache: { readonly lookups: number; readonly hits: number; readonly misses: number };
  /** Bytes read from memory: misses times the line. */
  readonly memoryBytes: number;
  /** Cycles in which the memory's bus moved data. */
  readonly memoryBusyCycles: number;
}

/** Activity counts of the stages while they run: stage s and activity a at s * ACTIVITIES.length + a. */
export function stageTable(counts: Float64Array): Account['stages'] {
  const table = {} as Record<Stage, Record<Activity, number>>;
  STAGES.forEach((stage, s) => {
    const row = {} as Record<Activity, number>;
    ACTIVITIES.forEach((activity, a) => {
      row[activity] = counts[s * ACTIVITIES.length + a];
    });
    table[stage] = row;
  });
  return table;
}
