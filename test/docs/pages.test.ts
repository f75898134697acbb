import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { texunit } from '../../src/cli/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['docs', 'traces', 'src', 'test'];
const LONGEST_LINE = 160;

/** Every page of the project, as a path from the root. */
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

function text(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The page without blocks of code: those may hold a line of JSON that must not be broken. */
function prose(page: string): string {
  return text(page).replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** The anchors that GitHub gives to the headings of a page. */
function anchors(page: string): readonly string[] {
  const headings = prose(page).matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** The commands in a page's blocks of code and between its backquotes, without comments. */
function commands(page: string): readonly string[] {
  const blocks = Array.from(text(page).matchAll(/^```sh\n(.*?)^```$/gms), ([, block]) => block.split('\n')).flat();
  const spans = Array.from(text(page).matchAll(/(?<!`)`([^`]+)`(?!`)/g), ([, span]) => span.replaceAll(/\s+/g, ' '));
  const indented = Array.from(text(page).matchAll(/^ {4}(np[mx] .*)$/gm), ([, line]) => line);
  return [...blocks, ...spans, ...indented].map((line) => line.replace(/ +#.*/, '').replace(/^[A-Z]+=\S+ /, ''));
}

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

  it('names files and folders that exist', () => {
    const paths = Array.from(
      prose(page).matchAll(/`((?:rtl-model|pipeline|traces|src|test|bench|docs)\/[\w./-]*)`/g),
      ([, path]) => path,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names scripts of npm and files for tsx that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const missing = commands(page).filter((command) => {
      const [, script, file] = /^(?:npm run (?:-s )?([\w:]+)|npx tsx (\S+))/.exec(command) ?? [];
      return (script !== undefined && !(script in scripts)) || (file !== undefined && !existsSync(join(ROOT, file)));
    });
    expect(missing).toEqual([]);
  });
});

describe('the commands of texunit on the pages', () => {
  let output = '';
  beforeAll(() => {
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      output += chunk.toString();
      return true;
    });
  });
  afterAll(() => vi.restoreAllMocks());

  const uses = PAGES.flatMap((page) =>
    commands(page).flatMap((command) => {
      const [, words] = /^(?:npm run (?:-s )?texunit -- |texunit )(.*)$/.exec(command) ?? [];
      return words === undefined ? [] : [words.split(' ')];
    }),
  );

  it('are found', () => {
    expect(uses.length).toBeGreaterThan(40);
  });

  it('exist, with their options', async () => {
    const unknown: string[] = [];
    for (const [name, ...words] of uses) {
      output = '';
      const { code } = await texunit(name === 'study' ? [name, words[0] ?? '', '--help'] : [name, '--help']);
      const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=\]].*/, ''));
      if (name === '--help' || name === '') continue;
      if (code !== 0) unknown.push(`${name}: exit code ${code}`);
      for (const option of options) if (!output.includes(option)) unknown.push(`${name} ${option}`);
    }
    expect(unknown).toEqual([]);
  });
});
