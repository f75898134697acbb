import { type AccessEncoding, parsedSource } from './access-source.ts';
import { AccessLineParser, accessLineWriter, type AccessLine } from './access-lines.ts';

/** A transaction of DRAMsim3's trace-driven processor: address, operation, and the cycle from which it may be sent. */
const TRANSACTION: AccessLine = {
  pattern: /^(?<address>0x[\da-fA-F]+)\s+(?<operation>READ|WRITE)\s+(?<cycle>\d+)$/,
  example: '0x1a40 READ 27',
  reads: 'READ',
  writes: 'WRITE',
  text: (operation, address, cycle) => `${address} ${operation} ${cycle}`,
};

/** The traces of the memory simulator DRAMsim3. */
export const DRAMSIM3 = {
  name: 'dramsim3',
  likeness: /^0x[\da-fA-F]+\s+(READ|WRITE)\s/,
  streams: true,
  read: (input, { size }) => parsedSource(input, new AccessLineParser(input.name, size, TRANSACTION)),
  write: ({ text }) => accessLineWriter(text, TRANSACTION),
} as const satisfies AccessEncoding;
