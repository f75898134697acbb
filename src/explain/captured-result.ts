import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { FILTER_CODES } from '../../rtl-model/state/sample-shape.ts';
import type { Filter } from '../../rtl-model/state/sampler.ts';
import { componentSources, swizzleColor } from '../../rtl-model/texel-decoder/swizzle.ts';
import type { Texel } from '../../traces/requests/request-trace.ts';
import { type MeasuredTrace, spreadOf } from '../checker/judge/measured-trace.ts';
import { deviationOf, isLeftOpen } from '../checker/judge/result-distance.ts';
import { faultOf } from '../checker/judge/result-fault.ts';
import type { KnownSteps } from '../checker/judge/specified-level.ts';
import type { ResultRange } from '../specification/answers/answer.ts';
import { hulls, point } from '../specification/exact/interval.ts';
import type { CapturedResult, LevelFootprint, RemainingResults, Section } from './explanation.ts';
import { resultCode } from './result-code.ts';
import { jsonFloat } from './step-values.ts';
import { oracleOf, type Standard } from '../checker/judge/judge-lanes.ts';
import { WatchedLane } from './watched-lane.ts';

/** The model's side of the comparison. */
export interface ModelResult {
  readonly watched: WatchedLane;
  /** Null where the operation returns no texel. */
  readonly texel: Texel | null;
  readonly footprints: readonly LevelFootprint[];
}

/**
 * Compares a captured result with the model's and with what a standard permits. The steps of the model that a
 * specification leaves some freedom are fixed one after the other, in the order of the data's path: a permitted value
 * parts from the model at the latest in the step that leaves it outside of what remains possible. For a value that is
 * not permitted, the weights between levels and those of all taps are set free, which may explain it.
 *
 * @param trace whose last request is the captured one
 */
export function capturedResult(trace: MeasuredTrace, model: ModelResult, standard: Standard): CapturedResult {
  const { lane } = model.watched;
  const at = trace.requests.length - 1;
  const request = trace.requests[at];
  const texel = request.results?.texels?.[lane] ?? null;
  const oracle = oracleOf(trace, standard);
  const answer = oracle.answer(trace.batch, at, lane);
  const isWrong = faultOf(trace, at, lane, answer) !== null;
  const verdict = isWrong ? 'not permitted' : isLeftOpen(answer) ? 'left open' : 'permitted';

  const spread = (component: number) => spreadOf(request, component);
  const isWithin = (way: ResultRange, result: Texel | null, within: (component: number) => number) =>
    result !== null && deviationOf({ type: answer.type, ways: [way] }, result, within) === null;
  const remains = (known: string, way: ResultRange | null): RemainingResults[] => {
    if (way === null || texel === null) return [];
    const permitted = way.map(({ lower, upper }) => ({ lower: jsonFloat(lower), upper: jsonFloat(upper) }));
    return [
      {
        known,
        permitted,
        holdsCaptured: isWithin(way, texel, spread),
        holdsModel: isWithin(way, model.texel, () => 0),
      },
    ];
  };
  /** The hull of the designs that have one of these outcomes in common. */
  const left = (known: string, ...steps: readonly KnownSteps[]) => {
    // A design leaves no step free.
    const ways = steps.map((step) => ('remaining' in oracle ? oracle.remaining(trace.batch, at, lane, step) : null));
    return remains(
      known,
      ways.reduce((a, b) => a && b && hulls(a, b)),
    );
  };

  const agrees =
    texel !== null &&
    isWithin(
      texel.map((value) => point(value)),
      model.texel,
      spread,
    );
  const { ways = [] } = answer;
  const all = ways.flatMap((way, n) =>
    remains(`every step free: the permitted interval${ways.length > 1 ? `, way ${n + 1} of ${ways.length}` : ''}`, way),
  );
  const steps = knownSteps(model);
  let partsIn: CapturedResult['partsIn'] = null;
  let rows: readonly RemainingResults[] = [];
  if (verdict === 'permitted' && steps !== null) {
    const { selection, coordinates } = steps;
    const [afterLod] = left('levels and their weight as in the model', { selection });
    const [afterAddress] = left('levels, weight and coordinates as in the model', { selection, coordinates });
    if (afterLod !== undefined) {
      rows = [afterLod, afterAddress];
      const after = afterAddress.holdsCaptured ? 'filter unit' : 'address unit';
      if (!agrees) partsIn = afterLod.holdsCaptured ? after : 'LOD unit';
    }
  } else if (verdict === 'not permitted') {
    const anyLevelWeight =
      steps === null || steps.selection.weight === null
        ? []
        : left(
            'levels and coordinates as in the model, any weight between the levels',
            ...[0, 1].map((weight) => ({ ...steps, selection: { ...steps.selection, weight: point(weight) } })),
          );
    if (anyLevelWeight[0]?.holdsCaptured && !agrees) partsIn = 'LOD unit';
    rows = [...anyLevelWeight, ...remains("texels of the model's taps, any weights", hullOfTaps(model))];
  }
  const { name } = standard.kind === 'profile' ? standard.profile : standard.design;
  const compared = { standard: name, verdict, agrees, partsIn } as const;
  return {
    ...compared,
    texel: texel && texel.map(jsonFloat),
    tolerance: request.tolerance,
    text: textOf(compared, texel !== null, rows.at(-1), request.tolerance > 0),
    remaining: [...all, ...rows],
  };
}

