import type { IRedisClient } from 'bullmq';
import { PREFIX } from './queue-server.ts';
import { QueuedSweep } from './queued-sweep.ts';

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
  private readonly client: IRedisClient;

  constructor(client: IRedisClient) {
    this.client = client;
    client.defineCommand('texunit-announce', { numberOfKeys: 2, lua: ANNOUNCE });
    client.defineCommand('texunit-retire', { numberOfKeys: 3, lua: RETIRE });
  }

  /**
   * Gives a sign of life of a producer: a sweep without one for PRODUCER_LIFE is nobody's.
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
