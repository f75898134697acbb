import type { Design } from '../../../../../rtl-model/design/design.ts';
import { formatNamed } from '../../../../../src/checker/probes/texel-image.ts';
import { designSubject, type Subject } from '../../../../../src/checker/subject.ts';
import type { WrongSubject } from '../wrong-subject.ts';
import { type Asked, changed, distorted, RIGHT, shorterCoordinates } from './wrong-subjects.ts';

function asking(ask: (asked: Asked) => void, design?: Design): Subject {
  return distorted({ ask }, design);
}

/** Changes every component of results of formats whose names match. */
function results(name: RegExp, change: (x: number, component: number) => number): Subject {
  return distorted({
    answer: (result, { images }) => {
      if (images.length > 0 && name.test(images[0].format.name)) {
        result.forEach((x, n) => (result[n] = change(x, n % 4)));
      }
    },
  });
}

function withState(change: (state: Asked['state']) => Partial<Asked['state']>): Subject {
  const right = designSubject(RIGHT);
  return { ...right, sample: (images, state, batch) => right.sample(images, { ...state, ...change(state) }, batch) };
}

function withSampler(change: (sampler: Asked['state']['sampler']) => Partial<Asked['state']['sampler']>): Subject {
  return withState(({ sampler }) => ({ sampler: { ...sampler, ...change(sampler) } }));
}

/** True if linear filtering is asked for, at a LOD that no coordinate changes. */
function isLinear({ state: { sampler, instruction } }: Asked): boolean {
  return instruction.op === 'sample' && instruction.lod === 'explicit' && sampler.magFilter === 'linear';
}

/** Moves u of linear samples of whole texels: in texels, less a half. */
function movedU(asked: Asked, move: (u: number) => number): void {
  if (!isLinear(asked) || asked.images.length === 0 || asked.state.view?.viewType === 'cube') return;
  const { width } = asked.images[0];
  asked.batch.s.forEach((s, lane) => (asked.batch.s[lane] = (move(s * width - 0.5) + 0.5) / width));
}

