import type { PassView, PipelineObserver } from '../../../pipeline/stages/observer.ts';
import { type Activity, type Stage, STAGES } from '../../../pipeline/stages/stages.ts';
import { BORDER_ADDRESS, Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { registersOfStates, type StateRegisters } from '../../../rtl-model/registers/state-registers.ts';
import { FILTER_CODES } from '../../../rtl-model/state/sample-shape.ts';
import { imageOf, stateOf } from '../../pipeline/operation-work.ts';
import { randomNumbers } from '../../pipeline/random-source.ts';
import { D3D_MINIMUM } from '../../oracle/presets.ts';

/** 16.8 coordinates, 8.8 LOD, 4 tag ports. */
export const DESIGN = D3D_MINIMUM;

/** Two states of plain sampling, as the run has them. */
export function registersOf(design: Design): readonly StateRegisters[] {
  const image = imageOf(TEXEL_FORMATS.get('r8g8b8a8_unorm')!, randomNumbers(1));
  const state = stateOf('sample', { magFilter: 'linear', minFilter: 'linear', mipmapMode: 'linear' });
  return registersOfStates(design, layOutImages([image], 'linear'), [state, state]);
}

export const CYCLES = 13;

/** The moves of quad 0 with two passes and quad 1 with one: cycle, direction, stage, quad, pass. */
const MOVES: readonly (readonly [number, 'enter' | 'leave', Stage, number, number])[] = [
  [0, 'enter', 'frontEnd', 0, 0],
  [1, 'leave', 'frontEnd', 0, 0],
  [1, 'enter', 'lod', 0, 0],
  [1, 'enter', 'frontEnd', 1, 0],
  [2, 'leave', 'lod', 0, 0],
  [2, 'leave', 'frontEnd', 1, 0],
  [2, 'enter', 'address', 0, 0],
  [2, 'enter', 'lod', 1, 0],
  [3, 'leave', 'address', 0, 0],
  [3, 'leave', 'lod', 1, 0],
  [3, 'enter', 'tag', 0, 0],
  [3, 'enter', 'address', 0, 1],
  [4, 'leave', 'tag', 0, 0],
  [4, 'leave', 'address', 0, 1],
  [4, 'enter', 'data', 0, 0],
  [4, 'enter', 'tag', 0, 1],
  [4, 'enter', 'address', 1, 0],
  [5, 'leave', 'tag', 0, 1],
  [5, 'leave', 'address', 1, 0],
  [5, 'enter', 'tag', 1, 0],
  [6, 'leave', 'tag', 1, 0],
  [7, 'leave', 'data', 0, 0],
  [7, 'enter', 'decode', 0, 0],
  [7, 'enter', 'data', 0, 1],
  [8, 'leave', 'decode', 0, 0],
  [8, 'leave', 'data', 0, 1],
  [8, 'enter', 'filter', 0, 0],
  [8, 'enter', 'decode', 0, 1],
  [8, 'enter', 'data', 1, 0],
  [9, 'leave', 'decode', 0, 1],
  [9, 'leave', 'data', 1, 0],
  [9, 'enter', 'filter', 0, 1],
  [9, 'enter', 'decode', 1, 0],
  [10, 'leave', 'filter', 0, 0],
  [10, 'leave', 'decode', 1, 0],
  [10, 'enter', 'result', 0, 0],
  [10, 'enter', 'filter', 1, 0],
  [11, 'leave', 'filter', 1, 0],
  [11, 'leave', 'result', 0, 0],
  [11, 'enter', 'result', 1, 0],
  [12, 'leave', 'result', 1, 0],
];

const PASSES = [2, 1];
/** The slots of the passes' footprints, by quad. */
const PASS_SLOTS = [[0, 1], [2]];

/**
 * Plays a run of 13 cycles to an observer. Two lines miss, 0x40 in cycle 3 and 0x80 in cycle 4. They are back in cycles
 * 6 and 7. The data stage waits for the first in cycles 5 and 6.
 */
export function playRun(observer: PipelineObserver): void {
  const view = quadViews();
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    if (cycle === 6) observer.fill(cycle, 0x40);
    if (cycle === 7) observer.fill(cycle, 0x80);
    const moves = MOVES.filter(([at]) => at === cycle);
    for (const [, , stage, quad, pass] of moves.filter(([, what]) => what === 'leave')) {
      observer.leave(cycle, stage, view(quad, pass));
    }
    for (const [, , stage, quad, pass] of moves.filter(([, what]) => what === 'enter')) {
      observer.enter(cycle, stage, view(quad, pass));
    }
    playLookups(observer, cycle);
    for (const stage of STAGES.toReversed()) observer.activity(cycle, stage, activityOf(cycle, stage));
  }
  observer.end(CYCLES);
}

