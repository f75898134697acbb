import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { comparedGathers, GATHER_SIZE, componentGathers, offsetGathers } from '../../probes/gather-requests.ts';
import { specifiedByD3d11 } from '../kinds/specification-rule.ts';

/** Positions in sixteenths of a texel from one size before the image to one after it: on centres and edges as well. */
const SIXTEENTHS = 16;
const POSITIONS = 3 * GATHER_SIZE * SIXTEENTHS;

const GATHER4 = specifiedByD3d11('22.4.2/gather4', {
  title: 'gather4 returns the selected component of the four texels of a bilinear sample',
  limit:
    'the texels at (-,+), (+,+), (+,-) and (-,-) half a texel, of the top level, those of no weight as well; of the sampler ' +
    'only the address modes count',
  method:
    'positions in sixteenths of a texel around a 4x4 image of two levels in float32, every address mode and component, with a ' +
    'point filter and with a linear one and a bias',
  // Every axis sees all positions, each in another order.
  requests: () =>
    componentGathers(ADDRESS_MODES, [0], POSITIONS, (n) => [
      n / SIXTEENTHS - GATHER_SIZE,
      ((n * 7 + 5) % POSITIONS) / SIXTEENTHS - GATHER_SIZE,
    ]),
});

const GATHER4_COMPARISON = specifiedByD3d11('22.4.3/gather4-comparison', {
  title: 'gather4_c returns the comparison of each of the four texels, unfiltered',
  limit: '1.0 where the reference compares with the texel as the function says, else 0.0; NaN is unequal to all',
  method: 'every comparison function, references between, at and beyond the depths of 4x4 texels of D32_FLOAT, and NaN',
  requests: comparedGathers,
});

const [FIRST_OFFSET, OFFSETS] = [-32, 64];

const GATHER4_OFFSETS = specifiedByD3d11('22.4.4/gather4-offsets', {
  title: 'gather4_po moves the four texels by -32 to 31 along each axis',
  limit: 'every offset of six bits, added to the texels before the address mode is applied',
  method: 'all 64 offsets along u with all along v in another order, between four texels, every address mode',
  requests: () =>
    offsetGathers({
      instruction: d3d11Instruction('gather4_po'),
      count: OFFSETS,
      operands: (n) => ({ laneOffset: [FIRST_OFFSET + n, FIRST_OFFSET + ((n * 11 + 3) % OFFSETS)] }),
    }),
});

export const GATHER4_RULES = [GATHER4, GATHER4_COMPARISON, GATHER4_OFFSETS];
