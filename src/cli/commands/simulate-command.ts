import { join } from 'node:path';
import type { Command } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { heatPicture } from '../../platform/pages/heat-picture.ts';
import { htmlReport } from '../../simulate/report/html.ts';
import { ratiosOf, type Report } from '../../simulate/report/report.ts';
import { terminalSummary } from '../../simulate/report/terminal.ts';
import { cameraAt, type CameraPath } from '../../pictures/scenes/camera-path.ts';
import type { Picture } from '../../pictures/textures/picture.ts';
import type { Tiling } from '../../pictures/scenes/traversal.ts';
import { PassMap } from '../../simulate/pass-map.ts';
import { type Mode, MODES } from '../../simulate/sampling-unit.ts';
import { simulateOnThreads } from '../../simulate/threads/simulate-on-threads.ts';
import { countFrameQuads, type FrameSimulation, type RunResult, simulateFrames } from '../../simulate/simulate.ts';
import { drawnScene, type DrawnScene } from '../../inputs/pictures/drawn-scene.ts';
import { choiceOption, coresOption, designOption, outOption } from '../../inputs/options/common-options.ts';
import { conclude } from '../run/standard-output.ts';
import { countUpTo } from '../../inputs/options/option-values.ts';
import {
  addFilterOptions,
  addFrameOptions,
  addSceneOptions,
  type FrameCommandOptions,
  type SceneOptions,
  tilingFrom,
} from '../../inputs/options/scene-options.ts';
import { addStageTraceOptions } from '../../inputs/options/stage-options.ts';
import { type OutputFiles, withOutputs } from '../../inputs/files/output-files.ts';
import { writePicture } from '../../inputs/files/picture-file.ts';
import { drive } from '../../platform/drive.ts';
import { openTraces, type TraceOptions } from '../../inputs/captures/open-traces.ts';
import { refusal, refused, UsageError } from '../../inputs/files/usage-error.ts';
import { inspectorOption, sceneLink } from '../../inputs/options/inspector-links.ts';
import { VERSION } from '../run/version.ts';

interface SimulateOptions extends SceneOptions, FrameCommandOptions, TraceOptions {
  readonly design: string;
  readonly size: FrameCommandOptions['size'];
  readonly out: string;
  readonly requests?: string | true;
  readonly mode: Mode;
  readonly cores: number;
  readonly mostPasses?: number;
  readonly inspector?: string;
}

export function simulateCommand(command: Command): Command {
  const requests =
    'the requests, for texunit sample: .jsonl, .jsonl.gz or .parquet (default: requests.jsonl in the folder)';
  addSceneOptions(command).addOption(designOption());
  addFilterOptions(addFrameOptions(command))
    .addOption(choiceOption('--mode <mode>', 'with a clock, or the image alone', MODES, 'cycle'))
    .addOption(coresOption('cores that draw parts of the image with --mode functional; a clock needs one'))
    .option('--most-passes <n>', 'passes of the palest colour of passes.png (default: its most)', countUpTo(1e9))
    .addOption(outOption('where the files go'))
    .addOption(inspectorOption());
  return addStageTraceOptions(command)
    .option('--requests [file]', requests)
    .addHelpText(
      'after',
      `
Writes image.png (of several frames image-000.png and on), passes.png, report.json and report.html.

Examples:
  texunit simulate
  texunit simulate --scene tunnel --filter anisotropic --levels coloured
  texunit simulate --scene plane --design mine.json --traversal hilbert --out runs/mine
  texunit simulate --scene helmet.glb --frames 24 --tile 16x16 --requests
  texunit simulate --scene globe --most-passes 32
  texunit simulate --vcd --window 10000:12000`,
    )
    .action(run);
}

