/*
 * The layout of the kernels' work storage, in bytes. Both the kernels (assembly/) and the TypeScript around them import
 * it, so it holds nothing but constants.
 *
 * A block holds the registers of BLOCK_LANES lanes as a structure of arrays. Entry l of a register stands at
 * block + register + 4 * l. Every entry has 32 bits: "float" is a float32, "integer" an int32. The names are those of
 * LANE_REGISTERS and FOOTPRINT_REGISTERS, which say what the registers hold.
 */

/** Lanes of a block, a multiple of a quad's four. */
export const BLOCK_LANES = 1024;
const REGISTER = 4 * BLOCK_LANES;

// Registers that the front end and the LOD unit write, and that the kernels from the address unit on read.

/** Float: the sample's coordinates, normalized and projected. */
export const LANE_U = 0 * REGISTER;
export const LANE_V = 1 * REGISTER;
/** Float: the array layer's operand. */
export const LANE_LAYER = 2 * REGISTER;
/** Integer: the texel offsets. */
export const LANE_OFFSET_U = 3 * REGISTER;
export const LANE_OFFSET_V = 4 * REGISTER;
/** Integer: levels, numbered as in the image; the weight of the coarser one in the LOD format's fraction bits. */
export const LANE_LEVEL_HI = 5 * REGISTER;
export const LANE_LEVEL_LO = 6 * REGISTER;
export const LANE_LEVEL_WEIGHT = 7 * REGISTER;
/** Integer: 0 nearest, 1 linear. */
export const LANE_FILTER = 8 * REGISTER;
/** Integer: the anisotropic samples of a level, and (float) the major axis on which they lie. */
export const LANE_SAMPLES = 9 * REGISTER;
export const LANE_AXIS_U = 10 * REGISTER;
export const LANE_AXIS_V = 11 * REGISTER;
/** Integer: 0 for a lane that wants no result. */
export const LANE_PASSES = 12 * REGISTER;

// Work storage of the kernels from the address unit on.

/** Integer: byte addresses of the entries of i0 and j0 in the tables of columns and rows. */
export const LANE_COLUMN = 13 * REGISTER;
export const LANE_ROW = 14 * REGISTER;
/** Two integers of 16 bits: the weights of i0 and i1, and of j0 and j1. */
export const LANE_ALPHA = 15 * REGISTER;
export const LANE_BETA = 16 * REGISTER;
/** Integer: byte address of the lane's layer in its level. */
export const LANE_START = 17 * REGISTER;
/** Integer: not 0 for a lane that the kernels do not cover, which the units' TypeScript answers. */
export const LANE_LEFT = 18 * REGISTER;
/** Float: the result, component c of lane l at 16 * l + 4 * c. */
export const LANE_COLOR = 19 * REGISTER;

// Registers of the front end and the LOD unit that no other kernel reads.

/** Integer: bit l set where lane l of quad q wants a result, as entry q. */
export const LANE_ACTIVE = 23 * REGISTER;
/** Float: the projection's divisor. */
export const LANE_Q = 24 * REGISTER;
/** Float: derivatives, normalized. */
export const LANE_DUDX = 25 * REGISTER;
export const LANE_DVDX = 26 * REGISTER;
export const LANE_DUDY = 27 * REGISTER;
export const LANE_DVDY = 28 * REGISTER;
/** Float: the instruction's LOD or bias, and its minimum LOD. */
export const LANE_LOD_OPERAND = 29 * REGISTER;
export const LANE_MIN_LOD = 30 * REGISTER;
/** Integer, in the LOD format: before the bias, after it, after the clamp, and the level of the view. */
export const LANE_BASE_LOD = 31 * REGISTER;
export const LANE_LAMBDA = 32 * REGISTER;
export const LANE_LOD = 33 * REGISTER;
export const LANE_LEVEL_PARAMETER = 34 * REGISTER;

export const BLOCK_BYTES = 64 * REGISTER;
