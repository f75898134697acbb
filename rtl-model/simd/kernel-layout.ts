/*
 * The layout of the kernels' work storage, in bytes. Both the kernels (assembly/) and the TypeScript around them import
 * it, so it holds nothing but constants.
 */

/** Lanes of a block, a multiple of a quad's four. */
export const BLOCK_LANES = 1024;
/** Lanes of which each register has room behind those of the block: one quad, for intermediate values. */
export const SPARE_LANES = 4;

/*
 * A block holds the registers of BLOCK_LANES lanes as a structure of arrays. Entry l of a register stands at
 * block + register + 4 * l. Every entry has 32 bits: "float" is a float32, "integer" an int32. The names are those of
 * LANE_REGISTERS and FOOTPRINT_REGISTERS, which say what the registers hold.
 */
const REGISTER = 4 * (BLOCK_LANES + SPARE_LANES);

// Registers that the front end and the LOD unit write, and that the kernels from the address unit on read.

/** Float: the sample's coordinates, normalized and projected. */
export const LANE_U = 0 * REGISTER;
export const LANE_V = 1 * REGISTER;
/** Float: the array layer's operand. */
export const LANE_LAYER = 2 * REGISTER;
/** Integer: the texel offsets of quad q, as entry q. */
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
/** Two integers of 16 bits, the lower first: the weights of i0 and i1, and of j0 and j1. */
export const LANE_ALPHA = 15 * REGISTER;
export const LANE_BETA = 16 * REGISTER;
/** Integer: byte address of the lane's layer in its level. */
export const LANE_START = 17 * REGISTER;
/** Integer: not 0 for a lane that the kernels do not cover, which the units' TypeScript answers. */
export const LANE_LEFT = 18 * REGISTER;
/** Float: the result, component c of lane l at 16 * l + 4 * c. */
export const LANE_COLOR = 19 * REGISTER;
/**
 * The sums of the finer and the coarser level. Texels of 8 bits have an integer for each component, component c of lane l
 * at 16 * l + 4 * c; wider ones a float64 each, at 32 * l + 8 * c.
 */
export const LANE_SUM_HI = 23 * REGISTER;
export const LANE_SUM_LO = 31 * REGISTER;

// Registers of the front end and the LOD unit that no other kernel reads.

/** Integer: bit l set where lane l of quad q wants a result, as entry q. */
export const LANE_ACTIVE = 39 * REGISTER;
/** Float: the projection's divisor. */
export const LANE_Q = 40 * REGISTER;
/** Float: derivatives, normalized. */
export const LANE_DUDX = 41 * REGISTER;
export const LANE_DVDX = 42 * REGISTER;
export const LANE_DUDY = 43 * REGISTER;
export const LANE_DVDY = 44 * REGISTER;
/** Float: the instruction's LOD or bias, and its minimum LOD. */
export const LANE_LOD_OPERAND = 45 * REGISTER;
export const LANE_MIN_LOD = 46 * REGISTER;
/** Integer, in the LOD format: before the bias. */
export const LANE_BASE_LOD = 47 * REGISTER;

// The footprints of a pass, for users that want them.

/** Integer: byte address of tap n of lane l at 16 * l + 4 * n, negative for none; the number of taps. */
export const LANE_ADDRESS = 48 * REGISTER;
export const LANE_TAPS = 52 * REGISTER;

/** Float: the reference depth. */
export const LANE_DREF = 53 * REGISTER;

/**
 * Texels of floats have two float64 for each component, whose sum is the level's: the whole part, in LANE_SUM_HI and
 * LANE_SUM_LO, and the rest, here.
 */
export const LANE_REST_HI = 54 * REGISTER;
export const LANE_REST_LO = 62 * REGISTER;

/** The texels of a pass, of other than 8-bit codes: texel n of lane l at 32 * l + 8 * n (assembly/texels.ts). */
export const LANE_TEXELS = 70 * REGISTER;

export const BLOCK_BYTES = 78 * REGISTER;

/*
 * The record of a texture state, made once. A "vector" has four entries of 32 bits, one for each component of the
 * result, or four times the same one.
 */

