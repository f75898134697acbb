import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['docs', 'traces', 'src', 'test'];

/** Every page of the project, as a path from the root. */
export const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

export function text(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The page without blocks of code: those may hold a line of JSON that must not be broken. */
export function prose(page: string): string {
  return text(page).replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** The anchors that GitHub gives to the headings of a page. */
export function anchors(page: string): readonly string[] {
  const headings = prose(page).matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** The commands in a page's blocks of code and between its backquotes, without comments. */
export function commands(page: string): readonly string[] {
  const blocks = Array.from(text(page).matchAll(/^```sh\n(.*?)^```$/gms), ([, block]) => block.split('\n')).flat();
  const spans = Array.from(text(page).matchAll(/(?<!`)`([^`]+)`(?!`)/g), ([, span]) => span.replaceAll(/\s+/g, ' '));
  const indented = Array.from(text(page).matchAll(/^ {4}((?:np[mx]|node) .*)$/gm), ([, line]) => line);
  return [...blocks, ...spans, ...indented].map((line) => line.replace(/ +#.*/, '').replace(/^[A-Z]+=\S+ /, ''));
}
