import { sharedData } from './shared-data.ts';
import type { TaskMessage } from './task-messages.ts';
import { startThread, type Thread, ThreadError } from './thread.ts';

/** The progress of tasks: that of the mean task, 0 to 1, and the number of the task that moved last. */
export interface TaskProgress {
  readonly task: number;
  readonly part: number;
}

/** What the tasks of a pool may take. A thread that takes more is ended, and its task fails by a ThreadError. */
export interface TaskLimits<Task> {
  /** Bytes of a thread's objects. */
  readonly bytes: number;
  /** Milliseconds of a task between two reports of its thread. */
  readonly silence: (task: Task) => number;
}

interface Job<Task, Result, Part> {
  readonly task: Task;
  readonly told: (part: Part) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread of a pool, its task, and the end of the time until its next report. */
interface Member<Task, Result, Part> {
  readonly thread: Thread;
  job: Job<Task, Result, Part> | null;
  timer: NodeJS.Timeout | null;
}

/** Milliseconds that a thread has until its first report beside those of its task: it loads its program. */
const LOADING = 60_000;
const MIB = 2 ** 20;
/** MiB of objects that a thread has at least: the program takes some of them. */
const LEAST_MEMORY = 64;

/**
 * Threads that share tasks: each takes the next one when it has done its last. Tasks are independent, so results do not
 * depend on the number of threads. Another thread takes the place of one that has ended.
 */
export class TaskPool<Task, Result, Part = number> {
  /** Tasks that run at a time. */
  readonly most: number;
  private readonly program: URL;
  private readonly shared: unknown;
  private readonly limits: TaskLimits<Task> | null;
  private readonly members = new Set<Member<Task, Result, Part>>();
  private readonly idle = new Set<Member<Task, Result, Part>>();
  private readonly waiting: Job<Task, Result, Part>[] = [];
  private stopped = false;

  /**
   * @param program of the threads, which calls `serveTasks`: a URL as for `startThread`
   * @param most threads; they start when there are tasks for them
   * @param shared data for all tasks, as `sharedData` takes it
   */
  constructor(program: URL, most: number, shared: unknown = null, limits: TaskLimits<Task> | null = null) {
    this.program = program;
    this.most = most;
    this.shared = sharedData(shared);
    this.limits = limits;
  }

  /**
   * Runs a task.
   *
   * @param told is called with the part of the task that is done, as its thread reports it
   * @throws the error of the task, or that of its thread
   */
  run(task: Task, told: (part: Part) => void = () => {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, told, resolve, reject });
      this.next();
    });
  }

  /**
   * Runs tasks, yields their progress, and stops the threads at the end.
   *
   * @param take is called with each result and the number of its task, in the order of the tasks
   * @throws as `run`
   */
  async *all(
    this: TaskPool<Task, Result>,
    tasks: readonly Task[],
    take: (result: Result, task: number) => void,
  ): AsyncGenerator<TaskProgress, void> {
    const parts = tasks.map(() => 0);
    let moved = 0;
    let wake = () => {};
    const tell = (task: number, part: number) => {
      parts[task] = part;
      moved = task;
      wake();
    };
    const results = tasks.map((task, n) => this.run(task, (part) => tell(n, part)));
    let taken = 0;
    const takeAll = async () => {
      for (const [n, result] of results.entries()) {
        take(await result, n);
        taken++;
        tell(n, 1);
      }
    };
    // The first error of any task ends the wait for the others.
    const failed = Promise.all(results);
    const done = takeAll();
    try {
      while (taken < tasks.length) {
        const change = new Promise<void>((resolve) => (wake = resolve));
        await Promise.race([change, Promise.all([failed, done])]);
        yield { task: moved, part: parts.reduce((sum, part) => sum + part, 0) / tasks.length };
      }
      await done;
    } finally {
      await this.stop();
    }
  }

  /** Stops the threads, whatever they do. Tasks without a result never get one. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.members].map(({ thread }) => thread.worker.terminate()));
  }

  private next(): void {
    if (this.waiting.length === 0 || this.stopped) return;
    const [member = this.started()] = this.idle;
    if (member === null) return;
    this.idle.delete(member);
    member.job = this.waiting.shift()!;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    member.thread.worker.postMessage(member.job.task);
    this.await(member, LOADING);
  }

  private started(): Member<Task, Result, Part> | null {
    if (this.members.size === this.most) return null;
    const { limits } = this;
    const resourceLimits =
      limits === null ? undefined : { maxOldGenerationSizeMb: Math.max(LEAST_MEMORY, Math.ceil(limits.bytes / MIB)) };
    const thread = startThread(this.program, this.shared, { resourceLimits });
    const member: Member<Task, Result, Part> = { thread, job: null, timer: null };
    thread.end.catch((error: unknown) => this.end(member, error));
    thread.worker.on('message', (message: TaskMessage<Result, Part>) => this.take(member, message));
    this.members.add(member);
    return member;
  }

  private take(member: Member<Task, Result, Part>, message: TaskMessage<Result, Part>): void {
    // The thread may have been ended meanwhile.
    if (member.job === null) return;
    const { told, resolve, reject } = member.job;
    if (message.kind === 'part') {
      this.await(member);
      told(message.part);
      return;
    }
    this.release(member);
    if (message.kind === 'result') resolve(message.result);
    else reject(message.error);
    this.idle.add(member);
    this.next();
  }

  /** Waits for the next report of a thread. @param more milliseconds beside those of its task */
  private await(member: Member<Task, Result, Part>, more = 0): void {
    if (this.limits === null) return;
    if (member.timer !== null) clearTimeout(member.timer);
    const silence = this.limits.silence(member.job!.task) + more;
    const timer = setTimeout(() => {
      // This thread may have been too busy to see a report that has come.
      setImmediate(() => {
        if (member.timer === timer) this.end(member, new ThreadError('a thread takes too long', 'time'));
      });
    }, silence);
    member.timer = timer;
  }

  /** Ends a thread, if it has not ended by itself. */
  private end(member: Member<Task, Result, Part>, error: unknown): void {
    const { job } = member;
    this.release(member);
    this.members.delete(member);
    this.idle.delete(member);
    void member.thread.worker.terminate();
    job?.reject(error);
    this.next();
  }

  private release(member: Member<Task, Result, Part>): void {
    if (member.timer !== null) clearTimeout(member.timer);
    member.timer = null;
    member.job = null;
  }
}
