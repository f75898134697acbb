import type { FittedResults, ResultsCheck } from '../results/check-results.ts';
import type { Support } from '../results/hypotheses.ts';

/** The properties of a unit that its measured results reveal, one line each. */
export function fitText({ fitted, judged, open, unmeasured, wrong }: ResultsCheck): string {
  return [
    `${judged} results judged, ${wrong.length} not allowed, ${open} left open by the specification, ${unmeasured} requests without`,
    ...fitLines(fitted),
  ].join('\n');
}

function fitLines({ subtexel, levelWeights, nearestLevel, layer, presets }: FittedResults): readonly string[] {
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
  const [closest] = presets;
  if (closest !== undefined && closest.refused === null) {
    lines.push(`nearest preset: ${closest.design}, ${closest.reproduced} of ${closest.requests} requests to the bit`);
  }
  return lines;
}

function support({ says, contradicts }: Support): string {
  return `${says} requests tell it from others, ${contradicts} contradict`;
}
