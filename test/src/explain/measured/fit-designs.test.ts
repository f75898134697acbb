import { beforeAll, describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { SHORT_SEARCH } from '../../../../src/checker/closest/design-search.ts';
import { reproduction } from '../../../../src/checker/closest/closest-preset.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { type DesignFit, fitDesigns } from '../../../../src/explain/measured/fit-designs.ts';
import { fitText, tellingTable, unexplainedTable } from '../../../../src/explain/measured/fit-text.ts';
import { unexplainedRows } from '../../../../src/explain/measured/unexplained-rows.ts';
import { REQUEST_ROWS } from '../../../../traces/requests/encodings/request-rows.ts';
import { Dice } from '../../../oracle/dice.ts';
import { finished } from '../../checker/judge/random-requests.ts';

/** How a unit lerps two codes by a weight in 16ths. */
type Lerp = (a: number, b: number, weight: number) => number;

const floorOf: Lerp = (a, b, weight) => Math.floor((a * (16 - weight) + b * weight) / 16);
const nearestOf: Lerp = (a, b, weight) => Math.floor((a * (16 - weight) + b * weight) / 16 + 0.5);

/**
 * Rows of a unit in integers: coordinates cut to 1/16 of a texel, weights of 4 bits, 8-bit lerps. The formula is that of
 * the Sony PSP (pspautotests), where both lerps are floors.
 */
function rowsOf(seed: number, count: number, alongU: Lerp = floorOf, alongV: Lerp = floorOf): string {
  const dice = new Dice(seed);
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  const textures = [0, 1, 2, 3, 4, 5].map(() => [0, 1, 2, 3].map(() => dice.integer(0, 255)));
  const rows = Array.from({ length: count }, (_, id) => {
    const texels = dice.pick(textures);
    const place = [dice.integer(0, 511), dice.integer(0, 511)];
    const [u, v] = place.map((steps) => Math.floor((16 * (steps - 128)) / 256));
    const [x, y] = [u, v].map((fixed) => [Math.floor(fixed / 16) & 1, (Math.floor(fixed / 16) + 1) & 1]);
    const [f, g] = [u & 15, v & 15];
    const row = (j: number) => alongU(texels[2 * j + x[0]], texels[2 * j + x[1]], f);
    const result = alongV(row(y[0]), row(y[1]), g);
    return [id, ...place.map((steps) => steps / 256), ...texels.map(hex), result].join();
  });
  const settings = ['coordinates = texels', 'codes = 8', 'tolerance = 0'].map((line) => `# ${line}\n`).join('');
  return `${settings}id,u,v,t00,t10,t01,t11,r\n${rows.join('\n')}\n`;
}

async function traceOf(text: string) {
  async function* chunks() {
    yield new TextEncoder().encode(text);
  }
  const never = () => Promise.reject(new Error('a table is no Parquet'));
  const lines: string[] = [];
  const input = { name: 'rows.csv', start: new Uint8Array(), chunks: chunks(), parquet: never };
  for await (const some of REQUEST_ROWS.read(input).lines()) lines.push(...some);
  return readMeasuredTrace(lines, 'rows.csv', () => {
    throw new Error('the table has no pictures');
  });
}

let fit: DesignFit;
beforeAll(async () => {
  fit = finished(fitDesigns(await traceOf(rowsOf(1, 40)), PRESETS, SHORT_SEARCH));
});

describe('a design fitted to 40 rows of a unit that no preset is', () => {
  it('gives rows of the same unit that it has not seen', async () => {
    expect(fit.closest).toMatchObject({ reproduced: 40, requests: 40 });
    expect(fit.unexplained).toEqual([]);
    const fresh = reproduction(await traceOf(rowsOf(2, 1000)), fit.closest!.file);
    expect(fresh.reproduced).toBe(1000);
  });

  it('says which fields the rows show and which they do not', () => {
    expect(fit.closest!.shown.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['filter.weightBits', 'filter.guardBits']),
    );
    expect(fit.hidden).toContain('lod.rounding');
    expect(fitText(fit)).toContain('40 of 40 requests');
  });
});

it('two rows at the centres of texels leave many designs, and requests that tell them apart', async () => {
  const text = rowsOf(1, 40).split('\n').slice(0, 4).join('\n');
  const few = await traceOf(`${text}\n0,0.5,0.5,10,20,30,40,16\n1,1.5,0.5,10,20,30,40,32\n`);
  const { closest, telling } = finished(fitDesigns(few, PRESETS, SHORT_SEARCH));
  expect(closest).toMatchObject({ reproduced: 2 });
  expect(telling.length).toBeGreaterThan(0);
  for (const { results } of telling) expect(results.length).toBeGreaterThan(1);
  expect(tellingTable(telling).split('\n')[0]).toMatch(/^request,like,u,v,lod/);
});

it.each([
  [floorOf, nearestOf, 'second lerp, along v'],
  [nearestOf, floorOf, 'first lerp, along u'],
] as const)('rows are explained by the lerp that is rounded otherwise: %#', async (alongU, alongV, lerp) => {
  const rows = finished(unexplainedRows(await traceOf(rowsOf(3, 24, alongU, alongV)), fit.closest!.file));
  expect(rows.length).toBeGreaterThan(6);
  for (const row of rows) {
    expect(row.lerp).toMatchObject({ lerp, rounding: expect.stringMatching(/nearest/) });
    expect(row.differences[0].codes).toBe(-1);
  }
});

it('rows that a design does not give are a table with what would give them', async () => {
  const trace = await traceOf(rowsOf(1, 40).replace(/\d+\n$/, '0\n'));
  const lines = unexplainedTable(finished(unexplainedRows(trace, fit.closest!.file)))
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(2);
  const columns = 'id,line,lane,component,got,expected,got code,expected code,codes,ulp,register,lerp,rounding,fields';
  expect(lines[0]).toBe(columns);
  expect(lines[1]).toMatch(/^39,44,0,r,/);
});
