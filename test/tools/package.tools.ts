import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { designJsonSchema } from '../../src/designs/json-schema.ts';
import { planJsonSchema } from '../../src/experiments/sweep/plan/plan-schema.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

let app: string;
/** The package as npm would install it into an app. */
beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'texunit-app-'));
  const installed = join(app, 'node_modules', 'texunit');
  mkdirSync(installed, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', app], { cwd: root });
  const [tarball] = readdirSync(app).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', join(app, tarball), '-C', installed, '--strip-components=1']);
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  writeFileSync(join(app, 'package.json'), '{"type": "module"}');
  writeFileSync(join(app, 'entries.ts'), ENTRIES);
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8' });
}

const PROGRAM = `
import {
  buildMipChain, checkerboard, DEFAULT_SAMPLER, layOutImages, Pipeline, PRESETS, QuadBatch, TEXEL_FORMATS, TextureUnit,
} from 'texunit';
import { DEFAULT_PICTURE, loadDesign } from 'texunit/node';
import { existsSync } from 'node:fs';

const design = loadDesign('full-quality');
const texture = buildMipChain(checkerboard(256, 8), TEXEL_FORMATS.get('r8g8b8a8_unorm')!);
const memory = layOutImages([texture], design.cache.layout);
const states = [{ image: 0, sampler: DEFAULT_SAMPLER, instruction: { lod: 'explicit', projected: false } }] as const;
const batch = new QuadBatch(1);
batch.count = 1;
batch.active[0] = 0b0001;
batch.s[0] = 0.25;
batch.t[0] = 0.75;
const rgba = new Float32Array(16);
new TextureUnit(design, memory, states).sample(batch, rgba);
let same = false;
const pipeline = new Pipeline(design, memory, states, (_quad, _x, _y, _active, colors, first) => {
  same = [0, 1, 2, 3].every((c) => colors[first + c] === rgba[c]);
});
pipeline.run(batch);
const { cycles } = pipeline.finish();
console.log(same, cycles > 0, design === PRESETS.get('full-quality'), existsSync(DEFAULT_PICTURE));
`;

/** A type and a value of every other entry. */
const ENTRIES = `
import { designJsonSchema, parseDesign } from 'texunit/designs';
import { type Request, RequestSampler } from 'texunit/traces';
import { check, type Verdict } from 'texunit/checker';
import { type Model, readModel } from 'texunit/node';
export type Types = [Request, Verdict, Model];
export const values = [designJsonSchema, parseDesign, RequestSampler, check, readModel];
`;

/** The messages of TypeScript about files of the app. */
function compiled(module: string, resolution: string, ...rest: readonly string[]): string {
  const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node', '--skipLibCheck', 'false'];
  const modules = ['--module', module, '--moduleResolution', resolution];
  return node(TSC, '--strict', '--target', 'es2023', ...modules, ...types, ...rest);
}

describe('the package', () => {
  it('is used by its entries, with types at every one with --module nodenext', () => {
    writeFileSync(join(app, 'app.ts'), PROGRAM);
    expect(compiled('nodenext', 'nodenext', '--outDir', 'built', 'app.ts', 'entries.ts')).toBe('');
    expect(node(join('built', 'app.js'))).toBe('true true true true\n');
  });

  it('has types at every entry for a program with --module esnext --moduleResolution bundler', () => {
    expect(compiled('esnext', 'bundler', '--noEmit', 'entries.ts')).toBe('');
  });

  it('has types at texunit/node for a program with no other packages and no settings of its own', () => {
    const alone = join(app, 'alone');
    const modules = join(alone, 'node_modules');
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const topmost = Object.keys(packages).filter((name) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name));
    const needed = topmost.filter((name) => packages[name].dev !== true);
    for (const name of needed.filter((each) => existsSync(join(root, each)))) {
      mkdirSync(dirname(join(alone, name)), { recursive: true });
      symlinkSync(join(root, name), join(alone, name));
    }
    symlinkSync(join(app, 'node_modules', 'texunit'), join(modules, 'texunit'));
    writeFileSync(join(alone, 'package.json'), '{"type": "module"}');
    writeFileSync(join(alone, 'node-entry.ts'), "export { type Model, readModel } from 'texunit/node';");
    const flags = ['--lib', 'es2023', '--module', 'nodenext', '--skipLibCheck', 'false', '--preserveSymlinks'];
    expect(node(TSC, '--noEmit', '--strict', ...flags, join(alone, 'node-entry.ts'))).toBe('');
  });

  it('runs as a command and finds its picture, its pages and the plans of its studies', () => {
    const main = join('node_modules', 'texunit', 'dist', 'program', 'main.js');
    expect(node(main, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(node(main, 'simulate', '--size', '8x8', '--out', 'out')).toMatch(/^globe 8x8 on full-quality/);
    expect(node(main, 'designs', '--arithmetic', 'tmu2')).toMatch(/^# Arithmetic of tmu2\n[^]*## 1\. Operands\n/);
    expect(readdirSync(join(app, 'out')).sort()).toEqual(['image.png', 'passes.png', 'report.html', 'report.json']);
    const study = ['igehy', '--quick', '--trace', join(root, 'traces', 'examples', 'requests.jsonl'), '--out', 'study'];
    expect(node(main, 'study', ...study)).toContain('Written:');
  });

  it('carries the schemas of designs and plans, where its entries, its pages and its own designs say', () => {
    const installed = join(app, 'node_modules', 'texunit');
    const find = (name: string) =>
      fileURLToPath(
        node('--input-type=module', '--eval', `console.log(import.meta.resolve('texunit/${name}'))`).trim(),
      );
    const schemas = { 'design.schema.json': designJsonSchema(), 'sweep.schema.json': planJsonSchema() };
    for (const [name, schema] of Object.entries(schemas)) {
      expect(readFileSync(find(name), 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`);
    }
    const help = node(join(installed, 'dist', 'program', 'main.js'), 'designs', '--help');
    const pages = ['README.md', 'docs/designs.md', 'docs/interop.md', 'docs/sweeps.md'];
    const texts = [help, ...pages.map((page) => readFileSync(join(root, page), 'utf8'))];
    const named = texts.flatMap((text) => text.match(/node_modules\/texunit\/[\w./]*schema\.json/g) ?? []);
    expect(new Set(named).size).toBe(2);
    for (const path of named) expect(existsSync(join(app, path)), path).toBe(true);
    for (const kind of ['presets', 'profiles']) {
      const folder = join(installed, 'src', 'designs', kind);
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
        const { $schema } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
        expect(join(folder, $schema), file).toBe(join(installed, 'dist', 'design.schema.json'));
      }
    }
  });
});
