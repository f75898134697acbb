/** The result of steps. */
export async function resultOf<T>(steps: Generator<unknown, T> | AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
