/**
 * A message from the thread of a task: the part of it that is done, mostly a number from 0 to 1; its result; or the error
 * that ended it.
 */
export type TaskMessage<Result, Part = number> =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'error'; readonly error: unknown };

/** A task of a guarded thread, and its answer: the result, or why there is none. */
export interface GuardedTask<Task> {
  readonly task: Task;
}
export type GuardedMessage<Result> = { readonly result: Result } | { readonly reason: string };
