import { describe, expect, it } from 'vitest';
import { foreignDevice } from './device.ts';
import { executeTable } from './execute.ts';
import { drawnSettings } from './switches/freedoms.ts';
import { seededRandom } from './switches/random.ts';
import { faultNames } from './switches/faults.ts';
import { parseTable } from './tables/parse-table.ts';
import { switchTable } from './tables/switch-table.ts';
import { sceneNames, wideTable } from './tables/wide-table.ts';
import { resultLines, resultRows } from './tables/write-results.ts';

const SMALL = { seed: 7, size: 0.05 };

describe.each(['vulkan', 'd3d11'] as const)('the wide table of %s', (text) => {
  it('is the same for the same seed, and another for another', () => {
    const first = wideTable({ text, ...SMALL });
    expect(wideTable({ text, ...SMALL })).toBe(first);
    expect(wideTable({ text, ...SMALL, seed: 8 })).not.toBe(first);
  });

  it('has sizes of 1 to 16384, every address mode, and coordinates that are no numbers', () => {
    const table = parseTable(wideTable({ text, ...SMALL, size: 1 }));
    const widths = [...table.views.values()].map(({ image }) => image.width);
    expect([Math.min(...widths), Math.max(...widths)]).toEqual([1, 16384]);
    const modes = new Set([...table.samplers.values()].flatMap(({ addressModes }) => addressModes));
    expect(modes.size).toBe(5);
    const coordinates = table.requests.flatMap(({ coords }) => coords.flat());
    for (const special of [NaN, Infinity, -Infinity, -0]) {
      expect(coordinates.some((value) => Object.is(value, special))).toBe(true);
    }
    expect(coordinates.some((value) => value !== 0 && Math.abs(value) < 2 ** -126)).toBe(true);
  });

  it('has a result of four components or a footprint for each active lane, under drawn settings', () => {
    const table = parseTable(wideTable({ text, ...SMALL }));
    for (let seed = 1; seed <= 2; seed++) {
      const device = foreignDevice(text, drawnSettings(text, seededRandom(seed)));
      const answers = executeTable(device, table);
      const lines = resultLines(table, answers).trimEnd().split('\n');
      expect(lines).toHaveLength(table.requests.length + 1);
      const active = table.requests.reduce((sum, request) => sum + request.active.filter(Boolean).length, 0);
      const rows = resultRows(table, answers).trimEnd().split('\n');
      expect(rows).toHaveLength(active + 1);
      const form = /^\d+,[0-3]?,(([^,]+,){4}(true|false)?,|,,,,,"?.*"?)$/;
      expect(rows.slice(1).filter((row) => !form.test(row))).toEqual([]);
    }
  });

  it('has the requests that a fault changes, and no others', () => {
    const reference = foreignDevice(text);
    const devices = faultNames(text)
      .filter((_, n) => n % 120 === 0)
      .map((fault) => ({ label: fault, device: foreignDevice(text, {}, [fault]) }));
    const { requests, results } = switchTable(reference, devices, { ...SMALL, most: 2 });
    const ids = results
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(parseTable(requests).requests.map(({ id }) => id)).toEqual(ids);
    const labels = new Set(devices.map(({ label }) => label as string));
    const scenes = new Set(sceneNames(text));
    expect(ids.every((id) => labels.has(id.split('/')[0]) && scenes.has(id.split('/')[1]))).toBe(true);
  });
});
