import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { checkResults } from '../../../../src/checker/closest/check-results.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { claimed, D3D11_3, type Profile } from '../../../../src/checker/profiles.ts';
import { answerLines } from '../../../../src/checker/report/answer.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { designOf, explicitState, finished, noise, randomLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

/** Bilinear samples between texels that are far apart, measured on a design. */
function measured(design: Design, quads: number): MeasuredTrace {
  const linear = explicitState({ magFilter: 'linear', minFilter: 'linear' });
  return measuredByModel(
    design,
    [noise(8)],
    [linear],
    randomLanes(6, quads, () => 0),
  );
}

/** The same with every n-th result as no design has it. */
function spoiled({ requests, ...trace }: MeasuredTrace, n: number): MeasuredTrace {
  const wrong = requests.map((request, at) => {
    const texels = request.results!.texels!.map((texel) => texel && ([2, texel[1], texel[2], 1] as const));
    return at % n === 0 ? { ...request, results: { texels } } : request;
  });
  return { ...trace, requests: wrong };
}

function answer(trace: MeasuredTrace, profile: Profile, named: Design): string {
  const standard =
    profile.name === 'claimed' ? ({ kind: 'design', design: named } as const) : ({ kind: 'profile', profile } as const);
  const results = finished(checkResults(trace, standard, null, named));
  const { verdicts } = results;
  return answerLines({
    texunit: '0',
    subject: 'r.jsonl',
    profile,
    effort: 'quick',
    seconds: 0,
    verdicts,
    results,
  }).join('\n');
}

describe('the answer on measured results', () => {
  const truncated = designOf({ filter: { guardBits: 0, rounding: 'floor' } });

  it('says of a design that claims an interval that it permits the results, not that they agree', () => {
    // The claim of a rounding toward zero permits either neighbour.
    const named = designOf({ rounding: 'toward-zero' });
    const said = answer(measured(designOf({}), 40), claimed(named.limits), named);
    expect(said).toMatch(/^r\.jsonl is permitted by what the design changed claims: /);
    expect(said).toMatch(/^note: permitted is not equal .*: changed itself gives \d+ of 40 requests to the bit$/m);
    expect(said).not.toMatch(/agree/);
    const equal = answer(measured(named, 40), claimed(named.limits), named);
    expect(equal).toMatch(/^note: changed itself gives 40 of 40 requests to the bit$/m);
  });

  it('infers a field only of a design that explains all results, and else says on what it depends', () => {
    const explained = answer(measured(truncated, 40), D3D11_3, FULL_QUALITY);
    expect(explained).toMatch(/^inferred: filter\.rounding: "floor" or "toward-zero" \(\d+ results /m);
    const others = answer(spoiled(measured(truncated, 40), 8), D3D11_3, FULL_QUALITY);
    expect(others).not.toMatch(/^inferred: filter/m);
    expect(others).toMatch(
      /^if all else is as in the closest design, which does not explain 5 requests, then filter\.guardBits: 0 /m,
    );
  });

  it('shows no field by a design that explains less than half', () => {
    const said = answer(spoiled(spoiled(measured(designOf({ rounding: 'floor' }), 48), 2), 3), D3D11_3, FULL_QUALITY);
    expect(said).toMatch(/^closest design: .*address.rounding "floor".*: 16 of 48 requests/m);
    expect(said).not.toMatch(/all else/);
  });

  it('lists no roundings where the results do not distinguish them', () => {
    const nearest = explicitState({ magFilter: 'linear', minFilter: 'linear' });
    const batch = randomLanes(6, 40, () => 0);
    // Eighths of texels: on the grid of every design.
    batch.s.forEach((value, lane) => (batch.s[lane] = Math.round(value * 128) / 128));
    batch.t.forEach((value, lane) => (batch.t[lane] = Math.round(value * 128) / 128));
    const said = answer(measuredByModel(FULL_QUALITY, [noise(8)], [nearest], batch), D3D11_3, FULL_QUALITY);
    expect(said).toMatch(/subtexel bits: at least 3, rounding not shown/);
    expect(said).not.toMatch(/rounding.* or /);
  });

  it('names the number of rows that show a cause, and says that few rows do not prove it', () => {
    const few = answer(measured(designOf({ subtexel: 5 }), 5), D3D11_3, FULL_QUALITY);
    expect(few).toMatch(/^fails: perhaps, on \d+ results, and fewer than 32 cannot tell: /m);
    expect(few).not.toMatch(/^(inferred:|fails: The|fails: Another)/m);
    expect(few).toMatch(/^closest design: .* to the bit; fewer than 32 cannot tell designs apart$/m);
    const many = answer(measured(designOf({ subtexel: 5 }), 40), D3D11_3, FULL_QUALITY);
    expect(many).toMatch(
      /^fails: The texel coordinate, or the weight made of its fraction, has too few bits .*: \d+ results of \d+ requests/m,
    );
    expect(many).toMatch(/^inferred: /m);
    expect(many).not.toMatch(/cannot tell designs/);
  });
});