/** Integer: 1 if coordinates are scaled exactly, 0 for float32 steps. */
export const STATE_EXACT = 0;
/** Integer: bits of a coordinate's fraction, and those of them that a weight drops. */
export const STATE_FRACTION = 4;
/** Integer: 1 if every lane takes one sample of one level, with the same filter. */
export const STATE_SINGLE = 8;
/** Integer: 1 if every lane takes one sample, whose result needs no sum. */
export const STATE_DIRECT = 396;
/** Integer: the fraction bits of a value after both lerps. */
export const STATE_VALUE_BITS = 624;
/** Integer: 1 if no lane is filtered linearly. */
export const STATE_NEAREST = 12;
/** Integer: the view's first level, the only one of states with one sample. */
export const STATE_FIRST_LEVEL = 388;
/** Float vectors: reciprocal of the period that is taken off, along u and v; 0 for the clamping modes. */
export const STATE_INVERSE_U = 16;
export const STATE_INVERSE_V = 32;
/** Float vectors: the period. */
export const STATE_PERIOD_U = 48;
export const STATE_PERIOD_V = 64;
/** Float vectors: coordinates are held to this distance from 0. */
export const STATE_HOLD_U = 80;
export const STATE_HOLD_V = 96;
/** Vectors of bits: all set where an index beyond the table selects the texel at its end. */
export const STATE_CLAMP_U = 400;
export const STATE_CLAMP_V = 416;
/** The narrowing of a coordinate's fraction to a weight, a record of ROUND_BYTES. */
export const STATE_NARROW_WEIGHT = 112;
/** The narrowings after the lerps along u and v. */
export const STATE_NARROW_U = 128;
export const STATE_NARROW_V = 144;
/** Integer: the weight's bits; the byte address of the border's texel. */
export const STATE_WEIGHT_BITS = 160;
export const STATE_BORDER = 164;
/** Integer: the layers of the view minus 1, and 1 if an operand between two layers rounds up. */
export const STATE_LAST_LAYER = 168;
export const STATE_LAYER_UP = 172;
/**
 * Vectors of bytes: which of the four texels' bytes make the pairs of the upper and of the lower row. Where no lane is
 * filtered linearly, and for texels of 16 bits, the first says which bytes of one texel make the components. For wider
 * codes the second is as STATE_ORDER, from the order of the texel's own components.
 */
export const STATE_UPPER = 176;
export const STATE_LOWER = 192;
/** Vector of bits: those that are inverted in a row of 16 bits. */
export const STATE_FLIP = 208;
/**
 * Integer vector: what inverting has taken off a component after both lerps, and what rounding adds there. Integer: the
 * bits that are dropped then. Integer: 1 if narrowing takes more than that.
 */
export const STATE_BIAS_V = 224;
export const STATE_SHIFT_V = 244;
export const STATE_NARROWS = 248;
/**
 * Integer: bytes from a texel to its neighbour in a row, -2^31 where a row may lie on the border. Vector of bytes:
 * from four texels of 32 bits each to two pairs of texels side by side, of 64 bits each; for texels of 16-bit
 * components, from two side by side to two of 64 bits each.
 */
export const STATE_STEP = 240;
export const STATE_TEXELS = 256;
/** Float vector: the value of a component of 1 after both lerps. */
export const STATE_DIVISOR = 272;
/** Vectors of bits: the components that come from the texel, and the bits of those that do not. */
export const STATE_KEPT = 288;
export const STATE_CONSTANT = 304;
/** Integer: rounding and reciprocal bits (-1 for a divider) of the average, rounding and dropped bits between levels. */
export const STATE_ROUNDING = 320;
export const STATE_RECIPROCAL_BITS = 324;
export const STATE_LEVEL_DROPPED = 328;
export const STATE_LEVEL_BITS = 332;
/** Float64 vectors of four: the value of a component of 1 after the lerp between levels. */
export const STATE_RESULT_ONES = 336;
/** Float64: the factor that lifts a filtered value to the fraction bits of a result. */
export const STATE_LIFT = 368;
/** Integer: the form of the texels (FORM_*), of other than 8-bit codes. */
export const STATE_FORM = 376;
/** The byte address of the positions of anisotropic samples: float, position k of n samples at 64 * n + 4 * k. */
export const STATE_POSITIONS = 380;
/** The byte address of the float64 reciprocals of sample counts. */
export const STATE_RECIPROCALS = 384;
/** Vector of bytes: from the order of a texel's decoded components to that of the result. */
export const STATE_ORDER = 432;
/**
 * Float64 vectors of four: the reciprocal of the value of a component of 1 after both lerps. The product rounds to the
 * float32 of the quotient: for 16-bit codes with 16 fraction bits that is 2^-41 of its value or more off every tie.
 */
