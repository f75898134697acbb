import type { Command } from 'commander';
import { AREA_CACHE } from '../../forms/cost/known-areas.ts';

/** The folder of areas that are known: option of commands that synthesize. */
export function areaCacheOption(command: Command): Command {
  return command.option('--cache <folder>', 'where areas of modules stay from run to run', AREA_CACHE);
}

/** Options of commands that judge widths. */
export interface WidthAreaOptions {
  readonly area?: true;
  readonly cache: string;
}

/** The option --area, and the folder that it reads and fills. @param where the gates are shown */
export function widthAreaOptions(command: Command, where: string): Command {
  return areaCacheOption(
    command.option(
      '--area',
      `${where}: the gates of each width that is tried, by synthesis (docs/area.md); minutes, unless they are known`,
    ),
  );
}
