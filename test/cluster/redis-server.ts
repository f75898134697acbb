import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { freePort, Started, until } from './started.ts';

/** The password, as it is in a URL and as it is: no output may have either of them. */
const PASSWORDS = ['s%65cret%2Fword', 'secret/word'] as const;

/** A Redis server of a test, whose data outlives it: every write is in its append-only file. */
export class RedisServer {
  readonly url: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'texunit-redis-'));
  private server: Started | null = null;

  private readonly options: Readonly<Record<string, string>>;

  private constructor(port: number, options: Readonly<Record<string, string>> | null) {
    this.url = `${options === null ? 'redis' : 'rediss'}://:${PASSWORDS[0]}@127.0.0.1:${port}/3`;
    this.options = options === null ? { port: String(port) } : { ...options, port: '0', 'tls-port': String(port) };
  }

  /** @param tls options of a server with TLS alone */
  static async start(tls: Readonly<Record<string, string>> | null = null): Promise<RedisServer> {
    const redis = new RedisServer(await freePort(), tls);
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const place = { ...this.options, bind: '127.0.0.1', requirepass: PASSWORDS[1] };
    // Milliseconds of a script after which it tells others that it is busy.
    const options = { ...place, appendonly: 'yes', save: '', 'lua-time-limit': 100 };
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.server = new Started('redis-server', words, this.folder);
    await this.server.says('Ready to accept connections');
  }

  /** Ends it by a signal. SIGKILL is as good as a power cut but for the last second. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.server!.signal(signal);
    await this.server!.end;
  }

  /** Stops it in time, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.server!.signal(signal);
  }

  /** Ends it and forgets all data. */
  async lose(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(join(this.folder, 'appendonlydir'), { recursive: true });
  }

  /** Keeps it busy with a script, while it refuses all other commands. */
  async isBusy(milliseconds: number): Promise<void> {
    const [one, other] = [new Redis(this.url), new Redis(this.url)];
    await Promise.all([one.ping(), other.ping()]);
    const end = expect(one.eval('while true do end', 0)).rejects.toThrow('killed');
    await after(milliseconds);
    await expect(other.ping()).rejects.toThrow('BUSY');
    await other.script('KILL');
    await end;
    one.disconnect();
    other.disconnect();
  }

  async keys(): Promise<readonly string[]> {
    const redis = new Redis(this.url);
    const keys = await redis.keys('*');
    redis.disconnect();
    return keys;
  }

  /** Waits until no key is left. */
  async isEmpty(): Promise<void> {
    await until(
      async () => (await this.keys()).length === 0,
      () => 'an empty server',
    );
  }

  async remove(): Promise<void> {
    await this.server!.kill();
    rmSync(this.folder, { recursive: true });
  }
}

/** True if a text has the password of the servers. */
export function tellsPassword(text: string): boolean {
  return PASSWORDS.some((password) => text.includes(password));
}
