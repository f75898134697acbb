import { describe, expect, it } from 'vitest';
import {
  parseRedisAddress,
  QueueError,
  shownAddress,
} from '../../../../../src/experiments/sweep/queue/queue-server.ts';

describe('an address of Redis', () => {
  it.each([
    ['redis://queue', { host: 'queue', port: 6379, tls: false, database: 0, user: '', password: '' }],
    ['redis://queue:7000/', { host: 'queue', port: 7000, tls: false, database: 0, user: '', password: '' }],
    [
      'rediss://me:a%2Fb@10.0.0.7/12',
      { host: '10.0.0.7', port: 6379, tls: true, database: 12, user: 'me', password: 'a/b' },
    ],
    ['redis://:hush@[::1]:7000', { host: '::1', port: 7000, tls: false, database: 0, user: '', password: 'hush' }],
  ])('%s is taken apart', (text, address) => {
    expect(parseRedisAddress(text)).toEqual({ ...address, authority: null });
  });

  it('takes another password where it has none of its own', () => {
    expect(parseRedisAddress('redis://queue', 'other').password).toBe('other');
    expect(parseRedisAddress('redis://:own@queue', 'other').password).toBe('own');
  });

  it('has certificates for TLS alone', () => {
    expect(parseRedisAddress('rediss://queue', '', 'PEM')).toMatchObject({ tls: true, authority: 'PEM' });
    expect(() => parseRedisAddress('redis://queue', '', 'PEM')).toThrow(
      'or rediss:// with TLS, which --queue-ca is for',
    );
  });

  it('is shown without user and password', () => {
    expect(shownAddress(parseRedisAddress('rediss://me:hush@[::1]:7000/2'))).toBe('rediss://[::1]:7000/2');
  });

  it.each([
    'queue',
    'http://me:hush@queue',
    'redis://',
    'redis://:hush@queue/two',
    'redis://:hush@queue/1/2',
    'redis://:hush@queue?db=1',
    'redis://:hush%@queue',
  ])('%s is refused without its password', (text) => {
    expect(() => parseRedisAddress(text)).toThrow(QueueError);
    expect(() => parseRedisAddress(text)).toThrow(/expected redis:\/\/HOST:PORT\/DATABASE/);
    expect(() => parseRedisAddress(text)).not.toThrow(/hush/);
  });
});
