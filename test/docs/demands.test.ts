import { describe, expect, it } from 'vitest';
import type { ForeignText } from '../foreign/switches/freedom.ts';
import { type FaultName, faultNames } from '../foreign/switches/faults.ts';
import { conformingValues, FREEDOM_NAMES } from '../foreign/switches/freedoms.ts';
import { sceneNames, wideTable } from '../foreign/tables/wide-table.ts';
import { foreignDevice } from '../foreign/device.ts';
import { inTurn } from '../oracle/draws.ts';
import type { DeviceFeature } from '../foreign/device.ts';
import { firstDifference, type KnownAnswers, knownAnswers } from '../foreign/tables/compare-answers.ts';
import { entriesOf, REASON_WITHOUT_CODE, SPECIFICATION_PAGES } from './specification-entries.ts';

/** The pages of a text. Vulkan's formats are those of the Khronos Data Format. */
function pagesOf(text: ForeignText): readonly string[] {
  return SPECIFICATION_PAGES.filter((page) => page.includes('/d3d11-') === (text === 'd3d11'));
}

/** The sections whose every demand has a place in the list. */
const LISTED: Readonly<Record<ForeignText, (page: string, section: string) => boolean>> = {
  vulkan: (page) => page.endsWith('vulkan-image-operations.md'),
  d3d11: (_, section) => /^(?:3\.1|3\.2|7\.18)[ .]/.test(section),
};

const STRICT: readonly DeviceFeature[] = ['robustImageAccess', 'residencyNonResidentStrict'];

/** True where a device with a fault answers a scene otherwise than one without. */
function faultViewer(text: ForeignText): (scene: string, fault: FaultName) => boolean {
  const scenes: Record<string, KnownAnswers> = {};
  const shown = new Map<string, boolean>();
  const sound = foreignDevice(text, {}, [], STRICT);
  return (scene, fault) => {
    const key = `${scene}: ${fault}`;
    let shows = shown.get(key);
    if (shows === undefined) {
      scenes[scene] ??= knownAnswers(sound, wideTable({ text, seed: 1, size: 1 }, [scene]));
      shows = firstDifference(foreignDevice(text, {}, [fault], STRICT), scenes[scene]) >= 0;
      shown.set(key, shows);
    }
    return shows;
  };
}

describe.each(['vulkan', 'd3d11'] as const)('the demands of %s in docs/specification/', (text) => {
  const entries = pagesOf(text).flatMap((page) => entriesOf(page).map((entry) => ({ page, ...entry })));
  const demands = entries.flatMap(({ section, demands }) => demands.map((demand) => ({ section, ...demand })));
  const scenes = sceneNames(text);
  const faults: readonly string[] = faultNames(text);
  const freedoms: readonly string[] = FREEDOM_NAMES.filter((name) => conformingValues(name, text, true).length > 1);

  it('are there for each section with code, numbered from 1 on', () => {
    const sections = entries.filter(({ page, section }) => LISTED[text](page, section));
    expect(sections.length).toBeGreaterThan(40);
    const missing = sections.filter(({ code, demands }) => !REASON_WITHOUT_CODE.test(code) && demands.length === 0);
    expect(missing.map(({ section }) => section)).toEqual([]);
    for (const { section, demands } of entries) {
      expect([section, ...demands.map(({ number }) => number)]).toEqual([section, ...demands.map((_, n) => n + 1)]);
    }
  });

  it('have legal cases: scenes and freedoms of the foreigner', () => {
    const unknown = demands.flatMap(({ legal }) =>
      legal.filter((name) => !scenes.includes(name) && !freedoms.includes(name)),
    );
    expect(unknown).toEqual([]);
    expect(demands.filter(({ legal }) => legal.length === 0)).toEqual([]);
    const named = new Set(demands.flatMap(({ legal }) => legal));
    expect([...freedoms, ...scenes].filter((name) => !named.has(name))).toEqual([]);
  });

  it('have illegal cases, or a reason: each fault of the foreigner breaks one of them', () => {
    const unknown = demands.flatMap(({ illegal }) => illegal.filter((name) => !faults.includes(name)));
    expect(unknown).toEqual([]);
    expect(demands.filter(({ illegal, reason }) => illegal.length === 0 && (reason ?? '').length < 10)).toEqual([]);
    const named = new Set(demands.flatMap(({ illegal }) => illegal));
    expect(faults.filter((name) => !named.has(name))).toEqual([]);
  });

  it('have scenes that show their faults', { tags: ['exhaustive'] }, () => {
    const shows = faultViewer(text);
    const unseen = demands.flatMap(({ section, number, legal, illegal }) => {
      const tried = legal.filter((name) => scenes.includes(name));
      return inTurn(illegal, number, Math.min(3, illegal.length))
        .filter((fault) => !tried.some((scene) => shows(scene, fault as FaultName)))
        .map((fault) => `${section}, ${number}: ${fault}`);
    });
    expect(unseen).toEqual([]);
  });
});
