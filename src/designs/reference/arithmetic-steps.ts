/** A field and one of its values: what follows is for designs that have it. */
export interface Choice {
  readonly field: string;
  readonly value: string | boolean;
  /** True for designs that have another value. */
  readonly not?: boolean;
}

/** A step of the plain path: a text between braces is the path of a design's field, which stands for its value. */
export interface ArithmeticStep {
  readonly title: string;
  readonly section: string;
  /** The file that computes it. */
  readonly file: string;
  readonly input: string;
  readonly formulas: readonly (string | readonly [Choice, string])[];
  /** The designs that have the step; all if left out. */
  readonly of?: Choice;
  readonly output: string;
  readonly rounding: string;
}

const FLOAT = 'float32, round to nearest even after every operation';
const CUT = 'bits below are cut off';

const chosen = (field: string, value: string | boolean, text: string) => [{ field, value }, text] as const;
const otherwise = (field: string, value: string, text: string) => [{ field, value, not: true }, text] as const;
const ELLIPSE: Choice = { field: 'lod.scaleFactor', value: 'ellipse' };

/** The steps of a sample of a 2D image or 2D array image, in the order of the data. */
export const ARITHMETIC_STEPS: readonly ArithmeticStep[] = [
  {
    title: 'Operands',
    section: 'D3D11.3 3.1; Vulkan: Texel Coordinate Systems',
    file: 'rtl-model/front-end/front-end.ts',
    input: 's, t, q, layer, LOD or bias, minimum LOD, gradients: float32; texel offsets: 16 bits, signed',
    formulas: [
      'The four lanes of a quad are (x, y) = (0, 0), (1, 0), (0, 1), (1, 1). Lanes that are not active take part in derivatives.',
    ],
    output: 'the same',
    rounding: 'none',
  },
  {
    title: 'Projection',
    section: 'Vulkan: Projection Operation',
    file: 'rtl-model/fixed-point/truncation.ts',
    input: 's, t, q: float32; of instructions that project',
    formulas: [
      'u = s / q, v = t / q.',
      otherwise(
        'frontEnd.projectionBits',
        'exact',
        '{frontEnd.projectionBits} significant bits: the mantissas, of 24 bits each, divide by digit recurrence; bits below ' +
          'are cut off. Denormal operands count as zeros. A quotient below 2^-126 is a zero and one of 2^128 or more is ' +
          'infinite, with its sign; zeros, infinities and NaN as IEEE 754.',
      ),
      chosen('frontEnd.projectionBits', 'exact', 'The quotient is rounded once to nearest even, denormals included.'),
    ],
    output: 'u, v: float32',
    rounding: 'as said',
  },
  {
    title: 'Derivatives',
    section: 'D3D11.3 22.5.2-22.5.5; Vulkan: Derivative Operations',
    file: 'rtl-model/front-end/derivatives.ts',
    input: 'u, v of the four lanes: float32; or the gradients of the instruction',
    formulas: [
      'du/dx = u(1) - u(0), du/dy = u(2) - u(0), the same for v.',
      chosen('lod.derivatives', 'coarse', 'All four lanes take these.'),
      chosen(
        'lod.derivatives',
        'fine',
        'Lanes of the second row take u(3) - u(2), those of the second column u(3) - u(1).',
      ),
    ],
    output: 'du/dx, dv/dx, du/dy, dv/dy: float32',
    rounding: FLOAT,
  },
  {
    title: 'Scaled derivatives',
    section: 'D3D11.3 7.18.11; Vulkan: Scale Factor Operation',
    file: 'rtl-model/lod-unit/lod-unit.ts',
    input: "the derivatives: float32; width and height of the view's first level",
    formulas: ['dX = (du/dx width, dv/dx height), dY = (du/dy width, dv/dy height).'],
    output: 'dX, dY: float32',
    rounding: FLOAT,
  },
  {
    title: 'Common exponent',
    section: 'D3D11.3 7.18.11',
    file: 'rtl-model/lod-unit/narrow-axes.ts',
    input: 'dX, dY: four float32',
    formulas: [
      'Denormals count as zeros. e is the largest exponent of the four: 2^e <= largest < 2^(e + 1). k = e + 1 - {lod.scaleFactorBits}.',
      'Each magnitude becomes an integer m of 2^k: the mantissa with its leading bit, shifted right by the distance of its exponent from e.',
      'Where one is infinite or NaN, the length is infinite: the LOD is the largest of its format, N = 1.',
    ],
    output: 'xu, xv, yu, yv: sign and {lod.scaleFactorBits} bits; k',
    rounding: CUT,
  },
  {
    title: 'Lengths of the vectors',
    of: { ...ELLIPSE, not: true },
    section: 'Vulkan: Scale Factor Operation',
    file: 'rtl-model/lod-unit/narrow-axes.ts',
    input: 'xu, xv, yu, yv; u and v stand for the magnitudes of a vector',
    formulas: [
      chosen('lod.scaleFactor', 'euclidean', 'length = sqrt(u^2 + v^2).'),
      chosen('lod.scaleFactor', 'max-component', 'length = max(u, v).'),
      chosen('lod.scaleFactor', 'component-sum', 'length = u + v.'),
      chosen(
        'lod.scaleFactor',
        'alpha-max-beta-min',
        'length = alpha max(u, v) + beta min(u, v), alpha = {lod.alpha} and beta = {lod.beta} with {lod.alphaBetaBits} ' +
          'fraction bits (to nearest even).',
      ),
      'The integer, times 2^k, becomes a float of {lod.lengthBits} significant bits. The root is an integer root: its bits, one after the other, from the leading one.',
      'major is the longer length, minor the shorter one. The direction is the longer vector, dY of equal ones.',
    ],
    output: 'major, minor: {lod.lengthBits} significant bits and an exponent',
    rounding: CUT,
  },
  {
    title: 'Squares and product',
    of: ELLIPSE,
    section: 'D3D11.3 7.18.11',
    file: 'rtl-model/lod-unit/narrow-axes.ts',
    input: 'xu, xv, yu, yv',
    formulas: [
      'X = xu^2 + xv^2, Y = yu^2 + yv^2, D = 2 |xu yu + xv yv|, det = xu yv - xv yu: whole numbers.',
      'Where |det| <= |xu| + |xv| + |yu| + |yv| the vectors are parallel as far as the bits can tell, or one is zero: then D = 0. (The section skips the transformation of parallel vectors. That of perpendicular ones changes nothing, since D = 0.)',
      'j is the place of the leading bit of X + Y: 2^j <= X + Y < 2^(j + 1). X, Y and D become integers of 2^(j + 1 - {lod.ellipseBits}), shifted right, or left where that is negative.',
    ],
    output: 'X, Y, D: {lod.ellipseBits} bits; |det| whole',
    rounding: CUT,
  },
  {
    title: 'Major axis',
    of: ELLIPSE,
    section: 'D3D11.3 7.18.11',
    file: 'rtl-model/lod-unit/narrow-axes.ts',
    input: 'X, Y, D: {lod.ellipseBits} bits',
    formulas: [
      'p = |X - Y|, t = the integer root of p^2 + D^2, major = sqrt((X + Y + t) / 2) with {lod.lengthBits} significant bits. (X, Y and D determine the same ellipse as the matrix of the section, with t the same.)',
      'Direction, which an anisotropic sampler needs: length = the integer root of (t + p)^2 + D^2, longer = (t + p) / length and other = D / length with {lod.ellipseBits} fraction bits, other with the sign of xu yu + xv yv. Where length = 0: longer = 1, other = 0.',
      'The axis is longer dX + other dY where X > Y, and other dX + longer dY otherwise.',
    ],
    output:
      'major: {lod.lengthBits} significant bits and an exponent; longer, other: 1 integer bit, {lod.ellipseBits} fraction bits',
    rounding: CUT,
  },
  {
    title: 'Minor axis, anisotropic samplers',
    section: 'D3D11.3 7.18.11; Vulkan: Scale Factor Operation',
    file: 'rtl-model/lod-unit/narrow-axes.ts',
    input: 'major, |det| or minor; maxAnisotropy = min(sampler, {limits.maxSamplerAnisotropy}): float32',
    formulas: [
      chosen('lod.scaleFactor', 'ellipse', 'minor = |det| 2^(2k) / major, 0 where major is 0.'),
      'rho = major / maxAnisotropy where major > maxAnisotropy minor (the area is kept), else minor. An isotropic sampler takes rho = major.',
    ],
    output: 'minor, rho: {lod.minorAxisBits} significant bits and an exponent',
    rounding: CUT,
  },
  {
    title: 'Number of samples',
    section: 'D3D11.3 7.18.11; Vulkan: Scale Factor Operation, Texel Anisotropic Filtering',
    file: 'rtl-model/lod-unit/narrow-axes.ts',
    input: 'major, minor (before the clamp), maxAnisotropy',
    formulas: [
      'N is the least rate of {lod.anisotropicRates} with rate >= maxAnisotropy or rate max(minor, 1) >= major, the last one where there is none: comparisons of whole products, no divide.',
    ],
    output: 'N',
    rounding: 'none',
  },
  {
    title: 'Axis, anisotropic samplers',
    section: 'Vulkan: Texel Anisotropic Filtering',
    file: 'rtl-model/lod-unit/lod-unit.ts',
    input: 'the direction; the derivatives before they were scaled: float32',
    formulas: [
      'axis_u = alongX du/dx + alongY du/dy, axis_v the same of v. alongX and alongY are longer and other, or 1 and 0.',
    ],
    output: 'axis_u, axis_v: float32',
    rounding: FLOAT,
  },
  {
    title: 'log2',
    section: 'D3D11.3 7.18.11; Vulkan: LOD Operation',
    file: 'rtl-model/lod-unit/log2.ts',
    input: 'rho as a float32: mantissa of 23 bits below the leading one',
    formulas: [
      'ROM of 2^{lod.log2Table.indexBits} + 1 entries: T(k) = log2(1 + k / 2^{lod.log2Table.indexBits}), {lod.log2Table.entryBits} fraction bits, to nearest even.',
      "k is the mantissa's upper {lod.log2Table.indexBits} bits, w the {lod.log2Table.interpolationBits} bits below (as many as there are); lower ones are dropped.",
      'f = T(k) + ((T(k + 1) - T(k)) w / 2^bits(w)), the product rounded to nearest, ties up. base LOD = exponent + f, narrowed to {lod.format.fractionBits} fraction bits, saturated.',
      'rho of 0 or denormal gives the least LOD, infinity the largest.',
    ],
    output: 'base LOD: {lod.format.integerBits}.{lod.format.fractionBits}',
    rounding: '{lod.rounding}',
  },
  {
    title: 'Bias and clamp',
    section: 'D3D11.3 7.18.11; Vulkan: LOD Operation',
    file: 'rtl-model/lod-unit/lod-bounds.ts',
    input: "base LOD; the sampler's bias, minLod and maxLod, the instruction's bias and minimum: float32",
    formulas: [
      'An explicit LOD takes the place of the base LOD, converted to {lod.format.integerBits}.{lod.format.fractionBits}; NaN is the largest.',
      'bias = sampler + instruction in float32, held to +-{limits.maxSamplerLodBias}, as {lod.bias.integerBits}.{lod.bias.fractionBits}, then at the fraction bits of the LOD. NaN ends above every bound.',
      'minLod (the greater of both) and maxLod as unsigned {lod.clamp.integerBits}.{lod.clamp.fractionBits}, then the same.',
      'LOD = max(minLod, min(maxLod, base LOD + bias)), saturated. The magnification filter serves LOD <= 0.',
    ],
    output: 'LOD: {lod.format.integerBits}.{lod.format.fractionBits}',
    rounding: '{lod.rounding}, in every conversion',
  },
  {
    title: 'Level selection',
    section: 'D3D11.3 7.18.10; Vulkan: Image Level(s) Selection',
    file: 'rtl-model/lod-unit/lod-unit.ts',
    input: "LOD; the view's levels, 0 to last, and its minimum LOD",
    formulas: [
      'd = LOD held to 0..last, then at least the minimum of the view, at most last.',
      chosen('lod.nearestRule', 'floor-plus-half', 'Nearest: level = floor(d + 1/2), weight 0.'),
      chosen('lod.nearestRule', 'ceil-minus-one', 'Nearest: level = ceil(d + 1/2) - 1, weight 0.'),
      "Linear: d_hi = floor(d), d_lo = min(d_hi + 1, last), weight = the fraction of d, or the curve's entry for it. A weight of 1 takes d_lo alone; weight 0 needs one level.",
    ],
    output: 'd_hi, d_lo; weight: u0.{lod.format.fractionBits}',
    rounding: 'none of the fraction',
  },
  {
    title: 'Sample placement',
    section: 'Vulkan: Texel Anisotropic Filtering',
    file: 'rtl-model/address-unit/sample-positions.ts',
    input: 'u, v, axis_u, axis_v: float32; N',
    formulas: [
      'N > 1: u_i = u + axis_u c_i, v_i the same, i from 0 to N - 1. N = 1: u and v.',
      chosen(
        'lod.anisotropicSpacing',
        'i-over-n-plus-1',
        'c_i = (i + 1) / (N + 1) - 1/2, a constant rounded to float32.',
      ),
      chosen('lod.anisotropicSpacing', 'centered', 'c_i = (i + 1/2) / N - 1/2, a constant rounded to float32.'),
    ],
    output: 'u_i, v_i: float32',
    rounding: FLOAT,
  },
  {
    title: 'Range reduction',
    section: 'D3D11.3 7.18.6',
    file: 'rtl-model/address-unit/range-reduction.ts',
    of: { field: 'address.rangeReduction', value: true },
    input: 'u_i, v_i: float32',
    formulas: [
      '`repeat`: u - floor(u). `mirrored_repeat`: u - 2 trunc(u / 2). The other modes: held to -10..10. From 1024 on the ' +
        'first two take the rest of u / 2 before, which is exact.',
      'NaN, and infinities of the first two modes, count as 0 from here on.',
      chosen('address.scalePrecision', 'float32', 'The difference is rounded to float32, to nearest even.'),
      chosen('address.scalePrecision', 'exact', 'The difference keeps all its bits.'),
    ],
    output: 'u, v',
    rounding: 'as said',
  },
  {
    title: 'Scale, half texel, snap',
    section: 'D3D11.3 7.18.7, 7.18.8, 3.2.4.1; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation',
    file: 'rtl-model/address-unit/texel-coordinate.ts',
    input: 'the reduced coordinate, the size of the level, the texel offset',
    formulas: [
      chosen(
        'address.scalePrecision',
        'float32',
        'x = u size - half, both operations in float32, converted to ' +
          '{address.coordinate.integerBits}.{address.coordinate.fractionBits} and saturated; then plus the offset, ' +
          'saturated again.',
      ),
      chosen(
        'address.scalePrecision',
        'exact',
        'x = u size - half + offset with all bits of the product, converted to ' +
          '{address.coordinate.integerBits}.{address.coordinate.fractionBits} and saturated.',
      ),
      'half is 1/2 for linear filters and 0 for nearest. NaN counts as 0.',
    ],
    output: 'x, y: {address.coordinate.integerBits}.{address.coordinate.fractionBits}',
    rounding: '{address.rounding}',
  },
  {
    title: 'Texels and weights of a footprint',
    section: 'D3D11.3 7.18.8, 7.18.9; Vulkan: Wrapping Operation',
    file: 'rtl-model/address-unit/wrap.ts',
    input: 'x, y; the size n of the level along each axis; the address mode',
    formulas: [
      'i0 = floor(x), i1 = i0 + 1; the weight of i1 is the fraction, narrowed to {filter.weightBits} bits (it can come to 1). The same along v.',
      '`repeat`: i mod n. `mirrored_repeat`: m = i mod 2n, m < n ? m : 2n - 1 - m. `clamp_to_edge`: held to 0..n - 1. `clamp_to_border`: the border colour outside. `mirror_clamp_to_edge`: min(i < 0 ? -1 - i : i, n - 1).',
    ],
    output: 'i0, i1, j0, j1 from 0 to n - 1, or the border; weights of {filter.weightBits} fraction bits',
    rounding: '{filter.rounding}, of the weights',
  },
  {
    title: 'Texel address',
    section: 'D3D11.3 7.18.8; Vulkan: Array Layer Selection',
    file: 'rtl-model/memory/texel-layout.ts',
    input: 'i, j, level, layer: float32',
    formulas: [
      chosen(
        'address.layerRounding',
        'nearest-even',
        'layer = the float held to 0..layers - 1, to nearest even; NaN is 0.',
      ),
      chosen('address.layerRounding', 'floor-plus-half', 'layer = floor(a + 1/2), a held to 0..layers - 1; NaN is 0.'),
      'address = base(level) + layer layerBytes(level) + (column(i) + row(j)) texelBytes. Columns and rows follow from {cache.layout}.',
    ],
    output: 'byte address: 32 bits, signed; negative for the border',
    rounding: 'none but of the layer',
  },
  {
    title: 'Decoding',
    section: 'D3D11.3 3.2.3, 19.1; Khronos Data Format: sRGB EOTF',
    file: 'rtl-model/texel-decoder/code-table.ts',
    input: 'the bits of a texel: 8-bit, or packed in 16 bits',
    formulas: [
      "UNORM of n bits: the code, 2^n - 1 stands for 1. SNORM: two's complement, the least code counts as the next, and 2^(n-1) - 1 stands for 1.",
      'sRGB: a ROM of 256 entries of {filter.srgbLinearBits} bits, linear(code / 255) (2^{filter.srgbLinearBits} - 1), to nearest even; alpha as UNORM.',
      'Components that the format lacks are 0, and 1 for alpha.',
      'The border colour takes the place of a texel on the border: clamped to the range of the format, then a code, to ' +
        'nearest even.',
    ],
    output: 'codes: integers with a sign',
    rounding: 'none, but in the ROM',
  },
  {
    title: 'Lerps along u and v',
    section: 'D3D11.3 7.18.8, 7.18.16.2; Vulkan: Texel Filtering',
    file: 'rtl-model/filter-unit/arithmetic/lerp.ts',
    input: 'codes of (i0, j0), (i1, j0), (i0, j1), (i1, j1); weights a and b',
    formulas: [
      chosen(
        'filter.weightScale',
        'power-of-two',
        'lerp(x, y, w) = x 2^{filter.weightBits} + (y - x) w: it has {filter.weightBits} fraction bits more, of which ' +
          'the ones beyond {filter.guardBits} in all are narrowed away.',
      ),
      chosen(
        'filter.weightScale',
        'all-ones',
        'lerp(x, y, w) = (x (2^{filter.weightBits} - 1) + (y - x) w) / (2^{filter.weightBits} - 1), narrowed to ' +
          '{filter.weightBits} fraction bits more, at most {filter.guardBits} in all; a weight of 1 counts as ' +
          '2^{filter.weightBits} - 1.',
      ),
      'top = lerp(t00, t10, a), bottom = lerp(t01, t11, a), sample = lerp(top, bottom, b). A nearest sample is its code with zeros behind.',
    ],
    output:
      'fraction bits: min({filter.weightBits}, {filter.guardBits}) along u, min(that + {filter.weightBits}, {filter.guardBits}) along v',
    rounding: '{filter.rounding}, once after each lerp',
  },
  {
    title: 'Sum and average of the samples',
    section: 'Vulkan: Texel Anisotropic Filtering',
    file: 'rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts',
    input: 'N samples of a level',
    formulas: [
      'sum = the samples, whole, in {filter.accumulatorBits} bits. N = 1 takes the sum.',
      otherwise(
        'filter.reciprocalBits',
        'exact',
        'average = sum R(N) / 2^{filter.reciprocalBits}; R(N) = 2^{filter.reciprocalBits} / N to nearest even, a ROM.',
      ),
      chosen('filter.reciprocalBits', 'exact', 'average = sum / N.'),
    ],
    output: 'fraction bits of a sample',
    rounding: '{filter.rounding}',
  },
  {
    title: 'Lerp between levels',
    section: 'D3D11.3 7.18.10; Vulkan: Texel Filtering',
    file: 'rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts',
    input: 'averages of d_hi and d_lo; the weight, {lod.format.fractionBits} fraction bits',
    formulas: [
      'lerp(finer, coarser, weight), with {lod.format.fractionBits} fraction bits more, at most {filter.guardBits}. Weight 0 puts zeros behind the finer one.',
    ],
    output: 'fraction bits: min(those of a sample + {lod.format.fractionBits}, {filter.guardBits})',
    rounding: '{filter.rounding}',
  },
  {
    title: 'Result',
    section: 'D3D11.3 3.2.3.5, 7.18.16.2; Vulkan: Component Swizzle',
    file: 'rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts',
    input: 'the filtered code V with f fraction bits',
    formulas: ['r, g, b, a = V / (one 2^f), one the code of 1; then the swizzle of the view.'],
    output: 'float32',
    rounding: 'the quotient once, to nearest even',
  },
];
