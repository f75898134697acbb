import type { ForeignText } from '../switches/freedom.ts';
import { seededRandom } from '../switches/random.ts';
import { formatScene, otherFormatScene } from './format-scenes.ts';
import { freedomScene } from './freedom-scenes.ts';
import { fetchScene, gatherScene, queryScene, sparseScene, writeScene } from './access-scenes.ts';
import { anisotropyScene, borderScene, comparisonScene, reductionScene } from './filter-scenes.ts';
import { cubeScene, layerScene } from './layer-scenes.ts';
import { boxScene, footprintScene, matchScene, weightScene } from './processing-scenes.ts';
import {
  specialBorderScene,
  specialDepthScene,
  specialFormatScene,
  specialGatherScene,
  specialQuadScene,
  specialReductionScene,
  specialWriteScene,
} from './special-scenes.ts';
import { specialViewScene, specialWindowScene } from './special-vulkan-scenes.ts';
import { addressScene, lodScene, specialScene } from './sampling-scenes.ts';
import { TableWriter } from './table-writer.ts';
import { atomicScene, coordinateScene, viewScene, ycbcrScene } from './vulkan-scenes.ts';

/** What a wide table is drawn by; `size` multiplies the number of requests. */
export interface WidePlan {
  readonly text: ForeignText;
  readonly seed: number;
  readonly size: number;
}

/** A scene writes definitions and requests about one subject. */
type Scene = (writer: TableWriter, count: number) => void;

/** The scenes of each subject, and how many draws make a table of size 1. */
const SCENES: Readonly<Record<string, readonly [Scene, number]>> = {
  formats: [formatScene, 6],
  addresses: [addressScene, 8],
  specials: [specialScene, 1],
  lods: [lodScene, 30],
  layers: [layerScene, 12],
  cubes: [cubeScene, 40],
  anisotropy: [anisotropyScene, 16],
  borders: [borderScene, 10],
  comparisons: [comparisonScene, 8],
  reductions: [reductionScene, 6],
  gathers: [gatherScene, 10],
  fetches: [fetchScene, 14],
  writes: [writeScene, 8],
  queries: [queryScene, 10],
  sparse: [sparseScene, 16],
  freedoms: [freedomScene, 1],
  'special borders': [specialBorderScene, 4],
  'special depths': [specialDepthScene, 1],
  'special quads': [specialQuadScene, 6],
  'special gathers': [specialGatherScene, 6],
  'special writes': [specialWriteScene, 1],
  'special reductions': [specialReductionScene, 4],
  'special formats': [specialFormatScene, 1],
};

const VULKAN_SCENES: Readonly<Record<string, readonly [Scene, number]>> = {
  'other formats': [otherFormatScene, 3],
  views: [viewScene, 16],
  coordinates: [coordinateScene, 16],
  ycbcr: [ycbcrScene, 8],
  atomics: [atomicScene, 4],
  footprints: [footprintScene, 30],
  weights: [weightScene, 30],
  boxes: [boxScene, 30],
  matches: [matchScene, 24],
  'special views': [specialViewScene, 6],
  'special windows': [specialWindowScene, 6],
};

/** The subjects of a text's tables. */
export function sceneNames(text: ForeignText): string[] {
  return Object.keys(text === 'd3d11' ? SCENES : { ...SCENES, ...VULKAN_SCENES });
}

/** A table of every subject, or of those that are named, as the text of a request trace. */
export function wideTable({ text, seed, size }: WidePlan, names = sceneNames(text)): string {
  const writer = new TableWriter(text, seededRandom(seed));
  for (const name of names) {
    const [scene, count] = SCENES[name] ?? VULKAN_SCENES[name];
    scene(writer, Math.max(1, Math.round(count * size)));
  }
  return writer.toText();
}
