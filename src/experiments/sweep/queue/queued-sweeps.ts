import type { IRedisClient } from 'bullmq';
import { PREFIX } from './queue-server.ts';
import * as z from 'zod';
import { SourceError } from '../../../designs/json-source.ts';
import { DesignSpace } from '../plan/design-space.ts';
import { valueHash } from '../plan/canonical-json.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { jsonOf } from '../../../../traces/encodings/json-lines.ts';
import { RowSchema } from '../rows/row-schema.ts';
import { headerSchema, planOf, type SweepHeader } from '../rows/sweep-header.ts';
import { hashOf, type DesignTask, type Row } from '../runs/design-row.ts';

/** A message on the server that is none of texunit: others may write there too. The message is one line. */
export class MessageError extends Error {
  override readonly name = 'MessageError';

  constructor(problem: string) {
    super(problem.slice(0, MOST_CHARACTERS));
  }
}

/** Characters of a message's fault that are printed. */
const MOST_CHARACTERS = 300;
/** Designs of a job. */
export const JOB_DESIGNS = 256;

/** The result of a job. */
export interface JobResult {
  readonly rows: readonly Row[];
  /** Seconds that the worker had it. */
  readonly seconds: number;
}

const place = z.int().min(0);
const tasksSchema = z.object({
  tasks: z
    .array(z.object({ number: place, workloads: z.array(place).min(1) }))
    .min(1)
    .max(JOB_DESIGNS),
});
const resultSchema = z.object({ rows: z.array(z.unknown()), seconds: z.number().min(0) });

/** A sweep as its producer has announced it, and the reading of its jobs and their results. */
export class QueuedSweep {
  readonly space = new DesignSpace(this.plan);
  private readonly rows = new RowSchema(this.plan, this.header);

  constructor(
    readonly header: SweepHeader,
    readonly plan: Plan,
  ) {}

  /** Reads a sweep. @throws MessageError for a text that is none, or that of another key */
  static read(key: string, text: string): QueuedSweep {
    const { data: header, error } = headerSchema.safeParse(jsonOf(text));
    if (header === undefined) throw new MessageError(`is no sweep: ${faultOf(error)}`);
    const parsed = reading('sweep', () => planOf(header, 'its plan'));
    if (parsed === null || keyOf(header) !== key)
      throw new MessageError('is no sweep: its parts do not belong together');
    return new QueuedSweep(header, parsed.plan);
  }

  /** The designs of a job. @throws MessageError for data that are none, or that the sweep does not have */
  tasksIn(data: unknown): readonly DesignTask[] {
    const { data: job, error } = tasksSchema.safeParse(data);
    if (job === undefined) throw new MessageError(`is no job: ${faultOf(error)}`);
    for (const { number, workloads } of job.tasks) {
      this.requireDesign(number);
      const isKnown = workloads.every((w, n) => w < this.plan.workloads.length && workloads.indexOf(w) === n);
      if (!isKnown) throw new MessageError(`is no job: design ${number} has other workloads than the sweep`);
    }
    return job.tasks;
  }

  /** The result of a job: a row of each of its designs and workloads. @throws MessageError for any other value */
  resultIn(value: unknown, tasks: readonly DesignTask[]): JobResult {
    const { data: result, error } = resultSchema.safeParse(value);
    if (result === undefined) throw new MessageError(`is no result: ${faultOf(error)}`);
    const missing = new Set(tasks.flatMap(({ number, workloads }) => workloads.map((w) => this.rowKey(number, w))));
    for (const given of result.rows) {
      const fault = reading('result', () => this.rows.faultOf(given));
      if (fault !== null) throw new MessageError(`is no result: a row ${fault}`);
      const { design, workload, design_hash: hash } = given as Row;
      if (!missing.delete(`${design} ${workload}`))
        throw new MessageError(`is no result: another row, of design ${design}`);
      const expected = this.requireDesign(design);
      if (hash !== expected) throw new MessageError(`is no result: design_hash is ${hash}; expected ${expected}`);
    }
    if (missing.size > 0) throw new MessageError(`is no result: ${missing.size} rows are missing`);
    return result as JobResult;
  }

