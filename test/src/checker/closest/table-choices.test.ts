import { expect, it } from 'vitest';
import { D3D11_3, VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { tableVerdicts } from '../../../../src/checker/closest/table-choices.ts';
import { POINT } from '../../../oracle/sampling.ts';
import { designOf, explicitState, finished, noise, randomLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

/** Samples half way between layers 2 and 3, and 0 and 1, rounded by the rule of each design in turn. */
function ofDesigns(...rules: readonly ('nearest-even' | 'floor-plus-half')[]) {
  const levels = [Uint8Array.from({ length: 4 * 256 }, (_, n) => (n * 53) % 251)];
  const image = { ...noise(3), layers: 4, levels };
  const traces = rules.map((layerRounding) => {
    const batch = randomLanes(7, 20, () => 0);
    batch.layer.forEach((_, lane) => (batch.layer[lane] = lane % 2 === 0 ? 0.5 : 2.5));
    return measuredByModel(designOf({ address: { layerRounding } }), [image], [explicitState(POINT)], batch);
  });
  const requests = traces[0].requests.map((_, n) => traces[n % traces.length].requests[n]);
  return { ...traces[0], requests };
}

it.each(['nearest-even', 'floor-plus-half'] as const)('array layers that are all rounded by %s pass', (rule) => {
  const verdicts = tableVerdicts(ofDesigns(rule), null, VULKAN_1_0);
  expect(verdicts.map(({ rule: { id }, finding }) => [id, finding.verdict])).toEqual([
    ['results/array-layer-rule', 'pass'],
  ]);
});

it('array layers that are rounded by two rules fail, though each result alone is permitted', () => {
  const trace = ofDesigns('nearest-even', 'nearest-even', 'floor-plus-half');
  expect(finished(judgeResults(trace, { kind: 'profile', profile: VULKAN_1_0 })).wrong).toEqual([]);
  const [{ finding }] = tableVerdicts(trace, null, VULKAN_1_0);
  expect(finding.verdict).toBe('fail');
  // Every third request, in lines that begin with 10.
  expect((Number(finding.witness!.inputs.request.replace(/.*:/, '')) - 10) % 3).toBe(2);
  expect(finding.measured).toBeLessThan(finding.cases.tried / 2);
});

it('D3D11.3 leaves no rule to choose: each request is judged by itself', () => {
  const trace = ofDesigns('nearest-even', 'floor-plus-half');
  expect(tableVerdicts(trace, null, D3D11_3)).toEqual([]);
  expect(finished(judgeResults(trace, { kind: 'profile', profile: D3D11_3 })).wrong.length).toBeGreaterThan(20);
});
