/*
 * The layout of the kernels' work storage, in bytes. Both the kernels (assembly/) and the TypeScript around them import
 * it, so it holds nothing but constants.
 */

/** Lanes of a block, a multiple of a quad's four. */
export const BLOCK_LANES = 1024;
/** Lanes of which each register has room after those of the block: one quad, for intermediate values. */
const SPARE_LANES = 4;

/*
 * A block holds the registers of BLOCK_LANES lanes as a structure of arrays. Entry l of a register is at
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
export const TAP_ADDRESSES = 52 * REGISTER;

/** Float: the reference depth. */
export const LANE_DREF = 53 * REGISTER;
/** Two integers of 16 bits, the lower first: its floor and its ceiling as codes, their upper bits inverted. */
export const LANE_REFERENCE = 54 * REGISTER;

/**
 * Texels of floats have two float64 for each component, whose sum is the level's: the whole part, in LANE_SUM_HI and
 * LANE_SUM_LO, and the rest, here.
 */
export const LANE_REST_HI = 55 * REGISTER;
export const LANE_REST_LO = 63 * REGISTER;

/** Decoded texels of a pass (assembly/texels.ts): texel n of lane l at 32 * l + 8 * n, of floats at 64 * l + 16 * n. */
export const LANE_TEXELS = 71 * REGISTER;

export const BLOCK_BYTES = 87 * REGISTER;

/*
 * The record of a texture state, made once, its fields in the order of the kernels that read them. A "vector" has four
 * entries of 32 bits, one for each component of the result, or four times the same one.
 */

/** Bytes of an integer, a float64, a vector and four float64. */
const INTEGER = 4;
const DOUBLE = 8;
const VECTOR = 16;
const DOUBLES = 32;

/** Integers: dropped bits, what is added first, 1 where ties go to the even neighbour, what is added to negative values. */
export const ROUND_BITS = 0;
export const ROUND_ADD = 4;
export const ROUND_EVEN = 8;
export const ROUND_NEGATIVE = 12;
export const ROUND_BYTES = 16;

/** Float vectors: the period that is taken off an axis's coordinates and its reciprocal; 0 for the clamping modes. */
export const AXIS_INVERSE = 0;
export const AXIS_PERIOD = 16;
/** Float vector: coordinates are held to this distance from 0. */
export const AXIS_HOLD = 32;
/** Vector of bits: all set where an index beyond the table selects the texel at its end. */
export const AXIS_CLAMP = 48;
const AXIS_BYTES = 64;

/** Integers: first byte of a component in its texel, its lowest bit there, its mask, and byte address of its table. */
export const FIELD_BYTE = 0;
export const FIELD_SHIFT = 4;
export const FIELD_MASK = 8;
export const FIELD_TABLE = 12;
export const FIELD_BYTES = 16;

/** Most samples of an anisotropic footprint. */
export const MOST_SAMPLES = 16;

// Several kernels.

/** Integer: 1 if every lane takes one sample of one level, with the same filter. */
export const STATE_SINGLE = 0;
/** Integer: 1 if every lane takes one sample, whose result needs no sum. */
export const STATE_DIRECT = STATE_SINGLE + INTEGER;
/** Integer: 1 if no lane is filtered linearly. */
export const STATE_NEAREST = STATE_DIRECT + INTEGER;
/** Integer: 1 if codes have a sign. */
export const STATE_SIGNED = STATE_NEAREST + INTEGER;

// Coordinates (snap.ts).

/** The records of the axes. */
export const STATE_AXIS_U = STATE_SIGNED + INTEGER;
export const STATE_AXIS_V = STATE_AXIS_U + AXIS_BYTES;
/** The narrowing of a coordinate's fraction to a weight, a record of ROUND_BYTES. */
export const STATE_NARROW_WEIGHT = STATE_AXIS_V + AXIS_BYTES;
/** Integer: bits of a coordinate's fraction, and of a weight. */
export const STATE_FRACTION = STATE_NARROW_WEIGHT + ROUND_BYTES;
export const STATE_WEIGHT_BITS = STATE_FRACTION + INTEGER;
/** Integer: 1 if coordinates are scaled exactly, 0 for float32 steps. */
export const STATE_EXACT = STATE_WEIGHT_BITS + INTEGER;
/** Integer: the view's first level, the only one of states with one sample. */
export const STATE_FIRST_LEVEL = STATE_EXACT + INTEGER;
/** Integer: the layers of the view minus 1, and 1 if an operand between two layers rounds up. */
export const STATE_LAST_LAYER = STATE_FIRST_LEVEL + INTEGER;
export const STATE_LAYER_UP = STATE_LAST_LAYER + INTEGER;
/** The byte address of the positions of anisotropic samples: float, position k of n samples at 64 * n + 4 * k. */
export const STATE_POSITIONS = STATE_LAYER_UP + INTEGER;

