import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The built program, for tests that start it: it starts in a seventh of the time that its sources take. */
export const PROGRAM = path('../dist/program/main.js');

/** Builds what has changed, once before all tests. */
export default function build(): void {
  const project = path('../tsconfig.build.json');
  execFileSync(process.execPath, [path('../node_modules/typescript/bin/tsc'), '-b', project]);
  execFileSync(process.execPath, [path('../build-program.js')]);
}
