import { TEXEL_FORMATS } from '../rtl-model/formats/texel-formats.ts';
import { withValue } from '../rtl-model/design/field.ts';
import { PRESETS } from '../src/designs/presets.ts';
import { DEFAULT_STATE } from '../src/apps/inspector/state/inspector-state.ts';
import { drawnPixels } from '../src/apps/inspector/worker/drawn-pixels.ts';
import { sceneStage, stageRequests } from '../src/apps/inspector/subjects/scene-subject.ts';
import { buildMipChain } from '../src/pictures/downsampler/mip-chain.ts';
import { checkerboard } from '../src/pictures/textures/checkerboard.ts';
import { FILTER_MODES } from '../src/simulate/filter-modes.ts';

const RUNS = 15;
/** The fields that change from redraw to redraw, with their values in turn. */
const CHANGES: readonly (readonly [path: string, values: readonly [number, number]])[] = [
  ['filter.guardBits', [4, 5]],
  ['filter.weightBits', [6, 7]],
  ['lod.format.fractionBits', [6, 7]],
];

/** Prints the milliseconds of a redraw of the inspector after a field of the design has changed, by processor time. */
export function printRedraw(): void {
  console.log(
    '\nredraw of the inspector, tunnel at 320x240, after a change of a field: milliseconds of processor time',
  );
  const image = buildMipChain(checkerboard(1024, 16), TEXEL_FORMATS.get('r8g8b8a8_unorm')!);
  for (const filter of FILTER_MODES) {
    const source = { ...DEFAULT_STATE.source, filter, width: 320, height: 240 };
    const requests = stageRequests(sceneStage(source, image), source, null);
    const times = Array.from({ length: RUNS }, (_, run) => {
      const [path, values] = CHANGES[run % CHANGES.length];
      const design = withValue(PRESETS.get('d3d11.3-minimum')!, path, values[run & 1]);
      const start = process.cpuUsage();
      for (const _ of drawnPixels(requests, design));
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    const [first, ...later] = times;
    const sorted = later.sort((a, b) => a - b);
    const median = sorted[sorted.length >> 1].toFixed(1);
    console.log(
      `  ${filter.padEnd(12)} median ${median}, most ${sorted.at(-1)!.toFixed(1)}, first ${first.toFixed(1)}`,
    );
  }
}
