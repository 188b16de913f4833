import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { logging } from '../../../src/kernel/http/logging.ts';
import type { Kernel } from '../../../src/kernel/kernel.ts';

/** The path in the line of the log for a request. */
function loggedPath(url: string): string {
  const lines: { path: string }[] = [];
  const log = { isLevelEnabled: () => true, debug: (line: { path: string }) => lines.push(line) };
  const app = { log, config: { trustedAddress: () => '192.0.2.1' } } as unknown as Kernel;
  const response = Object.assign(new EventEmitter(), { statusCode: 200 });
  logging(app, () => {})({ method: 'POST', url } as IncomingMessage, response as unknown as ServerResponse);
  response.emit('finish');
  return lines[0]!.path;
}

/** Tokens of webhook addresses, short as those for Gotify and long, and words that senders write in their place. */
const TOKENS = ['AbCdEf12345_-67', 'k3', '0123456789abcdef0123456789abcdef', 'a%2Fb', 'a.b', '%C3%A4', 'a:b@c', '...'];

test('the log of requests contains no part of the token of a webhook address', () => {
  for (const token of TOKENS)
    for (const before of ['', '/', '/api/v1'])
      for (const after of ['', '/', '/slack', '?token=secret', '/message?token=secret']) {
        const path = loggedPath(`${before}/hooks/${token}${after}`);
        const [, left = ''] = path.split('/hooks/');
        assert.match(left, /^…(\/[a-z]*)?$/, `${before}/hooks/${token}${after}`);
      }
});

test('the log of requests contains the paths of the API', () => {
  assert.equal(loggedPath('/api/v1/messages/17/reactions?a=b'), '/api/v1/messages/17/reactions');
  assert.equal(loggedPath('/api/v1/webhooks/3/deliveries'), '/api/v1/webhooks/3/deliveries');
});
