import { type Interval, interval, point } from '../../specification/exact/interval.ts';
import { atLeast, DIRECTED, Measurement, plotOf } from '../probes/measurement.ts';
import type { Profile } from '../profiles.ts';
import type { Finding, Plot, ReportedVerdict } from '../rule.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import type { MeasuredWeight } from './level-weights.ts';
import { requestInputs } from '../judge/result-witness.ts';
import { type GridFit, isProved } from './hypotheses.ts';

/** LODs between which the weight is off. */
export interface FittedLods {
  readonly from: number;
  readonly to: number;
  /** The fault from `from` to `to`: the weight is snapped to a level, too small or too large. */
  readonly kind: 'snapped' | 'small' | 'large';
}

/** The rule that the weight of the coarser level is the LOD's fraction, with the LODs that break it. */
export interface LevelWeightVerdict extends ReportedVerdict {
  readonly ranges: readonly FittedLods[];
  /** The largest distance of a weight from the fraction, in LOD, and in units of 2^-8. */
  readonly largest: number;
  readonly largestIn256ths: number;
}

/** The part that the lerp itself may hide: half a code of the format, as a weight (7.18.16.2). */
const LERP = 0.5;

/**
 * Judges weights between levels, each request by itself (D3D11.3 7.18.10; Vulkan: Image Level(s) Selection).
 *
 * @param weights rising in the fraction
 * @returns null without weights
 */
export function judgeLevelWeights(
  trace: MeasuredTrace,
  weights: readonly MeasuredWeight[],
  { specification, mipmapPrecisionBits }: Profile,
): LevelWeightVerdict | null {
  if (weights.length === 0) return null;
  const judged = weights.map((measured) => {
    const { fraction, weight, unit, allowed } = measured;
    const excess = distance(weight, interval(allowed.lower - LERP * unit, allowed.upper + LERP * unit));
    return { measured, allowed, excess, deviation: distance(weight, point(fraction)) };
  });
  const largest = Math.max(...judged.map(({ deviation }) => Math.abs(deviation)));
  const ranges = rangesOf(judged);
  const off = new Measurement();
  for (const { measured, allowed, excess, deviation } of judged) {
    const { evidence, fraction, weight } = measured;
    off.add(Math.abs(excess), () => ({
      inputs: requestInputs(trace, evidence.lane.quad, evidence.lane.lane),
      raw: {
        fraction: String(fraction),
        weight: shownInterval(weight),
        deviation: `${(deviation * 256).toFixed(2)} / 256`,
        ranges: ranges.map(({ from, to, kind }) => `${kind} ${from} to ${to}`).join(', '),
      },
      expected: `weight ${shownInterval(allowed)}`,
      got: `weight ${shownInterval(weight)}`,
    }));
  }
  return {
    rule: {
      id: 'results/level-weight',
      specification,
      section: specification === 'D3D11.3' ? '7.18.10' : 'Image Level(s) Selection',
      title: "The weight of the coarser level is the LOD's fraction, near the levels as elsewhere",
      limit:
        specification === 'D3D11.3'
          ? `the fraction snapped to at least ${mipmapPrecisionBits} bits, 0.6 ULP (3.2.4.1), and half a code of the format`
          : `a neighbour of the fraction on a grid of at least ${mipmapPrecisionBits} bits, and half a code of the format`,
      method: 'the weight that each result between two levels shows: its distance from what its LOD permits',
      unit: 'LOD',
    },
    finding: off.atMost(0, DIRECTED, plotsOf(weights)),
    ranges,
    largest,
    largestIn256ths: largest * 256,
  };
}

/** The distance between two intervals: 0 where they meet, else the gap, negative where the first is below. */
function distance(weight: Interval, allowed: Interval): number {
  if (weight.upper < allowed.lower) return weight.upper - allowed.lower;
  return weight.lower > allowed.upper ? weight.lower - allowed.upper : 0;
}

