import { describe, expect, it } from 'vitest';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { FIFO_SOURCES } from '../pipeline/fifo-sources.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const WIDTH = 16;
const ADDRESS_BITS = 3;
const CYCLES = 20_000;

function leaf(words: number): Leaf {
  return {
    module: 'forwarding_sram',
    sources: FIFO_SOURCES.slice(0, 2),
    parameters: { WIDTH, WORDS: words },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'write_enable', width: 1 },
      { name: 'write_address', width: ADDRESS_BITS },
      { name: 'write_data', width: WIDTH },
      { name: 'read_enable', width: 1 },
      { name: 'read_address', width: ADDRESS_BITS },
    ],
    outputs: [{ name: 'read_data', width: WIDTH, sometimes: true }],
  };
}

/** Writes and reads at random: two vectors a cycle, as its clock. A word is known once it has been written. */
function traffic(words: number): Vectors {
  const dice = new Dice(words);
  const held = new Float64Array(words).fill(NaN);
  const inputs = new Float64Array(5);
  let data = NaN;
  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      if (n % 2 === 0) {
        const address = () => dice.integer(0, words - 1);
        inputs.set([dice.integer(0, 1), address(), dice.integer(0, 2 ** WIDTH - 1), dice.integer(0, 1), address()]);
      } else {
        const [writes, to, word, reads, from] = inputs;
        if (writes === 1) held[to] = word;
        data = reads === 1 ? held[from] : NaN;
      }
      values.set([n % 2, ...inputs, data]);
    },
  };
}

describe('forwarding_sram', () => {
  it.each([5, 8])('reads what any cycle up to its own has written, of %i words', async (words) => {
    expect(await firstDifference(leaf(words), traffic(words))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['a read finds the word before', ['forwarded <= forwards;', "forwarded <= 1'b0;"]],
    ['a read finds the write to another address', ['write_enable && write_address == read_address', 'write_enable']],
    ['a read finds what is not written', ['= write_enable && write_address', '= write_address']],
    ['the memory is read while it is written', ['read_enable && !forwards', 'read_enable']],
    ['the memory is not read', ['read_enable && !forwards', "1'b0"]],
  ];
  itFinds(mutants, () => [leaf(8), traffic(8)]);
  itIsSynthesized(() => [leaf(8), traffic(8)]);
});
