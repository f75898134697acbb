import { levelImage, measureLods, texelsOf } from '../../probes/measured-lod.ts';
import { DIRECTED, Measurement } from '../../probes/measurement.ts';
import { askSteps, type Requests, witnessOf } from '../../probes/requests.ts';
import { IMPLICIT_LOD, TRILINEAR } from '../../probes/states.ts';
import { d3d11Rule, type Demand, vulkanRule } from './specification-rule.ts';

/** The row (or column) whose difference a lane takes: its own, or one for the quad. */
const CHOICES = ['its own', 'the first', 'the second'] as const;
const FORMS = CHOICES.flatMap((row) =>
  CHOICES.map((column) => ({ row, column, shown: { 'ds/dx': `of ${row} row`, 'ds/dy': `of ${column} column` } })),
);

function chosen(choice: (typeof CHOICES)[number], own: number): number {
  return choice === 'its own' ? own : CHOICES.indexOf(choice) - 1;
}

/** u of the lanes of a quad in texels: no two rows and no two columns differ by the same. */
const QUADS = [1, 2, 7, 20].flatMap((first) => [3, 11, 30].map((second) => [0, first, 5, 5 + second] as const));

const DERIVATIVES_OF_QUADS: Demand = {
  title: 'Implicit derivatives are differences between the lanes of a quad',
  limit:
    "ds/dx is the difference in the lane's own row or in one row for all lanes, ds/dy that in its own column or in one for " +
    'all, by the same choice throughout (the finding names it); the LOD of both is from that of the longer one to that of ' +
    'the root of the sum of their squares; each LOD accurate to 2^-mipmapPrecisionBits',
  method:
    `${QUADS.length} quads whose rows and columns differ in 1D, the LOD of each lane against that of quads with the same ` +
    'difference everywhere, and the LOD of these against those of x and of y alone',
  unit: 'LOD',
  *check(subject, profile) {
    const requestOf = (quads: readonly (readonly number[])[]): Requests => ({
      image: levelImage('1d'),
      sampler: TRILINEAR,
      instruction: IMPLICIT_LOD,
      count: 4 * quads.length,
      operands: (n) => ({ s: quads[n >> 2][n % 4] / texelsOf('1d') }),
    });
    const request = requestOf(QUADS);
    // Differences of even quads by row and column, both and alone.
    const pairs = QUADS.flatMap(([a, b, c, d]) =>
      [b - a, d - c].flatMap((x) => [c - a, d - b].map((y) => [x, y] as const)),
    );
    const lods = (footprints: readonly Float64Array[]) =>
      measureLods(subject, { type: '1d', method: 'implicit' }, footprints);
    const even = yield* lods(pairs.map(([x, y]) => Float64Array.of(x, 0, 0, y, 0, 0)));
    const alongX = yield* lods(pairs.map(([x]) => Float64Array.of(x, 0, 0, 0, 0, 0)));
    const alongY = yield* lods(pairs.map(([, y]) => Float64Array.of(0, 0, 0, y, 0, 0)));
    const evenQuads = requestOf(pairs.map(([x, y]) => [0, x, y, x + y]));
    const judgements = FORMS.map(() => new Measurement());
    for (const [n, got] of even.entries()) {
      const least = Math.max(alongX[n], alongY[n]);
      const most = Math.log2(4 ** alongX[n] + 4 ** alongY[n]) / 2;
      const [expected, off] = got < least ? [least, least - got] : [most, Math.max(0, got - most)];
      const shown = { 'ds/dx': `${pairs[n][0]} texels`, 'ds/dy': `${pairs[n][1]} texels` };
      for (const judgement of judgements) judgement.add(off, () => witnessOf(evenQuads, 4 * n, expected, got, shown));
    }
    yield* askSteps(subject, [request], ([got], n) => {
      const [quad, row, column] = [n >> 2, (n >> 1) % 2, n % 2];
      for (const [k, form] of FORMS.entries()) {
        const expected = even[4 * quad + 2 * chosen(form.row, row) + chosen(form.column, column)];
        judgements[k].add(Math.abs(got - expected), () => witnessOf(request, n, expected, got, form.shown));
      }
    });
    const best = judgements.reduce((least, judgement) => (judgement.worst < least.worst ? judgement : least));
    best.witness ??= witnessOf(request, 0, even[0], even[0], FORMS[judgements.indexOf(best)].shown);
    return best.atMost(2 * 2 ** -profile.mipmapPrecisionBits, DIRECTED);
  },
};

export const QUAD_DERIVATIVES = vulkanRule('Derivative Image Operations/coarse-or-fine', DERIVATIVES_OF_QUADS);
export const D3D11_QUAD_DERIVATIVES = d3d11Rule('22.5.2/coarse-or-fine', DERIVATIVES_OF_QUADS);
