import { Exit, runYosys, type Tree } from '@yowasp/yosys';

/**
 * Runs a script of Yosys.
 *
 * @param inputs texts of the files that it reads, by name
 * @param outputs names of the files that it writes
 * @returns their texts
 * @throws Error with Yosys's own words if the script fails
 */
export async function runScript(
  script: string,
  inputs: Readonly<Record<string, string>>,
  outputs: readonly string[] = [],
): Promise<readonly string[]> {
  let words = '';
  const print = (bytes: Uint8Array | null) => (words += bytes === null ? '' : Buffer.from(bytes).toString());
  try {
    const written = await runYosys(['-q', '-p', script], inputs, { stdout: print, stderr: print });
    return outputs.map((name) => text(written?.[name]));
  } catch (error) {
    throw error instanceof Exit ? new Error(words) : error;
  }
}

function text(file: Tree[string] | undefined): string {
  if (typeof file === 'string') return file;
  return file instanceof Uint8Array ? Buffer.from(file).toString() : '';
}

/** The commands that read sources, each module with the parameters that it is used with. */
export function readSources(names: readonly string[]): string {
  const packages = names.filter((name) => name.endsWith('_pkg.sv'));
  const modules = names.filter((name) => !packages.includes(name));
  const read = packages.length > 0 ? `read_verilog -sv ${packages.join(' ')}; ` : '';
  return `${read}read_verilog -sv -defer ${modules.join(' ')}`;
}
