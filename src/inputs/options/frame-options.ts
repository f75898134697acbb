import { type Command, Option } from 'commander';
import { CAMERA_PATHS, type CameraPath } from '../../pictures/scenes/camera-path.ts';
import {
  DEFAULT_TILING,
  type Tiling,
  TILE_ORDERS,
  type TileOrder,
  TRAVERSALS,
  type TraversalOrder,
} from '../../pictures/scenes/traversal.ts';
import { countUpTo, parseSize, type Size, sizeOf } from './option-values.ts';
import { UsageError } from '../files/usage-error.ts';

export interface FrameCommandOptions {
  readonly size: Size;
  readonly traversal: TraversalOrder;
  readonly tile?: Size;
  readonly tileOrder?: TileOrder;
  readonly frames: number;
  readonly path?: CameraPath;
}

const MOST_FRAMES = 10_000;
const LARGEST_TILE = 1024;

export function addFrameOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--size <WxH>', 'size of the image in pixels')
        .argParser(parseSize)
        .default({ width: 640, height: 480 }, '640x480'),
    )
    .addOption(new Option('--traversal <order>', 'order of the quads').choices(TRAVERSALS).default('tiles'))
    .option('--tile <WxH>', 'size of the tiles in pixels (default: 8x8)', parseTile)
    .addOption(new Option('--tile-order <order>', 'order of the tiles (default: rows)').choices(TILE_ORDERS))
    .option('--frames <n>', 'how many frames, with the same cache', countUpTo(MOST_FRAMES), 1)
    .addOption(
      new Option(
        '--path <path>',
        'how the camera moves from frame to frame (default: orbit, in plane and tunnel flight)',
      ).choices(CAMERA_PATHS),
    );
}

/** @throws UsageError where there are no tiles to say anything of */
export function tilingFrom({ traversal, tile, tileOrder }: FrameCommandOptions): Tiling {
  if (traversal !== 'tiles' && (tile !== undefined || tileOrder !== undefined)) {
    const option = tile !== undefined ? '--tile' : '--tile-order';
    throw new UsageError(`${option} needs --traversal tiles, not ${traversal}`);
  }
  return { ...DEFAULT_TILING, ...tile, ...(tileOrder !== undefined && { order: tileOrder }) };
}

function parseTile(text: string): Size {
  const fits = (size: number) => size >= 2 && size <= LARGEST_TILE && size % 2 === 0;
  return sizeOf(text, fits, `16x16, even numbers from 2 to ${LARGEST_TILE}`);
}
