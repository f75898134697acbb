import { expect, it } from 'vitest';
import { text } from './pages.ts';

const { version, license } = JSON.parse(text('package.json')) as { readonly version: string; readonly license: string };

it('CITATION.cff has the version and the licence of the package', () => {
  const citation = text('CITATION.cff');
  expect(citation).toMatch(/^cff-version: 1\.2\.0$/m);
  expect(/^version: (.*)$/m.exec(citation)?.[1]).toBe(version);
  expect(/^license: (.*)$/m.exec(citation)?.[1]).toBe(license);
});

it('CHANGELOG.md has a section for the version of the package', () => {
  const sections = Array.from(text('CHANGELOG.md').matchAll(/^## (.*)$/gm), ([, title]) => title);
  expect(sections).toContain(version);
});
