import zlib from 'node:zlib';
import { type Crc32, tableCrc32 } from '../../../traces/encodings/crc32.ts';

/** `tableCrc32`, by zlib where Node has it: from 20.15 on. */
export const crc32: Crc32 = zlib.crc32 ?? tableCrc32;
