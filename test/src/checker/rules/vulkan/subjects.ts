import type { Instruction } from '../../../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../../../rtl-model/state/sampler.ts';
import { formatNamed } from '../../../../../src/checker/probes/texel-image.ts';
import { type Subject, designSubject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY } from '../../../../oracle/presets.ts';
import type { WrongSubject } from '../wrong-subject.ts';
import { distorted, misunderstood, narrowed, type Request, withSampler } from './wrong-subjects.ts';

function asking(change: (request: Request) => void): Subject {
  return misunderstood((request) => {
    change(request);
    return {};
  });
}

/** Changes r, g, b and a of results of formats of some component types or names. */
function results(type: RegExp, change: (color: Float32Array) => void): Subject {
  return distorted((color, { images }) => {
    if (images.length === 0) return;
    const { componentType, name } = images[0].format;
    if (type.test(componentType) || type.test(name)) change(color);
  });
}

/** Full quality that takes the texels of some formats for those of others. */
function reading(from: string, to: string): Subject {
  return misunderstood(({ images }) => ({
    images: images.map((image) =>
      image.format.name.includes(from) ? { ...image, format: formatNamed(image.format.name.replace(from, to)) } : image,
    ),
  }));
}

function queries(change: (lambda: number) => number): Subject {
  return distorted((color, { state }) => {
    if (state.instruction.op === 'query_lod') color[1] = change(color[1]);
  });
}

function gathers(change: (color: Float32Array, request: Request) => void): Subject {
  return distorted((color, request) => {
    if (request.state.instruction.op === 'gather') change(color, request);
  });
}

function converting(
  change: (conversion: NonNullable<Sampler['ycbcrConversion']>) => Partial<NonNullable<Sampler['ycbcrConversion']>>,
): Subject {
  return withSampler(({ ycbcrConversion }) => ({
    ycbcrConversion: ycbcrConversion && { ...ycbcrConversion, ...change(ycbcrConversion) },
  }));
}

function fractions(weightBits: number): Subject {
  return narrowed((design) => ({ ...design, filter: { ...design.filter, weightBits } }));
}

function levelBits(fractionBits: number): Subject {
  return narrowed((design) => ({
    ...design,
    lod: { ...design.lod, format: { ...design.lod.format, fractionBits } },
  }));
}

function biasUpTo(maxSamplerLodBias: number): Subject {
  return narrowed((design) => ({ ...design, limits: { ...design.limits, maxSamplerLodBias } }));
}

/** Full quality that takes nearest filtering and one level for some instructions. */
function nearestFor(some: (instruction: Instruction) => boolean): Subject {
  const filters = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
  return misunderstood(({ state }) =>
    some(state.instruction) ? { state: { ...state, sampler: { ...state.sampler, ...filters } } } : {},
  );
}

const EXCHANGED = { less: 'greater', greater: 'less' } as const;

