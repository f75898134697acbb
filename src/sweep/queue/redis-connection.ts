import { once } from 'node:events';
import { connect as connectPlainly, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { connect as connectByTls } from 'node:tls';
import { systemWords } from '../../pages/wording.ts';
import { QueueError, type RedisAddress, shownAddress } from './redis-address.ts';
import { commandText, RedisReplies, type RedisReply, RedisReplyError } from './redis-replies.ts';

/** Milliseconds between two attempts to connect, and those that one may take. */
const RETRY_AFTER = 500;
const LONGEST_ATTEMPT = 10_000;
/** Milliseconds without traffic after which the system asks whether the server is there. */
const KEEP_ALIVE = 5000;

interface Waiting {
  readonly resolve: (reply: RedisReply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A connection to Redis, in the form that BullMQ takes from the runtime Bun (`createBunRedisClient`): BullMQ has no
 * client of its own. BullMQ asks for a duplicate where a connection has been lost.
 */
export class RedisConnection {
  connected = false;
  onconnect: (() => void) | null = null;
  onclose: ((error?: Error) => void) | null = null;
  private readonly address: RedisAddress;
  /** What a connection shares with its duplicates. */
  private readonly family: { ended: boolean };
  private readonly waiting: Waiting[] = [];
  private socket: Socket | null = null;

  constructor(address: RedisAddress, family = { ended: false }) {
    this.address = address;
    this.family = family;
  }

  /** Connects as soon as the server is there. @throws QueueError when it refuses the user or the database */
  async connect(): Promise<void> {
    while (!this.connected) {
      try {
        await this.open();
      } catch (error) {
        if (this.family.ended || error instanceof QueueError) throw error;
        await after(RETRY_AFTER, undefined, { ref: false });
      }
    }
  }

  /** Connects at once. @throws QueueError also when the server cannot be reached */
  async connectNow(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      this.close();
      if (error instanceof QueueError) throw error;
      const why = error instanceof Error ? systemWords(error) : '';
      throw new QueueError(`${shownAddress(this.address)}: cannot be reached (${why}); expected a Redis server`, {
        cause: error,
      });
    }
  }

  /** Sends a command. @throws RedisReplyError; Error "Connection closed" when there is no connection any longer */
  send<T = RedisReply>(command: string, words: readonly (string | Uint8Array)[]): Promise<T> {
    return new Promise<RedisReply>((resolve, reject) => {
      if (this.socket === null) {
        reject(lost());
        return;
      }
      this.waiting.push({ resolve, reject });
      this.socket.write(commandText([command, ...words]));
    }) as Promise<T>;
  }

  close(): void {
    this.socket?.destroy();
  }

  /** Ends it with all its duplicates, also those that wait for a server that is away. */
  end(): void {
    this.family.ended = true;
    this.close();
  }

  async duplicate(): Promise<this> {
    return new RedisConnection(this.address, this.family) as this;
  }

  get(key: string): Promise<string | null> {
    return this.send('GET', [key]);
  }

  smembers(key: string): Promise<string[]> {
    return this.send('SMEMBERS', [key]);
  }

  incr(key: string): Promise<number> {
    return this.send('INCR', [key]);
  }

  private async open(): Promise<void> {
    const { host, port, tls } = this.address;
    const socket = tls ? connectByTls({ host, port, servername: host }) : connectPlainly({ host, port });
    const attempt = setTimeout(() => socket.destroy(new Error('it does not answer')), LONGEST_ATTEMPT);
    try {
      await once(socket, tls ? 'secureConnect' : 'connect');
      socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE);
      const replies = new RedisReplies();
      socket.on('data', (bytes) => {
        for (const reply of replies.take(bytes)) this.settle(reply);
      });
      // The event "close" follows.
      socket.on('error', () => {});
      socket.on('close', () => this.lose());
      this.socket = socket;
      await this.enter();
      if (this.family.ended) throw lost();
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(attempt);
    }
    this.connected = true;
    this.onconnect?.();
  }

  /** Logs in, and waits for a server that still loads its data. */
  private async enter(): Promise<void> {
    const { user, password, database } = this.address;
    try {
      if (password !== '') await this.send('AUTH', user === '' ? [password] : [user, password]);
      await this.send('SELECT', [String(database)]);
      await this.send('PING', []);
    } catch (error) {
      if (!(error instanceof RedisReplyError) || isPassing(error)) throw error;
      throw new QueueError(
        `${shownAddress(this.address)}: refuses (${error.message}); expected a user, a password and a database that it has`,
        {
          cause: error,
        },
      );
    }
  }

  private settle(reply: RedisReply): void {
    const { resolve, reject } = this.waiting.shift()!;
    if (reply instanceof RedisReplyError) reject(reply);
    else resolve(reply);
  }

  private lose(): void {
    this.socket = null;
    for (const { reject } of this.waiting.splice(0)) reject(lost());
    if (!this.connected) return;
    this.connected = false;
    // Whoever waits for a reply hears of it first.
    setImmediate(() => this.onclose?.());
  }
}

/** True for a refusal that ends by itself: the server loads its data, or another one takes its place. */
export function isPassing(error: Error): boolean {
  return /^(LOADING|BUSY|TRYAGAIN|MASTERDOWN|CLUSTERDOWN|READONLY)\b/.test(error.message);
}

/** BullMQ knows the loss of a connection by these words. */
function lost(): Error {
  return new Error('Connection closed');
}
