import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRESETS } from '../../src/designs/presets.ts';
import { Contestant } from './contestant.ts';
import { type PeerState, peerStates, randomOperands } from './peer-states.ts';
import { type Driver, installedDrivers } from './vulkan-drivers.ts';

/** The effort of a comparison. */
export interface PeerEffort {
  readonly coordinates: number;
  /** Rounds of a state: at least 3, and no more once the state has taken `seconds`. The first round is not counted. */
  readonly rounds: number;
  readonly seconds: number;
}

export const FULL_EFFORT: PeerEffort = { coordinates: 2 ** 22, rounds: 11, seconds: 40 };
export const QUICK_EFFORT: PeerEffort = { coordinates: 2 ** 16, rounds: 3, seconds: 1 };

/**
 * The largest mean difference between a peer's results and those of the model, in standard deviations of the results.
 * Results of other coordinates differ by more than one.
 */
const MOST_DIFFERENCE = 0.25;

const DESIGNS = [...PRESETS.keys()];

/**
 * Prints the rates of the states whose name contains `only`, for the model with each preset and for the software
 * implementations of Vulkan that are installed. Every contestant is a process of its own, which measures its processor
 * time; the contestants of a state take turns. A rate with a question mark is that of other results than the model's; a
 * dash is a peer that cannot do the state, and the line below the row says why.
 */
export async function printPeers(effort: PeerEffort, only = ''): Promise<void> {
  const drivers = installedDrivers();
  console.log(
    `${effort.coordinates} random coordinates, repeat, axes of 256 texels (volume 64): million samples a second by`,
  );
  console.log(
    'processor time, median of rounds in turn; after each design the ratios to the peers in their order; ? where results differ\n',
  );
  const folder = mkdtempSync(join(tmpdir(), 'texunit-peers-'));
  try {
    const head = [
      ...drivers.map(({ name }) => name.padStart(RATE)),
      ...DESIGNS.map((name) => name.padStart(cell(drivers))),
    ];
    console.log(`${''.padEnd(NAME)}${head.join('')}`);
    for (const state of peerStates().filter(({ name }) => name.includes(only))) {
      console.log(`${state.name.padEnd(NAME)}${await row(state, drivers, effort, folder)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Widths of the columns. */
const NAME = 27;
const RATE = 13;
const RATIO = 7;
const cell = (drivers: readonly Driver[]) => Math.max(20, RATE + RATIO * drivers.length);

async function row(
  state: PeerState,
  drivers: readonly Driver[],
  { coordinates, rounds, seconds }: PeerEffort,
  folder: string,
): Promise<string> {
  const inputs = join(folder, 'inputs');
  writeFileSync(inputs, randomOperands(state, coordinates));
  const results = (name: string) => join(folder, `${name}.results`);
  const started = [
    ...drivers.map(({ name, start }) => ({ name, start })),
    ...DESIGNS.map((name) => ({ name, start: (file: string) => startModel(name, file) })),
  ].map(({ name, start }) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...state, count: coordinates, inputs, results: results(name) }));
    return { name, contestant: start(file), times: [] as number[] };
  });
  const reasons: string[] = [];
  const running: typeof started = [];
  for (const one of started) {
    const line = (await one.contestant.line()) ?? 'unsupported: it ended';
    if (line.startsWith('unsupported')) reasons.push(`\n  ${one.name} ${line}`);
    else running.push(one);
  }

  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    if (round >= 3 && performance.now() - start > 1000 * seconds) break;
    for (const { contestant, times } of running) {
      const time = await contestant.run();
      if (round > 0) times.push(time);
    }
  }
  await Promise.all(running.map(({ contestant }) => contestant.end()));

  const model = floatsOf(results(DESIGNS[0]));
  const rates = new Map(
    running.map(({ name, times }) => {
      const median = times.sort((a, b) => a - b)[times.length >> 1];
      const isSame = DESIGNS.includes(name) || meanDifference(floatsOf(results(name)), model) <= MOST_DIFFERENCE;
      return [name, { rate: coordinates / median / 1e6, mark: isSame ? ' ' : '?' }];
    }),
  );
  const peers = drivers.map(({ name }) => rates.get(name));
  const cells = DESIGNS.map((name) => {
    const { rate } = rates.get(name)!;
    const ratios = peers.map((peer) => (peer ? (rate / peer.rate).toFixed(2) + peer.mark : '- ').padStart(RATIO));
    return `${rate.toFixed(1)}${ratios.join('')}`.padStart(cell(drivers));
  });
  return [
    ...peers.map((peer) => (peer ? peer.rate.toFixed(1) + peer.mark : '- ').padStart(RATE)),
    ...cells,
    ...reasons,
  ].join('');
}

function startModel(design: string, state: string): Contestant {
  const program = fileURLToPath(new URL('model-peer.js', import.meta.url));
  return new Contestant(process.execPath, [program, design, state]);
}

function floatsOf(file: string): Float32Array {
  return new Float32Array(new Uint8Array(readFileSync(file)).buffer);
}

/** In standard deviations of the model's results; that of the component, r, g, b or a, in which it is largest. */
function meanDifference(results: Float32Array, model: Float32Array): number {
  const ofComponent = (component: number) => {
    let [sum, squares, difference] = [0, 0, 0];
    for (let n = component; n < model.length; n += 4) {
      sum += model[n];
      squares += model[n] ** 2;
      difference += Math.abs(model[n] - results[n]);
    }
    const count = model.length / 4;
    // A component that is constant has to be the same.
    return difference === 0 ? 0 : difference / count / Math.sqrt(squares / count - (sum / count) ** 2);
  };
  return Math.max(...[0, 1, 2, 3].map(ofComponent));
}
