import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { DesignTable, sorted } from '../../../../src/apps/sweep-page/data/design-table.ts';
import { mainEffects } from '../../../../src/apps/sweep-page/data/main-effects.ts';
import { parallelAxis } from '../../../../src/apps/sweep-page/charts/parallel-axes.ts';
import { PageColumns } from '../../../../src/apps/sweep-page/page-table.ts';
import { DesignSpace } from '../../../../src/experiments/sweep/plan/design-space.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { csvTable, parquetTable, tableColumns } from '../../../../src/experiments/sweep/rows/row-table.ts';
import { sweepHeader } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import type { Cell } from '../../../../src/experiments/sweep/runs/design-row.ts';

const WARPS = 'pipeline.shader.warps';
const BITS = 'filter.reciprocalBits';

// Designs 0 to 8: the values of BITS change fastest.
const PLAN = {
  designs: ['full-quality'],
  vary: { [WARPS]: ['unlimited', 16, 8], [BITS]: [12, 'exact', 9] },
  measures: ['quads'],
  workloads: [{ scene: 'plane', name: 'w' }],
};

function made() {
  const { plan } = parsePlan(JSON.stringify(PLAN), 'p.json', loadDesign);
  const space = new DesignSpace(plan);
  const run = { program: '', node: '', command: '', source: { name: '' }, folder: '' };
  const workloads = [{ name: 'w', weight: 1, hash: '0' }];
  const header = sweepHeader(plan, workloads, { how: 'all', count: null, seed: 1 }, { index: 0, of: 1 }, run);
  const rows = Array.from({ length: space.size }, (_, design) => {
    const cells = new Map<string, Cell>([['workload', 'w'], ['design', design], ['base', 'full-quality'], ['quads', 10 + design]]); // prettier-ignore
    space.valuesAt(design).values.forEach((value, n) => cells.set(space.fields[n], value as Cell));
    return tableColumns(header).map(({ name }) => cells.get(name) ?? null);
  });
  return { header, rows };
}

it('a word beside numbers is more than all of them in the charts, the filters and the order of a page', () => {
  const { header, rows } = made();
  const columns = new PageColumns(header);
  for (const row of rows) columns.add(row);
  const table = new DesignTable(columns.data());
  const [warps, bits] = table.fields;
  expect([warps.labels, bits.labels]).toEqual([['8', '16', 'unlimited'], ['9', '12', 'exact']]); // prettier-ignore
  const all = Array.from(rows.keys());
  expect(sorted(all, warps, true).map(warps.text)).toEqual(
    ['8', '16', 'unlimited'].flatMap((text) => [text, text, text]),
  );
  expect(table.filtered({ [WARPS]: '>= 9' }, table.fields)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(table.filtered({ [WARPS]: '9..1000000', [BITS]: '> 24' }, table.fields)).toEqual([4]);
  expect(table.filtered({ [WARPS]: 'unlimited' }, table.fields)).toEqual([0, 1, 2]);
  const { shares } = parallelAxis(warps, rows.length);
  expect(shares[0]).toBeGreaterThan(shares[3]);
  expect(shares[3]).toBeGreaterThan(shares[6]);
  const effects = mainEffects(table.fields, all, Float64Array.from(all));
  expect(effects.map(({ groups }) => groups.map(({ label }) => label))).toEqual([warps.labels, bits.labels]);
  expect(warps.ordered).toBe(true);
  expect([table.design(0).pipeline.shader.warps, table.design(4).filter.reciprocalBits]).toEqual([
    'unlimited',
    'exact',
  ]);
});

it('a word beside numbers is infinite in a Parquet file, and itself in CSV', async () => {
  const { header, rows } = made();
  const pieces: Uint8Array[] = [];
  let text = '';
  for (const table of [
    parquetTable((bytes) => pieces.push(Uint8Array.from(bytes)), header),
    csvTable((piece) => (text += piece), header),
  ]) {
    table.write(rows);
    table.end('');
  }
  const read = await parquetReadObjects({ file: Uint8Array.from(Buffer.concat(pieces)).buffer });
  const cells = read.map((row) => [row[WARPS], row[BITS]]);
  expect(cells.slice(0, 4)).toEqual([[Infinity, 12], [Infinity, Infinity], [Infinity, 9], [16, 12]]); // prettier-ignore
  expect(text).toContain(',unlimited,exact,');
});
