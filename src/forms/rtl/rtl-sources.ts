import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../platform/files/package-folder.ts';

/** Texts of sources by the names of their files. */
export type Sources = ReadonlyMap<string, string>;

/** The folders of the package that hold SystemVerilog. */
const FOLDERS = ['rtl-model', 'pipeline'];

/** The SystemVerilog of the package, read at the first use: a file for each module and package, of its name. */
let read: Sources | undefined;

function sources(): Sources {
  read ??= new Map(
    FOLDERS.flatMap((name) => {
      const folder = fileURLToPath(new URL(`${name}/`, packageFolder(import.meta.url)));
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sv'));
      return files.map((file) => [basename(file, '.sv'), readFileSync(`${folder}${file}`, 'utf8')] as const);
    }),
  );
  return read;
}

/** The files that modules need, packages before modules, a module after those that it instantiates. */
export function sourcesOf(...modules: readonly string[]): Sources {
  const all = sources();
  const needed = new Map<string, string>();
  const visit = (name: string) => {
    const text = all.get(name)!;
    const code = text.replaceAll(/\/\/.*/g, '');
    for (const [word] of code.matchAll(/\b[a-z]\w*\b/g)) {
      if (word !== name && all.has(word) && !needed.has(`${word}.sv`)) visit(word);
    }
    needed.set(`${name}.sv`, text);
  };
  for (const module of modules) visit(module);
  const packages = [...needed].filter(([file]) => file.endsWith('_pkg.sv'));
  return new Map([...packages, ...[...needed].filter(([file]) => !file.endsWith('_pkg.sv'))]);
}
