import { ISSUE } from '../../rtl-model/registers/quad-batch.ts';
import { componentListText } from '../encodings/component-text.ts';
import { floatListText, floatText } from '../encodings/float-text.ts';
import { objectText } from '../encodings/json-lines.ts';
import { resultFields } from './lane-results.ts';
import { INSTRUCTION_FIELDS, takesOperand } from './request-operands.ts';
import { needsCoordinate, takesTexels } from './request-shape.ts';
import type { Request, RequestLane } from './request-trace.ts';

/** The line of a request. Fields that say nothing are left out. */
export function requestText(request: Request): string {
  const { id, image, second, sampler, instruction, x, y, lanes, active, results } = request;
  const { op = 'sample', sparse, blockMatch } = instruction;
  const own = INSTRUCTION_FIELDS.map(([field, name]) => [field, JSON.stringify(instruction[name])]);
  const coordinates = lanes.map(({ coord }) => (takesTexels(op) ? `[${coord.join()}]` : floatListText(coord)));
  const isQuad = lanes.length > 1;
  const given = isQuad || needsCoordinate(op) || lanes[0].coord.length > 0;
  return `${objectText({
    id: JSON.stringify(id),
    op: op === 'sample' ? undefined : `"${op}"`,
    image: JSON.stringify(image),
    [op === 'sample_weighted' ? 'weights' : 'reference']: JSON.stringify(second),
    sampler: JSON.stringify(sampler ?? undefined),
    pixel: x === 0 && y === 0 ? undefined : `[${x},${y}]`,
    ...Object.fromEntries(ISSUE.map((name) => [name, JSON.stringify(request[name])])),
    [isQuad ? 'quad' : 'coord']: given ? (isQuad ? `[${coordinates.join()}]` : coordinates[0]) : undefined,
    active: isQuad && active !== 0b1111 ? `"${lanes.map((_, lane) => (active >> lane) & 1).join('')}"` : undefined,
    sparse: sparse ? 'true' : undefined,
    ...Object.fromEntries(own),
    metric: JSON.stringify(blockMatch?.metric),
    form: JSON.stringify(blockMatch?.form),
    ...operandFields(request),
    ...(results !== null && resultFields(results)),
  })}\n`;
}

/** Operands of the lanes, and the offset that they share. */
function operandFields({ instruction, lanes, offset }: Request): Readonly<Record<string, string | undefined>> {
  const { op = 'sample', lod, projected, dref, laneOffsets } = instruction;
  const takes = takesOperand(op, 'lod');
  const shared = offset.some((axis) => axis !== 0);
  const text = (isGiven: boolean | undefined, textOf: (lane: RequestLane) => string) =>
    isGiven ? perLane(lanes, textOf) : undefined;
  const unlessZero = (isTaken: boolean, textOf: (lane: RequestLane) => string) => {
    const all = text(isTaken, textOf);
    return all === '0' ? undefined : all;
  };
  return {
    q: text(projected, (lane) => floatText(lane.q)),
    grad: text(takes && lod === 'gradient', ({ dx, dy }) => `{"dx":${floatListText(dx)},"dy":${floatListText(dy)}}`),
    lod: text(takes && lod === 'explicit', (lane) => floatText(lane.lod)),
    bias: unlessZero(takes && lod !== 'explicit', (lane) => floatText(lane.lod)),
    minLod: unlessZero(takes, (lane) => floatText(lane.minLod)),
    dref: text(dref, (lane) => floatText(lane.dref)),
    ...(laneOffsets && { offset: `[${lanes.map((lane) => `[${lane.offset.join()}]`).join()}]` }),
    level: unlessZero(takesOperand(op, 'level'), ({ level }) => String(level)),
    sample: unlessZero(takesOperand(op, 'sample'), ({ sample }) => String(sample)),
    value: text(takesOperand(op, 'value'), ({ value }) => componentListText(value)),
    boxSize: text(op === 'box_filter', ({ boxSize }) => floatListText(boxSize)),
    referenceCoord: text(op === 'block_match', ({ referenceCoord }) => `[${referenceCoord.join()}]`),
    blockSize: text(op === 'block_match', ({ blockSize }) => `[${blockSize.join()}]`),
    ...(shared && { offset: `[${offset.join()}]` }),
  };
}

/** One text where all lanes have the same, otherwise the list of them. */
function perLane(lanes: readonly RequestLane[], textOf: (lane: RequestLane) => string): string {
  const texts = lanes.map(textOf);
  return texts.every((text) => text === texts[0]) ? texts[0] : `[${texts.join()}]`;
}
