import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stateFromAddress } from '../../src/apps/inspector/state/address.ts';
import { texunit } from '../../src/cli/program.ts';
import type { Explanation } from '../../src/explain/explanation.ts';
import { captureOutput } from '../src/cli/captured-output.ts';
import { casePicture, CASES, casesPage, examples, TOPICS, wordsOf } from './cases.ts';
import { text } from './pages.ts';

// The page of all cases, the pictures and the outputs on the pages are made: npx vitest run test/docs/cases.test.ts -u.

let printed = '';
captureOutput((piece) => (printed += piece));

/** The output of a command, which ends without a message. */
async function outputOf(words: readonly string[]): Promise<string> {
  printed = '';
  const { message } = await texunit(words);
  expect(message).toBeNull();
  return printed;
}

function file(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The lines that a page shows, of which `...` means any number; null if they are not those of the output. */
function excerptOf(output: string, shown: string): string | null {
  const parts = shown.split(/^\.\.\.\n/m).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('(?:.*\n)*?')}$`).test(output) ? shown : null;
}

it('twenty-five questions and more are on one page, each below its topic', async () => {
  expect(CASES.length).toBeGreaterThanOrEqual(25);
  expect(CASES.filter(({ folder }) => !TOPICS.has(folder.split('-')[0]))).toEqual([]);
  await expect(casesPage()).toMatchFileSnapshot(file('docs/cases.md'));
});

describe.each(CASES)('$folder', ({ folder, page, answer, source, state }) => {
  it('answers in about five sentences, names its thread, and leads into the inspector', () => {
    expect(answer).toMatch(/^\*\*[^*]+[.]\*\* /);
    const sentences = answer.split(/(?<=\.\**) (?=[A-Z`])/).length;
    expect(sentences).toBeGreaterThanOrEqual(4);
    expect(sentences).toBeLessThanOrEqual(7);
    expect(source).toMatch(/^\[([\w.-]+\/[\w.-]+) (\d+)\]\(https:\/\/github\.com\/\1\/(?:issues|pull)\/\2\)$/);
    expect(state).not.toBe('');
    expect(stateFromAddress(state).faults).toEqual([]);
  });

  it('shows the outputs of its commands, which have every figure of the answer', async () => {
    let made = text(page);
    const explanations: Explanation[] = [];
    let shownOutputs = '';
    for (const { commands, shown } of examples(made)) {
      let output = '';
      for (const words of commands.map(wordsOf)) {
        if (words[0] === 'explain') {
          explanations.push(JSON.parse(await outputOf([...words, '--json'])) as Explanation);
        }
        output += await outputOf(words);
      }
      if (shown === undefined) continue;
      const now = /^\.\.\.$/m.test(shown) ? excerptOf(output, shown) : output;
      expect(now, output).not.toBeNull();
      made = made.replace(`\n\`\`\`text\n${shown}`, `\n\`\`\`text\n${now}`);
      shownOutputs += now;
    }
    const figures = Array.from(answer.matchAll(/`(-?\d[\d.]*)`/g), ([, figure]) => figure);
    const requests = text(`docs/cases/${folder}/requests.jsonl`);
    expect(figures.filter((figure) => !`${shownOutputs}${requests}`.includes(figure))).toEqual([]);
    await expect(made).toMatchFileSnapshot(file(page));
    expect(explanations.flatMap(({ footprints }) => footprints)).not.toEqual([]);
    await expect(casePicture(explanations)).toMatchFileSnapshot(file(`docs/cases/${folder}/footprint.svg`));
  });
});
