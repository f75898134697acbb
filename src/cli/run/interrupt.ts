import { OutputFiles } from '../files/output-files.ts';

/** Exit codes of a process that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs an action that writes files; when it fails or is interrupted, none of its files stay. */
export async function interruptible<T>(action: (files: OutputFiles) => Promise<T>): Promise<T> {
  const files = new OutputFiles();
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const stop = () => {
      files.discard();
      process.exit(code);
    };
    process.once(signal, stop);
    return () => process.removeListener(signal, stop);
  });
  try {
    return await action(files);
  } finally {
    files.discard();
    for (const remove of handlers) remove();
  }
}
