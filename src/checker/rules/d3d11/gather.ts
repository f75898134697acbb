import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES, COMPARE_OPS } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/states.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { specifiedByD3d11 } from '../specification-rule.ts';

const SIZE = 4;
const BORDER_VALUE = 3;
/** Positions in sixteenths of a texel from one size before the image to one behind: on centres and edges as well. */
const SIXTEENTHS = 16;
const POSITIONS = 3 * SIZE * SIXTEENTHS;

/** Codes of level 0 tell texels and components apart; those of level 1 are larger. */
function stored(i: number, j: number, component: number, level: number): number {
  return 16 + i + SIZE * j + 64 * component + 1024 * level;
}

export const GATHER4 = specifiedByD3d11('22.4.2/gather4', {
  title: 'gather4 returns the selected component of the four texels of a bilinear sample',
  limit:
    'the texels at (-,+), (+,+), (+,-) and (-,-) half a texel, of the top level, those of no weight as well; of the sampler ' +
    'only the address modes count',
  method:
    'positions in sixteenths of a texel around a 4x4 image of two levels in float32, every address mode and component, with a ' +
    'point filter and with a linear one and a bias',
  requests() {
    const image = texelImage('r32g32b32a32_sfloat', { width: SIZE, height: SIZE, levels: 2 }, ({ i, j, level }) =>
      [0, 1, 2, 3].map((c) => stored(i, j, c, level)),
    );
    return ADDRESS_MODES.flatMap((mode) =>
      [0, 1, 2, 3].map((component) => {
        const filter = component % 2 === 0 ? POINT : { ...LINEAR, mipLodBias: 1 };
        return {
          image,
          sampler: {
            ...filter,
            ...addressed(mode),
            borderColor: [BORDER_VALUE, BORDER_VALUE, BORDER_VALUE, BORDER_VALUE],
          },
          instruction: d3d11Instruction('gather4', { component }),
          count: POSITIONS,
          // Every axis sees all positions, each in an order of its own.
          operands: (n) => ({
            s: ((n % POSITIONS) / SIXTEENTHS - SIZE) / SIZE,
            t: (((n * 7 + 5) % POSITIONS) / SIXTEENTHS - SIZE) / SIZE,
          }),
        };
      }),
    );
  },
});

const DEPTHS = [-2, 0, 0.125, 0.25, 0.375, 0.5, 0.75, 1];
const REFERENCES = [-1e30, -2, 0, 0.2, 0.25, 0.5, 0.6, 1, 2, Infinity, NaN];
const PLACES = (SIZE - 1) ** 2;

export const GATHER4_COMPARISON = specifiedByD3d11('22.4.3/gather4-comparison', {
  title: 'gather4_c returns the comparison of each of the four texels, unfiltered',
  limit: '1.0 where the reference compares with the texel as the function says, else 0.0; NaN is unequal to all',
  method: 'every comparison function, references between, at and beyond the depths of 4x4 texels of D32_FLOAT, and NaN',
  requests() {
    const image = texelImage('d32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) => [
      DEPTHS[(3 * i + 5 * j) % DEPTHS.length],
    ]);
    return COMPARE_OPS.map((compareOp) => ({
      image,
      sampler: { ...LINEAR, ...addressed('clamp_to_edge'), compareEnable: true, compareOp },
      instruction: d3d11Instruction('gather4_c'),
      count: PLACES * REFERENCES.length,
      operands: (n) => ({
        s: (1 + (n % (SIZE - 1))) / SIZE,
        t: (1 + (Math.floor(n / (SIZE - 1)) % (SIZE - 1))) / SIZE,
        dref: REFERENCES[Math.floor(n / PLACES)],
      }),
    }));
  },
});

const [FIRST_OFFSET, LAST_OFFSET] = [-32, 31];
const OFFSETS = LAST_OFFSET - FIRST_OFFSET + 1;

export const GATHER4_OFFSETS = specifiedByD3d11('22.4.4/gather4-offsets', {
  title: 'gather4_po moves the four texels by -32 to 31 along each axis',
  limit: 'every offset of six bits, added to the texels before the address mode is applied',
  method: 'all 64 offsets along u with all along v in another order, between four texels, every address mode',
  requests() {
    const image = texelImage('r32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) => [stored(i, j, 0, 0)]);
    return ADDRESS_MODES.map((mode) => ({
      image,
      sampler: { ...POINT, ...addressed(mode), borderColor: [BORDER_VALUE, 0, 0, 1] },
      instruction: d3d11Instruction('gather4_po'),
      count: OFFSETS,
      operands: (n) => ({
        s: 0.5,
        t: 0.5,
        laneOffset: [FIRST_OFFSET + (n % OFFSETS), FIRST_OFFSET + ((n * 11 + 3) % OFFSETS)],
      }),
    }));
  },
});
