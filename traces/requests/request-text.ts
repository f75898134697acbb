import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { componentListText } from '../encodings/component-text.ts';
import { floatListText, floatText } from '../encodings/float-text.ts';
import { resultsText } from './lane-results.ts';
import { takesOperand } from './request-operands.ts';
import { needsCoordinate, takesTexels } from './request-shape.ts';
import type { Request, RequestLane } from './request-trace.ts';

/** The line of a request. Fields that say nothing are left out. */
export function requestText(request: Request): string {
  const { instruction, lanes, active, results } = request;
  const { op = 'sample' } = instruction;
  const fields = [...namesOf(request)];
  if (request.x !== 0 || request.y !== 0) fields.push(`"pixel":[${request.x},${request.y}]`);
  const coordinates = lanes.map(({ coord }) => (takesTexels(op) ? `[${coord.join()}]` : floatListText(coord)));
  if (lanes.length > 1) fields.push(`"quad":[${coordinates.join(',')}]`);
  else if (needsCoordinate(op) || lanes[0].coord.length > 0) fields.push(`"coord":${coordinates[0]}`);
  if (lanes.length > 1 && active !== 0b1111) fields.push(`"active":"${maskText(active)}"`);
  fields.push(...constantFields(instruction), ...operandFields(request));
  if (request.offset.some((axis) => axis !== 0)) fields.push(`"offset":[${request.offset.join()}]`);
  if (results !== null) fields.push(resultsText(results));
  return `{${fields.join(',')}}\n`;
}

function namesOf({ id, image, second, sampler, instruction: { op } }: Request): readonly string[] {
  const named = (field: string, name: string | null) => `"${field}":${JSON.stringify(name)}`;
  return [
    `"id":${JSON.stringify(id)}`,
    ...(op === undefined || op === 'sample' ? [] : [`"op":"${op}"`]),
    named('image', image),
    ...(second === null ? [] : [named(op === 'sample_weighted' ? 'weights' : 'reference', second)]),
    ...(sampler === null ? [] : [named('sampler', sampler)]),
  ];
}

/** Fields that are the same in all lanes. */
function constantFields(instruction: Instruction): readonly string[] {
  const { sparse, component, gatherOffsets, gatherOrigin, granularity, coarse, blockMatch } = instruction;
  return [
    ...(sparse ? ['"sparse":true'] : []),
    ...(component === undefined ? [] : [`"component":${component}`]),
    ...(gatherOffsets === undefined ? [] : [`"offsets":${JSON.stringify(gatherOffsets)}`]),
    ...(gatherOrigin === undefined ? [] : [`"origin":"${gatherOrigin}"`]),
    ...(granularity === undefined ? [] : [`"granularity":${granularity}`]),
    ...(coarse === undefined ? [] : [`"coarse":${coarse}`]),
    ...(blockMatch === undefined ? [] : [`"metric":"${blockMatch.metric}","form":"${blockMatch.form}"`]),
  ];
}

/** Operands of the lanes. */
function operandFields({ instruction, lanes }: Request): readonly string[] {
  const { op = 'sample', lod, projected, dref, laneOffsets } = instruction;
  const fields: string[] = [];
  const add = (field: string, textOf: (lane: RequestLane) => string) =>
    fields.push(`"${field}":${perLane(lanes, textOf)}`);
  const addUnless = (none: string, field: string, textOf: (lane: RequestLane) => string) => {
    if (perLane(lanes, textOf) !== none) add(field, textOf);
  };
  if (projected) add('q', (lane) => floatText(lane.q));
  if (takesOperand(op, 'lod')) {
    if (lod === 'gradient') add('grad', gradientText);
    if (lod === 'explicit') add('lod', (lane) => floatText(lane.lod));
    else addUnless('0', 'bias', (lane) => floatText(lane.lod));
    addUnless('0', 'minLod', (lane) => floatText(lane.minLod));
  }
  if (dref) add('dref', (lane) => floatText(lane.dref));
  if (laneOffsets) fields.push(`"offset":[${lanes.map(({ offset }) => `[${offset.join()}]`).join(',')}]`);
  if (takesOperand(op, 'level')) addUnless('0', 'level', ({ level }) => String(level));
  if (takesOperand(op, 'sample')) addUnless('0', 'sample', ({ sample }) => String(sample));
  if (op === 'write') add('value', ({ value }) => componentListText(value));
  if (op === 'box_filter') add('boxSize', ({ boxSize }) => floatListText(boxSize));
  if (op === 'block_match') {
    add('referenceCoord', ({ referenceCoord }) => `[${referenceCoord.join()}]`);
    add('blockSize', ({ blockSize }) => `[${blockSize.join()}]`);
  }
  return fields;
}

function gradientText({ dx, dy }: RequestLane): string {
  return `{"dx":${floatListText(dx)},"dy":${floatListText(dy)}}`;
}

/** One text where all lanes have the same, otherwise the list of them. */
function perLane(lanes: readonly RequestLane[], textOf: (lane: RequestLane) => string): string {
  const texts = lanes.map(textOf);
  return texts.every((text) => text === texts[0]) ? texts[0] : `[${texts.join(',')}]`;
}

function maskText(active: number): string {
  return [0, 1, 2, 3].map((lane) => (active >> lane) & 1).join('');
}
