import { describe, expect, it } from 'vitest';
import { commandText, RedisReplies, RedisReplyError } from '../../../../src/sweep/queue/redis-replies.ts';

/** Every type of reply, as the protocol's specification writes them. */
const REPLIES =
  '+OK\r\n-ERR unknown command\r\n:-3\r\n$7\r\nf\u00fcnf\r\n\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n*3\r\n:1\r\n*1\r\n$2\r\nab\r\n-NO\r\n';
const EXPECTED = ['OK', new RedisReplyError('ERR unknown command'), -3, 'fünf\r\n', '', null, null, []];
const LAST = [1, ['ab'], new RedisReplyError('NO')];

describe('replies of Redis', () => {
  const bytes = Buffer.from(REPLIES);

  it.each([1, 2, 3, 5, 7, bytes.length])('are the same in pieces of %s bytes', (size) => {
    const replies = new RedisReplies();
    const read = [];
    for (let at = 0; at < bytes.length; at += size) read.push(...replies.take(bytes.subarray(at, at + size)));
    expect(read).toEqual([...EXPECTED, LAST]);
  });

  it('are given as soon as they are whole', () => {
    const replies = new RedisReplies();
    expect([...replies.take(Buffer.from('+PONG\r\n$4\r\nha'))]).toEqual(['PONG']);
    expect([...replies.take(Buffer.from('lf\r'))]).toEqual([]);
    expect([...replies.take(Buffer.from('\n'))]).toEqual(['half']);
  });
});

describe('a command to Redis', () => {
  it('has the length of each word in bytes', () => {
    const text = commandText(['SET', 'größe', new Uint8Array([0, 13, 10])]).toString('latin1');
    expect(text).toBe('*3\r\n$3\r\nSET\r\n$7\r\ngr\u00c3\u00b6\u00c3\u009fe\r\n$3\r\n\0\r\n\r\n');
  });
});
