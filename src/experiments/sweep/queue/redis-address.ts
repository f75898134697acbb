/** A Redis server that cannot be used as it is. The message is one line, without a password. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}

/** The place of a Redis server. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Number of the database. */
  readonly database: number;
  /** Empty for the default user. */
  readonly user: string;
  /** Empty for none. */
  readonly password: string;
  /** Certificates in PEM, one of which has signed the server's; null for those that Node knows. */
  readonly authority: string | null;
}

const DEFAULT_PORT = 6379;
const EXPECTED = 'expected redis://HOST:PORT/DATABASE, or rediss:// with TLS';

/**
 * The address of redis://USER:PASSWORD@HOST:PORT/DATABASE; only the host is needed. rediss:// means TLS.
 *
 * @param password where the URL has none
 * @param authority as in RedisAddress
 * @throws QueueError for any other text, which it does not repeat: it may have a password in it
 */
export function parseRedisAddress(text: string, password = '', authority: string | null = null): RedisAddress {
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
    database: Number(database[1]),
    user: unescaped(url.username),
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
