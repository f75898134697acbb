import { globeScene } from './globe.ts';
import { planeScene } from './plane.ts';
import type { Scene } from './scene.ts';
import { tunnelScene } from './tunnel.ts';

/** The built-in scenes by name. */
export const SCENES: ReadonlyMap<string, () => Scene> = new Map([
  ['plane', planeScene],
  ['tunnel', tunnelScene],
  ['globe', globeScene],
]);
