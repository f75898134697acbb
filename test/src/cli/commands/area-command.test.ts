import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '@yowasp/yosys';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { areaCommand } from '../../../../src/cli/commands/area-command.ts';
import { synthesesOf } from '../../../../src/forms/cost/area-of-design.ts';
import { fieldLogic, nand2Of } from '../../../../src/forms/cost/field-logic.ts';
import { KnownAreas } from '../../../../src/forms/cost/known-areas.ts';
import { modulesOf } from '../../../../src/forms/cost/modules.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { captureOutput } from '../captured-output.ts';

const design = PRESETS.get('d3d11.3-minimum')!;
const modules = modulesOf(design);
const folder = mkdtempSync(join(tmpdir(), 'texunit-area-'));
let printed = '';
captureOutput((text) => (printed += text));

// Areas that are known need no synthesis: module n has n + 1 gates.
beforeAll(() => {
  const known = new KnownAreas(folder, version);
  synthesesOf(design, modules).forEach((synthesis, n) =>
    known.put(synthesis, {
      nand2: n + 1,
      flipFlops: 0,
      ice40: { luts: 1000, carries: 0 },
      ecp5: { luts: 0, carries: 0, multipliers: 2 },
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function area(...args: readonly string[]): Promise<string> {
  printed = '';
  await areaCommand(new Command()).parseAsync([design.name, '--cache', folder, '--cores', '1', ...args], {
    from: 'user',
  });
  return printed;
}

describe('texunit area', () => {
  it('sums the areas of modules as often as the design has them', async () => {
    const json = join(folder, 'area.json');
    await area('--json', json);
    const { total } = JSON.parse(readFileSync(json, 'utf8')) as { total: { nand2: number; ecp5: object } };
    const ofModules = modules.reduce((sum, { count }, n) => sum + count * (n + 1), 0);
    expect(total.nand2).toBe(ofModules + nand2Of(fieldLogic(design)));
    const all = modules.reduce((sum, { count }) => sum + count, 0);
    expect(total.ecp5).toEqual({ luts: 0, carries: 0, multipliers: 2 * all });
  });

  it('shows a row for each module, the memories, and the energy of a quad as an estimate', async () => {
    const shown = await area();
    for (const { module } of modules) expect(shown).toContain(` ${module} `);
    expect(shown).toMatch(/texel cache data +│ +128 │ +512 │ +1 │ +65 536 │ +65 536/);
    expect(shown).toContain('pJ (estimate)');
  });

  it('names the fields that change cycles and have no price', async () => {
    expect(await area()).toMatch(/^Not priced in .*: .*cache\.portSharing, .*pipeline\.units\.arbitration/m);
  });

  it('names the fields that have no width', async () => {
    expect(await area()).toMatch(/Not counted, because no width is given: .*lod\.scaleFactorBits/);
  });

  it('names the Debian package of a program that --timing lacks, before any synthesis', async () => {
    vi.stubEnv('PATH', folder);
    await expect(area('--timing')).rejects.toMatchObject({
      name: 'SynthesisError',
      message: '--timing needs the program sta: the Debian package opensta',
    });
    vi.unstubAllEnvs();
  });
});
