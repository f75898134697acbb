import { describe, expect, it } from 'vitest';
import { foreignDevice } from './device.ts';
import type { DeviceFeature } from './device.ts';
import type { Choice, ForeignText } from './switches/freedom.ts';
import { FAULTS } from './switches/faults.ts';
import type { FreedomName } from './switches/freedoms.ts';
import { conformingValues, FREEDOM_NAMES, FREEDOMS } from './switches/freedoms.ts';
import type { KnownAnswers } from './tables/compare-answers.ts';
import { firstDifference, knownAnswers } from './tables/compare-answers.ts';
import { sceneNames, wideTable } from './tables/wide-table.ts';

/** Scenes that show values of freedoms, those first that show the most of them in the least time. */
const SCENES_OF_FREEDOMS = (
  'borders layers sparse queries freedoms specials writes ycbcr boxes fetches footprints comparisons gathers anisotropy ' +
  'views'
).split(' ');

const STRICT: readonly DeviceFeature[] = ['robustImageAccess', 'residencyNonResidentStrict'];

/** A scene by its name, with the answers of a device without faults. */
type Scenes = (name: string) => KnownAnswers;

function scenes(text: ForeignText, features = STRICT): Scenes {
  const device = foreignDevice(text, {}, [], features);
  const known: Record<string, KnownAnswers> = {};
  return (name) => (known[name] ??= knownAnswers(device, wideTable({ text, seed: 1, size: 1 }, [name])));
}

/** The scenes of a text, some of them before the others. */
function inOrder(text: ForeignText, first: readonly string[] = []): readonly string[] {
  const names = sceneNames(text);
  return [...new Set([...first.filter((name) => names.includes(name)), ...names])];
}

/** Choices that no table can show: they are about rounding far below a result, or about texts without the operation. */
const QUIET: Readonly<Record<ForeignText, readonly FreedomName[]>> = {
  vulkan: ['projectionArithmetic', 'derivativeArithmetic'],
  d3d11: ['lodArithmetic', 'rangeReduction'],
};

describe.each(['vulkan', 'd3d11'] as const)('the switches of %s', { tags: ['exhaustive'] }, (text) => {
  const known = scenes(text);

  it('shows each value of each freedom in a wide table, of devices with and without features', () => {
    const bare = scenes(text, []);
    let order = inOrder(text, SCENES_OF_FREEDOMS);
    const live = (name: FreedomName, value: Choice): boolean => {
      const settings = { [name]: value };
      const device = foreignDevice(text, settings, [], []);
      const strict = foreignDevice(text, settings, [], STRICT);
      const scene =
        order.find((one) => firstDifference(device, bare(one)) >= 0) ??
        order.find((one) => firstDifference(strict, known(one)) >= 0);
      if (scene === undefined) return false;
      // The next value of a freedom is likely to show in the same scene.
      order = [scene, ...order.filter((one) => one !== scene)];
      return true;
    };
    const dead = FREEDOM_NAMES.filter((name) => !QUIET[text].includes(name)).flatMap((name) =>
      conformingValues(name, text, true)
        .slice(1)
        .filter((value) => !live(name, value))
        .map((value) => `${name} ${String(value)}`),
    );
    expect(dead).toEqual([]);
  });

  it('names the section of each switch', () => {
    for (const switches of [FREEDOMS, FAULTS]) {
      for (const { section } of Object.values(switches)) expect(section).toMatch(/Vulkan: |D3D11\.3 \d/);
    }
  });
});
