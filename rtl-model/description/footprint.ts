import { BORDER_ADDRESS, CORNER_ADDRESS, NO_TAP } from '../registers/footprints.ts';
import type { StepNode } from '../steps/step.ts';
import { cubicRow, type CubicTable } from './cubic.ts';
import { GATHERED, MOST_SAMPLES } from './placing.ts';
import type { Sampling } from './sampling.ts';

interface PassTaps {
  readonly addresses: readonly StepNode[];
  readonly count: StepNode;
}

/** The footprint of one pass: byte addresses of its taps, BORDER_ADDRESS and NO_TAP, and their number. */
export function tapsOfPass(sampling: Sampling): PassTaps {
  const { steps: s, placing, cubic: mask } = sampling;
  const own = tapsOfFilter(sampling, placing.cubic);
  if (placing.cubic === null || mask.step === 'constant') return own;
  const others = tapsOfFilter(sampling, null);
  const addresses = own.addresses.map((address, tap) => s.select(mask, address, others.addresses[tap]));
  return { addresses, count: s.select(mask, own.count, others.count) };
}

/** That of the lanes of a cubic filter, or of the others. */
function tapsOfFilter(sampling: Sampling, cubic: CubicTable | null): PassTaps {
  const { steps: s, placing, linear, samples, binding } = sampling;
  const { dimensions, op } = binding;
  // A linear sample of a volume takes a pass for each of two slices, a cubic one for each row of four texels.
  const inSample = cubic !== null ? 4 ** (dimensions - 1) : dimensions === 3 ? 2 : 1;
  const mostPasses = 2 * MOST_SAMPLES * inSample;
  const pass = s.passNumber(mostPasses);
  const sample = s.select(linear, s.shiftRight(pass, Math.log2(inSample)), pass);
  const part = s.select(linear, s.and(pass, s.constant(inSample - 1)), s.constant(0));
  const coarser = s.not(s.less(sample, samples));
  const level = sampling.severalLevels
    ? s.select(coarser, sampling.level('levelLo', null), sampling.level('levelHi', null))
    : sampling.level('levelHi', null);
  const index = sampling.anisotropic ? s.subtract(sample, s.select(coarser, samples, s.constant(0))) : null;
  const { squares, missing } = cubic === null ? placing.place(level, index) : placing.placeCubic(level, index, cubic);
  const row = (n: number) => cubicRow(squares, n, (square, tap) => square[tap]);
  const parts = cubic === null ? squares : Array.from({ length: inSample }, (_, n) => row(n));
  const square = parts.reduce((others, own, n) =>
    others.map((other, tap) => s.select(s.equal(part, s.constant(n)), own[tap], other)),
  );
  const taken = s.less(pass, s.register('passes', 'integer', 0, mostPasses));
  const none = s.constant(NO_TAP);
  const order = op === 'gather' ? GATHERED : [0, 1, 2, 3];
  const most = dimensions === 1 && cubic === null ? 2 : 4;
  const addresses = order.map((from, tap) => {
    const found = s.select(s.less(square[from], s.constant(0)), s.constant(BORDER_ADDRESS), square[from]);
    const address = s.select(missing[from], s.constant(CORNER_ADDRESS), found);
    const wanted = tap === 0 ? address : tap < most ? s.select(linear, address, none) : none;
    return s.select(taken, wanted, none);
  });
  const count = s.select(linear, s.constant(most), s.constant(1));
  return { addresses, count: s.select(taken, count, s.constant(0)) };
}
