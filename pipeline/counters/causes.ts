interface CauseRecord {
  /** The name in reports. */
  readonly title: string;
  /** The reason why no quad came back in the cycle, for people who see the name for the first time. */
  readonly meaning: string;
}

/**
 * The causes of cycles. Every cycle of a run has exactly one: the result stage took a quad, or it took none for one of
 * the other reasons.
 */
export const CAUSE_RECORDS = {
  returned: { title: 'quad returned', meaning: 'one came back' },
  filter: { title: 'filter', meaning: 'the filter had more than one cycle to work on a quad' },
  bankConflict: { title: 'bank conflict', meaning: 'a pass needed more reads of a bank than it has ports' },
  dataFill: { title: 'data fill', meaning: 'the data store took a line in on the ports that read it' },
  memoryBandwidth: { title: 'memory bandwidth', meaning: 'a line was waited for while the memory moved data' },
  memoryTurn: {
    title: 'memory turn',
    meaning:
      'a line was waited for whose request the memory took late, as it serves one, or so many of all units, at a time',
  },
  memoryElsewhere: {
    title: 'memory elsewhere',
    meaning: 'a line was waited for while the memory refreshed, or moved data of another client',
  },
  pageWalk: {
    title: 'page walk',
    meaning: 'a line was waited for while the TLB walked for its page, or for that of a line before it',
  },
  l2Bank: { title: 'L2 bank', meaning: 'a line was waited for whose look-up in the L2 waited for a port of its bank' },
  l2Misses: {
    title: 'L2 misses',
    meaning: 'a line was waited for while the L2 had as many requests at the memory as it can have',
  },
  fragmentFifo: {
    title: 'fragment FIFO',
    meaning:
      "the memory's latency, with the fragment FIFO too full, or too many requests in flight, to send more misses ahead",
  },
  missQueue: { title: 'miss queue', meaning: 'the queue of misses in front of the memory was full' },
  missSlots: { title: 'miss slots', meaning: "the memory's latency, with every outstanding miss in use" },
  memoryLatency: { title: 'memory latency', meaning: "the memory's latency, with nothing that kept misses back" },
  tagPorts: { title: 'tag ports', meaning: 'a pass had more lines than there are tag ports' },
  missPorts: { title: 'miss ports', meaning: 'a pass had more misses than are sent in a cycle' },
  tagFill: {
    title: 'tag fill',
    meaning: 'tags of missed lines were written, or missed lines looked up again, on the ports that look up',
  },
  address: { title: 'address unit', meaning: 'the address unit had more than one cycle to work on a quad' },
  warps: {
    title: 'warps',
    meaning: 'the warp of the next request waited for its last result or worked on it, so that nothing hid a latency',
  },
  arrival: {
    title: 'arrival',
    meaning: 'the cycle in which the shader issues the next request had not come, so that nothing hid a latency',
  },
  input: { title: 'no requests', meaning: 'there was no request' },
  fill: { title: 'filling', meaning: 'the first quad was on its way through the stages' },
} as const satisfies Readonly<Record<string, CauseRecord>>;

export type Cause = keyof typeof CAUSE_RECORDS;
export const CAUSES = Object.keys(CAUSE_RECORDS) as readonly Cause[];
/** Numbers of the causes, as counters index them. */
export const CAUSE = numbered(CAUSES);

/** The place of each name in a list. */
export function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, n) => [name, n])) as Record<Name, number>;
}
