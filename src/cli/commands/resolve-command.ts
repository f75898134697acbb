import { extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  EXAMPLE_MACHINE,
  resolveCost,
  resolveMilliseconds,
  type ShaderMachine,
  tapsPerMillisecond,
} from '../../pictures/resolve/cost.ts';
import { display } from '../../pictures/resolve/display.ts';
import { edgePicture } from '../../pictures/resolve/edge-picture.ts';
import { encodeExr } from '../../pictures/resolve/exr.ts';
import { equalWeights, SAMPLE_COUNTS, tapsOf } from '../../pictures/resolve/kernel.ts';
import type { LightPicture } from '../../pictures/resolve/multisample-picture.ts';
import { readSamples } from '../../pictures/resolve/read-samples.ts';
import { MOST_RECIPROCAL_BITS, type ReciprocalPrecision } from '../../pictures/resolve/reciprocal.ts';
import { resolve, RESOLVE_METHODS, type ResolveMethod } from '../../pictures/resolve/resolve.ts';
import { encodePng } from '../../pictures/textures/write-png.ts';
import { choiceOption, outputOption } from '../../inputs/options/common-options.ts';
import { conclude } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { decimalNumber, parseNumber, valueReader, wholeNumber } from '../../inputs/options/option-values.ts';
import { STANDARD, UsageError } from '../../inputs/files/usage-error.ts';

interface ResolveOptions {
  readonly output: string;
  readonly samples?: number;
  readonly method: ResolveMethod;
  readonly reciprocal: ReciprocalPrecision;
  readonly weights?: readonly number[];
  readonly horizontal: readonly number[];
  readonly inverse: boolean;
  readonly exposure: number;
  readonly machine: ShaderMachine;
}

/** The ending of the file that goes to standard output. */
const STANDARD_ENDING = '.png';
/** Samples of the built-in picture unless the user says otherwise. */
const EDGE_SAMPLES = 4;

export function resolveCommand(command: Command): Command {
  const horizontal = 'a weight for each pixel of a row, the resolved one in the middle';
  const { computeUnits, lanes, gigahertz } = EXAMPLE_MACHINE;
  const machine = new Option('--machine <CUxLANES@GHz>', 'what the cost is reckoned for');
  return command
    .argument('<picture>', 'EXR with the samples of a pixel side by side, or raw float32 (docs/resolve.md), or edge')
    .addOption(outputOption('PNG (sRGB, 8 bits) or EXR (linear, float32)').makeOptionMandatory())
    .option('--samples <n>', 'samples of a pixel: 1, 2, 4, 8 or 16; an EXR needs it', parseSamples)
    .addOption(choiceOption('--method <method>', 'how samples are weighed', RESOLVE_METHODS, 'tonemapped'))
    .option('--reciprocal <bits>', `exact, or right to 1 to ${MOST_RECIPROCAL_BITS} bits`, parseReciprocal, 'exact')
    .option('--weights <list>', 'a weight for each sample (default: all alike, 1 in all)', parseWeights)
    .addOption(new Option('--horizontal <list>', horizontal).argParser(parsePixelWeights).default([1], '1'))
    .option('--no-inverse', 'leave the sums tone-mapped, as for a filter that a later pass inverts')
    .option('--exposure <stops>', 'brighten a PNG by these stops', parseExposure, 0)
    .addOption(machine.argParser(parseMachine).default(EXAMPLE_MACHINE, `${computeUnits}x${lanes}@${gigahertz}`))
    .addHelpText(
      'after',
      `
Examples:
  texunit resolve edge -o edge.png --method box
  texunit resolve frame.exr --samples 8 -o frame.png --exposure -2
  texunit resolve frame.exr --samples 4 -o frame-resolved.exr --reciprocal 12
  texunit resolve plain.exr --samples 1 --horizontal 0.1,0.2,0.4,0.2,0.1 -o filtered.exr
  texunit resolve plain.exr --samples 1 --horizontal 0.1,0.2,0.4,0.2,0.1 --no-inverse -o tonemapped.png`,
    )
    .action(run);
}