interface Judged {
  readonly measured: MeasuredWeight;
  readonly excess: number;
}

/** Ranges of neighbouring fractions with the same fault. */
function rangesOf(judged: readonly Judged[]): readonly FittedLods[] {
  const ranges: FittedLods[] = [];
  let open = false;
  for (const { measured, excess } of judged) {
    if (excess === 0) {
      open = false;
      continue;
    }
    const { fraction, weight } = measured;
    const snapped = [0, 1].some((level) => weight.lower <= level && weight.upper >= level);
    const kind = snapped ? 'snapped' : excess < 0 ? 'small' : 'large';
    const last = ranges.at(-1);
    if (open && last?.kind === kind) ranges[ranges.length - 1] = { ...last, to: fraction };
    else ranges.push({ from: fraction, to: fraction, kind });
    open = true;
  }
  return ranges;
}

function shownInterval({ lower, upper }: Interval): string {
  return lower === upper ? String(lower) : `${lower.toPrecision(6)} to ${upper.toPrecision(6)}`;
}

function middle({ lower, upper }: Interval): number {
  return (lower + upper) / 2;
}

/** The weight over the fraction, as measured and as specified, and the difference. */
function plotsOf(weights: readonly MeasuredWeight[]): readonly Plot[] {
  const over = (title: string, curves: Readonly<Record<string, (fraction: number, weight: number) => number>>) => {
    const points = Object.entries(curves).map(([name, y]) => {
      return [name, weights.map(({ fraction, weight }) => [fraction, y(fraction, middle(weight))] as const)] as const;
    });
    return plotOf({ title, x: 'fraction of the LOD', y: 'weight' }, Object.fromEntries(points));
  };
  return [
    over('Weight of the coarser level', { measured: (_, weight) => weight, specification: (fraction) => fraction }),
    over('Weight of the coarser level less the fraction', { difference: (fraction, weight) => weight - fraction }),
  ];
}

/**
 * Judges the fitted bits. A grid one bit too coarse, rounded to nearest, is within a step of the finer grid. Where any
 * rounding is allowed, no single result shows the fault, but all results together do.
 */
export function precisionVerdicts(
  subtexel: GridFit | null,
  levelWeights: GridFit | null,
  { specification, subTexelPrecisionBits, mipmapPrecisionBits }: Profile,
): readonly ReportedVerdict[] {
  const grids = [
    {
      fit: subtexel,
      required: subTexelPrecisionBits,
      id: 'results/subtexel-bits',
      title: 'Linear weights have the fraction bits of texel coordinates',
      weights: 'linear weights of all results',
    },
    {
      fit: levelWeights,
      required: mipmapPrecisionBits,
      id: 'results/mip-bits',
      title: 'Weights of levels have the fraction bits of the LOD',
      weights: 'weights between levels',
    },
  ];
  return grids.flatMap(({ fit, required, id, title, weights }) => {
    if (fit === null) return [];
    const section = specification === 'D3D11.3' ? '7.18.16.1' : 'Required Limits';
    const limit = `at least ${required} bits`;
    const method = `the coarsest grid that the ${weights} lie on`;
    const rule = { id, specification, section, title, limit, method, unit: 'bits' } as const;
    return [{ rule, finding: bitsFinding(fit, required) }];
  });
}

/** The finding on the bits of a grid: open where too few bits are only a lower bound, or too few requests show them. */
function bitsFinding(fit: GridFit, required: number): Finding {
  const { bits, requests, contradicts } = fit;
  const found = atLeast(required, bits, { witness: null, cases: { tried: requests, ...DIRECTED } });
  if (found.verdict === 'pass') return found;
  if (fit.atLeast || !isProved(fit)) return { ...found, verdict: 'open' };
  const witness = {
    inputs: { requests: String(requests) },
    raw: { contradicting: String(contradicts) },
    expected: `weights on a grid of ${required} bits or more`,
    got: `weights on a grid of ${bits} bits`,
  };
  return { ...found, witness };
}
