import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import type { ImageView } from '../../../../rtl-model/state/image-view.ts';
import { addressed, POINT, TRILINEAR } from '../../probes/filters.ts';
import { DIRECTED, Measurement } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { askRequests, requestFields, type Requests } from '../../probes/requests.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const ONE = 256;
/** 3.2.4.1, in ULP of an 8.8 LOD, of a clamp that is not on the grid. */
const TOLERANCE = 0.6;
/** Levels of the resource hold their own number, and one more: 0 is out of bounds. */
const LEVELS = 8;
/** The view of the examples of 5.8.6: levels 1 to 6 of the resource. */
const [FIRST, LAST] = [1, 6];
const VIEW: Partial<ImageView> = { baseMipLevel: FIRST, levelCount: LAST - FIRST + 1 };

function numberedLevels(format: string) {
  const side = 2 ** (LEVELS - 1);
  return texelImage(format, { width: side, height: side, levels: LEVELS }, ({ level }) =>
    [0, 1, 2, 3].map(() => level + 1),
  );
}

const SAMPLER_CLAMPS = [
  { minLod: 0, maxLod: 1000 },
  { minLod: 1.25, maxLod: 4 },
  { minLod: 4.5, maxLod: 4.5 },
] as const;
const RESOURCE_CLAMPS = [0, 0.5, 1, 1.1, 3, 3.5, 5.5, 6] as const;
const LODS = Array.from({ length: 73 }, (_, n) => n / 8 - 2);

export const RESOURCE_CLAMP = d3d11Rule({
  section: '5.8.4',
  name: 'resource-clamp',
  title: 'The MinLOD clamp of a resource counts from its own most detailed level, and may be a fraction',
  limit:
    'LOD max(clamp - first level of the view, LOD after the clamps of the sampler); 0.6 ULP of 8.8 where a clamp is not on the grid',
  method:
    'sample_l with LODs of -2 to 7 in 1/8 on a view of levels 1 to 6 of 8, eight clamps of the resource, three pairs of the sampler',
  unit: 'ULP',
  *check(subject) {
    const off = new Measurement();
    const image = numberedLevels('r32_sfloat');
    const steps = RESOURCE_CLAMPS.flatMap((clamp) => SAMPLER_CLAMPS.map((bounds) => ({ clamp, bounds })));
    for (const [step, { clamp, bounds }] of steps.entries()) {
      const { minLod, maxLod } = bounds;
      const asked = askCases(
        subject,
        {
          image,
          sampler: { ...TRILINEAR, ...bounds },
          instruction: d3d11Instruction('sample_l'),
          view: { ...VIEW, minLod: clamp },
        },
        LODS.length,
        (batch, lane, n) => {
          batch.lod[lane] = LODS[n];
        },
        (result, at, n) => {
          const sampled = Math.max(minLod, Math.min(maxLod, LODS[n]));
          const lod = Math.min(Math.max(sampled, Math.fround(clamp) - FIRST), LAST - FIRST);
          const expected = FIRST + Math.max(lod, 0) + 1;
          off.add(Math.abs(result[at] - expected) * ONE, () => ({
            inputs: witnessFields({ lod: LODS[n], minLod, maxLod, resourceClamp: clamp, baseMipLevel: FIRST }),
            raw: { clampedLOD: String(lod) },
            expected: `level ${expected - 1} of the resource`,
            got: `level ${result[at] - 1}`,
          }));
        },
      );
      yield* stepOf(step, steps.length, asked);
    }
    return off.atMost(TOLERANCE, DIRECTED);
  },
});

/** Formats by how many components they have: the defaults stand for the others (19.1.3.3). */
const COLORS = [
  { format: 'r32_sfloat', stored: 1 },
  { format: 'r32g32b32a32_sfloat', stored: 4 },
] as const;
const DEFAULTS = [0, 0, 0, 1] as const;
/** Greater than 0, less than the number of any level. */
const REFERENCE = 0.5;

