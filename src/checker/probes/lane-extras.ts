import { FOOTPRINT_LEVEL, FOOTPRINT_SINGLE } from '../../../rtl-model/address-unit/plans/query-plans.ts';
import type { LaneExtras } from '../../../rtl-model/registers/lane-extras.ts';
import { QUERY_ENTRIES } from '../../../rtl-model/registers/register.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import type { Answer } from '../../specification/answers/answer.ts';
import { areRightGroups, type ReturnedGroups } from '../../specification/answers/texel-groups.ts';

/** False for instructions that return colours alone. */
export function returnsExtras({ op, sparse }: Instruction): boolean {
  return sparse === true || op === 'footprint';
}

/** Room for residency codes and footprints, if the instruction returns either. */
export function extrasFor(instruction: Instruction, lanes: number): LaneExtras | undefined {
  if (!returnsExtras(instruction)) return undefined;
  return { resident: new Uint8Array(lanes), query: new Int32Array(QUERY_ENTRIES * lanes) };
}

/** The residency code of a lane, or its footprint, if the instruction returns either. */
export interface LaneReply {
  readonly resident?: number;
  readonly groups?: ReturnedGroups;
}

/** The reply of a lane: the parts that an answer decides. */
export function replyOf(extras: LaneExtras | undefined, lane: number, { resident, groups }: Answer): LaneReply {
  if (extras === undefined) return {};
  return {
    ...(resident && { resident: extras.resident[lane] }),
    ...(groups && { groups: groupsOf(extras.query.subarray(QUERY_ENTRIES * lane, QUERY_ENTRIES * (lane + 1))) }),
  };
}

/** @param words of a footprint, as `queryFootprint` and `FootprintPlan` leave them */
function groupsOf(words: Int32Array): ReturnedGroups {
  const [x, y, z, right, down, back, low, high, granularity] = words;
  const single = words[FOOTPRINT_SINGLE] === 1;
  const level = words[FOOTPRINT_LEVEL];
  return { single, anchor: [x, y, z], offset: [right, down, back], mask: [low, high], level, granularity };
}

export function isRightReply({ resident, groups }: Answer, reply: LaneReply): boolean {
  if (reply.resident !== undefined && !resident!.includes(reply.resident)) return false;
  return reply.groups === undefined || areRightGroups(groups!, reply.groups);
}

export function replyText({ resident, groups }: LaneReply): string {
  return [
    ...(resident === undefined ? [] : [`resident ${resident}`]),
    ...(groups ? [JSON.stringify(groups)] : []),
  ].join(', ');
}

export function rightRepliesText({ resident, groups }: Answer): string {
  const ways = (groups?.ways ?? []).map(({ single, texels }) => {
    const [certain, possible] = [texels?.certain ?? [], texels?.possible ?? []].map((some) => [...some].join(', '));
    return `single ${single.join(' or ')}, level ${texels?.level ?? 'none'}, texels ${certain} of ${possible}`;
  });
  return [...(resident ? [`resident ${resident.join(' or ')}`] : []), ways.join('; or ')].filter(Boolean).join(', ');
}
