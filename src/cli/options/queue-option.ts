import { Option } from 'commander';
import { parseRedisAddress, QueueError, type RedisAddress } from '../../sweep/queue/redis-address.ts';
import { refused } from '../files/usage-error.ts';

/** The option --queue: the server that producers and workers share. Its text may have a password in it. */
export function queueOption(what: string): Option {
  return new Option('--queue <url>', `${what}: redis://HOST:PORT/DATABASE`);
}

/** The variable of redis-cli for a password: a command line can be seen by all users of a machine. */
const PASSWORD = 'REDISCLI_AUTH';

/** @throws UsageError that does not repeat the text */
export function queueAddress(text: string): RedisAddress {
  return refused(QueueError, '--queue: ', () => parseRedisAddress(text, process.env[PASSWORD]));
}
