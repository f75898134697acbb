import { describe, expect, it } from 'vitest';
import { entriesOf, REASON_WITHOUT_CODE, SPECIFICATION_PAGES } from './specification-entries.ts';
import { D3D11_SECTIONS, VULKAN_FORMATS, VULKAN_IMAGE_OPERATIONS, VULKAN_SAMPLERS } from './specified-sections.ts';

/** A Vulkan heading as an entry shows it: its title, and its anchor as code. */
function shownHeading(heading: string): string {
  const [, title, anchor] = /^(.*?)(?: \[(.*)\])?$/.exec(heading.replaceAll('{YCbCr}', "Y'CbCr"))!;
  return anchor === undefined ? title : `${title} (\`${anchor}\`)`;
}

const CODE = /\]\(\.\.\/\.\.\/(?:rtl-model|pipeline|src)\//;
const TEST = /\]\(\.\.\/\.\.\/test\/.*?\.test\.ts\)/;

describe('docs/specification.md', () => {
  const entries = SPECIFICATION_PAGES.flatMap(entriesOf);
  const sections = entries.map(({ section }) => section);

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
      ({ code, tests }) =>
        !REASON_WITHOUT_CODE.test(code) && !(CODE.test(code) || TEST.test(tests) || code.startsWith('as ')),
    );
    expect(unexplained).toEqual([]);
    const unproved = entries.filter(
      ({ code, tests }) => CODE.test(code) && !REASON_WITHOUT_CODE.test(code) && tests === '',
    );
    expect(unproved).toEqual([]);
  });
});
