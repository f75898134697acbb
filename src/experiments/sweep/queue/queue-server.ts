import { once } from 'node:events';
import type { IRedisClient } from 'bullmq';
import { systemWords } from '../../../platform/pages/wording.ts';

/** A Redis server that cannot be used as it is. The message is one line, without a password. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}

/** The place of a Redis server. */
export type RedisAddress = Readonly<ReturnType<typeof parseRedisAddress>>;

const DEFAULT_PORT = 6379;
const EXPECTED = 'expected redis://HOST:PORT/DATABASE, or rediss:// with TLS';

/**
 * The address of redis://USER:PASSWORD@HOST:PORT/DATABASE; only the host is needed. rediss:// means TLS.
 *
 * @param password where the URL has none
 * @param authority certificates in PEM, one of which has signed the server's; null for those that Node knows
 * @throws QueueError for any other text, which it does not repeat: it may have a password in it
 */
export function parseRedisAddress(text: string, password = '', authority: string | null = null) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const database = /^\/?(\d{0,5})$/.exec(url?.pathname ?? '?');
  const isRedis = url !== null && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== '';
  if (!isRedis || database === null || url.search !== '' || url.hash !== '') throw new QueueError(EXPECTED);
  const tls = url.protocol === 'rediss:';
  if (authority !== null && !tls) throw new QueueError(`${EXPECTED}, which --queue-ca is for`);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    tls,
    /** Number of the database. */
    database: Number(database[1]),
    /** Empty for the default user. */
    user: unescaped(url.username),
    /** Empty for none. */
    password: unescaped(url.password) || password,
    authority,
  };
}

/** The address as messages have it: without user and password. */
export function shownAddress({ host, port, tls, database }: RedisAddress): string {
  return `${tls ? 'rediss' : 'redis'}://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new QueueError(`${EXPECTED}, with % in a password as %25`);
  }
}

/** The part of the names of all keys, BullMQ's among them. */
export const PREFIX = 'texunit';

/** Milliseconds that the first connection may take. */
const LONGEST_START = 10_000;
/** Milliseconds without a reply after which a connection is lost. */
const LONGEST_SILENCE = 30_000;
/** Milliseconds before the first attempt to connect again, and before any later one at most. */
const RETRY_AFTER = 100;
const LONGEST_RETRY = 1000;

/** BullMQ on a Redis server, with the connection that all but its waiting for jobs share. */
export interface QueueServer {
  readonly bullmq: typeof import('bullmq');
  /** The client, whose commands wait for a server that is away. */
  readonly client: IRedisClient;
  /** Ends the connection. */
  readonly close: () => void;
}

/**
 * Connects to Redis.
 *
 * @param say reports to the user that the server is lost, and that it is back
 * @throws QueueError when the server, or BullMQ, is not there
 */
export async function openServer(address: RedisAddress, say: (text: string) => void): Promise<QueueServer> {
  const [bullmq, { Redis }] = await loadClients();
  const { host, port, tls, database, user, password, authority } = address;
  const shown = shownAddress(address);
  const redis = new Redis({
    host,
    port,
    db: database,
    ...(user !== '' && { username: user }),
    ...(password !== '' && { password }),
    ...(tls && { tls: authority === null ? {} : { ca: authority } }),
    socketTimeout: LONGEST_SILENCE,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(RETRY_AFTER * attempt, LONGEST_RETRY),
    // Another server may have taken its place.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  try {
    // The wait fails with the first error.
    await once(redis, 'ready', { signal: AbortSignal.timeout(LONGEST_START) });
  } catch (error) {
    redis.on('error', () => {}).disconnect();
    throw new QueueError(`${shown}: ${refusalText(error)}`, { cause: error });
  }
  let lost = false;
  const tellLoss = () => {
    if (!lost) say(`${shown} is lost; the sweep goes on when it is back`);
    lost = true;
  };
  redis.on('error', () => {});
  redis.on('close', tellLoss);
  redis.on('ready', () => {
    say(`${shown} is back`);
    lost = false;
  });
  const close = () => {
    redis.off('close', tellLoss);
    redis.disconnect();
  };
  return { bullmq, client: bullmq.createIORedisClient(redis), close };
}

/** BullMQ and its client are optional dependencies, which nothing else loads. */
async function loadClients() {
  try {
    return await Promise.all([import('bullmq'), import('ioredis')]);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    throw new QueueError(
      'bullmq or ioredis, optional dependencies, are missing; expected them beside texunit: npm install bullmq ioredis',
      { cause: error },
    );
  }
}

/** The reason why a server cannot be used. */
function refusalText(error: unknown): string {
  if (isReply(error)) {
    return `refuses (${error.message}); expected a user, a password and a database that it has`;
  }
  const isSilent = error instanceof Error && error.name === 'AbortError';
  return `cannot be reached (${isSilent ? 'it does not answer' : systemWords(error)}); expected a Redis server`;
}

/** True for an error by which the server refuses a command, such as one for a key of another kind. */
export function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/**
 * True for an error after which commands are tried again: some of several had no reply when the connection was lost, the
 * server is busy, or another one takes its place.
 */
export function isPassing(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' || /^(LOADING|BUSY|TRYAGAIN|MASTERDOWN|CLUSTERDOWN|READONLY)\b/.test(error.message)
  );
}
