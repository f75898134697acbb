import { join } from 'node:path';
import type { Command } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { compareDesigns, type Comparison } from '../../simulate/compare/compare.ts';
import { type ComparedScene, compareHtml, compareJson, compareText } from '../../simulate/compare/compare-report.ts';
import { idealDesign } from '../../designs/ideal-design.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { heatPicture } from '../../platform/pages/heat-picture.ts';
import { cameraAt } from '../../pictures/scenes/camera-path.ts';
import { countFrameQuads } from '../../simulate/simulate.ts';
import { writePicture } from '../../inputs/files/picture-file.ts';
import { refused } from '../../inputs/files/usage-error.ts';
import { outOption, sizeOption } from '../../inputs/options/common-options.ts';
import { inspectorOption, linkedDesign, sceneLink } from '../../inputs/options/inspector-links.ts';
import { addFilterOptions, addSceneOptions, type SceneOptions } from '../../inputs/options/scene-options.ts';
import { drive } from '../../platform/drive.ts';
import { conclude } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { VERSION } from '../run/version.ts';
import { drawnScene } from '../../inputs/pictures/drawn-scene.ts';

interface PictureOptions extends SceneOptions {
  readonly inspector?: string;
}

interface CompareOptions extends PictureOptions {
  readonly to: string;
}

/** The name of the design that has every width at its most. */
const IDEAL = 'ideal';

/** The files of a comparison. */
export const COMPARE_FILES = ['first.png', 'second.png', 'difference.png', 'compare.json', 'compare.html'] as const;

export function compareCommand(command: Command): Command {
  const to = 'the other design: preset or design file, or ideal: the same with every width at its most';
  command.argument('[design]', 'preset or design file', 'd3d11.3-minimum').option('--to <name|file>', to, IDEAL);
  return addFilterOptions(addSceneOptions(command).addOption(sizeOption()))
    .addOption(outOption('where the files go'))
    .addOption(inspectorOption())
    .addHelpText(
      'after',
      `
Writes ${COMPARE_FILES.join(', ')}.

Examples:
  texunit compare
  texunit compare vulkan-1.0-minimum --scene tunnel
  texunit compare mine.json --to full-quality --scene helmet.glb --filter anisotropic --out runs/mine`,
    )
    .action(run);
}

async function run(name: string, options: CompareOptions): Promise<void> {
  const first = loadDesign(name);
  const second = options.to === IDEAL ? idealDesign(first) : loadDesign(options.to);
  await compareOnScene(first, second, lower(first, second), options, [name, options.to]);
}

/**
 * Draws a scene with two designs, and writes COMPARE_FILES.
 *
 * @param limits the design whose limits the scene's samplers keep  @param inputs files that no output may be, beside those
 * of the scene
 */
export async function compareOnScene(
  first: Design,
  second: Design,
  limits: Design,
  options: PictureOptions,
  inputs: readonly string[],
): Promise<void> {
  const at = (file: string) => join(options.out, file);
  const read = [...inputs, options.scene, options.texture];
  await withOutputs({ inputs: read, outputs: COMPARE_FILES.map(at) }, async (files) => {
    const { name: sceneName, drawing, camera, path } = await drawnScene(options, limits, files);
    const frame = { ...options.size, traversal: 'scanline' } as const;
    const view = cameraAt(camera, path, 0);
    const steps = refused(RangeError, 'the texture is too large: ', () =>
      compareDesigns({ first, second, drawing, frame, camera: view }),
    );
    let total = 0;
    const comparison = await drive(steps, (quads) => {
      total ||= countFrameQuads(drawing.draws, view, frame);
      return { what: `${sceneName}, ${quads} of ${total} quads`, part: Math.min(1, quads / total) };
    });
    const { width, height } = options.size;
    const scene: ComparedScene = { name: sceneName, width, height, first, second };
    const heat = heatPicture(shares(comparison), width, height);
    const [one, other, difference] = [...comparison.pictures, heat.picture].map((picture, n) =>
      writePicture(files, at(COMPARE_FILES[n]), picture),
    );
    files.whole(at('compare.json'), `${JSON.stringify(compareJson(scene, comparison, VERSION), null, 2)}\n`);
    const { x, y, largest } = comparison.error;
    const pixel = largest === 0 ? null : ([x, y] as const);
    const state = { second: linkedDesign(second), view: 'difference', pixel } as const;
    const link = sceneLink(options.inspector, options, first, state);
    files.whole(at('compare.html'), compareHtml(scene, comparison, { first: one, second: other, difference, link }));
    conclude(files, (color) => compareText(scene, comparison, color));
  });
}

/** The design whose limits a sampler may have with both. */
export function lower(first: Design, second: Design): Design {
  return second.limits.maxSamplerAnisotropy < first.limits.maxSamplerAnisotropy ? second : first;
}

/** The error of each pixel as a share of the largest. */
function shares({ error, errorMap }: Comparison): Float64Array {
  return errorMap.map((largest) => (largest === 0 ? 0 : largest === error.largest ? 1 : largest / error.largest));
}
