import { type Command, InvalidArgumentError } from 'commander';
import {
  type Cost,
  type Exchange,
  EXCHANGES,
  levelByLevelCost,
  savedBytes,
  singlePassCost,
} from '../../pictures/downsampler/cost.ts';
import { fullLevels, planDispatches } from '../../pictures/downsampler/dispatch-plan.ts';
import { downsample } from '../../pictures/downsampler/downsample.ts';
import { GroupTraceWriter } from '../../pictures/downsampler/group-trace.ts';
import {
  alphaWeight,
  type Arithmetic,
  ARITHMETICS,
  cornerWeights,
  LARGEST_WEIGHT,
  type Reduction,
  type TexelWeight,
} from '../../pictures/downsampler/reduction.ts';
import { runGroups } from '../../pictures/downsampler/workgroups.ts';
import { byteCount, grouped, percent } from '../../platform/pages/wording.ts';
import { type Ktx2Image, ktx2Pieces } from '../../pictures/containers/write-ktx2.ts';
import { choiceOption, outputOption } from '../../inputs/options/common-options.ts';
import { conclude } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { mipSource } from '../../inputs/pictures/mip-source.ts';
import { decimalNumber, valueReader, wholeNumber } from '../../inputs/options/option-values.ts';
import { refused, UsageError } from '../../inputs/files/usage-error.ts';

const REDUCTIONS = ['average', 'min', 'max', 'weighted'] as const;

interface MipsOptions {
  readonly output: string;
  readonly srgb?: true;
  readonly cube?: true;
  readonly reduce: (typeof REDUCTIONS)[number];
  readonly weights?: TexelWeight;
  readonly arithmetic: Arithmetic;
  readonly levels?: number;
  readonly exchange: Exchange;
  readonly trace?: string;
}

const parseLevels = valueReader('a whole number from 1 on', (text) =>
  wholeNumber(text) >= 1 ? wholeNumber(text) : null,
);

export function mipsCommand(command: Command): Command {
  const arithmetic = 'what registers hold; float16 is for formats of halves';
  const exchange = 'how threads pass texels to each other: the cost depends on it';
  return command
    .argument(
      '<pictures...>',
      'one KTX2 file (its level 0 is read), or PNG and JPEG files: more than one make an array',
    )
    .addOption(outputOption('KTX2 file for all levels').makeOptionMandatory())
    .option('--srgb', 'the pictures are sRGB: averaged in linear light')
    .option('--cube', 'six pictures are the faces +X, -X, +Y, -Y, +Z and -Z of a cube map')
    .addOption(choiceOption('--reduce <how>', 'how 2x2 texels become one', REDUCTIONS, 'average'))
    .option('--weights <list>', 'with --reduce weighted: alpha, or a weight for each corner: a,b,c,d', parseWeights)
    .addOption(choiceOption('--arithmetic <what>', arithmetic, ARITHMETICS, 'float32'))
    .option('--levels <n>', 'levels of the result, the source included (default: down to 1x1)', parseLevels)
    .addOption(choiceOption('--exchange <how>', exchange, EXCHANGES, 'local-memory'))
    .option('--trace <file>', 'the tiles and the hand-over to the last group (JSON Lines, docs/downsampler.md)')
    .addHelpText(
      'after',
      `
Examples:
  texunit mips picture.png -o picture.ktx2 --srgb
  texunit mips px.png nx.png py.png ny.png pz.png nz.png --cube -o sky.ktx2
  texunit mips depth.ktx2 -o depth-max.ktx2 --reduce max --exchange quad-shuffles
  texunit mips leaf.png -o leaf.ktx2 --srgb --reduce weighted --weights alpha --trace tiles.jsonl`,
    )
    .action(run);
}

async function run(paths: readonly string[], options: MipsOptions): Promise<void> {
  const { arithmetic, output, trace } = options;
  const reduction = reductionOf(options);
  const source = await mipSource(paths, options);
  const { width, height, layers } = source;
  const levels = options.levels ?? fullLevels(width, height);
  await withOutputs({ inputs: paths, outputs: [trace, output] }, async (files) => {
    const image: Ktx2Image = {
      ...source,
      ...refused(RangeError, '', () => downsample(source, { reduction, arithmetic, levels })),
    };
    if (trace !== undefined) {
      runGroups(planDispatches(width, height, levels), layers, new GroupTraceWriter(files.text(trace)));
    }
    files.pieces(output, ktx2Pieces(image));
    conclude(files, () => summary(source, levels, options));
  });
}

function summary(source: Ktx2Image, levels: number, { reduce, arithmetic, exchange }: MipsOptions): string {
  const { width, height, layers, format } = source;
  const single = singlePassCost(source, levels, arithmetic, exchange);
  const chain = levelByLevelCost(source, levels);
  const slices = layers === 1 ? '' : `, ${layers} ${source.cube ? 'faces' : 'layers'}`;
  return [
    `${width}x${height} ${format.name}${slices}: ${levels} levels, ${reduce}, ${arithmetic}`,
    costTable(single, chain),
    ...(levels > 1 ? [`Memory traffic saved: ${percent(savedBytes(single, chain))}`] : []),
  ].join('\n');
}

function reductionOf({ reduce, weights }: MipsOptions): Reduction {
  if (reduce === 'weighted' && weights === undefined) throw new UsageError('--reduce weighted needs --weights');
  if (reduce !== 'weighted' && weights !== undefined) {
    throw new UsageError(`--weights needs --reduce weighted, not ${reduce}`);
  }
  return reduce === 'weighted' ? weights! : reduce;
}

const ROWS: readonly (readonly [string, (cost: Cost) => string])[] = [
  ['dispatches', (cost) => grouped(cost.dispatches)],
  ['groups', (cost) => grouped(cost.groups)],
  ['texels read', (cost) => grouped(cost.reads)],
  ['texels written', (cost) => grouped(cost.writes)],
  ['bytes read', (cost) => byteCount(cost.bytesRead)],
  ['bytes written', (cost) => byteCount(cost.bytesWritten)],
  ['local memory', (cost) => byteCount(cost.localBytes)],
  ['shuffles', (cost) => grouped(cost.shuffles)],
  ['barriers', (cost) => grouped(cost.barriers)],
  ['atomics', (cost) => grouped(cost.atomics)],
];

function costTable(single: Cost, chain: Cost): string {
  const rows = ROWS.map(([name, shown]) => [name, shown(single), shown(chain)]);
  return [['', 'single pass', 'level by level'], ...rows]
    .map(([name, ...values]) => `  ${name.padEnd(14)}${values.map((value) => value.padStart(16)).join('')}`)
    .join('\n');
}

function parseWeights(text: string): TexelWeight {
  if (text === 'alpha') return alphaWeight;
  try {
    return cornerWeights(text.split(',').map((part) => decimalNumber(part.trim())));
  } catch {
    const range = `each 0 or from 1/${LARGEST_WEIGHT} to ${LARGEST_WEIGHT}`;
    throw new InvalidArgumentError(`Expected alpha, or four numbers such as 1,2,2,1, ${range} and not all 0.`);
  }
}
