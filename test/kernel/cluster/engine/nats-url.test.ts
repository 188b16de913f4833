import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineMisconfigured } from '../../../../src/kernel/cluster/engine/engine.ts';
import { parseUrl } from '../../../../src/kernel/cluster/engine/nats/connection.ts';

test('the URL of a NATS cluster names several servers, an account and files', () => {
  assert.deepEqual(parseUrl('nats://a'), { servers: ['a'], isEncrypted: false, parameters: {} });
  assert.deepEqual(parseUrl('nats://klatch:p%40ss@a:4222,b,[::1]:4222'), {
    servers: ['a:4222', 'b', '[::1]:4222'],
    isEncrypted: false,
    user: 'klatch',
    pass: 'p@ss',
    parameters: {},
  });
  assert.deepEqual(parseUrl('tls://a,b?credentials=/etc/klatch.creds&ca=/etc/ca.pem&name=chat'), {
    servers: ['a', 'b'],
    isEncrypted: true,
    parameters: { credentials: '/etc/klatch.creds', ca: '/etc/ca.pem', name: 'chat' },
  });
});

test('a URL that is not one of a NATS cluster is rejected with the reason', () => {
  for (const [url, message] of [
    ['http://a', /Write the servers as nats:/],
    ['nats://', /Write the servers as nats:/],
    ['nats://a?nmae=x', /parameter nmae/],
    ['nats://a?name=x.y', /parameter name/],
  ] as const)
    assert.throws(
      () => parseUrl(url),
      (error: Error) => error instanceof EngineMisconfigured && message.test(error.message),
    );
});
