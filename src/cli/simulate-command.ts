import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { loadDesign } from '../designs/load-design.ts';
import { heatMap } from '../report/heat-map.ts';
import { htmlReport } from '../report/html.ts';
import { type Report, ratiosOf } from '../report/report.ts';
import { terminalSummary } from '../report/terminal.ts';
import { SCENES } from '../scenes/standard-scenes.ts';
import { TRAVERSALS, type TraversalOrder } from '../scenes/traversal.ts';
import { FILTER_MODES } from '../simulate/filter-modes.ts';
import { PassMap } from '../simulate/pass-map.ts';
import { type Mode, MODES } from '../simulate/sampling-unit.ts';
import { countQuads, simulate, type Simulation, type SimulationResult } from '../simulate/simulate.ts';
import { writePng } from '../textures/write-png.ts';
import { interruptible } from './interrupt.ts';
import { parseNumber, parseSize, type Size } from './option-values.ts';
import { OutputFiles } from './output-files.ts';
import { startProgress } from './progress.ts';
import { showsColors } from './shows-colors.ts';
import { samplerFrom, type SamplerOptions } from './sampler-options.ts';
import { type SceneTexture, sceneTexture, type TextureOptions } from './scene-texture.ts';
import { addTraceOptions, openTraces, type TraceOptions } from './trace-outputs.ts';
import { UsageError } from './usage-error.ts';
import { VERSION } from './version.ts';

interface SimulateOptions extends TextureOptions, SamplerOptions, TraceOptions {
  readonly scene: string;
  readonly design: string;
  readonly size: Size;
  readonly traversal: TraversalOrder;
  readonly mode: Mode;
  readonly out: string;
}

/** texunit simulate */
export function simulateCommand(): Command {
  const command = new Command('simulate')
    .description('Draw a scene with a design: an image, where the cycles went, and traces of every stage.')
    .addOption(new Option('--scene <name>', 'what to draw').choices([...SCENES.keys()]).default('globe'))
    .option('--design <name|file>', 'preset or design file', 'full-quality')
    .option('--texture <file>', 'PNG or JPEG, or earth or checker (default: what the scene is made for)')
    .addOption(
      new Option('--size <WxH>', 'size of the image in pixels')
        .argParser(parseSize)
        .default({ width: 640, height: 480 }, '640x480'),
    )
    .addOption(new Option('--traversal <order>', 'order of the quads').choices(TRAVERSALS).default('tiles'))
    .addOption(
      new Option('--levels <what>', 'the picture in every level, or tinted by level to show the LOD')
        .choices(['picture', 'coloured'])
        .default('picture'),
    )
    .option('--srgb', 'the texture is sRGB: decoded to linear light before it is filtered')
    .addOption(new Option('--filter <filter>', 'how to filter').choices(FILTER_MODES).default('trilinear'))
    .option('--max-anisotropy <n>', "with --filter anisotropic (default: the design's limit)", parseNumber)
    .option('--lod-bias <bias>', 'added to the LOD', parseNumber, 0)
    .addOption(new Option('--mode <mode>', 'with a clock, or the image alone').choices(MODES).default('cycle'))
    .option('--out <folder>', 'where the files go', 'out');
  return addTraceOptions(command)
    .addHelpText(
      'after',
      `
Writes image.png, report.json, report.html and in cycle mode passes.png.

Examples:
  texunit simulate
  texunit simulate --scene tunnel --filter anisotropic --levels coloured
  texunit simulate --scene plane --design mine.json --traversal hilbert --out runs/mine
  texunit simulate --vcd --window 10000:12000`,
    )
    .action(run);
}

async function run(options: SimulateOptions): Promise<void> {
  const design = loadDesign(options.design);
  const scene = SCENES.get(options.scene)!();
  const sampler = samplerFrom(options, scene.sampler, design);
  const texture = sceneTexture(options, scene, design, options.out);
  const files = new OutputFiles();
  const written = await interruptible(files, async () => {
    const passes = options.mode === 'cycle' ? new PassMap(options.size.width, options.size.height) : null;
    const simulation: Simulation = {
      design,
      view: { scene, ...options.size, traversal: options.traversal },
      texture: texture.image,
      sampler,
      mode: options.mode,
      ...openTraces(options, files, { design, texture, sampler }, passes),
    };
    const result = await drive(simulation);
    const report = reportOf(simulation, texture, result);
    writeReport(files, options.out, report, result, passes);
    const paths = files.commit();
    process.stdout.write(`${terminalSummary(report, showsColors(process.stdout))}\n`);
    return paths;
  });
  process.stdout.write(`Written: ${written.join(', ')}\n`);
}

/** Runs it batch by batch, so that a signal gets its turn in between. */
async function drive(simulation: Simulation): Promise<SimulationResult> {
  const progress = startProgress(simulation.view.scene.name, () => countQuads(simulation.view));
  try {
    const steps = start(simulation);
    let step = steps.next();
    while (!step.done) {
      progress.update(step.value);
      await nextTurn();
      step = steps.next();
    }
    return step.value;
  } finally {
    progress.stop();
  }
}

function start(simulation: Simulation): ReturnType<typeof simulate> {
  try {
    return simulate(simulation);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new UsageError(`the texture is too large: ${cause.message}`, { cause });
  }
}

function reportOf(simulation: Simulation, texture: SceneTexture, result: SimulationResult): Report {
  const { design, view, sampler, mode } = simulation;
  const { image, name } = texture;
  const { quads, pixels, account } = result;
  return {
    format: 'texunit-report',
    version: 1,
    texunit: VERSION,
    mode,
    scene: {
      name: view.scene.name,
      width: view.width,
      height: view.height,
      traversal: view.traversal,
      texture: name,
      textureWidth: image.width,
      textureHeight: image.height,
      textureLevels: image.levels.length,
      textureFormat: image.format.name,
    },
    sampler,
    quads,
    pixels,
    account,
    ratios: account && ratiosOf(account, image.format.texelBytes),
    design,
  };
}

function writeReport(
  files: OutputFiles,
  folder: string,
  report: Report,
  { picture }: SimulationResult,
  passes: PassMap | null,
): void {
  const embed = (name: string, pixels: typeof picture): string => {
    let uri = '';
    files.whole(join(folder, name), (path) => {
      writePng(path, pixels);
      uri = `data:image/png;base64,${readFileSync(path, 'base64')}`;
    });
    return uri;
  };
  const image = embed('image.png', picture);
  const heat = passes && heatMap(passes);
  const pictures = { image, passes: heat && { image: embed('passes.png', heat.picture), most: heat.most } };
  files.whole(join(folder, 'report.json'), (path) => writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`));
  files.whole(join(folder, 'report.html'), (path) => writeFileSync(path, htmlReport(report, pictures)));
}
