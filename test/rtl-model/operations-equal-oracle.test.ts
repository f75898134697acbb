import { describe, expect, it } from 'vitest';
import { comparison } from '../oracle/compare-operations.ts';

describe('the units', () => {
  it('return what the oracle allows for every sampling operation, on random designs, views, samplers and requests', () => {
    const { failures, requests, bounded, refused } = comparison(0x0b5e55ed, 8000);
    expect(
      failures
        .slice(0, 2)
        .map(({ text }) => text)
        .join('\n\n'),
    ).toBe('');
    expect(failures.length).toBe(0);
    expect(bounded / requests).toBeGreaterThan(0.95);
    expect(refused / requests).toBeLessThan(0.02);
  });
});