async function run(options: SimulateOptions): Promise<void> {
  const design = loadDesign(options.design);
  if (options.mode === 'cycle' && design.pipeline.units.distribution === 'trace') {
    throw new UsageError(
      `design ${design.name}: pipeline.units.distribution is trace, expected tiles or batch: pixels name no unit`,
    );
  }
  const tiling = tilingFrom(options);
  const names = imageNames(options.frames);
  const outputs = [...names, ...REPORTS].map((name) => join(options.out, name));
  await withOutputs({ inputs: [options.design, options.scene, options.texture], outputs }, async (files) => {
    const scene = await drawnScene(options, design, files);
    const { drawing } = scene;
    const path = options.path ?? scene.path;
    const passes = new PassMap(options.size.width, options.size.height);
    let first = '';
    const simulation: FrameSimulation = {
      design,
      drawing,
      frame: { ...options.size, traversal: options.traversal, tiling },
      cameras: Array.from({ length: options.frames }, (_, frame) => cameraAt(scene.camera, path, frame)),
      mode: options.mode,
      onFrame: (picture, frame) => {
        const uri = writePicture(files, join(options.out, names[frame]), picture);
        if (frame === 0) first = uri;
      },
      ...tracesOf(options, files, scene, design),
      passes,
    };
    const result = await drawn(scene.name, simulation, options.cores);
    const map = heatPicture(passes.passes, passes.width, passes.height, 'linear', options.mostPasses);
    const passMap = { palest: map.most, most: map.largest };
    const report = { ...reportOf(simulation, scene, { path, tiling }, result), passMap };
    writeReport(files, options.out, report, {
      image: first,
      passes,
      painted: map.picture,
      link: sceneLink(options.inspector, options, design),
    });
    conclude(files, (color) => terminalSummary(report, color));
  });
}

function tracesOf(options: SimulateOptions, files: OutputFiles, { drawing, textures }: DrawnScene, design: Design) {
  const names = textures.map(({ name }) => name);
  const sources = textures.map(({ traced }) => traced);
  return openTraces(options, files, { design, ...drawing, names }, options.mode, sources);
}

/** The files of a run beside its images and its traces. */
const REPORTS = ['passes.png', 'report.json', 'report.html'] as const;

/** image.png, or image-000.png and on: each is written when it is complete. */
function imageNames(frames: number): readonly string[] {
  if (frames === 1) return ['image.png'];
  const digits = Math.max(3, String(frames - 1).length);
  return Array.from({ length: frames }, (_, frame) => `image-${String(frame).padStart(digits, '0')}.png`);
}

function drawn(name: string, simulation: FrameSimulation, cores: number): Promise<RunResult> {
  const { drawing, cameras, frame } = simulation;
  const large = 'the texture is too large: ';
  // A trace of requests has an order, as the cycles have: one thread makes them.
  if (cores > 1 && simulation.mode === 'functional' && simulation.onRequests === undefined) {
    const steps = drive(simulateOnThreads(simulation, cores), ({ part }) => ({ what: name, part }));
    return steps.catch((error: unknown) => {
      throw refusal(RangeError, large, error);
    });
  }
  let total = 0;
  const steps = refused(RangeError, large, () => simulateFrames(simulation));
  return drive(steps, (quads) => {
    // Frames of a path are much alike: the first is counted for all.
    total ||= cameras.length * countFrameQuads(drawing.draws, cameras[0], frame);
    return { what: `${name}, ${quads} of about ${total} quads`, part: Math.min(1, quads / total) };
  });
}

function reportOf(
  { design, drawing, frame, cameras, mode }: FrameSimulation,
  { name, textures }: DrawnScene,
  { path, tiling }: { readonly path: CameraPath; readonly tiling: Tiling },
  { quads, pixels, account }: RunResult,
): Omit<Report, 'passMap'> {
  const largest = textures.reduce((a, b) => (b.image.levels[0].length > a.image.levels[0].length ? b : a));
  const { image } = largest;
  // More fields than every report has.
  const scene = {
    name,
    width: frame.width,
    height: frame.height,
    traversal: frame.traversal,
    texture: textures.length === 1 ? largest.name : `${textures.length} textures, the largest ${largest.name}`,
    textureWidth: image.width,
    textureHeight: image.height,
    textureLevels: image.levels.length,
    textureFormat: image.format.name,
    frames: cameras.length,
    path,
    tiling,
    textures: textures.map((texture) => ({
      name: texture.name,
      width: texture.image.width,
      height: texture.image.height,
      levels: texture.image.levels.length,
      format: texture.image.format.name,
    })),
  };
  return {
    format: 'texunit-report',
    version: 1,
    texunit: VERSION,
    mode,
    scene,
    sampler: drawing.states[0].sampler,
    quads,
    pixels,
    account,
    ratios: account && ratiosOf(account, image.format.texelBytes),
    design,
  };
}

interface ReportedPictures {
  /** The first frame, as a data URI. */
  readonly image: string;
  readonly passes: PassMap;
  readonly painted: Picture;
  readonly link: string | null;
}

function writeReport(
  files: OutputFiles,
  folder: string,
  report: Report,
  { image, passes, painted, link }: ReportedPictures,
): void {
  const pictures = { image, passes: { image: writePicture(files, join(folder, 'passes.png'), painted), map: passes } };
  files.whole(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  files.whole(join(folder, 'report.html'), htmlReport(report, pictures, link));
}