// Footprints (tap-addresses.ts).

/**
 * Integers: byte addresses of the copy that takes the place of an image's texels and of the image, and log2 of how much
 * longer the copy is; 0 without a copy.
 */
export const STATE_COPY = STATE_POSITIONS + INTEGER;

// Loads of texels (byte-filter.ts, texels.ts).

/** The byte address of the border's texel, as the filter takes it. */
export const STATE_BORDER = STATE_COPY + 3 * INTEGER;
/** Vector of bytes: from four texels of 32 bits each to two pairs of texels side by side, of 64 bits each. */
export const STATE_TEXELS = STATE_BORDER + INTEGER;
/** Integer: bytes from a texel to its neighbour in a row, -2^31 where a row may lie on the border. */
export const STATE_STEP = STATE_TEXELS + VECTOR;
/** Integer: the form of the texels (FORM_*), of other than 8-bit codes. */
export const STATE_FORM = STATE_STEP + INTEGER;
/** The byte address of the tables of FORM_BYTE_TABLES, one for each byte of a texel, BYTE_TABLE_BYTES apart. */
export const STATE_TABLES = STATE_FORM + INTEGER;
/** Up to four fields of FIELD_BYTES, the components of FORM_FIELDS, and their number. */
export const STATE_FIELD_COUNT = STATE_TABLES + INTEGER;
export const STATE_FIELDS = STATE_FIELD_COUNT + INTEGER;

// Several filters.

/** Vector of bits: the components that do not come from the texel; 0 for those that do. */
export const STATE_CONSTANT = STATE_FIELDS + 4 * FIELD_BYTES;
/** The narrowings after the lerps along u and v. */
export const STATE_NARROW_U = STATE_CONSTANT + VECTOR;
export const STATE_NARROW_V = STATE_NARROW_U + ROUND_BYTES;
/** Vector of 16-bit integers: added to codes, or rows of 8-bit codes; unsigned ones, less 2^15, become signed. */
export const STATE_BIAS_U = STATE_NARROW_V + ROUND_BYTES;
/**
 * Integer vector: added to 8-bit codes after both lerps, to 16-bit codes after the one along u: what STATE_BIAS_U has
 * taken off, and what rounding adds.
 */
export const STATE_BIAS_V = STATE_BIAS_U + VECTOR;
/** Integer: 1 if a narrowing adds more than a constant. */
export const STATE_NARROWS = STATE_BIAS_V + VECTOR;
/** Where none does. Vector of bits: those of a row that STATE_NARROW_U keeps. */
export const STATE_KEPT_U = STATE_NARROWS + INTEGER;
/** Integers: what is added after both lerps, of 16-bit codes; the bits that are dropped then, those of both narrowings. */
export const STATE_ADD_V = STATE_KEPT_U + VECTOR;
export const STATE_SHIFT_V = STATE_ADD_V + INTEGER;
/** Integer: the fraction bits of a value after both lerps, and those of the weight between levels. */
export const STATE_VALUE_BITS = STATE_SHIFT_V + INTEGER;
export const STATE_LEVEL_BITS = STATE_VALUE_BITS + INTEGER;

// 8-bit codes (byte-filter.ts).

/**
 * Vectors of bytes: which of the four texels' bytes make the pairs of the upper and of the lower row. Where no lane is
 * filtered linearly, the first says which bytes of one texel make the components.
 */
export const STATE_UPPER = STATE_LEVEL_BITS + INTEGER;
export const STATE_LOWER = STATE_UPPER + VECTOR;
/** Float vector: the value of a component of 1 after both lerps. */
export const STATE_DIVISOR = STATE_LOWER + VECTOR;
/** Integer vector: what sums of codes get for components that every texel has the same, with the fraction bits of sums. */
export const STATE_SUM_CONSTANT = STATE_DIVISOR + VECTOR;

// Codes of up to 16 bits (wide-filter.ts).

/**
 * Vector of bytes: from the codes of two texels, 64 bits each, to those of each component of the result in turn. Where no
 * lane is filtered linearly, those of one texel go to the upper 16 bits of 32.
 */
export const STATE_PAIRS = STATE_SUM_CONSTANT + VECTOR;
/** Vectors: the least code, and what its value as an unsigned integer of 32 bits differs from it in. */
export const STATE_LEAST = STATE_PAIRS + VECTOR;
export const STATE_SIGN = STATE_LEAST + VECTOR;
/**
 * Float64 vectors of four: the reciprocal of the value of a component of 1 after both lerps. The product rounds to the
 * float32 of the quotient: for 16-bit codes with 16 fraction bits that is 2^-41 of its value or more off every tie.
 */
