/*
 * The work storage of a module's functions: registers of BLOCK_LANES lanes as a structure of arrays. Entry l of a register
 * is at block + offset + 4 * l; registers of a quad have entry q for quad q. "float" is a float32, "integer" an int32.
 */

/** Lanes of a block, a multiple of a quad's four. */
export const BLOCK_LANES = 2048;

/** The registers, and their 32-bit entries for each lane. */
const ENTRIES = {
  /** Float: coordinates; of cubes first the direction, then the coordinates on the face. */
  u: 1,
  v: 1,
  w: 1,
  /** Float: the projection's divisor, the array layer's operand, the reference depth. */
  q: 1,
  layer: 1,
  dref: 1,
  /** Integer, of a quad: texel offsets; bit l is set where lane l wants a result. */
  offsetU: 1,
  offsetV: 1,
  offsetW: 1,
  active: 1,
  /** Float: derivatives of the coordinates. */
  dudx: 1,
  dvdx: 1,
  dwdx: 1,
  dudy: 1,
  dvdy: 1,
  dwdy: 1,
  /** Float: the instruction's LOD or bias, and its minimum LOD. */
  lodOperand: 1,
  minLod: 1,
  /** Integer: the face of a cube. */
  face: 1,
  /** Integer: levels, numbered as in the image; the weight of the coarser one; 0 nearest, 1 linear. */
  levelHi: 1,
  levelLo: 1,
  levelWeight: 1,
  filter: 1,
  /** Integer: the anisotropic samples of a level, and (float) the major axis on which they lie. */
  samples: 1,
  axisU: 1,
  axisV: 1,
  /** Integer: the passes of a lane. */
  passes: 1,
  /** Integer: not 0 for a lane that is left to the units. */
  left: 1,
  /** Float: the result, component c of lane l at 16 * l + 4 * c. */
  color: 4,
  /** Integer: byte address of tap n of lane l at 16 * l + 4 * n; the number of taps. */
  address: 4,
  tapCount: 1,
} as const;

export type BlockRegister = keyof typeof ENTRIES;

/** The byte offset of each register in a block. */
export const BLOCK_OFFSETS = { ...ENTRIES } as Record<BlockRegister, number>;

let bytes = 0;
for (const name of Object.keys(ENTRIES) as BlockRegister[]) {
  BLOCK_OFFSETS[name] = bytes;
  bytes += 4 * ENTRIES[name] * BLOCK_LANES;
}

export const BLOCK_BYTES = bytes;

export function blockOffset(name: string): number {
  const offset = BLOCK_OFFSETS[name as BlockRegister] as number | undefined;
  if (offset === undefined) throw new RangeError(`a block has no register ${name}`);
  return offset;
}
