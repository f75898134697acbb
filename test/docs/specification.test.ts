import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { D3D11_SECTIONS, VULKAN_FORMATS, VULKAN_IMAGE_OPERATIONS, VULKAN_SAMPLERS } from './specified-sections.ts';

const DOCS = new URL('../../docs/', import.meta.url);

function page(name: string): string {
  return readFileSync(new URL(name, DOCS), 'utf8');
}

/** Where the relative links of a page lead, and which of them there is no file for. */
function deadLinks(text: string): readonly string[] {
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link);
  return links.filter((link) => !/^https?:/.test(link) && !existsSync(fileURLToPath(new URL(link, DOCS))));
}

const SEPARATOR = /^\| -/;

/** Cells of the rows of every table, headings left out. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  return lines
    .filter((line, n) => line.startsWith('| ') && !SEPARATOR.test(line) && !SEPARATOR.test(lines[n + 1] ?? ''))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\', '')),
    );
}

/** The section cell of a Vulkan heading: its title, and its anchor as code. */
function sectionCell(heading: string): string {
  const [, title, anchor] = /^(.*?)(?: \[(.*)\])?$/.exec(heading.replaceAll('{YCbCr}', "Y'CbCr"))!;
  return anchor === undefined ? title : `${title} (\`${anchor}\`)`;
}

const CODE = /\]\(\.\.\/(?:rtl-model|pipeline|src)\//;
const TEST = /\]\(\.\.\/test\/.*?\.test\.ts\)/;
/** How a row begins that names no code: what it has none for, or where else to look. */
const REASON = /^(?:does not apply|terms only|introduction|informative|the .*rows? below|a picture|a consequence)/i;

describe('docs/specification.md', () => {
  const text = page('specification.md');
  const rows = rowsOf(text);
  const sections = rows.map(([section]) => section);

  it('leads to files that exist', () => {
    expect(deadLinks(text)).toEqual([]);
  });

  it.each([
    ['image operations', VULKAN_IMAGE_OPERATIONS],
    ['samplers', VULKAN_SAMPLERS],
    ['formats', VULKAN_FORMATS],
  ] as const)("has a row for every heading of Vulkan's %s, in their order", (_, headings) => {
    const cells = headings.map(sectionCell);
    expect(cells.filter((cell) => !sections.some((section) => startsWith(section, cell)))).toEqual([]);
    const places = cells.map((cell) => sections.findIndex((section) => startsWith(section, cell)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('has one row for every section of D3D11.3, in their order', () => {
    const numbers = sections.flatMap((section) => /^(\d+(?:\.\d+)+) /.exec(section)?.[1] ?? []);
    expect(numbers).toEqual(D3D11_SECTIONS);
  });

  it('names code and a test, or says why there is none', () => {
    const unexplained = rows.filter(
      ([, code, test]) => !REASON.test(code) && !(CODE.test(code) || TEST.test(test) || code.startsWith('as ')),
    );
    expect(unexplained).toEqual([]);
    const unproved = rows.filter(([, code, test]) => CODE.test(code) && !REASON.test(code) && !/\S/.test(test));
    expect(unproved).toEqual([]);
  });
});

/** A cell may say more behind the heading. */
function startsWith(section: string, cell: string): boolean {
  return section === cell || section.startsWith(`${cell}:`);
}

describe('docs/operations.md', () => {
  it('leads to files that exist', () => {
    expect(deadLinks(page('operations.md'))).toEqual([]);
  });
});
