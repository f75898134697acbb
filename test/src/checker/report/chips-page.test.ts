import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blockDifference, blockPicture } from '../../../../src/checker/report/block-picture.ts';
import { blockDecoders, chips, chipsPage, pictureOf } from '../../../../src/checker/report/chips-page.ts';

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

  it('has the picture of blocks that the script draws, of each decoder that something is known of', () => {
    const decoders = blockDecoders(all);
    const names = ['Sony PSP (GE)', 'Microsoft Xbox (NV2A)', 'NVIDIA H100 (Hopper)', 'AMD Radeon RX 580'];
    expect(decoders.map(({ title }) => title)).toEqual(names);
    expect(decoders.map(({ knows }) => knows('alpha'))).toEqual([true, true, true, false]);
    expect(readFileSync(new URL('images/chips/blocks.svg', docs), 'utf8')).toBe(blockPicture(decoders));
  });

  it.each([
    // floor(2/3 of the code with zeros below its 5 bits), less 2/3 of 255.
    ['Sony PSP (GE)', 'fiveBits.third', [31, 0], Math.floor((2 * 248) / 3) - 170],
    // 703/1024 of 255, rounded, less 2/3 of it.
    ['NVIDIA H100 (Hopper)', 'sixBits.third', [63, 0], Math.round((703 * 255) / 1024) - 170],
    ['Microsoft Xbox (NV2A)', 'fiveBits.third', [31, 0], 0],
  ] as const)(
    'the picture of %s has the difference of %s between the ends %s',
    (name, field, [end0, end1], expected) => {
      const decoder = blockDecoders(all).find(({ title }) => title === name)!;
      expect(blockDifference(decoder, field, end0, end1)).toBeCloseTo(expected, 6);
    },
  );

  const drawn = all
    .map((chip) => [chip.design.name, pictureOf(chip)] as const)
    .filter(([, picture]) => picture !== null);

  it.each(drawn)('has the picture of %s that the script draws', (name, picture) => {
    expect(readFileSync(new URL(`images/chips/${name}.svg`, docs), 'utf8')).toBe(picture);
  });
});
