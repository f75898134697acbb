import type { Explanation } from '../../src/explain/explanation.ts';

/** An expression for a browser: the steps and tables of the explanation that the inspector shows, section by section. */
export const SHOWN_SECTIONS = `[...document.querySelectorAll('.explained details')].map((section) => ({
  title: section.querySelector('summary').textContent,
  steps: [...section.querySelectorAll('.steps tbody tr')].map((row) => [
    row.querySelector('th').firstChild.textContent,
    row.querySelector('td').firstChild?.textContent ?? '',
    row.querySelector('td small')?.textContent.trim() ?? '',
  ]),
  rows: [...section.querySelectorAll('.scrolling tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  ),
}))`;

/** The same of what `texunit explain --json` prints. */
export function sectionsOf({ sections }: Explanation) {
  return sections.map(({ title, steps, table }) => ({
    title,
    steps: steps.map(({ name, value, bits = '', format = '' }) => [name, String(value), `${bits} ${format}`.trim()]),
    rows: table?.rows ?? [],
  }));
}