  /** The name of a row. */
  rowKey(design: number, workload: number): string {
    return `${design} ${this.plan.workloads[workload].name}`;
  }

  /** The hash of a design. @throws MessageError where the sweep has none of the number */
  private requireDesign(number: number): string {
    const design = number < this.space.size ? this.space.designAt(number) : null;
    if (design === null || 'refused' in design)
      throw new MessageError(`names design ${number}, which the sweep has not`);
    return hashOf(design);
  }
}

/** The key of a sweep: results of one key are the same, whoever computes them. */
export function keyOf({ plan, workloads, shard, program, node }: SweepHeader): string {
  return valueHash([plan, workloads, shard, program, node]);
}

/** Reads a message, of whose faults none is one of the program. */
function reading<Message>(what: string, read: () => Message): Message {
  try {
    return read();
  } catch (error) {
    if (error instanceof MessageError || !(error instanceof Error)) throw error;
    throw new MessageError(`is no ${what}: ${error instanceof SourceError ? error.lines[0] : error.message}`);
  }
}

function faultOf({ issues: [{ path, message }] }: z.ZodError): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/** Milliseconds without a sign of life after which a producer is gone, and those between two signs. */
export const PRODUCER_LIFE = 6000;
export const PRODUCER_BEAT = 1500;

const SWEEPS = `${PREFIX}-sweeps`;
const sweepKey = (key: string) => `${PREFIX}-sweep:${key}`;
const refusalsKey = (key: string) => `${PREFIX}-refusals:${key}`;

/** Makes a sweep the producer's if it is nobody's. It replies the producer that the sweep has. */
const ANNOUNCE = `
local producer = redis.call('HGET', KEYS[2], 'producer')
if producer and producer ~= ARGV[1] then return producer end
redis.call('HSET', KEYS[2], 'producer', ARGV[1], 'sweep', ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('SADD', KEYS[1], ARGV[4])
return ARGV[1]`;

/** Removes a sweep if it is the producer's. */
const RETIRE = `
if redis.call('HGET', KEYS[2], 'producer') ~= ARGV[1] then return 0 end
redis.call('SREM', KEYS[1], ARGV[2])
return redis.call('DEL', KEYS[2], KEYS[3])`;

/** The sweeps on a Redis server whose producers are alive, each by its key. */
export class QueuedSweeps {
  constructor(private readonly client: IRedisClient) {
    client.defineCommand('texunit-announce', { numberOfKeys: 2, lua: ANNOUNCE });
    client.defineCommand('texunit-retire', { numberOfKeys: 3, lua: RETIRE });
  }

  /**
   * Gives a sign of life of a producer: a sweep without one for PRODUCER_LIFE is free.
   *
   * @returns the producer that the sweep has now: this one, or another that is alive
   */
  async announce(key: string, producer: string, { header }: QueuedSweep): Promise<string> {
    const words = [SWEEPS, sweepKey(key), producer, JSON.stringify(header), PRODUCER_LIFE, key];
    return String(await this.client.runCommand('texunit-announce', words));
  }

  async retire(key: string, producer: string): Promise<void> {
    await this.client.runCommand('texunit-retire', [SWEEPS, sweepKey(key), refusalsKey(key), producer, key]);
  }

  /** The keys of all sweeps, and of some whose producer is gone. */
  async keys(): Promise<readonly string[]> {
    return (await this.client.smembers(SWEEPS)).sort();
  }

  async isAlive(key: string): Promise<boolean> {
    return (await this.client.hexists(sweepKey(key), 'sweep')) === 1;
  }

  /** A sweep; null where its producer is gone. @throws MessageError where it is none */
  async sweepOf(key: string): Promise<QueuedSweep | null> {
    const text = await this.client.hget(sweepKey(key), 'sweep');
    return text === null ? null : QueuedSweep.read(key, text);
  }

  /** Tells a sweep's producer why a worker takes no part. */
  async refuse(key: string, worker: string, reason: string): Promise<void> {
    await this.client.hset(refusalsKey(key), { [worker]: reason });
  }

  /** The reasons by the names of the workers. */
  async refusals(key: string): Promise<ReadonlyMap<string, string>> {
    return new Map(Object.entries(await this.client.hgetall(refusalsKey(key))));
  }
}
