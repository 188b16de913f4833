import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/declarations.ts';
import { newTeam } from '../support/team.ts';

/** Converting it to fields takes tens of milliseconds, and it is not valid JSON. */
const LARGE = `[${'{"a":1},'.repeat(100_000)}`;

const FOR_PROGRAMS = endpoints.filter(({ json }) => json !== undefined);
/** The address of an endpoint, with words that are no tokens. */
const addressOf = ({ root, path }: { root: boolean; path: string }): string =>
  (root ? '' : '/api/v1') + path.replaceAll(/\{\w+\}/g, 'wrong');

test('every public endpoint for other programs admits senders before it reads their body', () => {
  assert.ok(FOR_PROGRAMS.length > 6, `${FOR_PROGRAMS.length}`);
  for (const { auth, admit, path } of FOR_PROGRAMS) assert.equal(auth !== 'public' || admit !== undefined, true, path);
});

for (const endpoint of FOR_PROGRAMS) {
  const { method, path } = endpoint;
  test(`${method} ${path} converts no body of a sender without a valid token`, async () => {
    const { team } = newTeam();
    const url = (await team.url) + addressOf(endpoint);
    for (const headers of [{}, { Authorization: 'Bearer wrong' }] as Record<string, string>[]) {
      const response = await fetch(url, { method, body: LARGE, headers: { ...headers, 'Content-Type': 'text/plain' } });
      const { msg, error } = (await response.json()) as Record<string, unknown>;
      assert.ok(response.status === 401 || response.status === 404 || /api_key/.test(`${msg}`), `${msg ?? error}`);
    }
  });

  test(`${method} ${path} counts a sender without a valid token although its body is not valid`, async () => {
    const { team } = newTeam({ rateLimits: true, addressRequestsPerMinute: 3 });
    const url = (await team.url) + addressOf(endpoint);
    const statuses: number[] = [];
    for (let time = 0; time < 5; time++) {
      const response = await fetch(url, { method, body: '[', headers: { Authorization: 'Bearer wrong' } });
      statuses.push(response.status);
      await response.text();
    }
    assert.equal(statuses.at(-1), 429, statuses.join());
  });
}
