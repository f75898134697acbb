import { type Command, Option } from 'commander';
import { TEXTURE_CHOICES } from '../../pictures/scenes/gltf/model.ts';
import { FILTER_MODES } from '../../simulate/filter-modes.ts';
import { parseScene } from '../pictures/drawn-scene.ts';
import { parseNumber } from './option-values.ts';

/** The scene and its textures. */
export function addSceneOptions(command: Command): Command {
  return command
    .option('--scene <name|file>', 'plane, tunnel, globe, or a glTF 2.0 model (.glb, .gltf)', parseScene, 'globe')
    .option('--texture <file>', 'PNG or JPEG, or earth or checker (default: what the scene is made for)')
    .addOption(
      new Option(
        '--textures <which>',
        'base: one texture a pixel; all: those of its material in turn, of a built-in scene also a light map and a detail map (default: all of a model, else base)',
      ).choices(TEXTURE_CHOICES),
    );
}

/** The levels of the textures, and how they are filtered. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--levels <what>', 'the picture in every level, or tinted by level to show the LOD')
        .choices(['picture', 'coloured'])
        .default('picture'),
    )
    .option('--srgb', 'the texture is sRGB: decoded to linear light before it is filtered')
    .addOption(
      new Option('--filter <filter>', "how to filter (default: trilinear, or as a model's samplers say)").choices(
        FILTER_MODES,
      ),
    )
    .option('--max-anisotropy <n>', "with --filter anisotropic (default: the design's limit)", parseNumber)
    .option('--lod-bias <bias>', 'added to the LOD', parseNumber, 0);
}
