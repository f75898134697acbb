import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { Coordinates } from '../../rtl-model/address-unit/coordinates.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { FILTER_CODES, SampleShape } from '../../rtl-model/state/sample-shape.ts';
import type { Filter } from '../../rtl-model/state/sampler.ts';
import type { Texel } from '../../traces/requests/request-trace.ts';
import { faultOf, oracleOf, type Standard } from '../checker/results/judge-results.ts';
import { type MeasuredTrace, spreadOf } from '../checker/results/measured-trace.ts';
import { deviationOf, isOpen } from '../checker/results/result-distance.ts';
import type { KnownSteps } from '../checker/results/specified-color.ts';
import type { Answer } from '../specification/answers/answer.ts';
import type { Interval } from '../specification/exact/interval.ts';
import type { CapturedResult, Permitted, RemainingResults, Section } from './explanation.ts';
import type { WatchedQuad } from './request-watch.ts';
import { floatValue } from './step-values.ts';

/** The model's side of the comparison. */
export interface ModelResult {
  readonly binding: Binding;
  readonly quad: WatchedQuad;
  /** Null where the operation returns no texel. */
  readonly texel: Texel | null;
}

/**
 * Compares a captured result with the model's and with what a standard permits. The steps of the model that a
 * specification leaves some freedom are fixed one after the other, in the order of the data's path: the captured value
 * parts from the model at the latest in the step that leaves it outside of what remains possible.
 *
 * @param trace whose last request is the captured one
 */
export function capturedResult(
  trace: MeasuredTrace,
  lane: number,
  { binding, quad, texel: model }: ModelResult,
  standard: Standard,
): CapturedResult | null {
  const at = trace.requests.length - 1;
  const request = trace.requests[at];
  const texel = request.results?.texels?.[lane] ?? null;
  const oracle = oracleOf(trace, standard);
  const answer = oracle.answer(trace.batch, at, lane);
  const fault = faultOf(trace, request, at, lane, answer);
  const isLeftOpen = isOpen(answer) && answer.groups === undefined;
  const verdict = fault !== null ? 'not permitted' : isLeftOpen ? 'left open' : 'permitted';

  const spread = (component: number) => spreadOf(request, component);
  const remains = (known: string, ways: Answer['ways']): RemainingResults[] =>
    texel === null || ways === undefined
      ? []
      : ways.map((way) => ({
          known,
          permitted: permittedOf(way),
          holdsCaptured: deviationOf({ type: answer.type, ways: [way] }, texel, spread) === null,
          holdsModel: model !== null && deviationOf({ type: answer.type, ways: [way] }, model, () => 0) === null,
        }));
  const step = (name: string, known: KnownSteps) => {
    const left = oracle.remaining?.(trace.batch, at, lane, known) ?? null;
    return left === null ? [] : remains(name, [left]);
  };
  const selection = selectionOf(binding, quad, lane);
  const coordinates = coordinatesOf(binding, quad, lane);
  const [afterLod, afterAddress] = isLeftOpen
    ? [[], []]
    : [
        step('levels and their weight as in the model', { selection }),
        step('levels, weight and coordinates as in the model', { selection, coordinates }),
      ];
  const agrees =
    texel !== null && model !== null && texel.every((captured, c) => isNear(captured, model[c], spread(captured)));
  const partsIn = agrees || verdict !== 'permitted' ? null : partingUnit(afterLod[0], afterAddress[0]);
  const compared = { standard: standardName(standard), verdict, agrees, partsIn } as const;
  return {
    ...compared,
    texel: texel && texel.map(floatValue),
    tolerance: request.tolerance,
    text: textOf(compared, texel !== null),
    remaining: [...remains('every step free: the permitted interval', answer.ways), ...afterLod, ...afterAddress],
  };
}

/** What the LOD unit has selected: filter, finer level and the coarser level's weight. */
function selectionOf({ design }: Binding, { lanes }: WatchedQuad, lane: number) {
  const codes = Object.entries(FILTER_CODES) as [Filter, number][];
  const [filter] = codes.find(([, code]) => code === lanes.filter[lane])!;
  const weight = lanes.levelWeight[lane];
  const share = weight === 0 ? null : weight / 2 ** filterWidths(design).levelWeightBits;
  return { filter, level: lanes.levelHi[lane], weight: share };
}

