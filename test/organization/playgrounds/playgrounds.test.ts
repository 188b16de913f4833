import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

const RUST = { name: 'Rust play', pygments_language: 'Rust', url_template: 'https://play.example/?code={code}' };

test('everyone receives a new playground, as an event and in the next registration', async () => {
  const { abe, gus } = newTeam();
  const realm_playgrounds = [{ id: 1, ...RUST }];
  await gus.assertReceives(() => abe.post('/realm/playgrounds', RUST), {
    type: 'realm_playgrounds',
    realm_playgrounds,
  });
  assert.deepEqual(
    (await gus.post('/register', { fetch_event_types: ['realm_playgrounds'] })).realm_playgrounds,
    realm_playgrounds,
  );
  await assertRejected(abe.request('POST', '/realm/playgrounds', RUST), /already exists/, 'BAD_REQUEST');
  await gus.assertReceives(() => abe.delete('/realm/playgrounds/1'), {
    type: 'realm_playgrounds',
    realm_playgrounds: [],
  });
  await assertRejected(abe.request('DELETE', '/realm/playgrounds/1'), 'Invalid playground', 'BAD_REQUEST');
});

test('a playground without a place for the code, or from a non-administrator, is rejected', async () => {
  const { abe, mona, mia, gus } = newTeam();
  const wrong = async (change: object, name: string) => {
    const { errors } = await assertRejected(
      abe.request('POST', '/realm/playgrounds', { ...RUST, ...change }),
      /./,
      'BAD_REQUEST',
    );
    assert.ok(errors[name], name);
  };
  await wrong({ url_template: 'https://play.example/' }, 'url_template');
  await wrong({ url_template: 'https://play.example/{code' }, 'url_template');
  await wrong({ url_template: 'https://play.example/{code}{more}' }, 'url_template');
  await wrong({ pygments_language: 'Ru$t' }, 'pygments_language');
  await assertRejected(
    abe.request('POST', '/realm/playgrounds', { ...RUST, pygments_language: 'x'.repeat(41) }),
    /pygments_language is too long/,
  );
  await abe.assertReceives(async () => {
    for (const one of [mona, mia, gus]) {
      await assertRejected(one.request('POST', '/realm/playgrounds', RUST), /administrator/, 'UNAUTHORIZED_PRINCIPAL');
      await assertRejected(one.request('DELETE', '/realm/playgrounds/1'), /administrator/, 'UNAUTHORIZED_PRINCIPAL');
    }
  });
});