/** The decisions of the model's units on a sample; null for other operations, and for several samples in a level. */
function knownSteps({ watched }: ModelResult) {
  const { binding, lanes, passes, lane } = watched;
  if (binding.op !== 'sample' || lanes.samples[lane] !== 1) return null;
  const codes = Object.entries(FILTER_CODES) as [Filter, number][];
  const [filter] = codes.find(([, code]) => code === lanes.filter[lane])!;
  const weight = lanes.levelWeight[lane];
  const share = weight === 0 ? null : point(weight / 2 ** filterWidths(binding.design).levelWeightBits);
  const coordinates = new Map(passes.map((_, pass) => [watched.levelOf(pass), watched.snappedOf(pass)]));
  const [finer, coarser] = [lanes.levelHi[lane], lanes.levelLo[lane]];
  return { selection: { filter, finer, coarser, weight: share }, coordinates };
}

/** The least and the greatest texel of the taps (D3D11.3 7.18.16.3); null where the result is no average of texels. */
function hullOfTaps({ watched, footprints }: ModelResult): ResultRange | null {
  const { op, sampler, instruction, view } = watched.binding;
  const averages = op === 'sample' && instruction.dref !== true && sampler.ycbcrConversion === null;
  const cubic = sampler.magFilter === 'cubic' || sampler.minFilter === 'cubic';
  const taps = footprints.flatMap((footprint) => footprint.taps);
  if (!averages || cubic || taps.length === 0) return null;
  return taps
    .map(({ color }): ResultRange => {
      const mapped = Float32Array.from(color, Number);
      swizzleColor(mapped, 0, componentSources(view.components));
      return Array.from(mapped, (value) => point(value));
    })
    .reduce(hulls);
}

type Compared = Pick<CapturedResult, 'standard' | 'verdict' | 'agrees' | 'partsIn'>;

const ANSWERS: Readonly<Record<CapturedResult['verdict'], string>> = {
  permitted: 'permits the captured value',
  'not permitted': 'does not permit the captured value',
  'left open': 'leaves the result open',
};

function textOf(compared: Compared, isTexel: boolean, last: RemainingResults | undefined, isTolerant: boolean): string {
  const { standard, verdict, agrees } = compared;
  const answer = `${standard} ${ANSWERS[verdict]}.`;
  if (!isTexel) return answer;
  if (agrees) return `${answer} The model has ${isTolerant ? 'one within its tolerance' : 'the same'}.`;
  const cause = causeText(compared, last);
  return `${answer} The model has another${cause === null ? '.' : `: ${cause}`}`;
}

/** The reason why the model has another value; null where nothing can be said of it. */
function causeText({ verdict, partsIn }: Compared, last: RemainingResults | undefined): string | null {
  if (verdict === 'permitted') return partsIn === null ? 'nothing is said of single steps.' : PARTING[partsIn];
  if (verdict === 'left open') return null;
  if (partsIn !== null) return 'another weight between the levels, from the LOD unit, would explain the captured one.';
  if (last === undefined) return null;
  return last.holdsCaptured
    ? 'other weights of the same texels would explain the captured one.'
    : 'no weights of its texels explain the captured one, which takes other texels or decodes them otherwise.';
}

const PARTING: Readonly<Record<NonNullable<CapturedResult['partsIn']>, string>> = {
  'LOD unit': 'they part in the LOD unit. No permitted unit with the same levels and weight returns the captured one.',
  'address unit':
    'they part at the latest in the address unit. A permitted unit with the same levels and weight may return the captured one, with the same coordinates too none may.',
  'filter unit':
    'they part at the latest in the filter unit. A permitted unit with the same levels, weight and coordinates may return the captured one.',
};

export const CAPTURED_TITLE = 'Captured result';

/**
 * The section of an explanation: the answer, then the values, also as codes, and the intervals in columns.
 *
 * @param state with its view
 */
export function capturedSection(
  captured: CapturedResult,
  model: Texel | null,
  state: Parameters<typeof resultCode>[0],
): Section {
  const { texel, tolerance, text, remaining } = captured;
  const steps = [{ name: 'verdict', value: text }];
  const values = (name: string, of: readonly (number | string)[], note: string) => [name, ...of.map(String), note];
  const mark = ({ holdsCaptured, holdsModel }: RemainingResults) =>
    `captured ${holdsCaptured ? 'inside' : 'outside'}, model ${holdsModel ? 'inside' : 'outside'}`;
  const codes = (name: string, of: readonly (number | string)[]) => {
    const found = of.map((value, c) => resultCode(state, c, Number(value))?.code ?? '');
    return found.every((code) => code === '') ? [] : [values(`${name}, as codes`, found, '')];
  };
  const result = (name: string, of: readonly (number | string)[] | null, note = '') =>
    of === null ? [] : [values(name, of, note), ...codes(name, of)];
  const rows = [
    ...result('captured', texel, tolerance === 0 ? '' : `each within ${tolerance}`),
    ...result('model', model && model.map(jsonFloat)),
    ...remaining.map((one) => values(one.known, one.permitted.map(rangeText), mark(one))),
  ];
  return { title: CAPTURED_TITLE, steps, table: { columns: ['steps', 'r', 'g', 'b', 'a', ''], rows } };
}

function rangeText({ lower, upper }: RemainingResults['permitted'][number]): string {
  if (lower === '-Infinity' && upper === 'Infinity') return 'any';
  return lower === upper ? String(lower) : `${lower} to ${upper}`;
}
