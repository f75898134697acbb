import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchors, commands, PAGES, prose, ROOT, text } from './pages.ts';

const LONGEST_LINE = 160;

describe.each(PAGES)('%s', (page) => {
  it(`has no line of prose over ${LONGEST_LINE} columns`, () => {
    expect(
      prose(page)
        .split('\n')
        .filter((line) => line.length > LONGEST_LINE),
    ).toEqual([]);
  });

  it('leads to files and headings that exist', () => {
    const links = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link);
    const dead = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(dead).toEqual([]);
  });

  it('names things behind a link that the file has: [file](path) (`name`, `name`)', () => {
    const links = prose(page)
      .replaceAll(/\s+/g, ' ')
      .matchAll(/\]\(([^)\s]+\.ts)\) \(((?:`[^`]+`,? ?)+)/g);
    const missing = Array.from(links, ([, path, names]) => {
      const file = text(join(dirname(page), path));
      return Array.from(names.matchAll(/`([^`]+)`/g), ([, name]) => name).filter((name) => !file.includes(name));
    });
    expect(missing.flat()).toEqual([]);
  });

  it('names files and folders that exist', () => {
    const paths = Array.from(
      prose(page).matchAll(/`((?:rtl-model|pipeline|traces|src|test|bench|docs)\/[\w./-]*)`/g),
      ([, path]) => path,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names scripts of npm and files for node and tsx that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const missing = commands(page).filter((command) => {
      const [, script, file] = /^(?:npm run (?:-s )?([\w:-]+)|(?:npx tsx|node) (\S+\.[jt]s))/.exec(command) ?? [];
      return (script !== undefined && !(script in scripts)) || (file !== undefined && !existsSync(join(ROOT, file)));
    });
    expect(missing).toEqual([]);
  });
});
