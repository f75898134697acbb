import { type Command, Option } from 'commander';
import { DESIGN_LIMITS } from '../../experiments/sweep/threads/sweep-threads.ts';
import { countUpTo } from './option-values.ts';
import { readWholeFile } from '../../platform/files/whole-file.ts';
import { parseRedisAddress, QueueError, type RedisAddress } from '../../experiments/sweep/queue/queue-server.ts';
import { refused, UsageError } from '../files/usage-error.ts';

const MOST_SECONDS = 1_000_000;
const MOST_MEMORY = 2 ** 20;
const { designTime, designMemory } = DESIGN_LIMITS;

/** Options for the time and the memory of a design: `DesignLimits`. */
export function designLimitsOptions(command: Command): Command {
  return command
    .option('--design-time <seconds>', 'a design fails that takes longer', countUpTo(MOST_SECONDS), designTime)
    .option('--design-memory <MiB>', 'a design fails that needs more', countUpTo(MOST_MEMORY), designMemory);
}

/** The option --queue: the server that producers and workers share. Its text may have a password in it. */
export function queueOption(what: string): Option {
  return new Option('--queue <url>', `${what}: redis://HOST:PORT/DATABASE, or rediss:// with TLS`);
}

/** The option --queue-ca, beside --queue. */
export function queueAuthorityOption(): Option {
  return new Option(
    '--queue-ca <file>',
    'certificates (PEM) of the authority of a rediss:// server, for one of your own',
  );
}

/** The variable of redis-cli for a password: a command line can be seen by all users of a machine. */
const PASSWORD = 'REDISCLI_AUTH';

/** @param authority the file of its certificates @throws UsageError that does not repeat the text; FileError */
export function queueAddress(text: string, authority: string | undefined): RedisAddress {
  const certificates = authority === undefined ? null : readWholeFile(authority).toString();
  if (certificates?.includes('-----BEGIN CERTIFICATE-----') === false) {
    throw new UsageError(`--queue-ca: ${authority}: has no certificate; expected PEM`);
  }
  return refused(QueueError, '--queue: ', () => parseRedisAddress(text, process.env[PASSWORD], certificates));
}