async function run(path: string, options: ResolveOptions): Promise<void> {
  const { method, output, inverse } = options;
  const encode = encoderOf(output, options.exposure);
  const picture =
    path === 'edge' ? edgePicture(options.samples ?? EDGE_SAMPLES) : await readSamples(path, options.samples);
  const weights = options.weights ?? equalWeights(picture.samples);
  if (weights.length !== picture.samples) {
    throw new UsageError(`--weights has ${weights.length} weights; the picture has ${picture.samples} samples a pixel`);
  }
  const taps = tapsOf(weights, options.horizontal);
  if (!Number.isFinite(taps.reduce((sum, { weight }) => Math.fround(sum + Math.abs(weight)), 0))) {
    throw new UsageError('--weights and --horizontal: their products add up to more than a float32 can hold');
  }
  await withOutputs({ inputs: [path], outputs: [output] }, async (files) => {
    files.whole(output, await encode(resolve(picture, { method, taps, reciprocal: options.reciprocal, inverse })));
    conclude(files, () => costText(picture, options, taps.length));
  });
}

function costText(
  { width, height }: Pick<LightPicture, 'width' | 'height'>,
  { method, machine, inverse: inverts }: ResolveOptions,
  taps: number,
): string {
  const { weight, tap, inverse } = resolveCost(method, inverts);
  const milliseconds = resolveMilliseconds(machine, method, width * height, taps, inverts);
  return `${width}x${height} pixels, ${taps} taps each, method ${method}
A tap:   ${tap.instructions.length} instructions, ${tap.operations} operations (${tap.instructions.join(' ')})
         of which its weight ${weight.instructions.length} and ${weight.operations}
A pixel: ${inverse.instructions.length} instructions, ${inverse.operations} operations to undo the tone map
${machine.computeUnits} compute units of ${machine.lanes} lanes at ${machine.gigahertz} GHz, arithmetic alone:
         ${(tapsPerMillisecond(machine, method) / 1e6).toFixed(1)} million taps a ms, this picture in ${milliseconds.toPrecision(3)} ms`;
}

function encoderOf(out: string, exposure: number): (picture: LightPicture) => Promise<Uint8Array> {
  switch (out === STANDARD ? STANDARD_ENDING : extname(out).toLowerCase()) {
    case '.png':
      return async (picture) => encodePng(display(picture, exposure));
    case '.exr':
      if (exposure !== 0) throw new UsageError('--exposure is for PNG; an EXR keeps the light as it is');
      return encodeExr;
    default:
      throw new UsageError(`--output ${out}: expected a file that ends in .png or .exr`);
  }
}

/** Stops beyond which every colour that a float32 holds is black or white. */
const MOST_STOPS = 256;
const LARGEST_MACHINE = 65_536;

const parseExposure = valueReader(`a number of stops from -${MOST_STOPS} to ${MOST_STOPS}`, (text) => {
  const stops = decimalNumber(text);
  return Math.abs(stops) <= MOST_STOPS ? stops : null;
});

const parseSamples = valueReader(
  `one of ${SAMPLE_COUNTS.join(', ')}`,
  (text) => SAMPLE_COUNTS.find((count) => String(count) === text) ?? null,
);

const EXPECTED_RECIPROCAL = `exact, or a number of bits from 1 to ${MOST_RECIPROCAL_BITS}`;
const parseReciprocal = valueReader(EXPECTED_RECIPROCAL, (text): ReciprocalPrecision | null => {
  const bits = wholeNumber(text);
  return text === 'exact' ? text : bits >= 1 && bits <= MOST_RECIPROCAL_BITS ? bits : null;
});

/** 0.1,0.2,0.4 */
function parseWeights(text: string): readonly number[] {
  return text.split(',').map((item) => {
    const weight = parseNumber(item);
    if (Number.isFinite(Math.fround(weight))) return weight;
    throw new InvalidArgumentError('Expected weights that a float32 can hold.');
  });
}

function parsePixelWeights(text: string): readonly number[] {
  const weights = parseWeights(text);
  if (weights.length % 2 === 1) return weights;
  throw new InvalidArgumentError(`Expected an odd number of weights, not ${weights.length}.`);
}

const EXPECTED_MACHINE = `compute units x lanes @ GHz such as 64x64@1, each above 0 and up to ${LARGEST_MACHINE}`;
/** 64x64@1 */
const parseMachine = valueReader(EXPECTED_MACHINE, (text): ShaderMachine | null => {
  const [computeUnits, lanes, gigahertz] = (/^(\d+)x(\d+)@(\d+(?:\.\d+)?)$/.exec(text) ?? []).slice(1).map(Number);
  const fits = [computeUnits, lanes, gigahertz].every((value) => value > 0 && value <= LARGEST_MACHINE);
  return fits ? { computeUnits, lanes, gigahertz } : null;
});
