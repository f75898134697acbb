import type { Instruction, LodSource, Operation } from './instruction.ts';

/** The resource access instructions of D3D11.3 22.4 that read textures, and `lod` of 22.5.6. */
export const D3D11_INSTRUCTIONS = [
  'sample',
  'sample_b',
  'sample_c',
  'sample_c_lz',
  'sample_d',
  'sample_l',
  'gather4',
  'gather4_c',
  'gather4_po',
  'gather4_po_c',
  'ld',
  'ld2dms',
  'lod',
  'resinfo',
  'sampleinfo',
  'samplepos',
] as const;
export type D3D11InstructionName = (typeof D3D11_INSTRUCTIONS)[number];

/** The modifiers of an instruction that are the same for every quad. */
export interface D3D11Modifiers {
  /** .select_component of srcSampler, 0 to 3, of gather4 and gather4_po; 0 if absent. */
  readonly component?: number;
  /** The suffix _s: the instruction also returns the residency of the texels. */
  readonly feedback?: boolean;
}

interface Meaning {
  readonly op: Operation;
  readonly lod: LodSource;
  readonly dref?: boolean;
  readonly component?: boolean;
  /** Offsets from a register. */
  readonly laneOffsets?: boolean;
}

const MEANINGS: Readonly<Record<D3D11InstructionName, Meaning>> = {
  sample: { op: 'sample', lod: 'implicit' },
  sample_b: { op: 'sample', lod: 'implicit' },
  sample_c: { op: 'sample', lod: 'implicit', dref: true },
  sample_c_lz: { op: 'sample', lod: 'explicit', dref: true },
  sample_d: { op: 'sample', lod: 'gradient' },
  sample_l: { op: 'sample', lod: 'explicit' },
  gather4: { op: 'gather', lod: 'explicit', component: true },
  gather4_c: { op: 'gather', lod: 'explicit', dref: true },
  gather4_po: { op: 'gather', lod: 'explicit', component: true, laneOffsets: true },
  gather4_po_c: { op: 'gather', lod: 'explicit', dref: true, laneOffsets: true },
  ld: { op: 'fetch', lod: 'explicit' },
  ld2dms: { op: 'fetch', lod: 'explicit' },
  lod: { op: 'query_lod', lod: 'implicit' },
  resinfo: { op: 'query_size', lod: 'explicit' },
  sampleinfo: { op: 'query_samples', lod: 'explicit' },
  samplepos: { op: 'sample_position', lod: 'explicit' },
};

/**
 * The instruction of a D3D11 name. The table gives the field of a quad batch for each operand:
 *
 * | operand | field of the batch | of |
 * |---|---|---|
 * | srcAddress, normalized; array index | s, t, r; layer | sample*, gather4*, lod |
 * | srcAddress, integer; array index; .a | i, j, k; integerLayer; level | ld, ld2dms (no level) |
 * | srcLODBias, srcLOD | lod | sample_b, sample_l; 0 in every other instruction |
 * | _cl, the LOD clamp | minLod | sample, sample_b, sample_c, sample_d |
 * | srcXDerivatives, srcYDerivatives | dsdx, dtdx, drdx, dsdy, dtdy, drdy | sample_d |
 * | srcReferenceValue | dref | *_c, sample_c_lz |
 * | _aoffimmi(u,v,w), -8 to 7 | offsetU, offsetV, offsetW | sample*, gather4, gather4_c, ld, ld2dms |
 * | srcOffset | laneOffset, each through `programmableOffset` | gather4_po, gather4_po_c |
 * | srcMipLevel | level | resinfo |
 * | sampleIndex | sample | ld2dms, samplepos |
 *
 * The gathers return texels (i0, j1), (i1, j1), (i1, j0), (i0, j0) of the top level, the order of OpImageGather. `lod`
 * returns the clamped and the unclamped LOD. resinfo returns the size of a level; `query_levels` adds its fourth
 * component, the count. Swizzles, masks, _uint and _rcpFloat belong to the shader.
 *
 * @throws RangeError for a component of an instruction that selects none, or a component outside 0 to 3
 */
export function d3d11Instruction(name: D3D11InstructionName, modifiers: D3D11Modifiers = {}): Instruction {
  const { op, lod, dref, component, laneOffsets } = MEANINGS[name];
  const selected = modifiers.component ?? 0;
  if (![0, 1, 2, 3].includes(selected) || (selected !== 0 && !component)) {
    throw new RangeError(`${name} cannot select component ${selected}`);
  }
  return {
    op,
    lod,
    projected: false,
    ...(dref && { dref }),
    ...(laneOffsets && { laneOffsets }),
    ...(op === 'gather' && { component: selected }),
    ...(modifiers.feedback && { sparse: true }),
  };
}

/** An offset of gather4_po: the 6 lowest bits of a 32-bit integer, -32 to 31 (D3D11.3 22.4.4). */
export function programmableOffset(operand: number): number {
  return (operand << 26) >> 26;
}
