import type { CacheDesign, Design, TexelLayout } from '../../../rtl-model/design/design.ts';
import { FILTER, LOD } from '../../../rtl-model/design/design-fields.ts';
import { floatToFixed } from '../../../rtl-model/fixed-point/float-to-fixed.ts';
import { fixed } from '../../../rtl-model/fixed-point/format.ts';
import { ROUNDING_MODES, type RoundingMode, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';

/** The numbers of an L2 that is none: tools look names up in what is left out, too. */
const NO_L2 = { sets: 0, ways: 0, latency: 0, dataLatency: 0, bytesPerCycle: 0 };

const LAYOUTS = ['linear', 'tiled', 'morton'];

/**
 * The constants of SystemVerilog that are no fields of a design as they are, in the parts of the design: codes of
 * enumerations, truth values, and fixed-point numbers. A field that is ideal has no constant.
 */
export function derivedConstants({ address, lod, filter, cache, limits }: Design) {
  const bias = (value: number) =>
    floatToFixed(value, fixed('bias', lod.bias.integerBits, lod.bias.fractionBits), lod.rounding);
  const coefficient = (value: number) => roundToInteger(value * 2 ** Number(lod.alphaBetaBits), 'nearest-even');
  const tile = tileOf(cache.layout);
  return {
    address: {
      rounding: roundingCode(address.rounding),
      gatherRounding: roundingCode(address.gatherRounding === 'same' ? address.rounding : address.gatherRounding),
      scaleExact: address.scalePrecision === 'exact',
      layerRounding: roundingCode(address.layerRounding === 'nearest-even' ? 'nearest-even' : 'nearest-up'),
    },
    lod: {
      rounding: roundingCode(lod.rounding),
      fine: lod.derivatives === 'fine',
      scaleFactor: LOD.fields.scaleFactor.values.indexOf(lod.scaleFactor),
      nearestRule: roundingCode(lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up'),
      curved: lod.levelWeightCurve !== null,
      biasLeast: bias(-limits.maxSamplerLodBias),
      biasGreatest: bias(limits.maxSamplerLodBias),
      alpha: coefficient(lod.alpha),
      beta: coefficient(lod.beta),
      rateCount: lod.anisotropicRates.length,
    },
    filter: {
      rounding: roundingCode(filter.rounding),
      weightScale: FILTER.fields.weightScale.values.indexOf(filter.weightScale),
      depthQuantized: filter.depthReference === 'quantized',
    },
    cache: {
      // A pass has no more lines to look up.
      tagsPerCycle: Math.min(cache.tagsPerCycle, PASS_TAPS),
      folded: cache.setIndex === 'xor-folded',
      layout: LAYOUTS.findIndex((layout) => cache.layout.startsWith(layout)),
      tileWidthLog2: Math.log2(Math.max(1, tile.width)),
      tileHeightLog2: Math.log2(Math.max(1, tile.height)),
      prefetched: cache.prefetch?.sectors ?? 0,
      requests: mostRequests(cache),
      requestBytes: cache.l2?.lineBytes ?? cache.lineBytes,
      hasL2: cache.l2 !== null,
      l2Folded: cache.l2?.setIndex === 'xor-folded',
      ...(cache.l2 === null && { l2: NO_L2 }),
    },
  };
}

/**
 * The most requests that are on their way to memory and back. A prefetch that loses its place in the buffer before it is back
 * does so for an outstanding miss behind it.
 */
function mostRequests({ outstandingMisses, prefetch }: CacheDesign): number {
  return prefetch === null ? outstandingMisses : 2 * outstandingMisses + prefetch.sectors;
}

/** The code of a rounding mode in `fixed_point_pkg::rounding_e`. */
function roundingCode(mode: RoundingMode): number {
  return ROUNDING_MODES.indexOf(mode);
}

/** Texels of the layout's tiles; 0 in Morton order, which has none. */
export function tileOf(layout: TexelLayout): { readonly width: number; readonly height: number } {
  if (layout === 'morton') return { width: 0, height: 0 };
  const [, width = 1, height = 1] = /^tiled-(\d+)x(\d+)$/.exec(layout) ?? [];
  return { width: Number(width), height: Number(height) };
}
