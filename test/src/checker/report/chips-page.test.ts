import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chips, chipsPage, pictureOf } from '../../../../src/checker/report/chips-page.ts';

const docs = new URL('../../../../docs/', import.meta.url);

describe('docs/chips.md', () => {
  const page = readFileSync(new URL('chips.md', docs), 'utf8');
  const all = chips();

  it('is what npx tsx src/checker/report/write-chips-page.ts writes', async () => {
    expect(page).toBe(await chipsPage(all));
  });

  it('has the counts of requests, and of those that the designs give, to the bit or within the decimals of the source', () => {
    const rows = page.matchAll(/^\| \[([^\]]+)\]\S+ +\| +([\d,]+) \| +([\d,]+) /gm);
    expect(Array.from(rows, ([, ...cells]) => cells)).toEqual([
      ['Sony PSP (GE)', '4,212', '4,212'],
      ['Sony PS2 (GS)', '90', '90'],
      ['Microsoft Xbox (NV2A)', '4,006', '4,006'],
      ['Intel Gen 9, fragment shaders', '51', '51'],
      ['Intel Gen 9, compute shaders', '15', '15'],
      ['Apple M1', '66', '66'],
      ['AMD RDNA 1', '66', '66'],
      ['NVIDIA H100 (Hopper)', '27,731', '27,731'],
      ['NVIDIA GeForce RTX 3060 (Ampere)', '411', '410'],
      ['NVIDIA GeForce RTX 5070 Ti (Blackwell)', '19', '19'],
    ]);
  });

  const drawn = all.filter((chip) => pictureOf(chip) !== null);

  it.each(drawn.map((chip) => [chip.design.name, chip] as const))(
    'has the picture of %s that the script draws',
    (name, chip) => {
      expect(readFileSync(new URL(`images/chips/${name}.svg`, docs), 'utf8')).toBe(pictureOf(chip));
    },
  );
});
