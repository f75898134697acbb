/** A message from the thread of a task: the part of it that is done, 0 to 1; its result; or the error that ended it. */
export type TaskMessage<Result> =
  | { readonly kind: 'part'; readonly part: number }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'error'; readonly error: unknown };
