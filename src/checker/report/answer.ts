import type { ClosestDesign } from '../results/closest-design.ts';
import type { FittedResults, ResultsCheck } from '../results/check-results.ts';
import type { Support } from '../results/hypotheses.ts';
import type { ReportedVerdict } from '../rule.ts';
import { profileTitle } from '../profiles.ts';
import { SPECIFICATION_TEXTS } from '../specification-texts.ts';
import { type CheckReport, conforms, sectionText, summary } from './check-report.ts';

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
    countText(results),
    ...failingLines(report),
    ...inferredLines(results.fitted, closest),
    ...(closest === null ? [] : closestLines(closest)),
  ];
}

function verdictText(report: CheckReport): string {
  const { subject, profile, results } = report;
  if (profile.name === 'claimed' && results !== undefined) {
    return `${subject} ${conforms(report) ? 'agrees' : 'does not agree'} with the design ${results.standard}`;
  }
  const { specification } = profile;
  const text = profile.text === 'current' ? SPECIFICATION_TEXTS[specification] : specification;
  return `${subject} ${conforms(report) ? 'conforms' : 'does not conform'} to ${text}, profile ${profileTitle(profile)}`;
}

/** A line where results of one API are judged by the text of the other. */
function apiLines({ profile }: CheckReport, { api }: ResultsCheck): readonly string[] {
  const specification =
    api === undefined ? profile.specification : ({ vulkan: 'Vulkan', d3d11: 'D3D11.3' } as const)[api];
  if (specification === profile.specification) return [];
  const other = specification === 'Vulkan' ? 'vulkan-1.0 or vulkan-1.4' : 'd3d11.3';
  return [
    `note: results of ${specification} are judged by ${profile.specification}; --profile ${other} judges them by their own text`,
  ];
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
  if (subtexel !== null) {
    const bits = `${subtexel.atLeast ? 'at least ' : ''}${subtexel.bits}`;
    lines.push(`subtexel bits: ${bits}, rounding ${subtexel.rounding.join(' or ')} (${support(subtexel)})`);
  }
  if (levelWeights !== null) {
    const bits = `${levelWeights.atLeast ? 'at least ' : ''}${levelWeights.bits}`;
    const { curve } = levelWeights;
    const shape = curve === null ? 'the fraction of the LOD' : `knots ${JSON.stringify(curve)}`;
    lines.push(`mip bits: ${bits}, weight between levels: ${shape} (${support(levelWeights)})`);
  }
  if (nearestLevel !== null) lines.push(`nearest level: ${nearestLevel.rule} (${support(nearestLevel)})`);
  if (layer !== null) lines.push(`array layer: ${layer.rule} (${support(layer)})`);
  for (const { field, value, says } of closest?.shown ?? []) {
    lines.push(`${field}: ${JSON.stringify(value)} (${says} results tell it from every other value that was tried)`);
  }
  return lines.map((line) => `inferred: ${line}`);
}

function support({ says, contradicts }: Support): string {
  return `${says} requests tell it from others, ${contradicts} contradict`;
}

function closestLines({ preset, changes, reproduced, requests, others }: ClosestDesign): readonly string[] {
  const fields = changes.map(
    ({ field, from, to }) => `${field} ${JSON.stringify(to)} instead of ${JSON.stringify(from)}`,
  );
  const change = fields.length === 0 ? '' : ` with ${fields.join(', ')}`;
  const first = `closest design: ${preset}${change}: ${reproduced} of ${requests} requests to the bit`;
  if (others.length === 0) return [first];
  const more = requests - reproduced > others.length ? ' ...' : '';
  return [
    first,
    `differs from it: ${requests - reproduced} requests, on lines ${others.map(({ line }) => line).join(', ')}${more}`,
  ];
}
