import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { RowLog } from '../../../../src/experiments/sweep/rows/row-log.ts';
import { RowsError } from '../../../../src/experiments/sweep/rows/log-reader.ts';
import { sweepHeader } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import type { Row } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { replacing, withFailing } from '../../inputs/files/faulty-system.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-sync-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = { designs: ['full-quality'], vary: { 'cache.ways': [1, 2] }, workloads: [{ trace: 't', name: 'a' }] };
const { plan, source } = parsePlan(JSON.stringify({ ...file, measures: ['cycles'] }), 'p.json', loadDesign);
const run = { program: '1', node: 'v20', command: '', source, folder };
const workloads = [{ name: 'a', weight: 1, hash: '0' }];
const header = sweepHeader(plan, workloads, { how: 'all', count: null, seed: 1 }, { index: 0, of: 1 }, run);
const row = (design: number): Row => {
  const fields = { 'cache.ways': design + 1, cycles: 10, fault: null };
  return { design, workload: 'a', design_hash: '0', base: 'full-quality', ...fields };
};

describe('rows that are appended', () => {
  let log: RowLog;
  beforeEach(({ task }) => {
    vi.useFakeTimers();
    log = RowLog.create(join(folder, `${task.id}.jsonl`), header);
  });
  afterEach(() => void vi.useRealTimers());

  it('are forced to the disk within half a second, each of them, and once', async () => {
    let synced = 0;
    const counting = (real: (...args: unknown[]) => unknown) => (descriptor: number) => {
      synced++;
      return real(descriptor);
    };
    await replacing('fsyncSync', counting, () => {
      vi.advanceTimersByTime(10_000);
      log.append([row(0)]);
      log.append([row(1)]);
      expect(synced).toBe(0);
      vi.advanceTimersByTime(500);
      expect(synced).toBe(1);
      vi.advanceTimersByTime(10_000);
      expect(synced).toBe(1);
      // The last of many waits no longer than the first.
      for (let n = 0; n < 10; n++) {
        log.append([row(1)]);
        vi.advanceTimersByTime(100);
      }
      vi.advanceTimersByTime(400);
      const after = synced;
      expect(after).toBeLessThan(7);
      vi.advanceTimersByTime(10_000);
      expect(synced).toBe(after);
      log.append([row(0)]);
      log.close();
      expect(synced).toBe(after + 1);
      vi.advanceTimersByTime(10_000);
      expect(synced).toBe(after + 1);
    });
  });

  it('that cannot be forced to it end the sweep, by the next row or at the end', async () => {
    const full = ['ENOSPC', 'no space left on device'] as const;
    log.append([row(0)]);
    await withFailing('fsyncSync', 0, full, () => vi.advanceTimersByTime(500));
    const line = /jsonl: cannot be written \(no space left on device\)$/;
    expect(() => log.append([row(1)])).toThrow(line);
    expect(() => log.close()).toThrow(line);
    expect(() => log.close()).toThrow(RowsError);
  });
});