export const STATE_VALUES = STATE_SIGN + VECTOR;
/** Float64 vectors of four: the values, with the fraction bits of sums, of components that every texel has the same. */
export const STATE_SUM_CONSTANTS = STATE_VALUES + DOUBLES;
/** Float64: 2^52 more than the difference of STATE_SIGN. */
export const STATE_OFFSET = STATE_SUM_CONSTANTS + DOUBLES;
/** Float64: the code of 1 of a depth that is compared; 0 for states without a comparison. */
export const STATE_DEPTH_ONE = STATE_OFFSET + DOUBLE;
/** Integer: 1 if the reference is rounded to a code. */
export const STATE_DEPTH_QUANTIZED = STATE_DEPTH_ONE + DOUBLE;
/** Integer: the code that a texel becomes if the reference is equal; the bits that differ where it is less, greater. */
export const STATE_DEPTH_LESS = STATE_DEPTH_QUANTIZED + INTEGER;
export const STATE_DEPTH_EQUAL = STATE_DEPTH_LESS + INTEGER;
export const STATE_DEPTH_GREATER = STATE_DEPTH_EQUAL + INTEGER;

// Floats (float-filter.ts).

/** Vector of bytes: from the order of a texel's floats to that of the result. */
export const STATE_ORDER = STATE_DEPTH_GREATER + INTEGER;
/** Vector of bits: the components that come from the texel. */
export const STATE_KEPT = STATE_ORDER + VECTOR;
/** Float vector, in the order of a texel's components: the limit of its halves; infinity for components not read. */
export const STATE_LIMITS = STATE_KEPT + VECTOR;
/** Integer: 1 if the lerps of all texels have at most 53 bits, and every lane is filtered linearly. */
export const STATE_SMALL = STATE_LIMITS + VECTOR;
/** Float64: the unit of a product of two weights. Integer: the weight of 1 in both halves. */
export const STATE_WEIGHT_UNIT = STATE_SMALL + INTEGER;
export const STATE_WEIGHT_ONES = STATE_WEIGHT_UNIT + DOUBLE;

// Averages and levels (finish.ts).

/** Integer: 1 if a lerp between levels of 8-bit codes fits 32 bits, and its result 24 bits and a code. */
export const STATE_LEVEL_FITS = STATE_WEIGHT_ONES + INTEGER;
/** Float64 vectors of four: the value of a component of 1 after the lerp between levels, and its reciprocal. */
export const STATE_RESULT_ONES = STATE_LEVEL_FITS + INTEGER;
export const STATE_RESULT_RECIPROCALS = STATE_RESULT_ONES + DOUBLES;
/** Vectors of bits: the components that come from a sum, and the bits of those that the view makes 0 or 1. */
export const STATE_VIEW_KEPT = STATE_RESULT_RECIPROCALS + DOUBLES;
export const STATE_VIEW_CONSTANT = STATE_VIEW_KEPT + VECTOR;
/** The narrowing after the lerp between levels. */
export const STATE_NARROW_LEVEL = STATE_VIEW_CONSTANT + VECTOR;
/** Float64: the factor that lifts a filtered value to the fraction bits of a result. */
export const STATE_LIFT = STATE_NARROW_LEVEL + ROUND_BYTES;
/** Integer: the rounding's number in ROUNDING_MODES, and the bits that it drops between levels. */
export const STATE_ROUNDING = STATE_LIFT + DOUBLE;
export const STATE_LEVEL_DROPPED = STATE_ROUNDING + INTEGER;
/** Integer: fraction bits of the average's reciprocals, -1 for a divider; the byte address of the float64 reciprocals. */
export const STATE_RECIPROCAL_BITS = STATE_LEVEL_DROPPED + INTEGER;
export const STATE_RECIPROCALS = STATE_RECIPROCAL_BITS + INTEGER;
/** The narrowing of a sum of n samples to their average, at ROUND_BYTES * n; of no bits where n is no power of two. */
export const STATE_AVERAGES = STATE_RECIPROCALS + INTEGER;

/** The records of the levels, one after the other. */
export const STATE_LEVELS = STATE_AVERAGES + (MOST_SAMPLES + 1) * ROUND_BYTES;

/** The forms of texels that filters read where they lie: 16-bit codes, and the float32 of a copy (decoded-copy.ts). */
export const FORM_UNSIGNED = 0;
export const FORM_SIGNED = 1;
export const FORM_FLOATS = 2;
/** Those that are decoded first: halves, four bytes with a table each, any fields with a table each. */
export const FORM_HALVES = 3;
export const FORM_BYTE_TABLES = 4;
export const FORM_FIELDS = 5;

/** The bytes of a table of 256 entries. An entry has 64 bits: four codes of 16 bits, 0 for those of other fields. */
export const BYTE_TABLE_BYTES = 2048;

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
