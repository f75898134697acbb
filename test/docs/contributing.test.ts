import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, text } from './pages.ts';

const RECIPES = text('CONTRIBUTING.md')
  .split(/^## /m)
  .find((part) => part.startsWith('Recipes\n'))!
  .split(/^### /m)
  .slice(1);

/** An entry of a recipe: its files, and the names in backquotes that they contain. */
interface Entry {
  readonly files: readonly string[];
  readonly names: readonly string[];
}

const FILE = /\[`[^`]*`\]\(([^)]*)\)/g;
/** Commands, folders and other files, which an entry's own file need not name. */
const NOT_IN_THE_FILE = /^(?:np[mx] |[\w/.-]+\.(?:ts|md|json)$|[\w-]+\/)/;

function entriesOf(recipe: string): readonly Entry[] {
  const items = recipe
    .split(/^- /m)
    .slice(1)
    .map((item) => item.split('\n\n')[0].replaceAll(/\s+/g, ' '));
  return items.map((item) => ({
    files: Array.from(item.matchAll(FILE), ([, file]) => file),
    names: Array.from(item.replaceAll(FILE, '').matchAll(/`([^`]+)`/g), ([, name]) => name).filter(
      (name) => !NOT_IN_THE_FILE.test(name) || name.startsWith('vulkan/'),
    ),
  }));
}

/** Every module of the four folders of production code. */
const MODULES = ['rtl-model', 'pipeline', 'traces', 'src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

describe('CONTRIBUTING.md', () => {
  it.each(['rtl-model', 'pipeline', 'traces', 'src'])('has every room of %s on its map', (folder) => {
    const [, map] = /^## The map\n(.*?)^## /ms.exec(text('CONTRIBUTING.md'))!;
    const [, part] = new RegExp(`^- \`${folder}/\`(.*?)^(?:- |\\S)`, 'ms').exec(map)!;
    const rooms = readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(rooms.length).toBeGreaterThan(3);
    expect(rooms.filter((room) => !part.includes(`\`${room}/\``))).toEqual([]);
  });

  it('has a recipe for each common change', () => {
    const titles = RECIPES.map((recipe) => recipe.split('\n')[0]);
    expect(titles).toEqual([
      'A format',
      'An operation',
      'A reduction mode',
      'A replacement policy',
      'A rule of the checker',
      'A field of a design',
      'An option of the cache',
      'A chip',
      'A stage',
      'An encoding of a trace',
      'A command',
    ]);
  });

  it.each(RECIPES.map((recipe) => ({ title: recipe.split('\n')[0], recipe })))(
    'names files that contain what the recipe says: $title',
    ({ recipe }) => {
      const entries = entriesOf(recipe);
      expect(entries.length).toBeGreaterThan(3);
      const wrong = entries.flatMap(({ files, names }) =>
        files.length === 0 || names.length === 0
          ? [`an entry without file or name: ${files.join()} ${names.join()}`]
          : files.flatMap((file) =>
              existsSync(join(ROOT, file))
                ? names.filter((name) => !text(file).includes(name)).map((name) => `${file} has no ${name}`)
                : [`${file} does not exist`],
            ),
      );
      expect(wrong).toEqual([]);
    },
  );

  const complete = RECIPES.flatMap((recipe) => {
    const [, example] = /Every file that names\s+`([^`]+)` is in the\s+list\./.exec(recipe) ?? [];
    return example === undefined ? [] : [{ example, listed: entriesOf(recipe).flatMap(({ files }) => files) }];
  });

  it.each(complete)('lists every module that names $example', ({ example, listed }) => {
    const naming = MODULES.filter((path) => text(path).includes(example));
    expect(naming.length).toBeGreaterThan(0);
    expect(naming.filter((path) => !listed.includes(path))).toEqual([]);
  });
});
