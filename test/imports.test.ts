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
 * The rooms of each folder that has folders, from the bottom up: a room imports from itself and from those before it. A
 * dot is the files in the folder itself.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  pipeline: ['counters', 'memory', 'cache', 'stages', 'stepped', 'timed', 'units', '.', 'accesses'],
  'rtl-model': [
    'fixed-point',
    'steps',
    'design',
    'formats',
    'memory',
    'texel-cache',
    'state',
    'registers',
    'front-end',
    'lod-unit',
    'texel-decoder',
    'address-unit',
    'filter-unit',
    'description',
    'simd',
    'path',
    '.',
  ],
  'rtl-model/address-unit': ['.', 'plans'],
  'rtl-model/filter-unit': ['arithmetic', '.'],
  'rtl-model/formats': ['blocks', '.'],
  'rtl-model/formats/blocks': ['.', 'astc', 'bc', 'etc'],
  'rtl-model/steps': ['.', 'simd', 'c', 'shader'],
  src: [
    'platform',
    'designs',
    'specification',
    'validity',
    'pictures',
    'forms',
    'simulate',
    'checker',
    'experiments',
    'explain',
    'apps',
    'inputs',
    '.',
    'cli',
  ],
  'src/apps': ['components', 'inspector', 'sweep-page'],
  'src/apps/inspector': ['components', 'state', 'subjects', 'worker', 'picture', 'pixel', 'time', 'design', '.'],
  'src/apps/sweep-page': ['data', 'charts', '.'],
  'src/checker': ['.', 'probes', 'judge', 'rules', 'attribute', 'closest', 'minimize', 'report', 'threads'],
  'src/checker/rules': ['kinds', 'd3d11', 'vulkan', '.'],
  'src/checker/rules/vulkan': ['levels', 'texels', '.'],
  'src/cli': ['run', 'commands', '.'],
  'src/cli/commands': ['.', 'sweep'],
  'src/designs': ['.', 'reference'],
  'src/explain': ['.', 'measured'],
  'src/experiments': ['replay', 'studies', 'sweep'],
  'src/experiments/replay': ['caches', 'locality', 'threads', 'report', '.', 'pipelines'],
  'src/experiments/replay/caches': ['.', 'assembly'],
  'src/experiments/replay/pipelines': ['.', 'threads'],
  'src/experiments/sweep': ['measures', 'plan', 'search', 'runs', 'rows', 'threads', 'queue', '.'],
  'src/forms': ['parameters', 'golden', 'rtl', 'c', 'shader', 'cost'],
  'src/forms/cost': ['synthesis', '.'],
  'src/inputs': ['files', 'options', 'pictures', 'captures', 'workloads'],
  'src/pictures': ['textures', 'containers', 'downsampler', 'resolve', 'scenes', '.'],
  'src/pictures/scenes': ['.', 'gltf'],
  'src/platform': ['threads', 'pages', 'files', '.'],
  'src/simulate': ['.', 'compare', 'report', 'threads'],
  'src/specification': [
    'exact',
    'answers',
    'texels',
    'state',
    'coordinates',
    'lod',
    'filtering',
    'ycbcr',
    'operations',
  ],
  'src/specification/texels': ['.', 'blocks'],
  traces: ['encodings', 'requests', 'results', 'stages', 'accesses'],
  'traces/encodings': ['.', 'parquet'],
  'traces/requests': ['.', 'encodings'],
};

interface Import {
  /** Path of the importing module from the root, and what it imports as written. */
  readonly from: string;
  readonly specifier: string;
  /** True for `import type`. */
  readonly typeOnly: boolean;
}

function modulesOf(folder: string): readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file));
}

function importsOf(folder: string): readonly Import[] {
  return modulesOf(folder).flatMap((from) => {
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

/** The room of a file within a folder; null for a file outside of the folder. */
function roomOf(path: string, folder: string): string | null {
  if (!path.startsWith(`${folder}/`)) return null;
  const within = path.slice(folder.length + 1);
  return within.includes('/') ? within.split('/')[0] : '.';
}

describe('imports', () => {
  const modules = Object.keys(MAY_IMPORT).flatMap(modulesOf);
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

  it('have an order of rooms in every folder that has folders', () => {
    const above = new Set(modules.map((path) => dirname(dirname(path))));
    expect(Object.keys(ROOMS).toSorted()).toEqual([...above].filter((folder) => folder !== '.').toSorted());
  });

  // Where this holds for each folder, no way leads from a folder back to itself either.
  it.each(Object.entries(ROOMS))('climb nowhere from room to room of %s', (folder, rooms) => {
    const found = new Set(modules.map((path) => roomOf(path, folder)).filter((room) => room !== null));
    expect([...found].toSorted()).toEqual([...rooms].toSorted());
    const rank = (path: string) => rooms.indexOf(roomOf(path, folder) ?? '');
    const within = all.filter(({ from }) => rank(from) >= 0);
    expect(shown(within.filter((one) => rank(target(one) ?? '') > rank(one.from)))).toEqual([]);
  });

  it('are of folders with at most 20 files', () => {
    const files = new Map<string, number>();
    for (const path of modules) files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
    expect([...files].filter(([, count]) => count > 20)).toEqual([]);
  });

  it('find each exported name in one file', () => {
    const homes = new Map<string, string[]>();
    // Kernels are AssemblyScript, whose names are those of the steps that they compute, and modules with their bytes.
    for (const path of modules.filter((path) => !/\/assembly\/|\/kernel-module\.ts$/.test(path))) {
      const text = readFileSync(join(root, path), 'utf8');
      const declared = text.matchAll(
        /^export (?:(?:abstract|async|declare) )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
      );
      for (const [, name] of declared) homes.set(name, [...(homes.get(name) ?? []), path]);
    }
    const twice = [...homes].filter(([, paths]) => new Set(paths).size > 1);
    expect(twice.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
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

  it('reach modules of the apps from the program and the benchmarks that the build names: it sees no changes of others', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8')) as {
      files: readonly string[];
    };
    const isOfApp = (path: string) => path.startsWith('src/apps/');
    const imports = [...all, ...importsOf('bench')];
    const reached = new Set(imports.map(({ from }) => from).filter((path) => !isOfApp(path)));
    for (const path of reached) {
      for (const one of imports) {
        const to = one.from === path ? target(one) : null;
        if (to !== null) reached.add(to);
      }
    }
    expect([...reached].filter(isOfApp).toSorted()).toEqual(files);
  });

  it('reach neither zod nor the checker from the library entry', () => {
    const reached = reachedFrom('index.ts');
    expect(reached).toContain('rtl-model/texture-unit.ts');
    expect(reached.filter((path) => /^(zod$|src\/(checker|explain|specification)\/)/.test(path))).toEqual([]);
  });
});
