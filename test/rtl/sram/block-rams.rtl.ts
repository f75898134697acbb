import { describe, expect, it } from 'vitest';
import { sourcesOf } from '../../../src/forms/rtl/rtl-sources.ts';
import { readSources, runScript } from '../yosys.ts';

/** Widths of an iCE40's block RAM of 4096 bits. */
const WIDTHS = [2, 4, 8, 16];

/** The block RAMs that a memory of one write and one read port takes, side by side and one behind the other. */
function blockRams(words: number, bits: number): number {
  return Math.min(...WIDTHS.map((width) => Math.ceil(bits / width) * Math.ceil((words * width) / 4096)));
}

/**
 * Has Yosys map a module for an iCE40 up to its memories.
 *
 * @param assertions on cells; a failing one is an Error
 */
async function map(
  module: string,
  parameters: Readonly<Record<string, number>>,
  assertions: readonly string[],
  [from, to]: readonly [string, string] = ['', ''],
): Promise<void> {
  const sources = [...sourcesOf(module)].map(([name, text]) => [name, text.replace(from, to)] as const);
  const chosen = Object.entries(parameters).map(([name, value]) => ` -chparam ${name} ${value}`);
  const script = [
    readSources(sources.map(([name]) => name)),
    `hierarchy -check -top ${module}${chosen.join('')}`,
    `rename -top ${module}`,
    'synth_ice40 -run begin:map_ffram',
    ...assertions.map((assertion) => `select ${assertion}`),
  ];
  await runScript(script.join('; '), Object.fromEntries(sources));
}

const BLOCK_RAM = 't:SB_RAM40_4K';

describe('Yosys, for an iCE40', () => {
  it('maps every memory of the texel cache but the tags to block RAMs', async () => {
    const [LINE_BITS, WORDS, SETS, WAYS, BANKS, LOOK_UPS] = [10, 2, 16, 2, 2, 1];
    const [OUTSTANDING_MISSES, TAG_LATENCY, FRAGMENTS, PAYLOAD_BITS] = [16, 2, 30, 8];
    const parameters = { LINE_BITS, WORDS, SETS, WAYS, BANKS, LOOK_UPS, OUTSTANDING_MISSES, TAG_LATENCY, FRAGMENTS };
    const rows = (SETS * WAYS) / BANKS;
    const line = 32 * WORDS;
    const data = BANKS * blockRams(rows, line);
    // Two lanes each, since two lines are read a cycle. Hit or miss, bank, row.
    const responses = 2 * blockRams(OUTSTANDING_MISSES / 2, line);
    const outcomes = 2 * blockRams(((TAG_LATENCY + FRAGMENTS + 1) * 16) / 2, 1 + 1 + Math.log2(rows));
    // The lines of a pass, and of each tap its line, its word and whether it reads one.
    const fragments = blockRams(TAG_LATENCY + FRAGMENTS, 5 + 16 * (4 + 1 + 1) + PAYLOAD_BITS);
    await map('texel_cache', { ...parameters, PAYLOAD_BITS }, [
      `-assert-count ${data + responses + outcomes + fragments} ${BLOCK_RAM}`,
      `-assert-count ${data} n:g_bank* ${BLOCK_RAM} %i`,
      `-assert-count ${responses} n:*responses_held* ${BLOCK_RAM} %i`,
      `-assert-count ${outcomes} n:outcomes_held* ${BLOCK_RAM} %i`,
      `-assert-count ${fragments} n:fragments* ${BLOCK_RAM} %i`,
      '-assert-none t:$mem_v2 n:looked_up* %d',
    ]);
  });

  const [WORDS, WIDTH] = [300, 20];
  const count = `-assert-count ${blockRams(WORDS, WIDTH)} ${BLOCK_RAM}`;

  it('maps an sram_1r1w to block RAMs without a flip-flop', async () => {
    await map('sram_1r1w', { WORDS, WIDTH }, [count, '-assert-none t:$mem_v2 t:$*dff* %u']);
  });

  it('maps no memory that is read without a register', async () => {
    const [read, word] = ['if (read_enable) read_data <= ', 'words[read_address];\n'];
    const unregistered = [`${read}${word}  end`, `end\n  assign read_data = ${word}`] as const;
    await expect(map('sram_1r1w', { WORDS, WIDTH }, [count], unregistered)).rejects.toThrow(BLOCK_RAM);
  });
});
