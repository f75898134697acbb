import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort, Started, until } from './started.ts';

/** Daemons are in folders that the path of a user may lack. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Slurm on this machine, with a node of two cores, in a folder and at ports of its own. */
export class Slurm {
  /** What commands of Slurm need in their environment. */
  readonly env: NodeJS.ProcessEnv;
  private readonly folder = mkdtempSync(join(tmpdir(), 'texunit-slurm-'));
  private readonly daemons: Started[] = [];

  private constructor() {
    this.env = { PATH, SLURM_CONF: join(this.folder, 'slurm.conf') };
  }

  static async start(): Promise<Slurm> {
    const slurm = new Slurm();
    await slurm.start();
    return slurm;
  }

  /** Runs a command of Slurm. @returns its standard output */
  command(program: string, words: readonly string[], cwd = this.folder, env: NodeJS.ProcessEnv = {}): string {
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...this.env, ...env },
    });
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
    return stdout;
  }

  async remove(): Promise<void> {
    for (const daemon of this.daemons.toReversed()) await daemon.kill();
    rmSync(this.folder, { recursive: true });
  }

  private async start(): Promise<void> {
    const { folder } = this;
    // munged asks for a folder that all may enter, and for a key and a log that nobody else may read.
    chmodSync(folder, 0o755);
    for (const name of ['munge', 'state', 'spool']) mkdirSync(join(folder, name), { mode: 0o755 });
    writeFileSync(join(folder, 'munge/key'), randomBytes(128), { mode: 0o400 });
    const munge = (name: string) => join(folder, 'munge', name);
    const places = { 'key-file': 'key', socket: 'socket', 'pid-file': 'pid', 'log-file': 'log', 'seed-file': 'seed' };
    const options = Object.entries(places).map(([option, name]) => `--${option}=${munge(name)}`);
    this.daemons.push(new Started('munged', ['--foreground', '--force', ...options], folder, this.env));
    await until(
      () => spawnSync('munge', ['--no-input', `--socket=${munge('socket')}`], { env: { PATH } }).status === 0,
      () => 'munged',
    );
    writeFileSync(join(folder, 'slurm.conf'), await this.settings(munge('socket')));
    this.daemons.push(new Started('slurmctld', ['-D'], folder, this.env));
    this.daemons.push(new Started('slurmd', ['-D', '-N', 'here'], folder, this.env));
    await until(
      () => this.ask('sinfo', ['--noheader', '--format=%T']) === 'idle\n',
      () => 'an idle node',
    );
  }

  private ask(program: string, words: readonly string[]): string {
    return spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, ...this.env } }).stdout;
  }

  private async settings(mungeSocket: string): Promise<string> {
    const { folder } = this;
    const user = userInfo().username;
    const settings = {
      ClusterName: 'texunit',
      SlurmctldHost: `${hostname()}(127.0.0.1)`,
      SlurmctldPort: await freePort(),
      SlurmdPort: await freePort(),
      SlurmUser: user,
      SlurmdUser: user,
      AuthType: 'auth/munge',
      AuthInfo: `socket=${mungeSocket}`,
      ProctrackType: 'proctrack/linuxproc',
      TaskPlugin: 'task/none',
      SelectType: 'select/cons_tres',
      SelectTypeParameters: 'CR_CPU',
      ReturnToService: 2,
      StateSaveLocation: join(folder, 'state'),
      SlurmdSpoolDir: join(folder, 'spool'),
      SlurmctldPidFile: join(folder, 'slurmctld.pid'),
      SlurmdPidFile: join(folder, 'slurmd.pid'),
      // Nothing is sent to other machines.
      MailProg: '/bin/true',
      // Seconds. On a busy machine a task that starts late is no lost one, and sbatch finds each task that has ended.
      BatchStartTimeout: 600,
      MessageTimeout: 100,
      TCPTimeout: 60,
      MinJobAge: 600,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const node = `NodeName=here NodeHostname=${hostname()} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN`;
    return `${[...lines, node, 'PartitionName=all Nodes=ALL Default=YES State=UP'].join('\n')}\n`;
  }
}
