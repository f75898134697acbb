import { text } from './pages.ts';

/** The pages of docs/specification/, in the order in which docs/specification.md lists them. */
export const SPECIFICATION_PAGES = Array.from(
  text('docs/specification.md').matchAll(/\]\((specification\/[^)]*\.md)\)/g),
  ([, name]) => `docs/${name}`,
);

/** An entry of a page: the section's heading, its code with choices and gaps, its tests, and its demands. */
export interface SpecificationEntry {
  readonly section: string;
  readonly code: string;
  readonly tests: string;
  readonly demands: readonly SectionDemand[];
}

/** A demand of a section: the names of its legal and illegal cases, or why it has no illegal case. */
export interface SectionDemand {
  readonly number: number;
  readonly sentence: string;
  readonly legal: readonly string[];
  readonly illegal: readonly string[];
  readonly reason: string | null;
}

/** The beginnings of an entry that names no code: they say why there is none, or where else to look. */
export const REASON_WITHOUT_CODE =
  /^(?:does not apply|terms only|introduction|informative|the .*entr(?:y|ies) below|a picture|a consequence)/i;

export function entriesOf(page: string): readonly SpecificationEntry[] {
  return text(page)
    .split(/^- (?=\*\*)/m)
    .slice(1)
    .map((item) => {
      const [head, ...parts] = item.split(/^#/m)[0].split(/^ {2}- /m);
      const [, title, anchor, reason] = /^\*\*(.*?)\*\*((?: \(`.*?`\))?)(?:: (.*))?$/.exec(
        oneLine(head).replaceAll('\\', ''),
      )!;
      const code = parts.filter((part) => !/^(?:tests|demands):/.test(part)).map(oneLine);
      return {
        section: title + anchor,
        code: [reason ?? '', ...code]
          .join(' ')
          .trim()
          .replace(/^code: /, ''),
        tests: parts
          .filter((part) => part.startsWith('tests: '))
          .map(oneLine)
          .join(' '),
        demands: parts.filter((part) => part.startsWith('demands:')).flatMap(demandsOf),
      };
    });
}

/** The items of a list of demands: `1. Sentence. Legal: names. Illegal: names`, or `Illegal: none, reason`. */
function demandsOf(list: string): readonly SectionDemand[] {
  return list
    .split(/^ {4}(?=\d)/m)
    .slice(1)
    .map((item) => {
      const match = /^(\d+)\. (.*?)\. Legal: (.*?)\. Illegal: (?:none, )?(.*)$/.exec(oneLine(item));
      if (match === null) throw new Error(`not a demand: ${item}`);
      const [, number, sentence, legal, illegal] = match;
      const names = namesIn(illegal);
      return {
        number: Number(number),
        sentence,
        legal: namesIn(legal),
        illegal: names,
        reason: names.length === 0 ? illegal : null,
      };
    });
}

function namesIn(list: string): readonly string[] {
  return Array.from(list.matchAll(/`([^`]+)`/g), ([, name]) => name);
}

function oneLine(part: string): string {
  return part.replaceAll(/\s+/g, ' ').trim();
}