/** The snapped coordinates of the only sample in each level, in texels. */
function coordinatesOf(binding: Binding, { lanes, passes }: WatchedQuad, lane: number) {
  const { one } = new Coordinates(binding).format;
  const inSample = new SampleShape(binding).passes(lanes.filter[lane]);
  return new Map(
    passes.slice(0, lanes.passes[lane]).map(({ foot }, pass) => {
      const level = pass < inSample ? lanes.levelHi[lane] : lanes.levelLo[lane];
      const snapped = [foot.fixedU, foot.fixedV, foot.fixedW].map((fixed) => fixed[lane] / one);
      return [level, snapped.slice(0, binding.dimensions)];
    }),
  );
}

function permittedOf(way: readonly Interval[]): Permitted {
  return way.map(({ lower, upper }) => ({ lower: floatValue(lower), upper: floatValue(upper) }));
}

function isNear(captured: number, model: number, spread: number): boolean {
  return Object.is(captured, model) || captured === model || Math.abs(captured - model) <= spread;
}

function standardName(standard: Standard): string {
  return standard.kind === 'profile' ? standard.profile.name : standard.design.name;
}

function partingUnit(
  afterLod: RemainingResults | undefined,
  afterAddress: RemainingResults | undefined,
): CapturedResult['partsIn'] {
  if (afterLod === undefined || afterAddress === undefined) return null;
  if (!afterLod.holdsCaptured) return 'LOD unit';
  return afterAddress.holdsCaptured ? 'filter unit' : 'address unit';
}

type Compared = Pick<CapturedResult, 'standard' | 'verdict' | 'agrees' | 'partsIn'>;

function textOf({ standard, verdict, agrees, partsIn }: Compared, isTexel: boolean): string {
  const permitted =
    verdict === 'left open'
      ? `${standard} leaves this result open`
      : `${standard} ${verdict === 'permitted' ? 'permits' : 'does not permit'} the captured value`;
  if (!isTexel) return `${permitted}.`;
  if (agrees) return `${permitted}. The model has the same.`;
  if (verdict === 'not permitted') return `${permitted}: no freedom of any step explains it. The model has another.`;
  return `${permitted}. The model has another${partsIn === null ? '; nothing is said of single steps.' : `: ${PARTING[partsIn]}`}`;
}

const PARTING: Readonly<Record<NonNullable<CapturedResult['partsIn']>, string>> = {
  'LOD unit':
    'they part in the LOD unit, for no permitted unit with the same levels and weight returns the captured one.',
  'address unit':
    'they part at the latest in the address unit: a permitted unit with the same levels and weight may return the captured one, with the same coordinates too none may.',
  'filter unit':
    'they part at the latest in the filter unit: a permitted unit with the same levels, weight and coordinates may return the captured one.',
};

/** The section of an explanation: the answer, then the values and the intervals in columns. */
export function capturedSection(captured: CapturedResult, model: Texel | null): Section {
  const { standard, texel, tolerance, text, remaining } = captured;
  const steps = [{ name: standard, value: text }];
  const values = (name: string, of: readonly (number | string)[], note: string) => [name, ...of.map(String), note];
  const mark = ({ holdsCaptured, holdsModel }: RemainingResults) =>
    `captured ${holdsCaptured ? 'inside' : 'outside'}, model ${holdsModel ? 'inside' : 'outside'}`;
  const rows = [
    ...(texel === null ? [] : [values('captured', texel, tolerance === 0 ? '' : `each within ${tolerance}`)]),
    ...(model === null ? [] : [values('model', model.map(floatValue), '')]),
    ...remaining.map((one) => values(one.known, one.permitted.map(rangeText), mark(one))),
  ];
  return { title: 'Captured result', steps, table: { columns: ['steps', 'r', 'g', 'b', 'a', ''], rows } };
}

function rangeText({ lower, upper }: Permitted[number]): string {
  if (lower === '-Infinity' && upper === 'Infinity') return 'any';
  return lower === upper ? String(lower) : `${lower} to ${upper}`;
}
