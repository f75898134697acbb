import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES, type AddressMode, COMPARE_OPS } from '../../../../rtl-model/state/sampler.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import { compares } from '../../../specification/filtering/comparison.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { DIRECTED } from '../../probes/measurement.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const SIZE = 4;
const BORDER_VALUE = 3;
/** Lower left, lower right, upper right, upper left in x, y, z and w: counter-clockwise (22.4.2). */
const ORDER = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const;
/** Positions in sixteenths of a texel from one size before the image to one behind: on centres and edges as well. */
const SIXTEENTHS = 16;
const POSITIONS = 3 * SIZE * SIXTEENTHS;

/** In texels; every axis sees all positions, each in an order of its own. */
function position(n: number): readonly [u: number, v: number] {
  return [(n % POSITIONS) / SIXTEENTHS - SIZE, ((n * 7 + 5) % POSITIONS) / SIXTEENTHS - SIZE];
}

/** Calls `visit` with where the four texels of a gather lie: null beyond the image, on the border. */
function gathered(
  [u, v]: readonly [number, number],
  mode: AddressMode,
  visit: (texel: readonly [i: number, j: number] | null, component: number) => void,
): void {
  const [left, upper] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
  for (const [component, [di, dj]] of ORDER.entries()) {
    const [i, j] = [wrappedTexel(left + di, SIZE, mode), wrappedTexel(upper + dj, SIZE, mode)];
    visit(i === BORDER_TEXEL || j === BORDER_TEXEL ? null : [i, j], component);
  }
}

/** Codes of level 0 tell texels and components apart; those of level 1 are larger. */
function stored(i: number, j: number, component: number, level: number): number {
  return 16 + i + SIZE * j + 64 * component + 1024 * level;
}

export const GATHER4 = d3d11Rule({
  section: '22.4.2',
  name: 'gather4',
  title: 'gather4 returns the selected component of the four texels of a bilinear sample',
  limit:
    'the texels at (-,+), (+,+), (+,-) and (-,-) half a texel, of the top level, those of no weight as well; of the sampler ' +
    'only the address modes count',
  method:
    'positions in sixteenths of a texel around a 4x4 image of two levels in float32, every address mode and component, with a ' +
    'point filter and with a linear one and a bias',
  unit: 'cases',
  check(subject) {
    const image = texelImage('r32g32b32a32_sfloat', { width: SIZE, height: SIZE, levels: 2 }, ({ i, j, level }) =>
      [0, 1, 2, 3].map((c) => stored(i, j, c, level)),
    );
    const border = [0, 1, 2, 3].map(() => BORDER_VALUE) as unknown as readonly [number, number, number, number];
    const steps = ADDRESS_MODES.flatMap((mode) =>
      [0, 1, 2, 3].map((component): JudgedStep => {
        const filter = component % 2 === 0 ? POINT : { ...LINEAR, mipLodBias: 1 };
        return {
          image,
          sampler: { ...filter, ...addressed(mode), borderColor: border },
          instruction: d3d11Instruction('gather4', { component }),
          count: POSITIONS,
          fill(batch, lane, n) {
            const [u, v] = position(n);
            batch.s[lane] = u / SIZE;
            batch.t[lane] = v / SIZE;
          },
          expect(n, expected) {
            gathered(position(n), mode, (texel, c) => {
              expected[c] = texel === null ? BORDER_VALUE : stored(...texel, component, 0);
            });
          },
          inputs: (n) => ({
            instruction: 'gather4',
            component,
            addressMode: mode,
            s: position(n)[0] / SIZE,
            t: position(n)[1] / SIZE,
          }),
        };
      }),
    );
    return judgeLanes(subject, steps, DIRECTED);
  },
});

const DEPTHS = [-2, 0, 0.125, 0.25, 0.375, 0.5, 0.75, 1];
const REFERENCES = [-1e30, -2, 0, 0.2, 0.25, 0.5, 0.6, 1, 2, Infinity, NaN];

export const GATHER4_COMPARISON = d3d11Rule({
  section: '22.4.3',
  name: 'gather4-comparison',
  title: 'gather4_c returns the comparison of each of the four texels, unfiltered',
  limit: '1.0 where the reference compares with the texel as the function says, else 0.0; NaN is unequal to all',
  method: 'every comparison function, references between, at and beyond the depths of 4x4 texels of D32_FLOAT, and NaN',
  unit: 'cases',
  check(subject) {
    const depth = (i: number, j: number) => DEPTHS[(3 * i + 5 * j) % DEPTHS.length];
    const image = texelImage('d32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) => [depth(i, j)]);
    const places = (SIZE - 1) ** 2;
    const place = (n: number) => [1 + (n % (SIZE - 1)), 1 + (Math.floor(n / (SIZE - 1)) % (SIZE - 1))] as const;
    const reference = (n: number) => REFERENCES[Math.floor(n / places)];
    const steps = COMPARE_OPS.map((compareOp): JudgedStep => ({
      image,
      sampler: { ...LINEAR, ...addressed('clamp_to_edge'), compareEnable: true, compareOp },
      instruction: d3d11Instruction('gather4_c'),
      count: places * REFERENCES.length,
      fill(batch, lane, n) {
        const [u, v] = place(n);
        batch.s[lane] = u / SIZE;
        batch.t[lane] = v / SIZE;
        batch.dref[lane] = reference(n);
      },
      expect(n, expected) {
        const compared = Math.fround(reference(n));
        gathered(place(n), 'clamp_to_edge', (texel, c) => {
          expected[c] = compares(compareOp, compared, depth(...texel!)) ? 1 : 0;
        });
      },
      inputs: (n) => ({ instruction: 'gather4_c', compareOp, dref: reference(n), s: place(n)[0] / SIZE }),
    }));
    return judgeLanes(subject, steps, DIRECTED);
  },
});

const [FIRST_OFFSET, LAST_OFFSET] = [-32, 31];
const OFFSETS = LAST_OFFSET - FIRST_OFFSET + 1;

export const GATHER4_OFFSETS = d3d11Rule({
  section: '22.4.4',
  name: 'gather4-offsets',
  title: 'gather4_po moves the four texels by -32 to 31 along each axis',
  limit: 'every offset of six bits, added to the texels before the address mode is applied',
  method: 'all 64 offsets along u with all along v in another order, between four texels, every address mode',
  unit: 'cases',
  check(subject) {
    const image = texelImage('r32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) => [stored(i, j, 0, 0)]);
    const offsets = (n: number) => [FIRST_OFFSET + (n % OFFSETS), FIRST_OFFSET + ((n * 11 + 3) % OFFSETS)] as const;
    const steps = ADDRESS_MODES.map((mode): JudgedStep => ({
      image,
      sampler: { ...POINT, ...addressed(mode), borderColor: [BORDER_VALUE, 0, 0, 1] },
      instruction: d3d11Instruction('gather4_po'),
      count: OFFSETS,
      fill(batch, lane, n) {
        batch.s[lane] = 0.5;
        batch.t[lane] = 0.5;
        [batch.laneOffset[3 * lane], batch.laneOffset[3 * lane + 1]] = offsets(n);
      },
      expect(n, expected) {
        const [x, y] = offsets(n);
        gathered([SIZE / 2 + x, SIZE / 2 + y], mode, (texel, c) => {
          expected[c] = texel === null ? BORDER_VALUE : stored(...texel, 0, 0);
        });
      },
      inputs: (n) => ({ instruction: 'gather4_po', addressMode: mode, offsetU: offsets(n)[0], offsetV: offsets(n)[1] }),
    }));
    return judgeLanes(subject, steps, DIRECTED);
  },
});
