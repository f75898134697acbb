import { STAGES } from '../../../pipeline/stages/stages.ts';

export interface Log {
  readonly faults: string[];
  /** Stages of each instruction with the cycles in which it entered and left them. */
  readonly stages: string[][];
  readonly labels: string[][];
  /** "retire id, type, cycle" of each instruction. */
  readonly retired: string[];
}

const GRAMMAR: Readonly<Record<string, RegExp>> = {
  'C=': /^C=\t\d+$/,
  C: /^C\t[1-9]\d*$/,
  I: /^I\t\d+\t\d+\t\d+$/,
  L: /^L\t\d+\t[01]\t[^\t]+$/,
  S: new RegExp(`^S\\t\\d+\\t0\\t(${STAGES.join('|')})$`),
  E: new RegExp(`^E\\t\\d+\\t0\\t(${STAGES.join('|')})$`),
  R: /^R\t\d+\t\d+\t[01]$/,
};

/** Reads a Kanata 0004 log by the rules of its format. */
export function readLog(text: string): Log {
  const [header, ...lines] = text.trimEnd().split('\n');
  const log: Log = { faults: [], stages: [], labels: [], retired: [] };
  if (header !== 'Kanata\t0004') log.faults.push(`header ${header}`);
  const open = new Map<number, string | null>();
  let cycle = -1;
  for (const line of lines) {
    const [command, first, , last] = line.split('\t');
    const fault = (problem: string) => log.faults.push(`${line}: ${problem}`);
    if (!(command in GRAMMAR && GRAMMAR[command].test(line))) fault('grammar');
    const id = Number(first);
    if (command === 'C=') {
      if (cycle >= 0) fault('second start');
      cycle = id;
    } else if (command === 'C') {
      cycle += id;
    } else if (command === 'I') {
      if (id !== log.stages.length) fault('ids are not consecutive');
      log.stages.push([]);
      log.labels.push([]);
      open.set(id, null);
    } else if (!open.has(id)) {
      fault('no such instruction');
    } else if (command === 'L') {
      log.labels[id].push(last);
    } else if (command === 'S') {
      if (open.get(id) !== null) fault('stage in stage');
      open.set(id, last);
      log.stages[id].push(`${last} ${cycle}`);
    } else if (command === 'E') {
      if (open.get(id) !== last) fault('end of another stage');
      open.set(id, null);
      log.stages[id].push(`${log.stages[id].pop()}-${cycle}`);
    } else {
      if (open.get(id) !== null) fault('retired in a stage');
      log.retired[id] = `${line.split('\t')[2]} ${last} ${cycle}`;
      open.delete(id);
    }
    if (cycle < 0) fault('before the first cycle');
  }
  if (open.size > 0) log.faults.push('not retired');
  return log;
}
