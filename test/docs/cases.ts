import { readdirSync } from 'node:fs';
import { listEntry } from '../../src/platform/pages/markdown-list.ts';
import { escaped } from '../../src/platform/pages/escaped.ts';
import { svgFile } from '../../src/platform/pages/svg-file.ts';
import { percent } from '../../src/platform/pages/wording.ts';
import { FOOTPRINT_STYLE, footprintSvg } from '../../src/explain/footprint-picture.ts';
import type { Explanation } from '../../src/explain/explanation.ts';
import { text } from './pages.ts';

/** Topics by the first word of a case's folder, in the order of docs/cases.md. */
export const TOPICS = new Map([
  ['coordinate', 'Coordinates: which texel'],
  ['filter', 'Weights and filters'],
  ['level', 'Levels and their weights'],
  ['border', 'Borders, and what lies outside'],
  ['cube', 'Cubes'],
  ['depth', 'Depth comparisons'],
  ['format', 'Formats'],
]);

/** A question that somebody asked: a folder of docs/cases. */
export interface Case {
  readonly folder: string;
  /** Path of its page from the root. */
  readonly page: string;
  readonly question: string;
  /** The first paragraph, on one line. Its first sentence is bold. */
  readonly answer: string;
  /** The thread, as a link. */
  readonly source: string;
  /** The address of the inspector behind #. */
  readonly state: string;
}

export const CASES: readonly Case[] = readdirSync(new URL('../../docs/cases', import.meta.url))
  .toSorted()
  .map((folder) => {
    const page = `docs/cases/${folder}/README.md`;
    const paragraphs = text(page).split('\n\n');
    const lines = text(page).replaceAll(/\s+/g, ' ');
    return {
      folder,
      page,
      question: paragraphs[0].replace(/^# /, ''),
      answer: paragraphs[1].replaceAll(/\s+/g, ' ').trim(),
      source: /Asked in (\[[^\]]+\]\([^)]+\))/.exec(lines)?.[1] ?? '',
      state: /^\[inspector\]: http:\/\/127\.0\.0\.1:8080\/#(.*)$/m.exec(text(page))?.[1] ?? '',
    };
  });

const INTRODUCTION = `# Questions that people asked

Authors of emulators, drivers and tests asked these questions in public threads. Each case has the answer, the requests
that show it, commands to run, the picture of \`texunit explain\` and a link into the inspector. A test runs all of them,
so that an answer is what the model gives today. An answer says what was measured on a device, what a specification
says, and what is not known. The links into the inspector work while this command runs:

\`\`\`sh
node texunit.js inspect --port 8080
\`\`\`

A link shows designs and a view. Then drop the \`requests.jsonl\` of the case on the page.
`;

/** docs/cases.md: each question with its short answer and its thread. */
export function casesPage(): string {
  const sections = Array.from(TOPICS, ([word, title]) => {
    const items = CASES.filter(({ folder }) => folder.startsWith(`${word}-`)).map(
      ({ folder, question, answer, source }) => {
        const short = /^\*\*(.*?)\*\*/.exec(answer)?.[1] ?? '';
        return listEntry(`[${question}](cases/${folder}/README.md) ${short} (${source})`);
      },
    );
    return `## ${title}\n\n${items.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

/** The commands of a page in the order of their blocks, and the output that is shown after each block, if it is. */
export function examples(page: string): readonly { readonly commands: readonly string[]; readonly shown?: string }[] {
  const blocks = page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?/gms);
  return Array.from(blocks, ([, lines, shown]) => ({
    commands: lines.split('\n').filter((line) => line !== ''),
    ...(shown !== undefined && { shown }),
  }));
}

/** The words of a command behind `node texunit.js`. Words between double quotes are one. */
export function wordsOf(command: string): readonly string[] {
  const words = command.matchAll(/"([^"]*)"|(\S+)/g);
  return Array.from(words, ([, quoted, plain]) => quoted ?? plain).slice(2);
}

const GAP = 16;
const HEADING = 22;

/** A row of footprints for each explanation, as one SVG file that needs no other. */
export function casePicture(explanations: readonly Explanation[]): string {
  const drawn: string[] = [];
  let [width, y] = [0, GAP];
  for (const [row, { id, design, footprints }] of explanations.entries()) {
    let [x, tallest] = [GAP, 0];
    drawn.push(`<text x="${x}" y="${y + 12}" class="title">${escaped(`${id}, ${design}`)}</text>`);
    for (const [n, footprint] of footprints.entries()) {
      const svg = footprintSvg(footprint, `clip-${row}-${n}`);
      const [w, h] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.slice(1).map(Number);
      const caption = `level ${footprint.level}, ${percent(footprint.weight)} of the result`;
      drawn.push(`<text x="${x}" y="${y + HEADING + 12}" class="quiet">${escaped(caption)}</text>`);
      drawn.push(svg.replace('<svg ', `<svg x="${x}" y="${y + 2 * HEADING}" width="${w}" height="${h}" `));
      x += w + GAP;
      tallest = Math.max(tallest, h);
    }
    width = Math.max(width, x);
    y += 2 * HEADING + tallest + GAP;
  }
  return svgFile(width, y, drawn.join('\n'), FOOTPRINT_STYLE);
}
