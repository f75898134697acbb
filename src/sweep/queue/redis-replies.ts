/** An error that Redis replies to a command. */
export class RedisReplyError extends Error {
  override readonly name = 'RedisReplyError';
}

/** A reply of Redis: texts, whole numbers, null, errors, and lists of them. */
export type RedisReply = string | number | null | RedisReplyError | readonly RedisReply[];

const CR = 13;
const END_OF_LINE = '\r\n';

/** A command as Redis takes it: a list of texts, each with its length in bytes. */
export function commandText(words: readonly (string | Uint8Array)[]): Buffer {
  const parts: (string | Uint8Array)[] = [`*${words.length}${END_OF_LINE}`];
  for (const word of words) parts.push(`$${Buffer.byteLength(word)}${END_OF_LINE}`, word, END_OF_LINE);
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/** Reads the replies of a connection (RESP2), whose bytes come in pieces of any size. */
export class RedisReplies {
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;
  private next = this.reply();

  /** The replies that are whole with these bytes. */
  *take(bytes: Buffer): Generator<RedisReply> {
    this.bytes = Buffer.concat([this.bytes.subarray(this.at), bytes]);
    this.at = 0;
    for (let step = this.next.next(); step.done === true; step = this.next.next()) {
      this.next = this.reply();
      yield step.value;
    }
  }

  /** A reply. It yields where bytes are missing. */
  private *reply(): Generator<void, RedisReply> {
    const line = yield* this.line();
    const rest = line.slice(1);
    if (line.startsWith('+')) return rest;
    if (line.startsWith('-')) return new RedisReplyError(rest);
    const count = Number(rest);
    if (line.startsWith(':')) return count;
    if (count < 0) return null;
    if (line.startsWith('$')) return yield* this.text(count);
    const list: RedisReply[] = [];
    while (list.length < count) list.push(yield* this.reply());
    return list;
  }

  private *line(): Generator<void, string> {
    let end = this.bytes.indexOf(CR, this.at);
    while (end < 0 || end + 2 > this.bytes.length) {
      yield;
      end = this.bytes.indexOf(CR, this.at);
    }
    const line = this.bytes.toString('utf8', this.at, end);
    this.at = end + 2;
    return line;
  }

  private *text(length: number): Generator<void, string> {
    while (this.bytes.length < this.at + length + 2) yield;
    const text = this.bytes.toString('utf8', this.at, this.at + length);
    this.at += length + 2;
    return text;
  }
}
