import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folders from which the modules of a folder may import, their own included. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'rtl-model': ['rtl-model'],
  pipeline: ['pipeline', 'rtl-model'],
  traces: ['traces', 'pipeline', 'rtl-model'],
  src: ['src', 'traces', 'pipeline', 'rtl-model'],
};

/**
 * The rooms of a folder from the bottom up: a room imports from itself and from those before it. A dot stands for the
 * files in the folder itself.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'rtl-model': [
    'fixed-point',
    'formats',
    'design',
    'memory',
    'state',
    'registers',
    'front-end',
    'lod-unit',
    'address-unit',
    'texel-cache',
    'texel-decoder',
    'filter-unit',
    'simd',
    'path',
    '.',
  ],
  traces: ['encodings', 'requests', 'stages', 'accesses', 'golden'],
  src: [
    'threads',
    'pages',
    'components',
    'files',
    'designs',
    'rtl',
    'cost',
    'specification',
    'pictures',
    'checker/validity',
    'checker',
    'simulate',
    'compare',
    'explain',
    'replay',
    'sweep',
    'inspector',
    'cli',
    '.',
  ],
  'src/pictures': ['textures', 'downsampler', 'containers', 'resolve', 'scenes'],
  'src/simulate': ['.', 'threads', 'report'],
  'src/replay': ['caches', 'locality', 'report', 'threads', '.', 'pipelines', 'studies'],
  'src/sweep': ['measures', 'plan', 'search', 'runs', 'rows', 'page', 'threads', 'queue', '.'],
  'src/cli': ['files', 'run', 'options', 'sources', 'traces', 'commands', '.'],
};

interface Import {
  /** Path of the importing module from the root, and what it imports as written. */
  readonly from: string;
  readonly specifier: string;
  /** True for `import type`. */
  readonly typeOnly: boolean;
}

function importsOf(folder: string): readonly Import[] {
  const modules = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((f) =>
    f.endsWith('.ts'),
  );
  return modules.flatMap((file) => {
    const from = join(folder, file);
    const text = readFileSync(join(root, from), 'utf8');
    const specifiers = text.matchAll(/(\bimport type [^;']*?)?(?:\bfrom|\bimport|\bimport\()\s*'([^'\n]+)'/g);
    return Array.from(specifiers, ([, type, specifier]) => ({ from, specifier, typeOnly: type !== undefined }));
  });
}

/** Path from the root of a module's own file; null for a package or a module of Node. */
function target({ from, specifier }: Import): string | null {
  return specifier.startsWith('.') ? relative(root, join(root, dirname(from), specifier)) : null;
}

function shown(imports: readonly Import[]): readonly string[] {
  return imports.map(({ from, specifier }) => `${from} imports ${specifier}`);
}

/** Ways from a module back to itself, `import type` included: where there is any, at least one of them. */
function circles(imports: readonly Import[]): readonly string[] {
  const targets = new Map<string, string[]>();
  for (const one of imports) {
    const to = target(one);
    if (to !== null) targets.set(one.from, [...(targets.get(one.from) ?? []), to]);
  }
  const found: string[] = [];
  const visited = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    const before = trail.indexOf(path);
    if (before >= 0) found.push([...trail.slice(before), path].join(' imports '));
    if (visited.has(path)) return;
    visited.add(path);
    for (const to of targets.get(path) ?? []) visit(to, [...trail, path]);
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}

/** The room of a file within a folder that has rooms; null for a file outside of the folder. */
function roomOf(path: string, folder: string, rooms: readonly string[]): string | null {
  if (!path.startsWith(`${folder}/`)) return null;
  const within = path.slice(folder.length + 1);
  if (!within.includes('/')) return '.';
  // The longest name wins: checker/validity is a room below checker.
  const found = rooms.filter((room) => within.startsWith(`${room}/`)).sort((a, b) => b.length - a.length);
  return found[0] ?? dirname(within);
}

describe('imports', () => {
  const all = Object.keys(MAY_IMPORT).flatMap(importsOf);

  it('are found', () => {
    expect(all.length).toBeGreaterThan(200);
    expect(all).toContainEqual({
      from: 'pipeline/pipeline.ts',
      specifier: '../rtl-model/path/bind-units.ts',
      typeOnly: false,
    });
  });

  it('run one way: src to traces and pipeline to rtl-model', () => {
    const wrong = all.filter((one) => {
      const to = target(one);
      const [folder] = one.from.split('/');
      return to !== null && !MAY_IMPORT[folder].includes(to.split('/')[0]);
    });
    expect(shown(wrong)).toEqual([]);
  });

  it('take types alone from rtl-model into the specification, which shares no arithmetic with it', () => {
    const wrong = importsOf('src/specification').filter((one) => {
      const isShared = target(one)?.startsWith('rtl-model/') === true && !one.typeOnly;
      const isAbove = target(one)?.startsWith('src/specification/') === false && target(one)?.startsWith('src/');
      return isShared || isAbove;
    });
    expect(shown(wrong)).toEqual([]);
  });

  it.each(Object.entries(ROOMS))('climb nowhere from room to room of %s', (folder, rooms) => {
    const rank = (path: string) => {
      const room = roomOf(path, folder, rooms);
      return room === null ? -1 : rooms.indexOf(room);
    };
    const within = all.filter(({ from }) => roomOf(from, folder, rooms) !== null);
    expect(shown(within.filter(({ from }) => rank(from) < 0))).toEqual([]);
    const climbing = within.filter((one) => rank(target(one) ?? '') > rank(one.from));
    expect(shown(climbing)).toEqual([]);
    expect(new Set(within.map(({ from }) => rank(from))).size).toBe(rooms.length);
  });

  it('lead from no folder of traces and src back to itself', () => {
    const folders = new Set<string>();
    for (const one of all) {
      const to = target(one);
      if (to === null || !/^(traces|src)\//.test(one.from)) continue;
      if (dirname(one.from) !== dirname(to)) folders.add(`${dirname(one.from)} ${dirname(to)}`);
    }
    const between = Array.from(folders, (pair): Import => {
      const [from, to] = pair.split(' ');
      return { from, specifier: relative(dirname(from), to).replace(/^(?!\.)/, './'), typeOnly: false };
    });
    expect(circles(between)).toEqual([]);
  });

  it('lead from no file back to itself', () => {
    expect(circles([...all, ...importsOf('bench'), ...importsOf('test')])).toEqual([]);
  });

  it('name a package or a module of Node nowhere in rtl-model and pipeline', () => {
    const wrong = all.filter((one) => /^(rtl-model|pipeline)\//.test(one.from) && target(one) === null);
    expect(shown(wrong)).toEqual([]);
  });

  /** Every module and package that a module reaches by imports of values. */
  const reachedFrom = (entry: string) => {
    const reached = new Set([join('src', entry)]);
    // A set's loop also visits what is added while it runs.
    for (const path of reached) {
      for (const one of all) if (one.from === path && !one.typeOnly) reached.add(target(one) ?? one.specifier);
    }
    return [...reached];
  };

  it.each(['index.ts', 'designs.ts', 'traces.ts', 'checker.ts'])('reach no module of Node from %s', (entry) => {
    const reached = reachedFrom(entry);
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.filter((path) => /^(node:|pngjs$|jpeg-js$|commander$|cli-)/.test(path))).toEqual([]);
  });

  it('reach neither zod nor the checker from the library entry', () => {
    const reached = reachedFrom('index.ts');
    expect(reached).toContain('rtl-model/texture-unit.ts');
    expect(reached.filter((path) => /^(zod$|src\/(checker|explain|specification)\/)/.test(path))).toEqual([]);
  });
});
