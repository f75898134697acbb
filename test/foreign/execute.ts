import type { LaneOperands } from './address/lane.ts';
import { laneOperands, listOperand, scalarOperand } from './address/lane.ts';
import type { ForeignDevice } from './device.ts';
import { faulty } from './device.ts';
import { matchBlock, matchGather, matchWindow } from './operations/block-match.ts';
import { footprintLane } from './operations/footprint.ts';
import { gatherLane } from './operations/gather.ts';
import { boxLane, weightedLane } from './operations/image-processing.ts';
import { queryLevels, queryLod, querySamples, querySize, samplePosition } from './operations/queries.ts';
import type { LaneGroup } from './operations/sample-plan.ts';
import { sampleLane } from './operations/sample.ts';
import { atomicAccess, writeAccess } from './operations/storage.ts';
import { readAccess, texelAccess } from './operations/texel-access.ts';
import type {
  ForeignRequest,
  ForeignSampler,
  ForeignTable,
  ForeignView,
  LaneAnswer,
  Vector4,
} from './tables/records.ts';

/** The results of a request: one for each lane, null for lanes that are not active. */
export type RequestAnswer = (LaneAnswer | null)[];

/** The results of a table's requests, in their order. Writes change the table's images. */
export function executeTable(device: ForeignDevice, table: ForeignTable): RequestAnswer[] {
  return table.requests.map((request) => executeRequest(device, table, request));
}

/** The results of a request. */
export function executeRequest(device: ForeignDevice, table: ForeignTable, request: ForeignRequest): RequestAnswer {
  const answers = request.coords.map((_, lane) => {
    if (!request.active[lane]) return null;
    const source =
      faulty(device, 'lanes_exchanged') && request.active[lane ^ 1] ? (lane ^ 1) % request.coords.length : lane;
    return executeLane(device, table, request, source);
  });
  return answers.map((answer) => (answer === null ? null : finishedAnswer(device, request, answer)));
}

function finishedAnswer(device: ForeignDevice, request: ForeignRequest, answer: LaneAnswer): LaneAnswer {
  const { texel, resident, footprint } = answer;
  const [r, g, b, a] = texel;
  const shown: Vector4 = faulty(device, 'result_components_rotated') ? [g, b, a, r] : texel;
  if (footprint !== undefined) return { texel: shown, footprint };
  return request.operands['sparse'] === true ? { texel: shown, resident: resident ?? true } : { texel: shown };
}

function executeLane(device: ForeignDevice, table: ForeignTable, request: ForeignRequest, lane: number): LaneAnswer {
  if (request.image === null) return nullDescriptor(device);
  const view = table.views.get(request.image)!;
  const lanes = request.coords.map((_, other) => helperLane(device, request, view, other));
  const sampler = request.sampler === null ? undefined : table.samplers.get(request.sampler);
  if (sampler === undefined) return executeUnsampled(device, request, view, lanes[lane], lane);
  return executeSampled(device, table, request, { view, sampler, lanes, lane });
}

/** A lane of the quad; lanes that are not active lend their coordinates to derivatives. */
function helperLane(device: ForeignDevice, request: ForeignRequest, view: ForeignView, lane: number): LaneOperands {
  const operands = laneOperands(device, request, view, lane);
  const lost = faulty(device, 'derivative_helper_lanes_zero') && !request.active[lane];
  return lost ? { ...operands, axes: operands.axes.map(() => 0) } : operands;
}

/** Zero in every component (D3D11.3 7.18.17; Vulkan: null descriptors). */
function nullDescriptor(device: ForeignDevice): LaneAnswer {
  if (faulty(device, 'null_reads_ones')) return { texel: [1, 1, 1, 1], resident: true };
  return { texel: faulty(device, 'null_reads_last_texel') ? [0.5, 0.5, 0.5, 0.5] : [0, 0, 0, 0], resident: true };
}

