import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import type { FillLane } from './lane-batch.ts';
import { askCases, type Question } from './question.ts';
import { witnessFields } from './witness-fields.ts';

type LaneOperand =
  | ('s' | 't' | 'r' | 'q' | 'layer' | 'dref' | 'lod' | 'minLod')
  | ('dsdx' | 'dtdx' | 'drdx' | 'dsdy' | 'dtdy' | 'drdy')
  | ('i' | 'j' | 'k' | 'integerLayer' | 'sample' | 'level');
/** Operands that the lanes of a quad share. */
type QuadOperand = 'offsetU' | 'offsetV' | 'offsetW';

/** Operands of a request by the names of the QuadBatch; those that are left out have its defaults. */
export type Operands = {
  readonly [name in LaneOperand | QuadOperand]?: number;
} & {
  /** u, v and w of a texel offset of the lane's own. */
  readonly laneOffset?: readonly number[];
};

/** Requests that share a texture state, one a lane. */
export interface Requests extends Question {
  readonly count: number;
  /** Operands of request n, 0 to count - 1. */
  readonly operands: (n: number) => Operands;
}

/** Writes the operands of each request to the lanes of a batch. */
export function fillOf({ operands }: Pick<Requests, 'operands'>): FillLane {
  return (batch, lane, n) => setOperands(batch, lane, operands(n));
}

function setOperands(batch: QuadBatch, lane: number, operands: Operands): void {
  for (const name in operands) {
    if (name === 'laneOffset') batch.laneOffset.set(operands.laneOffset!, 3 * lane);
    else if (isOfQuad(name)) batch[name][Math.floor(lane / QUAD_LANES)] = operands[name]!;
    else batch[name as LaneOperand][lane] = operands[name as LaneOperand]!;
  }
}

function isOfQuad(name: string): name is QuadOperand {
  return name.startsWith('offset');
}

/** A request as a witness names it: the image, what its state sets, and its operands. */
export function requestFields(
  { image, sampler, view, instruction }: Question,
  operands: Operands,
): Readonly<Record<string, string>> {
  const { op = 'sample', lod, projected: _, ...others } = instruction;
  const size = image && [image.width, image.height, image.depth ?? 1].join('x');
  return {
    image: image === null ? 'null' : `${image.type ?? '2d'} ${image.format.name} ${size}`,
    ...settings({ op, lodSource: lod, ...others }),
    ...settings(sampler ?? {}),
    ...settings(view ?? {}),
    ...settings(operands),
  };
}

/** Numbers as the request trace writes them, lists with spaces between, records as JSON. */
function settings(fields: object): Readonly<Record<string, string>> {
  const text = (value: unknown) => {
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return value.join(' ');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return witnessFields(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, text(value)])));
}

/** Asks a subject the requests, in their order; `read` receives a result with r, g, b, a of request n at `at`. */
export function askRequests(
  subject: Subject,
  requests: Requests,
  read: (result: Float32Array, at: number, n: number) => void,
): Generator<Progress, void> {
  return askCases(subject, requests, requests.count, fillOf(requests), read);
}