export const STATE_VALUES = 448;
/** Up to four fields of FIELD_BYTES, the components of FORM_FIELDS, and their number. */
export const STATE_FIELDS = 480;
export const STATE_FIELD_COUNT = 732;
/** The byte address of the tables of FORM_BYTE_TABLES, one for each byte of a texel, BYTE_TABLE_BYTES apart. */
export const STATE_TABLES = 692;
/** Integer: 1 if codes have a sign. */
export const STATE_SIGNED = 392;
/** Float64: the code of 1 of a depth that is compared; 0 for states without a comparison. */
export const STATE_DEPTH_ONE = 544;
/** Integer: 1 if the reference is rounded to a code; what a texel becomes when the reference is less, equal, greater. */
export const STATE_DEPTH_QUANTIZED = 552;
export const STATE_DEPTH_LESS = 556;
export const STATE_DEPTH_EQUAL = 560;
export const STATE_DEPTH_GREATER = 564;
/** Integer vector: what sums of codes get for components that every texel has the same, with the fraction bits of sums. */
export const STATE_SUM_CONSTANT = 576;
/** Vectors of bits: the components that come from a sum, and the bits of those that the view makes 0 or 1. */
export const STATE_VIEW_KEPT = 592;
export const STATE_VIEW_CONSTANT = 608;
/** The narrowing after the lerp between levels. */
export const STATE_NARROW_LEVEL = 640;
/** Float64 vectors of four: the reciprocals of STATE_RESULT_ONES. */
export const STATE_RESULT_RECIPROCALS = 656;
/** Integer: 1 if a lerp between levels of 8-bit codes fits 32 bits, and its result 24 bits and a code. */
export const STATE_LEVEL_FITS = 688;
/** Float vector, in the order of a texel's components: the limit of its halves; infinity for components not read. */
export const STATE_LIMITS = 704;
/** Float64: the unit of a product of two weights. Integer: the weight of 1 in both halves. */
export const STATE_WEIGHT_UNIT = 720;
export const STATE_WEIGHT_ONES = 728;
/** For wide codes. Vectors: the least code, and what its value as an unsigned integer of 32 bits differs from it in. */
export const STATE_LEAST = 736;
export const STATE_SIGN = 752;
/** Float64 vectors of four: the values, with the fraction bits of sums, of components that every texel has the same. */
export const STATE_SUM_CONSTANTS = 768;
/** Float64: 2^52 more than the difference of STATE_SIGN. */
export const STATE_OFFSET = 800;
/** The records of the levels, one after the other. */
export const STATE_LEVELS = 808;

/** The forms of texels: 16-bit codes, halves, four bytes with a table each, any fields with a table each. */
export const FORM_UNSIGNED = 0;
export const FORM_SIGNED = 1;
export const FORM_HALVES = 2;
export const FORM_BYTE_TABLES = 3;
export const FORM_FIELDS = 4;

/** The bytes of a table of 256 entries. An entry has 64 bits: four codes of 16 bits, 0 for those of other fields. */
export const BYTE_TABLE_BYTES = 2048;

/** Integers: first byte of a component in its texel, its lowest bit there, its mask, and byte address of its table. */
export const FIELD_BYTE = 0;
export const FIELD_SHIFT = 4;
export const FIELD_MASK = 8;
export const FIELD_TABLE = 12;
export const FIELD_BYTES = 16;

/** Most samples of an anisotropic footprint. */
export const MOST_SAMPLES = 16;

/** Integers: dropped bits, what is added first, 1 where ties go to the even neighbour, what is added to negative values. */
export const ROUND_BITS = 0;
export const ROUND_ADD = 4;
export const ROUND_EVEN = 8;
export const ROUND_NEGATIVE = 12;

/** The record of a level. Float64 and float32: its size, with and without the fraction bits. */
export const LEVEL_SCALE_U = 0;
export const LEVEL_SCALE_V = 8;
export const LEVEL_SIZE_U = 16;
export const LEVEL_SIZE_V = 20;
/** Integer: byte address of the entry of texel 0, the first and the last index that the tables hold. */
export const LEVEL_COLUMNS = 24;
export const LEVEL_ROWS = 28;
export const LEVEL_FIRST_COLUMN = 32;
export const LEVEL_FIRST_ROW = 36;
export const LEVEL_LAST_COLUMN = 40;
export const LEVEL_LAST_ROW = 44;
/** Integer: byte address of the view's first layer, and bytes from a layer to the next. */
export const LEVEL_START = 48;
export const LEVEL_LAYER_BYTES = 52;
/** Integer: 1 if float32 steps end in coordinates below 2^22. */
export const LEVEL_SMALL = 56;
/** Integer: 1 if the fixed-point coordinates along both axes lose whole periods, powers of two, by these masks. */
export const LEVEL_MASKED = 60;
export const LEVEL_MASK_U = 64;
export const LEVEL_MASK_V = 68;
export const LEVEL_BYTES = 72;
