import { commands, parquetFiles } from './commands.ts';
import { readers } from './readers.ts';
import type { Target } from './target.ts';

/** Every reader, and every command. */
export async function targets(): Promise<{
  readonly readers: readonly Target[];
  readonly commands: readonly Target[];
}> {
  return { readers: await readers(await parquetFiles()), commands: await commands() };
}
