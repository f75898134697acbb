import { spawn } from 'node:child_process';
import { type Command, Option } from 'commander';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { servePage } from '../run/page-server.ts';
import { print } from '../run/standard-output.ts';
import { valueReader } from '../../inputs/options/option-values.ts';

interface InspectOptions {
  readonly port: number;
  readonly open: boolean;
}

const MOST_PORT = 65_535;
const parsePort = valueReader(`a whole number from 0 to ${MOST_PORT}; 0 is one that is free`, (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= MOST_PORT ? Number(text) : null,
);
/** The program that opens an address in the browser, by the system, and words before the address. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** texunit inspect */
export function inspectCommand(command: Command): Command {
  return command
    .addOption(new Option('--port <n>', 'the port of 127.0.0.1').argParser(parsePort).default(0, 'one that is free'))
    .option('--no-open', 'print the address alone')
    .addHelpText(
      'after',
      `
The page runs the model in the browser, and nothing leaves this machine. Ctrl-C ends it. npm run build makes the same
page as a folder of static files: dist/inspector. docs/inspector.md shows how to use it.

Examples:
  texunit inspect
  texunit inspect --port 8080 --no-open`,
    )
    .action(run);
}

async function run({ port, open }: InspectOptions): Promise<void> {
  const { server, url } = await servePage(new URL('dist/inspector/', packageFolder(import.meta.url)), port);
  print(`The inspector: ${url} (Ctrl-C ends it)\n`);
  if (open) openBrowser(url);
  await new Promise((resolve) => server.once('close', resolve));
}

/** Opens an address, if the system has a program for it; the address has been printed. */
function openBrowser(url: string): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...words, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
