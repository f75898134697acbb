import { describe, expect, it } from 'vitest';
import { foreignDevice } from './device.ts';
import type { DeviceFeature } from './device.ts';
import type { Choice, ForeignText } from './switches/freedom.ts';
import type { FaultName } from './switches/faults.ts';
import { FAULTS, faultNames } from './switches/faults.ts';
import type { FreedomName } from './switches/freedoms.ts';
import { conformingValues, FREEDOM_NAMES, FREEDOMS } from './switches/freedoms.ts';
import type { KnownAnswers } from './tables/compare-answers.ts';
import { firstDifference, knownAnswers } from './tables/compare-answers.ts';
import { sceneNames, wideTable } from './tables/wide-table.ts';

/** Scenes that show the faults of a unit best. They are tried first. */
const SCENES_OF_UNIT: Readonly<Record<string, readonly string[]>> = {
  anisotropy: ['anisotropy', 'lods'],
  atomic: ['atomics'],
  'block decode': ['formats'],
  'block match': ['matches'],
  border: ['borders', 'comparisons'],
  'box filter': ['boxes'],
  chroma: ['ycbcr'],
  comparison: ['comparisons'],
  components: ['formats', 'views', 'borders'],
  conversion: ['ycbcr'],
  coordinate: ['coordinates', 'addresses', 'specials'],
  cube: ['cubes'],
  cubic: ['coordinates'],
  decode: ['formats', 'views', 'comparisons'],
  derivative: ['lods', 'layers', 'cubes'],
  fetch: ['fetches'],
  footprint: ['footprints'],
  gather: ['gathers', 'views', 'comparisons'],
  layer: ['layers', 'cubes'],
  level: ['lods'],
  lod: ['lods', 'layers'],
  offset: ['addresses', 'fetches'],
  query: ['queries'],
  reduction: ['reductions'],
  residency: ['sparse'],
  robustness: ['fetches', 'sparse'],
  view: ['formats', 'views'],
  'weight image': ['weights'],
  write: ['writes'],
};

/** Scenes that show most values of freedoms, in the order of how many. They are tried first. */
const SCENES_OF_FREEDOMS = ['freedoms', 'lods', 'anisotropy', 'writes', 'ycbcr', 'cubes'];

const STRICT: readonly DeviceFeature[] = ['robustImageAccess', 'residencyNonResidentStrict'];

function scenes(text: ForeignText, features = STRICT): Map<string, KnownAnswers> {
  const device = foreignDevice(text, {}, [], features);
  return new Map(
    sceneNames(text).map((name) => [name, knownAnswers(device, wideTable({ text, seed: 1, size: 1 }, [name]))]),
  );
}

function seen(text: ForeignText, fault: FaultName, known: Map<string, KnownAnswers>): boolean {
  const device = foreignDevice(text, {}, [fault], STRICT);
  const first = SCENES_OF_UNIT[FAULTS[fault].unit] ?? [];
  const order = [...first, ...known.keys()].filter((name) => known.has(name));
  return order.some((name) => firstDifference(device, known.get(name)!) >= 0);
}

/** Choices that no table can show: they are about rounding far below a result, or about texts without the operation. */
const QUIET: Readonly<Record<ForeignText, readonly FreedomName[]>> = {
  vulkan: ['projectionArithmetic', 'derivativeArithmetic'],
  d3d11: ['lodArithmetic'],
};

describe.each(['vulkan', 'd3d11'] as const)('the switches of %s', { tags: ['exhaustive'] }, (text) => {
  const known = scenes(text);

  it('shows each fault in a wide table', () => {
    expect(faultNames(text).filter((fault) => !seen(text, fault, known))).toEqual([]);
  });

  it('shows each value of each freedom in a wide table, of devices with and without features', () => {
    const bare = scenes(text, []);
    const order = [...new Set([...SCENES_OF_FREEDOMS, ...known.keys()])].filter((name) => known.has(name));
    const live = (name: FreedomName, value: Choice): boolean => {
      const settings = { [name]: value };
      const device = foreignDevice(text, settings, [], []);
      const strict = foreignDevice(text, settings, [], STRICT);
      return (
        order.some((scene) => firstDifference(device, bare.get(scene)!) >= 0) ||
        order.some((scene) => firstDifference(strict, known.get(scene)!) >= 0)
      );
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
