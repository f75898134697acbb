import type { PipelineDesign } from '../../rtl-model/design/design.ts';
import { CAUSE, type Cause, numbered } from '../counters/causes.ts';

interface ActivityRecord {
  /** The name in reports. */
  readonly title: string;
  /** The meaning, for people who see the name for the first time. */
  readonly meaning: string;
}

/** The activities of stages. Every stage does exactly one of them in every cycle. */
export const ACTIVITY_RECORDS = {
  busy: { title: 'busy', meaning: 'took in a quad or pass, or worked on one' },
  starved: { title: 'starved', meaning: 'nothing waited at its input' },
  blocked: { title: 'blocked', meaning: 'the FIFO after it was full, or as many requests in flight as can be' },
  tagPorts: { title: 'tag ports', meaning: 'more lines in a pass than tag ports' },
  bankConflict: { title: 'bank conflict', meaning: 'more reads of a bank than it has ports' },
  missSlots: { title: 'miss slots', meaning: 'every outstanding miss was in use' },
  memory: { title: 'memory', meaning: 'the oldest line it needs had not come back' },
  missPorts: { title: 'miss ports', meaning: 'more misses in a pass than are sent in a cycle' },
  missQueue: { title: 'miss queue', meaning: 'the queue of misses in front of the memory was full' },
  tagFill: {
    title: 'tag fill',
    meaning: 'tags of missed lines were written, or missed lines looked up again, on the ports that look up',
  },
  dataFill: { title: 'data fill', meaning: 'a line was written on the ports that read, or these turned around' },
  warps: { title: 'warps', meaning: 'the warp of the next request waited for its last result, or worked on it' },
  arrival: { title: 'arrival', meaning: 'the shader had not issued the next request' },
} as const satisfies Readonly<Record<string, ActivityRecord>>;

export type Activity = keyof typeof ACTIVITY_RECORDS;
export const ACTIVITIES = Object.keys(ACTIVITY_RECORDS) as readonly Activity[];

/** Whole quads, or their passes: one point or bilinear sample for each lane. */
export type Item = 'quads' | 'passes';

/**
 * A stage of the pipeline. Its name is that of its latency in the design, and of its scope, track or stage in traces.
 */
export interface StageRecord {
  /** The name in reports. */
  readonly title: string;
  /** The items that the stage takes in. */
  readonly works: Item;
  /** The items in its registers and in the FIFO after it. */
  readonly gives: Item;
  /** The design's depth of the FIFO after the stage; null for the last stage, whose quads leave the pipeline. */
  readonly fifo: keyof PipelineDesign['fifoDepth'] | null;
  /**
   * The cause, by the activity of this stage, of a cycle in which the result stage has nothing to take. With any other
   * activity the cause lies in the stages before.
   */
  readonly causes: Partial<Record<Activity, Cause>>;
  /** True if the first cycle of a pass is its work, and only the next cycle says why the pass needs more of them. */
  readonly worksFirst?: true;
}

/** The stages in the order in which a quad passes them. */
export const STAGE_RECORDS: Readonly<Record<keyof PipelineDesign['latency'], StageRecord>> = {
  frontEnd: {
    title: 'front end',
    works: 'quads',
    gives: 'quads',
    fifo: 'lod',
    causes: { warps: 'warps', arrival: 'arrival' },
  },
  lod: { title: 'LOD', works: 'quads', gives: 'quads', fifo: 'address', causes: {} },
  address: { title: 'address', works: 'passes', gives: 'passes', fifo: 'tag', causes: { busy: 'address' } },
  tag: {
    title: 'tag',
    works: 'passes',
    gives: 'passes',
    fifo: 'fragment',
    causes: {
      // A full FIFO gives the data stage work meanwhile; a limit of requests need not.
      blocked: 'fragmentFifo',
      tagPorts: 'tagPorts',
      missSlots: 'missSlots',
      missPorts: 'missPorts',
      missQueue: 'missQueue',
      tagFill: 'tagFill',
    },
    worksFirst: true,
  },
  data: {
    title: 'data',
    works: 'passes',
    gives: 'passes',
    fifo: 'decode',
    // The bus and the tag stage give the cause of a wait for memory: see Attribution and CauseTimes.
    causes: { bankConflict: 'bankConflict', dataFill: 'dataFill', memory: 'memoryLatency' },
    worksFirst: true,
  },
  decode: { title: 'decode', works: 'passes', gives: 'passes', fifo: 'filter', causes: {} },
  filter: { title: 'filter', works: 'passes', gives: 'quads', fifo: 'result', causes: { busy: 'filter' } },
  result: { title: 'result', works: 'quads', gives: 'quads', fifo: null, causes: { busy: 'returned' } },
};

export type Stage = keyof typeof STAGE_RECORDS;
export const STAGES = Object.keys(STAGE_RECORDS) as readonly Stage[];

/** Numbers of the stages and activities, as counters index them. */
export const STAGE = numbered(STAGES);
export const ACTIVITY = numbered(ACTIVITIES);

/** Items that the registers of each stage and the FIFO after it hold together. */
export function capacities({ fifoDepth, latency }: PipelineDesign): readonly number[] {
  return STAGES.map((stage) => {
    const { fifo } = STAGE_RECORDS[stage];
    return latency[stage] + (fifo === null ? 1 : fifoDepth[fifo]);
  });
}

/** Cycles from each stage to the result stage, for an item that waits nowhere. */
export function lags({ latency }: PipelineDesign): readonly number[] {
  return STAGES.map((_, s) => STAGES.slice(s, -1).reduce((sum, stage) => sum + latency[stage], 0));
}

/** The mark of an activity whose cause lies in the stages before. */
export const UPSTREAM = -1;

/** The cause of stage s and activity a, a CAUSE or UPSTREAM, at s * ACTIVITIES.length + a. */
export const CAUSE_OF = Int8Array.from(
  STAGES.flatMap((stage) => ACTIVITIES.map((activity) => STAGE_RECORDS[stage].causes[activity])),
  (cause) => (cause === undefined ? UPSTREAM : CAUSE[cause]),
);
