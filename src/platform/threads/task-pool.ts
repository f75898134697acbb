import type { TaskMessage } from './serve-tasks.ts';
import { sharedData } from './shared-data.ts';
import { startThread, type Thread, ThreadError } from './thread.ts';

/** The progress of tasks: that of the mean task, 0 to 1, and the number of the task that moved last. */
export interface TaskProgress {
  readonly task: number;
  readonly part: number;
}

/** What a task may take. Its thread is ended when it takes more, and the task fails by a ThreadError. */
export interface TaskLimits {
  /** MiB of a thread's objects. */
  readonly memory: number;
  /** Milliseconds between two reports; no limit if left out. */
  readonly silence?: number;
}

/**
 * MiB that new objects of a limited thread take. Node lets a thread pass its limit by 16 MiB while it ends it, and ends
 * the process beyond that: a third of these, which one collection may add to the old objects, stays below.
 */
const YOUNG_GENERATION = 24;

interface Job<Task, Result, Part> {
  readonly task: Task;
  readonly silence: number | undefined;
  readonly report: (part: Part) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread of a pool, its task, and what ends it if it does not report. */
interface Member<Task, Result, Part> {
  readonly thread: Thread;
  job: Job<Task, Result, Part> | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Threads that share tasks: each takes the next one when it has done its last. Tasks are independent, so results do not
 * depend on the number of threads. Another thread takes the place of one that has ended. A thread without a task keeps no
 * process alive.
 */
export class TaskPool<Task, Result, Part = number> {
  private readonly shared: unknown;
  private readonly members = new Set<Member<Task, Result, Part>>();
  private readonly waiting: Job<Task, Result, Part>[] = [];
  private stopped = false;

  /**
   * @param program of the threads, which calls `serveTasks`: a URL as for `startThread`
   * @param most threads; they start when there are tasks for them
   * @param shared data for all tasks, as `sharedData` takes it
   */
  constructor(
    private readonly program: URL,
    readonly most: number,
    shared: unknown = null,
    private readonly limits: TaskLimits | null = null,
  ) {
    this.shared = sharedData(shared);
  }

  /** Tasks that have no result yet. */
  get tasks(): number {
    return this.waiting.length + [...this.members].filter(({ job }) => job !== null).length;
  }

  /**
   * Runs a task.
   *
   * @param report is called with the part of the task that is done, now and then
   * @param silence that of the limits if left out
   * @throws the error of the task, or that of its thread
   */
  run(task: Task, report: (part: Part) => void = () => {}, silence = this.limits?.silence): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, silence, report, resolve, reject });
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

  /** Stops the threads, whatever they do. Tasks without a result fail. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.next();
    await Promise.all([...this.members].map(({ thread }) => thread.worker.terminate()));
  }

  private next(): void {
    const dropped = this.stopped ? this.waiting.splice(0) : [];
    for (const { reject } of dropped) reject(new ThreadError('the threads were stopped'));
    if (this.waiting.length === 0) return;
    const member = [...this.members].find(({ job }) => job === null) ?? this.started();
    if (member === null) return;
    member.job = this.waiting.shift()!;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    member.thread.worker.postMessage(member.job.task);
    member.thread.worker.ref();
  }

  private started(): Member<Task, Result, Part> | null {
    const { limits } = this;
    if (this.members.size === this.most) return null;
    const resourceLimits =
      limits === null
        ? undefined
        : { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: YOUNG_GENERATION };
    const thread = startThread(this.program, this.shared, { resourceLimits });
    const member: Member<Task, Result, Part> = { thread, job: null, timer: undefined };
    thread.end.catch((error: unknown) => this.end(member, error));
    thread.worker.on('message', (message: TaskMessage<Result, Part>) => this.take(member, message));
    this.members.add(member);
    return member;
  }

  private take(member: Member<Task, Result, Part>, message: TaskMessage<Result, Part>): void {
    const { job } = member;
    if (job === null) return;
    if (message.kind === 'begin' || message.kind === 'part') {
      this.listen(member, job.silence);
      if (message.kind === 'part') job.report(message.part);
      return;
    }
    clearTimeout(member.timer);
    member.job = null;
    member.thread.worker.unref();
    if (message.kind === 'result') job.resolve(message.result);
    else job.reject(message.error);
    this.next();
  }

  /** Waits for the next report of a thread, not for ever. */
  private listen(member: Member<Task, Result, Part>, silence: number | undefined): void {
    if (silence === undefined) return;
    clearTimeout(member.timer);
    const late = new ThreadError(`a thread takes more than ${silence / 1000} s`, 'time');
    member.timer = setTimeout(() => this.end(member, late), silence);
  }

  private end(member: Member<Task, Result, Part>, error: unknown): void {
    const { job, thread, timer } = member;
    clearTimeout(timer);
    member.job = null;
    this.members.delete(member);
    void thread.worker.terminate();
    job?.reject(error);
    this.next();
  }
}