/** Subjects that the rules must find; each with the rule that it was made for. */
export const WRONG_SUBJECTS: readonly WrongSubject[] = [
  {
    wrong: 'a box filter that is claimed too small',
    subject: designSubject({ ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, maxBoxFilterBlockSize: [64, 32] } }),
    fails: 'required-limits/claims',
  },
  {
    wrong: 'UNORM that is divided by 2^b',
    subject: results(/^unorm/, (color) => (color[0] *= 255 / 256)),
    fails: 'numeric-representation-and-computation/unorm',
  },
  {
    wrong: 'a least SNORM code below -1',
    subject: results(/^snorm/, (color) => color[0] === -1 && (color[0] = -128 / 127)),
    fails: 'numeric-representation-and-computation/snorm',
  },
  {
    wrong: 'sRGB that is not linearised',
    subject: reading('r8g8b8a8_srgb', 'r8g8b8a8_unorm'),
    fails: 'numeric-representation-and-computation/srgb',
  },
  {
    wrong: 'half denormals that are flushed',
    subject: results(/^(r16g16b16a16_sfloat|b10g11r11)/, (color) => Math.abs(color[0]) < 2 ** -14 && (color[0] = 0)),
    fails: 'numeric-representation-and-computation/float',
  },
  {
    wrong: 'a shared exponent of 31 for infinity',
    subject: results(/^e5/, (color) => color[0] > 2 ** 15 && (color[0] = Infinity)),
    fails: 'numeric-representation-and-computation/shared-exponent',
  },
  {
    wrong: 'SSCALED that is SINT',
    subject: reading('sscaled', 'sint'),
    fails: 'numeric-representation-and-computation/sscaled',
  },
  {
    wrong: 'USCALED that is UINT',
    subject: reading('uscaled', 'uint'),
    fails: 'numeric-representation-and-computation/uscaled',
  },
  {
    wrong: 'SINT that is not sign-extended',
    subject: reading('r8_sint', 'r8_uint'),
    fails: 'numeric-representation-and-computation/signed-integer',
  },
  {
    wrong: 'UINT that is sign-extended',
    subject: reading('r8_uint', 'r8_sint'),
    fails: 'numeric-representation-and-computation/unsigned-integer',
  },
  {
    wrong: 'red and blue of a swizzle exchanged',
    subject: misunderstood(({ state }) => {
      if (state.view === undefined) return {};
      const [r, g, b, a] = state.view.components;
      return { state: { ...state, view: { ...state.view, components: [b, g, r, a] } } };
    }),
    fails: 'component-swizzle/every-mapping',
  },
  {
    wrong: 'a null descriptor that is opaque',
    subject: distorted((color, { state }) => {
      if (state.image === null) color[3] = 1;
    }),
    fails: 'texel-input-validation-operations/null-descriptor',
  },
  {
    wrong: 'a custom border colour of 6 bits',
    subject: withSampler(({ borderColor }) => ({
      borderColor: borderColor.map((x) =>
        x > 0 && x < 1 ? Math.floor(x * 63) / 63 : x,
      ) as unknown as Sampler['borderColor'],
    })),
    fails: 'border-replacement/custom-color',
  },
  {
    wrong: 'opaque black that is transparent',
    subject: withSampler(({ borderColor: [r, g, b, a] }) => ({
      borderColor: r === 0 && g === 0 && b === 0 && a === 1 ? [0, 0, 0, 0] : [r, g, b, a],
    })),
    fails: 'border-replacement/fixed-colors',
  },
  {
    wrong: 'operands of comparisons exchanged',
    subject: withSampler(({ compareOp }) => ({
      compareOp: compareOp === 'less' || compareOp === 'greater' ? EXCHANGED[compareOp] : compareOp,
    })),
    fails: 'depth-compare-operation/compare-operations',
  },
  {
    wrong: 'a filtered comparison that overshoots',
    subject: distorted((color, { state: { sampler, instruction } }) => {
      if (sampler.compareEnable && sampler.magFilter === 'linear' && instruction.op === 'sample') color[0] += 0.005;
    }),
    fails: 'depth-compare-operation/filtered-range',
  },
  {
    wrong: 'implicit reconstruction in place of an explicit one',
    subject: converting(() => ({ forceExplicitReconstruction: false })),
    fails: 'chroma-reconstruction/explicit',
  },
  {
    wrong: 'chroma locations exchanged',
    subject: converting(({ xChromaOffset, yChromaOffset }) => ({
      xChromaOffset: yChromaOffset,
      yChromaOffset: xChromaOffset,
    })),
    fails: 'chroma-reconstruction/implicit',
  },
  {
    wrong: 'the matrix of BT.601 for BT.709',
    subject: converting(({ ycbcrModel }) => ({ ycbcrModel: ycbcrModel === 'ycbcr_709' ? 'ycbcr_601' : ycbcrModel })),
    fails: 'sampler-y-cbcr-conversion/precision',
  },
  {
    wrong: 'a narrow range that is not expanded',
    subject: converting(() => ({ ycbcrRange: 'itu_full' })),
    fails: 'sampler-y-cbcr-conversion/precision',
  },
  {
    wrong: 'ties of a cube that depend on the lane',
    subject: asking(({ batch, state }) => {
      if (state.view?.viewType !== 'cube') return;
      batch.s.forEach((x, n) => {
        if (n % 4 === 1 && Math.abs(x) === Math.max(Math.abs(batch.t[n]), Math.abs(batch.r[n]))) {
          batch.s[n] = x * (1 + 2 ** -22);
        }
      });
    }),
    fails: 'cube-map-face-selection/face',
  },
  {
    wrong: 'a face whose t is mirrored',
    subject: asking(({ batch, state }) => {
      if (state.view?.viewType !== 'cube') return;
      batch.r.forEach((z, n) => {
        if (batch.t[n] > Math.max(Math.abs(batch.s[n]), Math.abs(z))) batch.r[n] = -z;
      });
    }),
    fails: 'cube-map-coordinate-transformation/face-coordinates',
  },
  {
    wrong: 'edges of a cube that clamp',
    subject: misunderstood(({ state }) => {
      const { view, sampler } = state;
      if (view?.viewType !== 'cube' || sampler.nonSeamlessCubeMap) return {};
      const clamped = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
      return { state: { ...state, sampler: { ...sampler, ...clamped, nonSeamlessCubeMap: true } } };
    }),
    fails: 'cube-map-edge-handling/edges',
  },
  {
    wrong: 'edges of a cube that wrap under linear filtering',
    subject: misunderstood(({ state }) => {
      const wraps = state.view?.viewType === 'cube' && state.sampler.magFilter === 'linear';
      return wraps ? { state: { ...state, sampler: { ...state.sampler, nonSeamlessCubeMap: true } } } : {};
    }),
    fails: 'cube-map-edge-handling/corners',
  },
  {
    wrong: 'edges of a cube that wrap under nearest filtering',
    subject: withSampler(({ magFilter, nonSeamlessCubeMap }) => ({
      nonSeamlessCubeMap: nonSeamlessCubeMap || magFilter === 'nearest',
    })),
    fails: 'cube-map-edge-handling/nearest',
  },
  {
    wrong: 'a cube that is always seamless',
    subject: withSampler(() => ({ nonSeamlessCubeMap: false })),
    fails: 'wrapping-operation/non-seamless-cube',
  },
  {
    wrong: 'faces of a cube that is not seamless clamped to their edges, whatever the address mode',
    subject: withSampler(({ nonSeamlessCubeMap, addressModeU, addressModeV }) => ({
      addressModeU: nonSeamlessCubeMap ? 'clamp_to_edge' : addressModeU,
      addressModeV: nonSeamlessCubeMap ? 'clamp_to_edge' : addressModeV,
    })),
    fails: 'wrapping-operation/non-seamless-cube',
  },
  {
    wrong: 'one face of a cube that is not seamless that ends before its far edge',
    subject: asking(({ state, batch }) => {
      if (!state.sampler.nonSeamlessCubeMap) return;
      // u of face -x is along +z.
      batch.s.forEach((x, n) => {
        if (-x >= Math.abs(batch.t[n]) && -x >= Math.abs(batch.r[n])) batch.r[n] = Math.min(batch.r[n], -0.75 * x);
      });
    }),
    fails: 'wrapping-operation/non-seamless-cube',
  },
  {
    wrong: 'a length shorter than its larger component',
    subject: narrowed((design) => ({
      ...design,
      lod: { ...design.lod, scaleFactor: 'alpha-max-beta-min', alpha: 0.95, beta: 0.4 },
    })),
    fails: 'scale-factor-operation/bounds',
  },
  {
    wrong: 'a length longer than sqrt(2) times the sum',
    subject: narrowed((design) => ({
      ...design,
      lod: { ...design.lod, scaleFactor: 'alpha-max-beta-min', alpha: 1.5, beta: 1.5 },
    })),
    fails: 'scale-factor-operation/bounds',
  },
  {
    wrong: 'a queried LOD that falls where it should rise',
    subject: queries((lambda) => lambda + 0.2 * Math.sin(20 * lambda)),
    fails: 'scale-factor-operation/monotony',
  },
  {
    wrong: 'a queried LOD that jumps',
    subject: queries((lambda) => (lambda > 0.3 ? lambda + 0.1 : lambda)),
    fails: 'scale-factor-operation/continuity',
  },
  {
    wrong: 'a query that is not what samples use',
    subject: queries((lambda) => lambda - 2 ** -5),
    fails: 'lod-query/sampled-lod',
  },
  {
    wrong: 'anisotropy that stops at half the maximum',
    subject: withSampler(({ maxAnisotropy }) => ({ maxAnisotropy: Math.max(1, maxAnisotropy / 2) })),
    fails: 'scale-factor-operation/anisotropic-lod',
  },
  {
    wrong: 'a claim below 16 with anisotropy',
    subject: designSubject({ ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, maxSamplerAnisotropy: 8 } }),
    fails: 'required-limits/max-sampler-anisotropy',
  },
  { wrong: 'a bias that is cut off below the claim', subject: biasUpTo(20), fails: 'lod-operation/bias-clamp' },
  {
    wrong: 'a bias that is cut off below the requirement',
    subject: biasUpTo(12),
    fails: 'required-limits/max-sampler-lod-bias',
  },
  {
    wrong: 'a nearest level that is truncated',
    subject: asking(({ batch, state }) => {
      if (state.sampler.mipmapMode === 'nearest') batch.lod.forEach((lod, n) => (batch.lod[n] = Math.floor(lod)));
    }),
    fails: 'image-levels-selection/nearest-level',
  },
  {
    wrong: 'a view whose minLod is ignored',
    subject: misunderstood(({ state }) => ({
      state: { ...state, ...(state.view && { view: { ...state.view, minLod: 0 } }) },
    })),
    fails: 'image-levels-selection/level-clamp',
  },
  {
    wrong: 'a MinLod operand that is ignored',
    subject: asking(({ batch }) => batch.minLod.fill(0)),
    fails: 'lod-operation/min-lod-operand',
  },
  {
    wrong: 'magnification and minification filters exchanged',
    subject: withSampler(({ magFilter, minFilter }) => ({ magFilter: minFilter, minFilter: magFilter })),
    fails: 'texel-filtering/mag-min-filter',
  },
  {
    wrong: 'a subtexel bit fewer than claimed',
    subject: fractions(7),
    fails: 'unnormalized-texel-coordinate-operations/subtexel-precision',
  },
  {
    wrong: 'a subtexel bit more than claimed',
    subject: designSubject({ ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, subTexelPrecisionBits: 7 } }),
    fails: 'unnormalized-texel-coordinate-operations/subtexel-claim',
  },
  { wrong: 'a mipmap bit fewer than claimed', subject: levelBits(7), fails: 'image-levels-selection/mipmap-claim' },
  {
    wrong: 'three mipmap bits fewer than claimed',
    subject: levelBits(5),
    fails: 'image-levels-selection/mipmap-precision',
  },
  {
    wrong: 'coordinates a little to the left',
    subject: asking(({ batch }) => batch.s.forEach((s, n) => (batch.s[n] = s - 2 ** -9))),
    fails: 'unnormalized-texel-coordinate-operations/nearest-texel',
  },
  {
    wrong: 'unnormalized coordinates that are scaled',
    subject: withSampler(() => ({ unnormalizedCoordinates: false })),
    fails: 'sampling-coordinate-systems/unnormalized-coordinates',
  },
  {
    wrong: 'linear filtering without its half texel',
    subject: asking(({ batch, state, images: [image] }) => {
      if (image === undefined || state.sampler.magFilter !== 'linear' || state.instruction.op !== 'sample') return;
      batch.s.forEach((s, n) => (batch.s[n] = s + 0.5 / image.width));
    }),
    fails: 'unnormalized-texel-coordinate-operations/linear-texels',
  },
  {
    wrong: 'taps swapped along v',
    subject: asking(({ batch, state, images: [image] }) => {
      if (image === undefined || state.sampler.magFilter !== 'linear' || state.instruction.op !== 'sample') return;
      batch.t.forEach((t, n) => {
        const v = t * image.height - 0.5;
        batch.t[n] = (2 * Math.floor(v) + 1 - v + 0.5) / image.height;
      });
    }),
    fails: 'texel-linear-filtering/weight-products',
  },
  {
    wrong: 'a layer that is truncated',
    subject: asking(({ batch }) => batch.layer.forEach((a, n) => (batch.layer[n] = Math.floor(a)))),
    fails: 'array-layer-selection/layer',
  },
  {
    wrong: 'mirror-once that goes on mirroring',
    subject: withSampler(({ addressModeU, addressModeV, addressModeW }) => {
      const [u, v, w] = [addressModeU, addressModeV, addressModeW].map((mode) =>
        mode === 'mirror_clamp_to_edge' ? 'mirrored_repeat' : mode,
      );
      return { addressModeU: u, addressModeV: v, addressModeW: w };
    }),
    fails: 'wrapping-operation/address-modes',
  },
  {
    wrong: 'address modes of the wrong axes',
    subject: withSampler(({ addressModeU, addressModeV }) => ({
      addressModeU: addressModeV,
      addressModeV: addressModeU,
    })),
    fails: 'wrapping-operation/mode-of-each-axis',
  },
  {
    wrong: 'offsets of three bits',
    subject: asking(({ batch }) =>
      batch.offsetV.forEach((offset, n) => (batch.offsetV[n] = Math.max(-4, Math.min(3, offset)))),
    ),
    fails: 'required-limits/texel-offsets',
  },
  {
    wrong: 'offsets of gathers of five bits',
    subject: asking(({ batch }) =>
      batch.laneOffset.forEach((offset, n) => (batch.laneOffset[n] = (offset << 27) >> 27)),
    ),
    fails: 'required-limits/gather-offsets',
  },
  {
    wrong: 'gathers in another order',
    subject: gathers((color) => color.set(color.toReversed())),
    fails: 'texel-gathering/order-and-component',
  },
  {
    wrong: 'gathers of red alone',
    subject: misunderstood(({ state }) => ({
      state: { ...state, instruction: { ...state.instruction, component: 0 } },
    })),
    fails: 'texel-gathering/swizzle',
  },
  {
    wrong: 'gathers whose comparison always passes',
    subject: misunderstood(({ state }) =>
      state.instruction.op === 'gather'
        ? { state: { ...state, sampler: { ...state.sampler, compareOp: 'always' } } }
        : {},
    ),
    fails: 'texel-gathering/dref-gather',
  },
  {
    wrong: 'an average in place of a reduction',
    subject: withSampler(({ reductionMode }) => ({
      reductionMode: reductionMode === 'min' || reductionMode === 'max' ? 'weighted_average' : reductionMode,
    })),
    fails: 'texel-linear-filtering/reduction',
  },
  {
    wrong: 'a reduction over texels of no weight',
    subject: asking(({ batch, state, images: [image] }) => {
      if (state.sampler.reductionMode !== 'min' && state.sampler.reductionMode !== 'max') return;
      batch.s.forEach((s, n) => (batch.s[n] = s + 2 ** -7 / image.width));
      batch.lod.forEach((lod, n) => (batch.lod[n] = lod + 2 ** -8));
    }),
    fails: 'texel-mipmap-filtering/reduction',
  },
  {
    wrong: 'B-spline weights for Catmull-Rom',
    subject: withSampler(({ cubicWeights }) => ({
      cubicWeights: cubicWeights === 'catmull_rom' ? 'b_spline' : cubicWeights,
    })),
    fails: 'texel-cubic-filtering/weights',
  },
  {
    wrong: 'cubic weights of 5 bits',
    subject: narrowed((design) => ({ ...design, filter: { ...design.filter, cubicWeightBits: 5 } })),
    fails: 'texel-cubic-filtering/weight-products',
  },
  {
    wrong: 'no range clamp',
    subject: withSampler(({ reductionMode }) => ({
      reductionMode: reductionMode === 'weighted_average_rangeclamp' ? 'weighted_average' : reductionMode,
    })),
    fails: 'texel-range-clamp/range',
  },
  {
    wrong: 'references of a comparison that are not projected',
    subject: asking(({ batch, state }) => {
      if (state.instruction.projected) batch.dref.forEach((dref, n) => (batch.dref[n] = dref * batch.q[n]));
    }),
    fails: 'projection-operation/projected-coordinates',
  },
  {
    wrong: 'derivatives of the diagonal of a quad',
    subject: narrowed((design) => ({ ...design, lod: { ...design.lod, derivatives: 'diagonal' } })),
    fails: 'derivative-image-operations/coarse-or-fine',
  },
  {
    wrong: 'one lane of a quad with a LOD that no difference of the quad gives',
    subject: distorted((color, { state: { instruction } }, lane) => {
      if (instruction.op === 'sample' && instruction.lod === 'implicit' && lane % 4 === 3) color[0] *= 1.05;
    }),
    fails: 'derivative-image-operations/coarse-or-fine',
  },
  {
    wrong: 'derivatives on a face that leave the major axis out',
    subject: asking(({ batch, state }) => {
      if (state.view?.viewType !== 'cube' || state.instruction.lod !== 'gradient') return;
      batch.s.forEach((s, n) => {
        const [x, y, z] = [s, batch.t[n], batch.r[n]].map(Math.abs);
        const major = z >= x && z >= y ? 'r' : y >= x ? 't' : 's';
        batch[`d${major}dx`][n] = batch[`d${major}dy`][n] = 0;
      });
    }),
    fails: 'cube-map-derivative-transformation/face-derivatives',
  },
  {
    wrong: 'texels beyond the left side that are those at it',
    subject: asking(({ batch }) => batch.i.forEach((i, n) => (batch.i[n] = Math.max(0, i)))),
    fails: 'coordinate-validation/texel-replacement',
  },
  {
    wrong: 'residency of the nearest texel alone',
    subject: nearestFor(({ sparse }) => sparse === true),
    fails: 'sparse-residency/residency-code',
  },
  {
    wrong: 'written codes that are 2^b times the number',
    subject: asking(({ batch, state }) => {
      if (state.instruction.op === 'write') batch.write.forEach((x, n) => (batch.write[n] = x * (256 / 255)));
    }),
    fails: 'texel-output-format-conversion/normalized-codes',
  },
  {
    wrong: 'written integers of 8 bits',
    subject: asking(({ batch, state, images: [image] }) => {
      if (state.instruction.op !== 'write' || !image.format.componentType.endsWith('int')) return;
      batch.writeBits.forEach((x, n) => (batch.writeBits[n] = x & 0xff));
    }),
    fails: 'texel-output-format-conversion/exact-values',
  },
  {
    wrong: 'a footprint of the nearest texel',
    subject: nearestFor(({ op }) => op === 'footprint'),
    fails: 'texel-footprint-evaluation/texel-groups',
  },
  {
    wrong: 'a weight filter that starts at its first texel',
    subject: misunderstood(({ state }) => {
      const { second } = state;
      if (second?.weights === undefined) return {};
      return { state: { ...state, second: { ...second, weights: { ...second.weights, filterCenter: [0, 0] } } } };
    }),
    fails: 'weight-sampling-operation/weighted-texels',
  },
  {
    wrong: 'boxes as wide as they are high',
    subject: asking(({ batch }) => batch.boxWidth.set(batch.boxHeight)),
    fails: 'box-filter-operation/covered-texels',
  },
  {
    wrong: 'absolute differences in place of squares',
    subject: misunderstood(({ state }) => {
      const { instruction } = state;
      const blockMatch = instruction.blockMatch && ({ ...instruction.blockMatch, metric: 'sad' } as const);
      return blockMatch ? { state: { ...state, instruction: { ...instruction, blockMatch } } } : {};
    }),
    fails: 'block-matching-operation/block-errors',
  },
  {
    wrong: 'anisotropic samples along twice the footprint',
    subject: asking(({ batch, state }) => {
      if (!state.sampler.anisotropyEnable) return;
      for (const d of [batch.dsdx, batch.dtdx, batch.dsdy, batch.dtdy]) d.forEach((x, n) => (d[n] = 2 * x));
    }),
    fails: 'texel-anisotropic-filtering/placement',
  },
  {
    wrong: 'sizes of levels counted from the first of the image',
    subject: misunderstood(({ state }) => {
      const { view, instruction } = state;
      if (instruction.op !== 'query_size' || view === undefined) return {};
      return { state: { ...state, view: { ...view, baseMipLevel: 0 } } };
    }),
    fails: 'image-queries/sizes-levels-samples',
  },
  {
    wrong: 'corner-sampled images that are sampled as others are',
    subject: misunderstood(({ images }) => ({ images: images.map((image) => ({ ...image, cornerSampled: false })) })),
    fails: 's-t-r-q-a-to-u-v-w-a-transformation/corner-sampled',
  },
  {
    wrong: 'gradients of corner-sampled images that are scaled by their width',
    subject: asking(({ batch, images: [image] }) => {
      if (image?.cornerSampled !== true) return;
      const scale = image.width / (image.width - 1);
      for (const d of [batch.dsdx, batch.dtdx, batch.dsdy, batch.dtdy]) d.forEach((x, n) => (d[n] = scale * x));
    }),
    fails: 'scale-factor-operation/corner-sampled',
  },
];