/** sRGB that is filtered in its codes. */
function lateDegamma(): Subject {
  const right = designSubject(RIGHT);
  return {
    ...right,
    sample(images, state, batch) {
      if (images[0]?.format.componentType !== 'srgb') return right.sample(images, state, batch);
      const result = right.sample([{ ...images[0], format: formatNamed('r8g8b8a8_unorm') }], state, batch);
      return result.map((c, n) => (n % 4 === 3 ? c : c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    },
  };
}

/** The right design but for what its `lod` returns. */
function lods(change: (result: Float32Array, at: number) => void): Subject {
  return distorted({
    answer: (result, { state }) => {
      if (state.instruction.op !== 'query_lod') return;
      for (let at = 0; at < result.length; at += 4) change(result, at);
    },
  });
}

/** A view without its clamp, where that leaves it a level, for one operation. */
function unclamped(op: 'fetch' | 'gather', { instruction, view }: Asked['state']): Partial<Asked['state']> {
  if (instruction.op !== op || view === undefined || view.minLod > view.baseMipLevel + view.levelCount - 1) return {};
  return { view: { ...view, minLod: 0 } };
}

const EXCHANGED = { less: 'greater', greater: 'less' } as const;

/** Subjects that the rules must find; each with the rule that it was made for. */
export const WRONG_SUBJECTS: readonly WrongSubject[] = [
  {
    wrong: 'texel offsets that are claimed too small',
    subject: changed({ limits: { minTexelOffset: -4 } }),
    fails: '7.18.4/claims',
  },
  {
    wrong: 'one fraction bit fewer of coordinates and weights',
    subject: changed({ address: { coordinate: { integerBits: 17, fractionBits: 7 } }, filter: { weightBits: 7 } }),
    fails: '7.18.16.1/subtexel-bits',
  },
  {
    wrong: 'one integer bit fewer of coordinates',
    subject: shorterCoordinates(),
    fails: '7.18.16.1/coordinate-range',
  },
  {
    wrong: 'coordinates that are truncated',
    subject: changed({ address: { rounding: 'floor' } }),
    fails: '3.2.4.1/linear-coordinate',
  },
  {
    wrong: 'coordinates that are rounded up',
    subject: changed({ address: { rounding: 'ceil' } }),
    fails: '3.2.4.1/point-coordinate',
  },
  {
    wrong: 'no range reduction',
    subject: changed({ address: { rangeReduction: false } }),
    fails: '7.18.6/range-reduction',
  },
  {
    wrong: 'NaN that is not coordinate 0',
    subject: asking(({ batch }) => batch.s.forEach((s, lane) => Number.isNaN(s) && (batch.s[lane] = 0.9))),
    fails: '3.2.4.1/special-coordinates',
  },
  {
    wrong: 'a weight bit fewer',
    subject: changed({ filter: { weightBits: 7 } }),
    fails: '7.18.8/linear-weights',
  },
  {
    wrong: 'weights of the two texels exchanged',
    subject: asking((asked) => movedU(asked, (u) => 2 * Math.floor(u) + 1 - u)),
    fails: '7.18.8/linear-weights',
  },
  {
    wrong: 'weights of f / 255',
    subject: asking((asked) => movedU(asked, (u) => Math.floor(u) + ((u - Math.floor(u)) * 256) / 255), {
      ...RIGHT,
      address: { ...RIGHT.address, coordinate: { integerBits: 16, fractionBits: 16 } },
      filter: { ...RIGHT.filter, guardBits: 16 },
    }),
    fails: '7.18.16.2/fixed-filter',
  },
  {
    wrong: 'mirroring that repeats no texel at the edge',
    subject: asking(({ images, state, batch }) => {
      if (state.sampler.addressModeU !== 'mirrored_repeat' || images.length === 0) return;
      batch.s.forEach((s, lane) => s >= 1 && (batch.s[lane] = s + 1 / images[0].width));
    }),
    fails: '7.18.7/point-texel',
  },
  {
    wrong: 'one LOD bit fewer',
    subject: changed({ lod: { format: { integerBits: 9, fractionBits: 7 } } }),
    fails: '7.18.16.1/lod-bits',
  },
  {
    wrong: 'LODs that are truncated',
    subject: changed({ lod: { rounding: 'floor' } }),
    fails: '3.2.4.1/lod',
  },
  {
    wrong: 'LODs that are snapped around a level',
    subject: changed({
      lod: {
        levelWeightCurve: [
          [0.1, 0],
          [0.9, 1],
        ],
      },
    }),
    fails: '7.18.10/mip-weights',
  },
  {
    wrong: 'the finer level half way',
    subject: changed({ lod: { nearestRule: 'ceil-minus-one' } }),
    fails: '7.18.10/mip-nearest',
  },
  {
    wrong: 'the largest component for the length',
    subject: changed({ lod: { scaleFactor: 'max-component' } }),
    fails: '7.18.11/elliptical-lod',
  },
  {
    wrong: 'the shorter derivative for the minor axis',
    subject: changed({ lod: { scaleFactor: 'euclidean' } }),
    fails: '7.18.11/anisotropic-area',
  },
  {
    wrong: 'a log2 table that is too small',
    subject: changed({
      lod: {
        log2Table: { rounding: 'nearest-even', entries: null, indexBits: 4, entryBits: 8, interpolationBits: 19 },
      },
    }),
    fails: '7.18.11/isotropic-lod',
  },
  {
    // Ten bits of the mantissa in all: log2 is up to 2^-10 / ln 2 too low, 0.36 ULP of 8.8 beside the 0.5 of its rounding.
    wrong: 'a log2 table that is interpolated by too few bits',
    subject: changed({
      lod: {
        log2Table: { rounding: 'nearest-even', entries: null, indexBits: 8, entryBits: 20, interpolationBits: 2 },
      },
    }),
    fails: '7.18.11/isotropic-lod',
  },
  {
    wrong: 'anisotropy that stops at half the maximum',
    subject: withSampler(({ maxAnisotropy }) => ({ maxAnisotropy: Math.max(1, maxAnisotropy / 2) })),
    fails: '7.18.11/anisotropic-lod',
  },
  {
    wrong: 'biases that stop at the limit of one of them',
    subject: changed({ limits: { maxSamplerLodBias: 16 } }),
    fails: '7.18.11/lod-bias-sum',
  },
  {
    wrong: 'a bias of whole levels',
    subject: asking(({ batch, state }) => {
      if (state.instruction.lod === 'implicit') batch.lod.forEach((lod, lane) => (batch.lod[lane] = Math.round(lod)));
    }),
    fails: '7.18.11/lod-bias',
  },
  {
    wrong: 'a LOD of too few integer bits',
    subject: changed({ lod: { format: { integerBits: 6, fractionBits: 8 } } }),
    fails: '7.18.11/lod-out-of-range',
  },
  {
    wrong: 'clamps of too few fraction bits',
    subject: changed({ lod: { clamp: { integerBits: 5, fractionBits: 4 } } }),
    fails: '7.18.11/lod-clamp',
  },
  {
    wrong: 'MaxLOD that wins over MinLOD',
    subject: withSampler(({ minLod, maxLod }) => ({ minLod: Math.min(minLod, maxLod) })),
    fails: '7.18.11/lod-clamp',
  },
  {
    wrong: 'NaN derivatives that are 0',
    subject: asking(({ batch }) => {
      for (const d of [batch.dsdx, batch.dtdx, batch.dsdy, batch.dtdy]) {
        d.forEach((value, lane) => Number.isNaN(value) && (d[lane] = 0));
      }
    }),
    fails: '7.18.11/special-derivatives',
  },
  {
    wrong: 'the filter by the LOD before the clamp',
    subject: distorted({
      answer: (result, { state: { sampler }, batch }) => {
        if (sampler.magFilter === sampler.minFilter) return;
        for (let lane = 0; lane < batch.lod.length; lane++) {
          if (batch.lod[lane] + sampler.mipLodBias <= 0) result[4 * lane] = sampler.magFilter === 'nearest' ? 1 : 0.5;
        }
      },
    }),
    fails: '7.18.11/magnification',
  },
  {
    wrong: 'a clamp of the resource from the first level of the view',
    subject: withState(({ view }) =>
      view === undefined ? {} : { view: { ...view, minLod: view.minLod + (view.minLod > 0 ? view.baseMipLevel : 0) } },
    ),
    fails: '5.8.4/resource-clamp',
  },
  {
    wrong: 'a clamp of the resource beyond the view that leaves its last level',
    subject: withState(({ view }) =>
      view === undefined
        ? {}
        : { view: { ...view, minLod: Math.min(view.minLod, view.baseMipLevel + view.levelCount - 1) } },
    ),
    fails: '5.8.5/clamped-off',
  },
  {
    wrong: 'a clamp of the resource a fraction of a level beyond the view that leaves its last level',
    subject: withState(({ view }) =>
      view === undefined || view.minLod <= view.baseMipLevel + view.levelCount - 1
        ? {}
        : { view: { ...view, minLod: Math.floor(view.minLod) } },
    ),
    fails: '5.8.5/clamped-off',
  },
  {
    wrong: 'a clamp of the resource beyond the view that leaves samples the last level',
    subject: withState(({ instruction, view }) =>
      view === undefined || instruction.op === 'fetch' || instruction.op === 'gather'
        ? {}
        : { view: { ...view, minLod: Math.min(view.minLod, view.baseMipLevel + view.levelCount - 1) } },
    ),
    fails: '5.8.5/clamped-off',
  },
  {
    wrong: 'a clamp of the resource within the view that ld does not heed',
    subject: withState((state) => unclamped('fetch', state)),
    fails: '5.8.5/clamped-off',
  },
  {
    wrong: 'a clamp of the resource within the view that gather4 does not heed',
    subject: withState((state) => unclamped('gather', state)),
    fails: '5.8.5/clamped-off',
  },
  {
    wrong: 'a gather of what is clamped off that returns a colour',
    subject: distorted({
      answer: (result, { state: { instruction, view } }) => {
        if (instruction.op !== 'gather' || instruction.dref === true || view === undefined) return;
        if (view.minLod <= view.baseMipLevel + view.levelCount - 1) return;
        for (let at = 0; at < result.length; at += 4) result.set([0, 0, 0, 1], at);
      },
    }),
    fails: '5.8.5/clamped-off',
  },
  {
    wrong: 'derivatives of the diagonal of a quad',
    subject: changed({ lod: { derivatives: 'diagonal' } }),
    fails: '22.5.2/coarse-or-fine',
  },
  {
    wrong: 'a lod without its LOD before the clamp',
    subject: lods((result, at) => (result[at + 1] = result[at])),
    fails: '22.5.6/lod-instruction',
  },
  {
    wrong: 'a lod that leaves its last components as they were',
    subject: lods((result, at) => result.copyWithin(at + 2, at, at + 2)),
    fails: '22.5.6/lod-instruction',
  },
  {
    wrong: 'a lod that saturates ten levels from 0',
    subject: lods((result, at) => (result[at + 1] = Math.max(-10, Math.min(10, result[at + 1])))),
    fails: '22.5.6/lod-instruction',
  },
  {
    wrong: 'a lod without its clamp',
    subject: lods((result, at) => (result[at] = result[at + 1])),
    fails: '22.5.6/lod-instruction',
  },
  {
    wrong: 'faces of a cube that clamp at their edges',
    subject: withState(({ view, sampler }) =>
      view?.viewType === 'cube'
        ? {
            sampler: {
              ...sampler,
              addressModeU: 'clamp_to_edge',
              addressModeV: 'clamp_to_edge',
              nonSeamlessCubeMap: true,
            },
          }
        : {},
    ),
    fails: '7.18.12/cube-edge',
  },
  {
    wrong: 'a missing corner texel that the corner texel makes up for',
    subject: distorted({
      answer: (result, { images, state, batch }) => {
        if (state.view?.viewType !== 'cube' || images[0].format.name !== 'r32g32b32a32_sfloat') return;
        for (let lane = 0; lane < batch.s.length; lane++) {
          const direction = [batch.s[lane], batch.t[lane], batch.r[lane]];
          const own = direction.findIndex((d) => Math.abs(d) === 1);
          const [over1, over2] = direction.filter((_, axis) => axis !== own).map((d) => (Math.abs(d) - 0.75) * 2);
          for (let axis = 0; axis < 3; axis++) {
            result[4 * lane + axis] += (over1 * over2 * (axis === own ? 2 : -1)) / 3;
          }
        }
      },
    }),
    fails: '7.18.12/cube-corner',
  },
  {
    wrong: 'ties of a cube that x wins',
    subject: asking(({ batch, state }) => {
      if (state.view?.viewType !== 'cube') return;
      batch.s.forEach((s, lane) => Math.abs(s) === Math.abs(batch.r[lane]) && (batch.s[lane] = 1.5 * s));
    }),
    fails: '7.18.7/cube-point',
  },
  {
    wrong: 'lerps that truncate',
    subject: changed({ filter: { guardBits: 0, rounding: 'floor' } }),
    fails: '7.18.16.2/unorm8-lerp',
  },
  { wrong: 'too few guard bits', subject: changed({ filter: { guardBits: 4 } }), fails: '7.18.16.3/monotone' },
  {
    wrong: 'an average that is not one of equal samples',
    subject: changed({ filter: { reciprocalBits: 4 } }),
    fails: '7.18.16.3/constant-color',
  },
  {
    wrong: 'float filters of half precision',
    subject: distorted({
      answer: (result, asked) => {
        if (!isLinear(asked) || asked.images[0]?.format.name !== 'r32g32b32a32_sfloat') return;
        result.forEach((x, n) => (result[n] = Math.fround(Math.fround(x * (1 + 2 ** 13)) - Math.fround(x * 2 ** 13))));
      },
    }),
    fails: '7.18.16.2/float-filter',
  },
  {
    wrong: 'sRGB that is filtered before it is linearised',
    subject: lateDegamma(),
    fails: '19.1.3.2/srgb-filter',
  },
  {
    wrong: 'sRGB of too few linear bits',
    subject: changed({ filter: { srgbLinearBits: 10 } }),
    fails: '3.2.3.7/srgb-to-float',
  },
  {
    wrong: 'UNORM that is divided by 2^8',
    subject: results(/^r8_unorm/, (x) => (x * 255) / 256),
    fails: '19.1.2/unorm-invertible',
  },
  {
    wrong: 'UNORM one float32 beside the nearest',
    subject: results(/^r8_unorm/, (x) => (x > 0 && x < 1 ? x + 2 ** -24 : x)),
    fails: '3.2.3.5/unorm-to-float',
  },
  {
    wrong: 'a smallest SNORM code below -1',
    subject: results(/^r8_snorm/, (x) => (x === -1 ? -128 / 127 : x)),
    fails: '3.2.3.3/snorm-to-float',
  },
  {
    wrong: 'SNORM that is divided by 2^7',
    subject: results(/^r8_snorm/, (x) => (x * 127) / 128),
    fails: '19.1.2/snorm-invertible',
  },
  {
    wrong: 'half denormals that are flushed',
    subject: results(/^r16_sfloat/, (x) => (Math.abs(x) < 2 ** -14 ? 0 : x)),
    fails: '3.1.5/small-floats',
  },
  {
    wrong: 'float denormals that ld flushes',
    subject: distorted({
      answer: (result, { images, state }) => {
        if (state.instruction.op !== 'fetch' || !images[0]?.format.name.startsWith('r32_sfloat')) return;
        result.forEach((x, n) => Math.abs(x) < 2 ** -126 && (result[n] = 0));
      },
    }),
    fails: '3.1.3.2/float32-unmodified',
  },
  {
    wrong: 'a shared exponent of 31 for infinity',
    subject: results(/^e5/, (x) => (x > 2 ** 15 ? Infinity : x)),
    fails: '19.3.2.1/shared-exponent',
  },
  {
    wrong: 'SINT that is not sign-extended',
    subject: distorted({
      answer: (result, { images }) => {
        if (images[0]?.format.name !== 'r8_sint') return;
        const bits = new Int32Array(result.buffer);
        bits.forEach((x, n) => (bits[n] = x & 0xff));
      },
    }),
    fails: '3.2.3.9/sint-widened',
  },
  {
    wrong: 'UINT that is sign-extended',
    subject: distorted({
      answer: (result, { images }) => {
        if (images[0]?.format.name !== 'r8_uint') return;
        const bits = new Int32Array(result.buffer);
        bits.forEach((x, n) => (bits[n] = (x << 24) >> 24));
      },
    }),
    fails: '3.2.3.12/uint-widened',
  },
  {
    wrong: 'alpha of 0 where the format has none',
    subject: results(/^r8_unorm/, (x, component) => (component === 3 ? 0 : x)),
    fails: '19.1.3.3/missing-components',
  },
  {
    wrong: 'alpha of 1 where nothing is bound',
    subject: distorted({
      answer: (result, { images }) => {
        if (images.length > 0) return;
        for (let at = 3; at < result.length; at += 4) result[at] = 1;
      },
    }),
    fails: '7.18.17/unbound',
  },
  {
    wrong: 'a border colour that is not clamped',
    subject: distorted({
      answer: (result, { state: { sampler }, images }) => {
        if (sampler.borderColor[0] > 1 && images[0]?.format.name === 'r8_unorm') result[0] = sampler.borderColor[0];
      },
    }),
    fails: '7.18.9.1/border-color',
  },
  {
    wrong: 'BC1 beyond its tolerance',
    subject: results(/^bc1/, (x) => (x > 0 && x < 1 ? x + 0.035 : x)),
    fails: '19.5.2/block-tolerance',
  },
  {
    wrong: 'BC6H one float16 off',
    subject: results(/^bc6h_s/, (x) => x * (1 + 2 ** -10)),
    fails: '19.5.13/bc6h-exact',
  },
  {
    wrong: 'BC7 one code off',
    subject: results(/^bc7/, (x) => (x > 0.5 && x < 1 ? x - 1 / 255 : x)),
    fails: '19.5.14/bc7-exact',
  },
  {
    wrong: 'operands of comparisons exchanged',
    subject: withSampler(({ compareOp }) => ({
      compareOp: compareOp === 'less' || compareOp === 'greater' ? EXCHANGED[compareOp] : compareOp,
    })),
    fails: '22.4.19/comparison',
  },
  {
    wrong: 'a reference that is not quantized',
    subject: changed({ filter: { depthReference: 'exact' } }),
    fails: '22.4.19/comparison-quantized',
  },
  {
    wrong: 'comparisons of filtered depths',
    subject: distorted({
      answer: (result, { state }) => {
        if (state.sampler.compareEnable && state.instruction.op === 'sample') {
          result.forEach((x, n) => (result[n] = Math.round(x)));
        }
      },
    }),
    fails: '22.4.19/comparison-filter',
  },
  {
    wrong: 'gathers in another order',
    subject: distorted({
      answer: (result, { state }) => {
        if (state.instruction.op !== 'gather') return;
        for (let at = 0; at < result.length; at += 4) result.subarray(at, at + 4).reverse();
      },
    }),
    fails: '22.4.2/gather4',
  },
  {
    wrong: 'gathers of red alone',
    subject: withState(({ instruction }) =>
      instruction.op === 'gather' ? { instruction: { ...instruction, component: 0 } } : {},
    ),
    fails: '22.4.2/gather4',
  },
  {
    wrong: 'gathers that filter what they compare',
    subject: distorted({
      answer: (result, { state }) => {
        if (state.instruction.op !== 'gather' || !state.sampler.compareEnable) return;
        for (let at = 0; at < result.length; at += 4) {
          const average = (result[at] + result[at + 1] + result[at + 2] + result[at + 3]) / 4;
          result.fill(average, at, at + 4);
        }
      },
    }),
    fails: '22.4.3/gather4-comparison',
  },
  {
    wrong: 'offsets along u alone',
    subject: asking(({ batch }) => batch.laneOffset.forEach((x, n) => (batch.laneOffset[n] = n % 3 === 0 ? x : 0))),
    fails: '22.4.4/gather4-offsets',
  },
  {
    wrong: 'offsets along v that saturate at 15',
    subject: asking(({ batch }) => {
      batch.laneOffset.forEach((x, n) => (batch.laneOffset[n] = n % 3 === 1 ? Math.min(x, 15) : x));
    }),
    fails: '22.4.4/gather4-offsets',
  },
  {
    wrong: 'offsets of five bits',
    subject: asking(({ batch }) => batch.laneOffset.forEach((x, n) => (batch.laneOffset[n] = (x << 27) >> 27))),
    fails: '22.4.4/gather4-offsets',
  },
  {
    wrong: 'AddressU and AddressW exchanged',
    subject: withSampler(({ addressModeU, addressModeW }) => ({
      addressModeU: addressModeW,
      addressModeW: addressModeU,
    })),
    fails: '7.18.9/address-modes',
  },
  {
    wrong: 'cubes that are blurred with anisotropy',
    subject: asking(({ batch, state }) => {
      if (state.view?.viewType === 'cube' && state.sampler.anisotropyEnable) batch.lod.fill(4);
    }),
    fails: '7.18.13/no-worse-than-trilinear',
  },
];
