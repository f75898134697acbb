import { OutputFiles } from '../../inputs/files/output-files.ts';
import { isClosedPipe, UsageError } from '../../inputs/files/usage-error.ts';

/** The files of a run that are known before its work begins. An output without an option is undefined. */
export interface RunFiles {
  readonly inputs: readonly (string | undefined)[];
  readonly outputs: readonly (string | undefined)[];
}

/**
 * Runs an action that writes files; when it fails, none of its files stay.
 *
 * @throws UsageError before the action where an output cannot be made, or would replace an input
 */
export async function withOutputs<T>(
  { inputs, outputs }: RunFiles,
  action: (files: OutputFiles) => Promise<T>,
): Promise<T> {
  const files = new OutputFiles(inputs.filter((path) => path !== undefined));
  try {
    files.expect(outputs);
    return await action(files);
  } catch (error) {
    if (!isClosedPipe(error) || outputs.filter((path) => path !== undefined).length < 2) throw error;
    throw new UsageError('standard output: was closed before its end, so that no file is written', { cause: error });
  } finally {
    files.discard();
  }
}
