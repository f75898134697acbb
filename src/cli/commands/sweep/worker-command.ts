import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { packageFolder } from '../../../platform/files/package-folder.ts';
import { confineFiles } from '../../../platform/files/whole-file.ts';
import type { RunProgress } from '../../../platform/progress.ts';
import { workerName } from '../../../experiments/sweep/queue/queued-designs.ts';
import type { QueuedSweep } from '../../../experiments/sweep/queue/queued-sweeps.ts';
import { openServer, type RedisAddress, shownAddress } from '../../../experiments/sweep/queue/queue-server.ts';
import { QueueWorker, SweepRefusal } from '../../../experiments/sweep/queue/queue-worker.ts';
import { workloadDifference } from '../../../experiments/sweep/rows/sweep-header.ts';
import type { DesignLimits } from '../../../experiments/sweep/threads/sweep-threads.ts';
import type { SweepWork } from '../../../experiments/sweep/threads/sweep-worker.ts';
import { UsageError } from '../../../inputs/files/usage-error.ts';
import { areaCacheOption } from '../../../inputs/options/area-options.ts';
import {
  designLimitsOptions,
  queueAddress,
  queueAuthorityOption,
  queueOption,
} from '../../../inputs/options/sweep-options.ts';
import { coresOption } from '../../../inputs/options/common-options.ts';
import { countUpTo, parseFolder } from '../../../inputs/options/option-values.ts';
import { readWorkloads } from '../../../inputs/workloads/sweep-workloads.ts';
import { beforeEnd } from '../../run/before-end.ts';
import { drive } from '../../../platform/drive.ts';
import { say } from '../../run/standard-output.ts';
import { buildVersion } from '../../run/version.ts';

const MOST_SECONDS = 1_000_000;
/** Seconds after which the jobs of a worker that is gone go to others. */
const STALLED_AFTER = 30;

interface WorkerOptions extends DesignLimits {
  readonly queue: string;
  readonly queueCa?: string;
  readonly threads: number;
  readonly planFolder: string;
  readonly exitWhenIdle?: number;
  readonly stalledAfter: number;
  readonly cache: string;
}

export function workerCommand(command: Command): Command {
  command
    .addOption(queueOption('where texunit sweep --queue puts the designs').makeOptionMandatory())
    .addOption(queueAuthorityOption())
    .addOption(coresOption('cores, each of which takes the next designs', '--threads'))
    .option(
      '--plan-folder <folder>',
      'folder from which paths of plans start; no file outside is opened',
      parseFolder,
      '.',
    )
    .option('--exit-when-idle <seconds>', 'ends after so long without a sweep', countUpTo(MOST_SECONDS))
    .option(
      '--stalled-after <seconds>',
      'without a sign of life for so long, its designs go to other workers',
      countUpTo(MOST_SECONDS),
      STALLED_AFTER,
    );
  return areaCacheOption(designLimitsOptions(command))
    .addHelpText(
      'after',
      `
A worker reads the traces of a sweep itself, once, and takes no part where their hashes, texunit's version or Node's are
others than the producer's. A password may be in the URL or in REDISCLI_AUTH. docs/sweeps.md has more.

Examples:
  texunit worker --queue redis://queue.example:6379
  texunit worker --queue redis://queue.example --threads 8 --exit-when-idle 60`,
    )
    .action(run);
}

async function run(options: WorkerOptions): Promise<void> {
  const address = queueAddress(options.queue, options.queueCa);
  // Sweeps name files, and everybody who can write to the server can announce one.
  confineFiles([options.planFolder, fileURLToPath(packageFolder(import.meta.url))]);
  try {
    await drive(work(options, address), (progress) => progress);
  } finally {
    confineFiles(null);
  }
}

async function* work(options: WorkerOptions, address: RedisAddress): AsyncGenerator<RunProgress, void> {
  const { threads, planFolder, exitWhenIdle, stalledAfter, cache } = options;
  yield { what: `connects to ${shownAddress(address)}`, part: 0 };
  const tell = (text: string) => say(`worker: ${text}`);
  const server = await openServer(address, tell);
  const worker = new QueueWorker({
    server,
    name: workerName(threads),
    cores: threads,
    limits: options,
    stalledAfter,
    idle: exitWhenIdle ?? Infinity,
    prepare: (sweep) => prepare(sweep, planFolder, cache),
    say: tell,
  });
  beforeEnd(() => worker.release());
  yield* worker.run();
  await worker.release();
  const [first] = worker.refused.values();
  if (first !== undefined) throw new UsageError(`worker on ${hostname()}: took no part: ${first}`);
}

/** Reads the traces of a sweep. @throws SweepRefusal when they, or the program, differ from the producer's */
async function* prepare(
  { plan, header }: QueuedSweep,
  folder: string,
  areaCache: string,
): AsyncGenerator<RunProgress, SweepWork> {
  const version = buildVersion();
  if (header.program !== version) {
    throw new SweepRefusal(`texunit is ${version} here; expected ${header.program} as its producer has`);
  }
  if (header.node !== process.version) {
    throw new SweepRefusal(`Node is ${process.version} here; expected ${header.node} as its producer has`);
  }
  let workloads;
  try {
    workloads = yield* readWorkloads(plan, join(folder, 'plan'));
  } catch (cause) {
    // Messages of readers have what is in the files, which is nobody's business.
    throw new SweepRefusal('its workloads cannot be read there; the worker says why', { cause });
  }
  const difference = workloadDifference(workloads, header);
  if (difference !== null) throw new SweepRefusal(difference);
  return { plan, workloads, areaCache };
}
