import { type AccessEncoding, parsedSource } from './access-source.ts';
import { AccessLineParser, accessLineWriter, type AccessLine } from './access-lines.ts';

/** A line of Ramulator 2's front end LoadStoreTrace, which sends a request as soon as the memory takes it. */
const LOAD_STORE: AccessLine = {
  pattern: /^(?<operation>LD|ST)\s+(?<address>0[xX][\da-fA-F]+|\d+)$/,
  example: 'LD 0x1a40',
  reads: 'LD',
  writes: 'ST',
  text: (operation, address) => `${operation} ${address}`,
};

/** The load-store traces of the memory simulator Ramulator 2. Cycles are lost. */
export const RAMULATOR2 = {
  name: 'ramulator2',
  likeness: /^(LD|ST)\s/,
  streams: true,
  read: (input, { size }) => parsedSource(input, new AccessLineParser(input.name, size, LOAD_STORE)),
  write: ({ text }) => accessLineWriter(text, LOAD_STORE),
} as const satisfies AccessEncoding;