/** Beyond the last level of the view, if by a fraction of a level: nothing of the view is left. */
const EMPTY_CLAMPS = [LAST + 0.1, LAST + 0.5, LAST + 1, LEVELS + 1] as const;

/** Requests with the colours that they must give. */
interface ExpectedRequests extends Requests {
  readonly expected: (n: number) => readonly number[];
}

const CENTER = { s: 0.5, t: 0.5 };

export const RESOURCE_CLAMPED_OFF = d3d11Rule({
  section: '5.8.5',
  name: 'clamped-off',
  title: 'What the clamp of a resource takes away is out of bounds',
  limit:
    '0 for components of the format, the default for those it lacks: of every sample, ld and gather4 where the clamp is beyond ' +
    'the view; of ld of a level below its integer part, and of gather4 where that is the first of the view; gather4_c compares with 0',
  method:
    'sample_l, ld of every level, gather4 of each component and gather4_c on a view of levels 1 to 6 of 8, of R32, RGBA32 and D32 ' +
    'FLOAT, clamps of 0 to 9; LODs and levels as they would be without',
  unit: 'cases',
  *check(subject) {
    const clamps = [...RESOURCE_CLAMPS, ...EMPTY_CLAMPS];
    const colors = COLORS.map((color) => ({ ...color, image: numberedLevels(color.format) }));
    const depths = numberedLevels('d32_sfloat');
    const sampler = { ...POINT, ...addressed('clamp_to_edge') };
    const steps = clamps.flatMap((clamp): readonly ExpectedRequests[] => {
      const view = { ...VIEW, minLod: clamp };
      const empty = clamp > LAST;
      const present = (level: number) => !empty && level >= Math.floor(clamp);
      const ofColors = colors.flatMap(({ image, stored }): readonly ExpectedRequests[] => {
        const color = (level: number) =>
          DEFAULTS.map((value, c) => (c >= stored ? value : present(level) ? level + 1 : 0));
        const sampled = {
          image,
          sampler,
          view,
          instruction: d3d11Instruction('sample_l'),
          count: LODS.length,
          operands: (n: number) => ({ lod: LODS[n] }),
          expected: () => color(FIRST),
        };
        const loaded = {
          image,
          view,
          instruction: d3d11Instruction('ld'),
          count: LAST - FIRST + 1,
          operands: (n: number) => ({ level: n }),
          expected: (n: number) => color(FIRST + n),
        };
        const gathered = DEFAULTS.map((_, component) => ({
          image,
          sampler,
          view,
          instruction: d3d11Instruction('gather4', { component }),
          count: 1,
          operands: () => CENTER,
          expected: () => DEFAULTS.map(() => color(FIRST)[component]),
        }));
        return empty ? [sampled, loaded, ...gathered] : [loaded, ...gathered];
      });
      const compared = {
        image: depths,
        view,
        instruction: d3d11Instruction('gather4_c'),
        count: 1,
        sampler: { ...sampler, compareEnable: true, compareOp: 'greater' },
        operands: () => ({ ...CENTER, dref: REFERENCE }),
        expected: () => DEFAULTS.map(() => (present(FIRST) ? 0 : 1)),
      } satisfies ExpectedRequests;
      return [...ofColors, compared];
    });
    const wrong = new Measurement();
    for (const [k, step] of steps.entries()) {
      const asked = askRequests(subject, step, (result, at, n) => {
        const [got, expected] = [Array.from(result.subarray(at, at + 4)), step.expected(n)];
        wrong.judge(
          expected.every((value, c) => got[c] === value),
          () => ({
            inputs: requestFields(step, step.operands(n)),
            raw: {},
            expected: expected.join(' '),
            got: got.join(' '),
          }),
        );
      });
      yield* stepOf(k, steps.length, asked);
    }
    return wrong.atMost(0, DIRECTED);
  },
});