function playLookups(observer: PipelineObserver, cycle: number): void {
  if (cycle === 3) {
    observer.lookup(cycle, 0x40, false, 0);
    observer.miss(cycle, 0x40);
    observer.request(cycle, 0x40, 64, false);
  } else if (cycle === 4) {
    observer.lookup(cycle, 0x40, true, 0);
    observer.lookup(cycle, 0x80, false, 0);
    observer.miss(cycle, 0x80);
    observer.request(cycle, 0x80, 64, false);
  } else if (cycle === 5) {
    observer.lookup(cycle, 0x80, true, 0);
  }
}

/** The activity of a stage in a cycle of the run. */
export function activityOf(cycle: number, stage: Stage): Activity {
  if (stage === 'data' && (cycle === 5 || cycle === 6)) return 'memory';
  return MOVES.some(([at, what, where]) => at === cycle && what === 'enter' && where === stage) ? 'busy' : 'starved';
}

/** Registers with a value for everything that the traces show; lane 3 of quad 0 is not active. */
export function quadViews(): (quad: number, pass: number) => PassView {
  const lanes = new LaneRegisters(8);
  const foot = new Footprints(12);
  lanes.passes.set([2, 2, 2, 0, 1, 1, 1, 1]);
  lanes.filter.fill(FILTER_CODES.linear);
  lanes.lod.set([-256, 384, 0x7fff, 77, 0, 0, 0, 0]);
  lanes.levelHi.set([0, 1, 14, 9]);
  lanes.levelLo.set([1, 2, 14, 9]);
  lanes.levelWeight.set([0, 128, 255, 9]);
  lanes.samples.set([1, 2, 16, 9, 1, 1, 1, 1]);
  lanes.color.set([0, 1, -1, 0.5, NaN, Infinity, -0, 2 ** -149]);
  foot.tapCount.set([4, 1, 4, 0, 4, 4, 4, 0, 1, 1, 1, 1]);
  foot.fixedU.set([-1, 0x7fffff, -0x800000, 5]);
  foot.fixedV.set([256, 0, 1, 5]);
  foot.alpha.set([255, 0, 0, 5]);
  foot.beta.set([0, 0, 1, 5]);
  foot.address.set([0x44, BORDER_ADDRESS, 0x48, 0x3fffffff, 0x50]);
  const view: PassView = {
    quad: 0,
    pass: 0,
    passes: 0,
    state: 0,
    x: 0,
    y: 0,
    active: 0,
    lanes,
    lane: 0,
    foot,
    footLane: 0,
  };
  return (quad, pass) => {
    view.quad = quad;
    view.pass = pass;
    view.passes = PASSES[quad];
    view.state = quad;
    view.x = 2 * quad - 2;
    view.y = 6;
    view.active = quad === 0 ? 0b0111 : 0b1111;
    view.lane = 4 * quad;
    view.footLane = 4 * PASS_SLOTS[quad][pass];
    return view;
  };
}

/** Runs a writer over the scripted run and returns its text. */
export function textOf(open: (sink: (text: string) => void) => PipelineObserver): string {
  let text = '';
  const observer = open((piece) => {
    text += piece;
  });
  playRun(observer);
  return text;
}
