import type { Command } from 'commander';
import { CAMERA_PATHS, type CameraPath } from '../../pictures/scenes/camera-path.ts';
import { TEXTURE_CHOICES, type TextureChoice } from '../../pictures/scenes/gltf/model.ts';
import { SCENES } from '../../pictures/scenes/standard-scenes.ts';
import {
  DEFAULT_TILING,
  type Tiling,
  TILE_ORDERS,
  type TileOrder,
  TRAVERSALS,
  type TraversalOrder,
} from '../../pictures/scenes/traversal.ts';
import { FILTER_MODES, type FilterMode } from '../../simulate/filter-modes.ts';
import { UsageError } from '../files/usage-error.ts';
import { choiceOption, sizeOption } from './common-options.ts';
import { countUpTo, parseNumber, type Size, sizeReader, valueReader } from './option-values.ts';

export interface TextureOptions {
  /** A picture's file, or `earth` or `checker`. */
  readonly texture?: string;
  readonly levels: 'picture' | 'coloured';
  readonly srgb?: boolean;
}

export interface SamplerOptions {
  /** Trilinear, or what a model says, if left out. */
  readonly filter?: FilterMode;
  readonly maxAnisotropy?: number;
  readonly lodBias: number;
}

export interface SceneOptions extends TextureOptions, SamplerOptions {
  /** A built-in scene, or a model's file. */
  readonly scene: string;
  /** The base texture alone or all: if left out, all of a model and the base texture of a built-in scene. */
  readonly textures?: TextureChoice;
  readonly size: Size;
  readonly out: string;
  /** The file of a request trace, or true for one in the output folder. */
  readonly requests?: string | true;
}

const LARGEST_TILE = 1024;
const parseTile = sizeReader(`16x16, even numbers from 2 to ${LARGEST_TILE}`, (size) => {
  return size >= 2 && size <= LARGEST_TILE && size % 2 === 0;
});

/** The ending of a model's file. */
export const MODEL_NAME = /\.(glb|gltf)$/i;
/** A scene's name, or the file of a model. */
const parseScene = valueReader(`${[...SCENES.keys()].join(', ')} or a glTF 2.0 file (.glb or .gltf)`, (text) =>
  SCENES.has(text) || MODEL_NAME.test(text) ? text : null,
);

/** The scene and its textures. */
export function addSceneOptions(command: Command): Command {
  const texture = 'PNG or JPEG, or earth or checker (default: what the scene is made for)';
  const textures =
    'base: one texture a pixel; all: those of its material in turn, of a built-in scene also a light map and a detail map (default: all of a model, else base)';
  return command
    .option('--scene <name|file>', 'plane, tunnel, globe, or a glTF 2.0 model (.glb, .gltf)', parseScene, 'globe')
    .option('--texture <file>', texture)
    .addOption(choiceOption('--textures <which>', textures, TEXTURE_CHOICES));
}

/** The levels of the textures, and how they are filtered. */
export function addFilterOptions(command: Command): Command {
  const levels = 'the picture in every level, or tinted by level to show the LOD';
  const filter = "how to filter (default: trilinear, or as a model's samplers say)";
  return command
    .addOption(choiceOption('--levels <what>', levels, ['picture', 'coloured'], 'picture'))
    .option('--srgb', 'the texture is sRGB: decoded to linear light before it is filtered')
    .addOption(choiceOption('--filter <filter>', filter, FILTER_MODES))
    .option('--max-anisotropy <n>', "with --filter anisotropic (default: the design's limit)", parseNumber)
    .option('--lod-bias <bias>', 'added to the LOD', parseNumber, 0);
}

export interface FrameCommandOptions {
  readonly size: Size;
  readonly traversal: TraversalOrder;
  readonly tile?: Size;
  readonly tileOrder?: TileOrder;
  readonly frames: number;
  readonly path?: CameraPath;
}

const MOST_FRAMES = 10_000;

export function addFrameOptions(command: Command): Command {
  const path = 'how the camera moves from frame to frame (default: orbit, in plane and tunnel flight)';
  return command
    .addOption(sizeOption())
    .addOption(choiceOption('--traversal <order>', 'order of the quads', TRAVERSALS, 'tiles'))
    .option('--tile <WxH>', 'size of the tiles in pixels (default: 8x8)', parseTile)
    .addOption(choiceOption('--tile-order <order>', 'order of the tiles (default: rows)', TILE_ORDERS))
    .option('--frames <n>', 'how many frames, with the same cache', countUpTo(MOST_FRAMES), 1)
    .addOption(choiceOption('--path <path>', path, CAMERA_PATHS));
}

/** @throws UsageError where there are no tiles to say anything of */
export function tilingFrom({ traversal, tile, tileOrder }: FrameCommandOptions): Tiling {
  if (traversal !== 'tiles' && (tile !== undefined || tileOrder !== undefined)) {
    const option = tile !== undefined ? '--tile' : '--tile-order';
    throw new UsageError(`${option} needs --traversal tiles, not ${traversal}`);
  }
  return { ...DEFAULT_TILING, ...tile, ...(tileOrder !== undefined && { order: tileOrder }) };
}