/** Operations without a sampler, on integer coordinates. */
function executeUnsampled(
  device: ForeignDevice,
  request: ForeignRequest,
  view: ForeignView,
  operands: LaneOperands,
  lane: number,
): LaneAnswer {
  const level = scalarOperand(request, 'level', lane, 0);
  const sample = scalarOperand(request, 'sample', lane, 0);
  const coordinate = request.coords[lane];
  const storage = ['read', 'write', 'atomic'].includes(request.op);
  const access = texelAccess(device, view, operands, coordinate, level, sample);
  const value = (valueOperand(request, lane) ?? [0, 0, 0, 0]) as Vector4;
  switch (request.op) {
    case 'write':
      return writeAccess(device, view, access, value);
    case 'atomic':
      return atomicAccess(device, view, access, (request.operands['atomic'] as string | undefined) ?? 'add', value);
    case 'query_size':
    case 'resinfo':
      return { texel: querySize(device, view, level) };
    case 'query_levels':
      return { texel: queryLevels(device, view) };
    case 'query_samples':
    case 'sampleinfo':
      return { texel: querySamples(device, view) };
    case 'sample_position':
    case 'samplepos':
      return { texel: samplePosition(device, view, sample) };
    default:
      return readAccess(device, view, access, storage);
  }
}

/** The texel to write, with integers of 32 bits as they are. */
function valueOperand(request: ForeignRequest, lane: number): number[] | null {
  const value = request.operands['value'] as unknown[] | undefined;
  if (value === undefined) return null;
  return ((Array.isArray(value[0]) ? value[lane] : value) as unknown[]).map((part) => {
    return Number.isInteger(Number(part)) ? Number(part) : Math.fround(Number(part));
  });
}

/** Operations with a sampler. */
function executeSampled(
  device: ForeignDevice,
  table: ForeignTable,
  request: ForeignRequest,
  given: LaneGroup,
): LaneAnswer {
  const { view, sampler, lane } = given;
  const reference = request.operands['dref'] === undefined ? null : given.lanes[lane].dref;
  const operands = given.lanes[lane];
  switch (request.op) {
    case 'gather':
    case 'gather4':
    case 'gather4_c':
    case 'gather4_po':
    case 'gather4_po_c':
      return gatherLane(device, given, request, reference);
    case 'query_lod':
    case 'lod':
      return { texel: queryLod(device, given) };
    case 'footprint':
      return { texel: [0, 0, 0, 0], footprint: footprintLane(device, given, request) };
    case 'sample_weighted': {
      const weights = secondView(table, request, 'weights');
      return { texel: weightedLane(device, given, operands, weights) };
    }
    case 'box_filter':
      return { texel: boxLane(device, given, operands, listOperand(request, 'boxSize', lane)!) };
    case 'block_match':
      return { texel: blockMatchLane(device, table, request, view, sampler, lane) };
    case 'sample_c_lz': {
      const lanes = given.lanes.map((other) => ({ ...other, lod: 0 }));
      const whole = { ...view, baseMipLevel: 0, levelCount: view.baseMipLevel + view.levelCount };
      const seen = faulty(device, 'compare_zero_of_image') ? whole : view;
      return sampleLane(device, { ...given, view: seen, lanes }, reference);
    }
    default:
      return sampleLane(device, given, reference);
  }
}

/** The second image of an operation; null for a null descriptor. */
function secondView(table: ForeignTable, request: ForeignRequest, operand: string): ForeignView | null {
  const name = request.operands[operand];
  return name === null ? null : table.views.get(name as string)!;
}

function blockMatchLane(
  device: ForeignDevice,
  table: ForeignTable,
  request: ForeignRequest,
  target: ForeignView,
  sampler: ForeignSampler,
  lane: number,
): Vector4 {
  const match = {
    target,
    reference: secondView(table, request, 'reference'),
    sampler,
    coordinate: request.coords[lane],
    referenceCoordinate: listOperand(request, 'referenceCoord', lane)!,
    blockSize: listOperand(request, 'blockSize', lane)!,
    metric: request.operands['metric'] as 'sad' | 'ssd',
  };
  if (request.operands['form'] === 'window') return matchWindow(device, match);
  return request.operands['form'] === 'gather' ? matchGather(device, match) : matchBlock(device, match);
}
