import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import type { ClosestDesign } from '../closest/closest-design.ts';
import { type DecidedField, decidedText } from '../closest/field-changes.ts';
import type { Reproduction } from '../closest/closest-preset.ts';
import type { FittedResults, ResultsCheck } from '../closest/check-results.ts';
import type { GridFit, Support } from '../closest/hypotheses.ts';
import { PROVING, type ReportedVerdict, type Rule } from '../rule.ts';
import { profileTitle } from '../profiles.ts';
import { type CheckReport, conforms, sectionText, summary } from './check-report.ts';

/** The texts that the rules follow, by name and version. */
export const TEXT_NAMES: Readonly<Record<Rule['specification'], string>> = {
  'D3D11.3': 'D3D11.3 (Functional Specification, version 1.17, 6/20/2025)',
  Vulkan: 'Vulkan (Khronos specification, text of 2026)',
};

/** The answer of a check, one line each: the terminal and the page begin with these lines. */
export function answerLines(report: CheckReport): readonly string[] {
  const { results, only } = report;
  const chosen = only === undefined ? '' : `, judged by ${only.join(', ')} alone`;
  const first = `${verdictText(report)}: ${summary(report)}${chosen}`;
  if (results === undefined) return [first, ...failingLines(report)];
  const { closest } = results;
  return [
    first,
    ...apiLines(report, results),
    ...namedLines(report, results),
    countText(results),
    ...failingLines(report),
    ...inferredLines(results.fitted, closest),
    ...(closest === null ? [] : closestLines(closest)),
  ];
}

function verdictText(report: CheckReport): string {
  const { subject, profile, results } = report;
  if (profile.name === 'claimed' && results !== undefined) {
    return `${subject} is ${conforms(report) ? '' : 'not '}permitted by what the design ${results.standard} claims`;
  }
  const { specification } = profile;
  const text = profile.text === 'current' ? TEXT_NAMES[specification] : specification;
  return `${subject} ${conforms(report) ? 'conforms' : 'does not conform'} to ${text}, profile ${profileTitle(profile)}`;
}

/** A line where results of one API are judged by the text of the other. */
function apiLines({ profile }: CheckReport, { api }: ResultsCheck): readonly string[] {
  const specification =
    api === undefined ? profile.specification : ({ vulkan: 'Vulkan', d3d11: 'D3D11.3' } as const)[api];
  if (specification === profile.specification) return [];
  const other = specification === 'Vulkan' ? 'vulkan-1.0 to vulkan-1.4' : 'd3d11.3';
  return [
    `note: results of ${specification} are judged by ${profile.specification}; --profile ${other} judges them by their own text`,
  ];
}

/** The difference between a claim, which permits intervals, and what the design itself gives. */
function namedLines({ profile }: CheckReport, { named }: ResultsCheck): readonly string[] {
  if (profile.name !== 'claimed' || named === null) return [];
  const { design, reproduced, requests } = named;
  const note = reproduced === requests ? '' : 'permitted is not equal (sample --expect shows each difference): ';
  return [`note: ${note}${design} itself gives ${reproduced} of ${requests} requests ${howEqual(named)}`];
}

function howEqual({ tolerant }: Reproduction): string {
  return tolerant ? 'to the bit or within its tolerance' : 'to the bit';
}

function countText({ judged, open, unmeasured, wrong, requests }: ResultsCheck): string {
  const failing = new Set(wrong.map(({ line }) => line)).size;
  const without = unmeasured === 0 ? '' : `, ${unmeasured} requests without a result`;
  const notAllowed = `${wrong.length} not allowed${failing === 0 ? '' : ` (in ${failing} requests)`}`;
  return `judged: ${judged} results of ${requests - unmeasured} requests: ${notAllowed}, ${open} left open by the specification${without}`;
}

const MOST_FAILING = 12;

/** Each rule that fails, with its section; a fault with its requests and the smallest of them. */
function failingLines({ verdicts }: CheckReport): readonly string[] {
  const failing = verdicts.filter(({ finding }) => finding.verdict === 'fail');
  const more = failing.length - MOST_FAILING;
  const lines = failing.slice(0, MOST_FAILING).map(failingText);
  return more > 0 ? [...lines, `fails: ${more} more`] : lines;
}

