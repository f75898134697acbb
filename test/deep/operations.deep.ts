import { describe, expect, it } from 'vitest';
import { comparison } from '../oracle/compare-operations.ts';
import { otherComparison } from '../oracle/compare-other-operations.ts';
import { SEED } from './seed.ts';

const REQUESTS = 400_000;

describe('sampling operations', () => {
  it('give what the oracle allows, over random designs, images, views, samplers and instructions', () => {
    const { requests, bounded, refused, failures } = comparison(SEED, REQUESTS);
    console.log(
      `sampling operations: seed ${SEED}, ${requests} requests, ${bounded} bounded in every component, ` +
        `${refused} refused for the design's widths, ${failures.length} not allowed`,
    );
    expect(failures.map(({ text }) => text)).toEqual([]);
  });
});

describe('the other operations', () => {
  it('give what the oracle allows: fetches, writes, queries, windows, block matches, conversions', () => {
    const { failures, tallies } = otherComparison(SEED, REQUESTS);
    for (const [operation, { requests }] of tallies) {
      console.log(`${operation}: seed ${SEED}, ${requests} requests`);
    }
    expect(failures.map(({ text }) => text)).toEqual([]);
  });
});
