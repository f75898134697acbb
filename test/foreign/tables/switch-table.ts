import type { ForeignDevice } from '../device.ts';
import type { RequestAnswer } from '../execute.ts';
import { executeTable } from '../execute.ts';
import { answerText } from './compare-answers.ts';
import { jsonLine } from './json-line.ts';
import { parseTable } from './parse-table.ts';
import { sceneNames, wideTable } from './wide-table.ts';
import { resultLine } from './write-results.ts';

/** A device with a name, such as a fault or a value of a freedom. */
export interface NamedDevice {
  readonly label: string;
  readonly device: ForeignDevice;
}

/** Requests and results as the lines of two traces. */
export interface TracePair {
  readonly requests: string;
  readonly results: string;
}

type Line = Record<string, unknown>;

/** Scenes whose requests depend on those before them; they are taken whole. */
const ORDERED = ['writes', 'atomics', 'special writes'];

/** How much of a scene is taken for a device. */
export interface SwitchPlan {
  readonly seed: number;
  readonly size: number;
  /** The most requests of a scene for each device. */
  readonly most: number;
}

/**
 * The requests that each device answers otherwise than the reference, in one table. The ids are `label/number`, so that
 * the verdicts of a judge can be counted by label.
 */
export function switchTable(reference: ForeignDevice, devices: readonly NamedDevice[], plan: SwitchPlan): TracePair {
  const { text } = reference;
  const requests = [JSON.stringify({ texunit: 'requests', version: 2, api: text === 'd3d11' ? 'd3d11' : 'vulkan' })];
  const results = [JSON.stringify({ texunit: 'results', version: 2 })];
  for (const scene of sceneNames(text)) {
    const table = wideTable({ text, seed: plan.seed, size: plan.size }, [scene]);
    const expected = executeTable(reference, parseTable(table)).map(answerText);
    for (const { label, device } of devices) {
      const answers = executeTable(device, parseTable(table));
      const differing = [...answers.keys()].filter((n) => answerText(answers[n]) !== expected[n]);
      if (differing.length === 0) continue;
      const chosen = ORDERED.includes(scene) ? [...answers.keys()] : spread(differing, plan.most);
      const part = takenRequests(table, new Set(chosen), answers, `${label}/${scene}`);
      requests.push(...part.requests);
      results.push(...part.results);
    }
  }
  return { requests: `${requests.join('\n')}\n`, results: `${results.join('\n')}\n` };
}

/** At most so many of a list, evenly spread. */
function spread(list: readonly number[], most: number): number[] {
  const step = Math.max(1, list.length / most);
  return list.filter((_, n) => Math.floor(n / step) > Math.floor((n - 1) / step));
}

/** The chosen requests of a table with the definitions that they need, under names of their own. */
function takenRequests(
  table: string,
  chosen: ReadonlySet<number>,
  answers: readonly RequestAnswer[],
  prefix: string,
): { requests: string[]; results: string[] } {
  const named = (name: unknown): unknown => (typeof name === 'string' ? `${prefix}/${name}` : name);
  const lines = table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Line);
  const definitions: Line[] = [];
  const requests: Line[] = [];
  const results: string[] = [];
  const needed = new Set<unknown>();
  let number = 0;
  for (const line of lines) {
    if (line['id'] === undefined) {
      definitions.push(line);
      continue;
    }
    if (chosen.has(number)) {
      const id = `${prefix}/${number}`;
      for (const field of ['image', 'sampler', 'weights', 'reference']) needed.add(line[field]);
      const { image, sampler, weights, reference } = line;
      requests.push({
        ...line,
        id,
        image: named(image),
        sampler: named(sampler),
        weights: named(weights),
        reference: named(reference),
      });
      results.push(resultLine(id, line['quad'] !== undefined, answers[number]));
    }
    number++;
  }
  const written = definitions.toReversed().flatMap((definition) => renamed(definition, needed, named));
  return { requests: [...written.toReversed(), ...requests].map(jsonLine), results };
}

/** A definition under its new name, if it is needed; a view needs its image. */
function renamed(definition: Line, needed: Set<unknown>, named: (name: unknown) => unknown): Line[] {
  const [[kind, fields]] = Object.entries(definition) as [string, Line][];
  if (!needed.has(fields['name'])) return [];
  if (kind === 'view') needed.add(fields['image']);
  const image = kind === 'view' ? { image: named(fields['image']) } : {};
  return [{ [kind]: { ...fields, name: named(fields['name']), ...image } }];
}
