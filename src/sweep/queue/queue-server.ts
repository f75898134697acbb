import type { IRedisClient } from 'bullmq';
import { QueueError, type RedisAddress } from './redis-address.ts';
import { isPassing, RedisConnection } from './redis-connection.ts';

/** The part of the names of all keys, BullMQ's among them. */
export const PREFIX = 'texunit';

type Bullmq = typeof import('bullmq');

/** BullMQ on a Redis server, with the connection that all but its waiting for jobs share. */
export interface QueueServer {
  readonly bullmq: Bullmq;
  readonly client: IRedisClient;
  /** Ends all connections. */
  readonly close: () => void;
}

/** Connects to Redis. @throws QueueError when the server, or BullMQ, is not there */
export async function openServer(address: RedisAddress): Promise<QueueServer> {
  const bullmq = await loadBullmq();
  const connection = new RedisConnection(address);
  await connection.connectNow();
  const client = bullmq.createBunRedisClient(connection);
  // The loss of a connection is told by whoever waits for a reply.
  client.on('error', () => {});
  const close = () => {
    connection.end();
    client.disconnect();
  };
  return { bullmq, client, close };
}

/** BullMQ is an optional dependency, which nothing else loads. */
async function loadBullmq(): Promise<Bullmq> {
  try {
    return await import('bullmq');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    throw new QueueError('bullmq, an optional dependency, is missing; expected it beside texunit: npm install bullmq', {
      cause: error,
    });
  }
}

/** True for an error after which a command is tried again: the connection is lost, or the server is starting. */
export function isLoss(error: unknown): boolean {
  return error instanceof Error && (error.message.startsWith('Connection') || isPassing(error));
}
