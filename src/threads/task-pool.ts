import { sharedData } from './shared-data.ts';
import type { TaskMessage } from './task-messages.ts';
import { startThread, type Thread } from './thread.ts';

/** The progress of tasks: that of the mean task, 0 to 1, and the number of the task that moved last. */
export interface TaskProgress {
  readonly task: number;
  readonly part: number;
}

interface Job<Task, Result> {
  readonly task: Task;
  readonly told: (part: number) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread of a pool, its task, and the error that ended it. */
interface Member<Task, Result> {
  readonly thread: Thread;
  job: Job<Task, Result> | null;
  fault: { readonly error: unknown } | null;
}

/**
 * Threads that share tasks: each takes the next one when it has done its last. Tasks are independent, so results do not
 * depend on the number of threads.
 */
export class TaskPool<Task, Result> {
  /** Tasks that run at a time. */
  readonly most: number;
  private readonly program: URL;
  private readonly shared: unknown;
  private readonly members: Member<Task, Result>[] = [];
  private readonly idle: Member<Task, Result>[] = [];
  private readonly waiting: Job<Task, Result>[] = [];

  /**
   * @param program of the threads, which calls `serveTasks`: a URL as for `startThread`
   * @param most threads; they start when there are tasks for them
   * @param shared data for all tasks, as `sharedData` takes it
   */
  constructor(program: URL, most: number, shared: unknown = null) {
    this.program = program;
    this.most = most;
    this.shared = sharedData(shared);
  }

  /**
   * Runs a task.
   *
   * @param told is called with the part of the task that is done, 0 to 1, now and then
   * @throws the error of the task, or that of its thread
   */
  run(task: Task, told: (part: number) => void = () => {}): Promise<Result> {
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
  async *all(tasks: readonly Task[], take: (result: Result, task: number) => void): AsyncGenerator<TaskProgress, void> {
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
    await Promise.all(this.members.map(({ thread }) => thread.worker.terminate()));
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const member = this.idle.pop() ?? this.started();
    if (member !== null) this.give(member, this.waiting.shift()!);
  }

  private started(): Member<Task, Result> | null {
    if (this.members.length === this.most) return null;
    const thread = startThread(this.program, this.shared);
    const member: Member<Task, Result> = { thread, job: null, fault: null };
    thread.end.catch((error: unknown) => {
      member.fault = { error };
      member.job?.reject(error);
    });
    thread.worker.on('message', (message: TaskMessage<Result>) => this.take(member, message));
    this.members.push(member);
    return member;
  }

  private give(member: Member<Task, Result>, job: Job<Task, Result>): void {
    member.job = job;
    if (member.fault !== null) job.reject(member.fault.error);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    else member.thread.worker.postMessage(job.task);
  }

  private take(member: Member<Task, Result>, message: TaskMessage<Result>): void {
    const { told, resolve, reject } = member.job!;
    if (message.kind === 'part') {
      told(message.part);
      return;
    }
    member.job = null;
    if (message.kind === 'result') resolve(message.result);
    else reject(message.error);
    this.idle.push(member);
    this.next();
  }
}