function failingText({ rule, finding: { group, measured, witness } }: ReportedVerdict): string {
  const of = group === undefined ? '' : `: ${measured} results of ${group.requests} requests`;
  const smallest = group === undefined || witness === null ? '' : `, the smallest ${witness.inputs.request}`;
  return `fails: ${rule.title} (${rule.id}, ${sectionText(rule)})${of}${smallest}`;
}

function inferredLines(fitted: FittedResults, closest: ClosestDesign | null): readonly string[] {
  const { subtexel, levelWeights, nearestLevel, layer } = fitted;
  const lines: string[] = [];
  const infer = (text: string, says: number, what: string, condition: string | null) => {
    const few = says < PROVING ? `, fewer than ${PROVING} cannot tell` : '';
    const claim = condition !== null ? `if ${condition}, then` : few === '' ? 'inferred:' : 'suggested:';
    lines.push(`${claim} ${text} (${says} ${what}${few})`);
  };
  const fit = (text: string, { says, contradicts }: Support) =>
    infer(
      text,
      says,
      'requests tell it from others',
      contradicts === 0 ? null : `the ${contradicts} requests that contradict it have another cause`,
    );
  const atLeast = ({ atLeast: open, bits }: GridFit) => `${open ? 'at least ' : ''}${bits}`;
  if (subtexel !== null) fit(`subtexel bits: ${atLeast(subtexel)}, rounding ${roundingText(subtexel)}`, subtexel);
  if (levelWeights !== null) {
    const { curve } = levelWeights;
    const shape = curve === null ? 'the fraction of the LOD' : `knots ${JSON.stringify(curve)}`;
    fit(`mip bits: ${atLeast(levelWeights)}, weight between levels: ${shape}`, levelWeights);
  }
  if (nearestLevel !== null) fit(`nearest level: ${nearestLevel.rule}`, nearestLevel);
  if (layer !== null) fit(`array layer: ${layer.rule}`, layer);
  if (closest === null) return lines;
  const missed = closest.requests - closest.reproduced;
  const unless = `all else is as in the closest design, which does not explain ${missed} requests`;
  // A design that explains less than half shows no field.
  if (missed > closest.reproduced) return lines;
  for (const { field, value, alike, says } of closest.shown) {
    if (missed > 0 && says < PROVING) continue;
    const what = 'results of the sample tell it from every other value that was tried';
    infer(
      `${field}: ${[value, ...alike].map((one) => decidedText(field, one)).join(' or ')}`,
      says,
      what,
      missed === 0 ? null : unless,
    );
  }
  return lines;
}

/** One or two roundings by name, more by those that are excluded. */
function roundingText({ rounding }: GridFit): string {
  const others = ROUNDING_MODES.filter((mode) => !rounding.includes(mode));
  if (others.length === 0) return 'not shown';
  return rounding.length <= 2 ? rounding.join(' or ') : `none of ${others.join(', ')}`;
}

/** The fields of a design that differ from another one, in words. */
export function changesText(changes: readonly DecidedField[]): string {
  return changes
    .map(({ field, from, to }) => `${field} ${decidedText(field, to)} instead of ${decidedText(field, from)}`)
    .join(', ');
}

/** The closest design, and the first requests that it does not give. */
export function closestLines(closest: ClosestDesign): readonly string[] {
  const { preset, changes, reproduced, requests, others } = closest;
  const change = changes.length === 0 ? '' : ` with ${changesText(changes)}`;
  const first = `closest design: ${preset}${change}: ${reproduced} of ${requests} requests ${howEqual(closest)}${
    requests < PROVING ? `; fewer than ${PROVING} cannot tell designs apart` : ''
  }`;
  if (others.length === 0) return [first];
  const more = requests - reproduced > others.length ? ' ...' : '';
  return [
    first,
    `differs from it: ${requests - reproduced} requests, on lines ${others.map(({ line }) => line).join(', ')}${more}`,
  ];
}
