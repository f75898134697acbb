import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { D3D11_SECTIONS, VULKAN_FORMATS, VULKAN_IMAGE_OPERATIONS, VULKAN_SAMPLERS } from './specified-sections.ts';

const DOCS = new URL('../../docs/', import.meta.url);
/** The pages of docs/specification/, in the order in which docs/specification.md lists them. */
const PAGES = Array.from(page('specification.md').matchAll(/\]\((specification\/[^)]*\.md)\)/g), ([, name]) => name);

function page(name: string): string {
  return readFileSync(new URL(name, DOCS), 'utf8');
}

/** The entries of a page: the section's heading, its code with choices and gaps, and its tests. */
function entriesOf(text: string): readonly (readonly [section: string, code: string, tests: string])[] {
  return text
    .split(/^- (?=\*\*)/m)
    .slice(1)
    .map((item) => {
      const entry = item.split(/^#/m)[0];
      const [head, ...parts] = entry.split(/^ {2}- /m).map((part) => part.replaceAll(/\s+/g, ' ').trim());
      const [, title, anchor, reason] = /^\*\*(.*?)\*\*((?: \(`.*?`\))?)(?:: (.*))?$/.exec(head.replaceAll('\\', ''))!;
      const tests = parts.filter((part) => part.startsWith('tests: '));
      const code = parts.filter((part) => !part.startsWith('tests: '));
      return [
        title + anchor,
        [reason ?? '', ...code]
          .join(' ')
          .trim()
          .replace(/^code: /, ''),
        tests.join(' '),
      ] as const;
    });
}

/** A Vulkan heading as an entry shows it: its title, and its anchor as code. */
function shownHeading(heading: string): string {
  const [, title, anchor] = /^(.*?)(?: \[(.*)\])?$/.exec(heading.replaceAll('{YCbCr}', "Y'CbCr"))!;
  return anchor === undefined ? title : `${title} (\`${anchor}\`)`;
}

const CODE = /\]\(\.\.\/\.\.\/(?:rtl-model|pipeline|src)\//;
const TEST = /\]\(\.\.\/\.\.\/test\/.*?\.test\.ts\)/;
/** The beginnings of an entry that names no code: they say why there is none, or where else to look. */
const REASON =
  /^(?:does not apply|terms only|introduction|informative|the .*entr(?:y|ies) below|a picture|a consequence)/i;

describe('docs/specification.md', () => {
  const entries = PAGES.flatMap((name) => entriesOf(page(name)));
  const sections = entries.map(([section]) => section);

  it.each([
    ['image operations', VULKAN_IMAGE_OPERATIONS],
    ['samplers', VULKAN_SAMPLERS],
    ['formats', VULKAN_FORMATS],
  ] as const)("has an entry for every heading of Vulkan's %s, in their order", (_, headings) => {
    const shown = headings.map(shownHeading);
    expect(shown.filter((heading) => !sections.includes(heading))).toEqual([]);
    const places = shown.map((heading) => sections.indexOf(heading));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('has one entry for every section of D3D11.3, in their order', () => {
    const numbers = sections.flatMap((section) => /^(\d+(?:\.\d+)+) /.exec(section)?.[1] ?? []);
    expect(numbers).toEqual(D3D11_SECTIONS);
  });

  it('names code and a test, or says why there is none', () => {
    const unexplained = entries.filter(
      ([, code, tests]) => !REASON.test(code) && !(CODE.test(code) || TEST.test(tests) || code.startsWith('as ')),
    );
    expect(unexplained).toEqual([]);
    const unproved = entries.filter(([, code, tests]) => CODE.test(code) && !REASON.test(code) && tests === '');
    expect(unproved).toEqual([]);
  });
});
