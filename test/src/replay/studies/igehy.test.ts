import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { IGEHY_GOAL, igehyStudy, type IgehyRun } from '../../../../src/replay/studies/igehy.ts';
import { igehyPage, igehyTable } from '../../../../src/replay/studies/igehy-report.ts';
import { csvText } from '../../../../src/replay/studies/study-page.ts';

const DESIGN = PRESETS.get('full-quality')!;
const MEMORIES = [
  { latency: 60, bytesPerCycle: 32 },
  { latency: 60, bytesPerCycle: 8 },
];
const OPTIONS = { width: 160, height: 120, memories: MEMORIES, parts: [0, 0.5, 1, 1.25] };

function finished<Result>(steps: Generator<unknown, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

describe("Igehy's experiment in small", () => {
  const study = finished(igehyStudy(DESIGN, OPTIONS));
  const groups = new Map<string, IgehyRun[]>();
  for (const run of study.runs) {
    const name = `${run.scene}, latency ${run.latency}, ${run.bytesPerCycle} bytes a cycle`;
    groups.set(name, [...(groups.get(name) ?? []), run]);
  }

  it('has every scene with every memory system', () => {
    expect(groups.size).toBe(3 * MEMORIES.length);
  });

  it.each([...groups])('%s: a covered latency reaches 97 %, a smaller cover less, stalling least', (_, runs) => {
    const stalling = runs.find(({ cache }) => cache === 'stalling')!.ofZeroLatency;
    for (const varied of ['fragmentFifo', 'outstandingMisses'] as const) {
      const shares = runs.filter((run) => run.varied === varied).map((run) => run.ofZeroLatency);
      expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
      expect(shares[2]).toBeGreaterThanOrEqual(IGEHY_GOAL);
      expect(stalling).toBeLessThan(shares[0]);
    }
    const depths = runs.filter((run) => run.varied === 'fragmentFifo');
    expect(depths[0].ofZeroLatency).toBeLessThan(0.75);
  });

  it('pays nearly the whole latency for every miss when it stalls', () => {
    const { scene } = study.runs[0];
    const own = (cache: string) => study.runs.find((run) => run.scene === scene && run.cache === cache)!;
    const lost = own('stalling').cycles - own('zero-latency').cycles;
    // Every used line of the texture misses at least once.
    expect(lost).toBeGreaterThan(own('stalling').latency * 500);
  });

  it('has a page, a table and CSV', () => {
    const page = igehyPage(study);
    expect(page.match(/<svg /g)).toHaveLength(2 * MEMORIES.length);
    const { head, rows } = igehyTable(study);
    expect(rows).toHaveLength(groups.size);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
    const lines = csvText(study.runs).split('\n');
    expect(lines[0]).toBe(
      'scene,latency,bytesPerCycle,cache,fragmentFifo,outstandingMisses,varied,part,quads,cycles,ofZeroLatency,boundBy',
    );
    expect(lines).toHaveLength(study.runs.length + 2);
  });
});
