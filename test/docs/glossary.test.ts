import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, text } from './pages.ts';

const ENTRIES = text('docs/glossary.md')
  .split(/^- (?=\*\*)/m)
  .slice(1);

it('the glossary has a folder or a file for every word', () => {
  expect(ENTRIES.length).toBeGreaterThan(60);
  const homeless = ENTRIES.filter((entry) => {
    const paths = Array.from(entry.matchAll(/`([\w-]+(?:\/[\w.-]*)+)`/g), ([, path]) => path);
    return paths.length === 0 || !paths.every((path) => existsSync(join(ROOT, path)));
  });
  expect(homeless).toEqual([]);
});

it('the glossary has no word twice', () => {
  const words = ENTRIES.flatMap((entry) =>
    Array.from(entry.matchAll(/\*\*(.*?)\*\*/g), ([, word]) => word.toLowerCase()),
  );
  expect(words.filter((word, n) => words.indexOf(word) !== n)).toEqual([]);
});

it('the glossary is in the order of the alphabet', () => {
  const words = ENTRIES.map((entry) => /\*\*(.*?)\*\*/.exec(entry)![1].toLowerCase());
  expect(words).toEqual(words.toSorted((a, b) => (a < b ? -1 : 1)));
});
