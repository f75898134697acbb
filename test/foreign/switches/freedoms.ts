import { ADDRESS_FREEDOMS } from './address-freedoms.ts';
import type { Choice, ForeignText, Freedom } from './freedom.ts';
import type { Random } from './random.ts';
import { TEXEL_FREEDOMS } from './texel-freedoms.ts';

/** Every "may", "should", "undefined" and "implementation-dependent" of the texts that the sampler has a switch for. */
export const FREEDOMS = { ...ADDRESS_FREEDOMS, ...TEXEL_FREEDOMS };

export type FreedomName = keyof typeof FREEDOMS;

/** One value for each freedom. */
export type FreedomSettings = {
  [K in FreedomName]: (typeof FREEDOMS)[K] extends Freedom<infer V, infer D, infer E> ? V | D | E : never;
};

/** The names of all freedoms, in the order of the lists. */
export const FREEDOM_NAMES = Object.keys(FREEDOMS) as FreedomName[];

/** The values of a freedom that conform to a text. The limits of Vulkan before 1.4 allow more. */
export function conformingValues(name: FreedomName, text: ForeignText, early = false): readonly Choice[] {
  const { vulkan, d3d11, early: lower } = FREEDOMS[name] as Freedom;
  return text === 'd3d11' ? d3d11 : early ? [...vulkan, ...lower] : vulkan;
}

/** The preferred value of each freedom. */
export function preferredSettings(text: ForeignText): FreedomSettings {
  return settingsOf((name) => conformingValues(name, text)[0]);
}

/** A conforming value of each freedom, drawn at random; half of them are the preferred ones. */
export function drawnSettings(text: ForeignText, random: Random, early = false): FreedomSettings {
  return settingsOf((name) => {
    const values = conformingValues(name, text, early);
    return random.chance(0.5) ? values[0] : random.pick(values);
  });
}

function settingsOf(choose: (name: FreedomName) => Choice): FreedomSettings {
  return Object.fromEntries(FREEDOM_NAMES.map((name) => [name, choose(name)])) as unknown as FreedomSettings;
}
