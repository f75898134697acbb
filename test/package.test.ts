import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// The package as npm packs and installs it, and its types in programs of others, are in test/tools/package.tools.ts.
const root = fileURLToPath(new URL('..', import.meta.url));
const { bin, exports, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  bin: { texunit: string };
  exports: Record<string, string | { types: string; default: string }>;
  files: readonly string[];
};

function node(cwd: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });
}

/** A value of each entry of modules. */
const VALUES: Record<string, string> = {
  '.': 'TextureUnit',
  './designs': 'parseDesign',
  './traces': 'RequestSampler',
  './checker': 'check',
  './node': 'loadDesign',
};

it('the package has a module and its types at each entry, in the folders that it carries', () => {
  const modules = Object.entries(exports).flatMap(([entry, at]) => (typeof at === 'string' ? [] : [{ entry, ...at }]));
  expect(modules.map(({ entry }) => entry)).toEqual(Object.keys(VALUES));
  for (const { types, default: module } of modules) {
    for (const file of [types, module]) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(
        files.some((carried) => file.startsWith(`./${carried}/`)),
        file,
      ).toBe(true);
    }
  }
  const imports = modules.map(
    ({ entry }, n) => `import { ${VALUES[entry]} as v${n} } from 'texunit${entry.slice(1)}';`,
  );
  const program = `${imports.join('\n')}\nconsole.log([${modules.map((_, n) => `typeof v${n}`).join(', ')}].join());`;
  expect(node(root, '--input-type=module', '--eval', program)).toBe('function,function,function,function,function\n');
});

it('the command of the package runs in another folder, and finds its picture and its pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texunit-app-'));
  try {
    const said = node(folder, join(root, bin.texunit), 'simulate', '--size', '8x8', '--out', 'out');
    expect(said).toMatch(/^globe 8x8 on full-quality/);
    expect(existsSync(join(folder, 'out', 'report.html'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
