import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

const OWNER = 'Must be an organization owner';
const person = (email: string) => ({ email, full_name: 'New Person', password: 'secret word' });

test('adding, changing and removing domains publishes an event to everyone', async () => {
  const { ada, gus } = newTeam();
  const realm_domain = { domain: 'acme.example', allow_subdomains: false };
  await gus.assertReceives(
    async () => {
      const { new_domain } = await ada.post('/realm/domains', { domain: ' ACME.example ', allow_subdomains: false });
      assert.deepEqual(new_domain, [1, 'acme.example']);
    },
    { type: 'realm_domains', op: 'add', realm_domain },
  );
  assert.deepEqual((await gus.get('/realm/domains')).domains, [realm_domain]);
  assert.deepEqual((await gus.post('/register', { fetch_event_types: ['realm_domains'] })).realm_domains, [
    realm_domain,
  ]);
  await gus.assertReceives(() => ada.patch('/realm/domains/acme.example', { allow_subdomains: true }), {
    type: 'realm_domains',
    op: 'change',
    realm_domain: { domain: 'acme.example', allow_subdomains: true },
  });
  await ada.patch('/realm', { emails_restricted_to_domains: true });
  await gus.assertReceives(
    () => ada.delete('/realm/domains/acme.example'),
    { type: 'realm_domains', op: 'remove', domain: 'acme.example' },
    { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
  );
});

test('only owners can change domains, and only valid domains are accepted', async () => {
  const { ada, abe, mia } = newTeam();
  await ada.post('/realm/domains', { domain: 'acme.example', allow_subdomains: false });
  await ada.assertReceives(async () => {
    for (const one of [abe, mia]) {
      await assertRejected(
        one.request('POST', '/realm/domains', { domain: 'b.example', allow_subdomains: true }),
        OWNER,
        'UNAUTHORIZED_PRINCIPAL',
      );
      await assertRejected(one.request('PATCH', '/realm/domains/acme.example', { allow_subdomains: true }), OWNER);
      await assertRejected(one.request('DELETE', '/realm/domains/acme.example'), OWNER);
    }
  });
  for (const domain of [
    '',
    'localhost',
    '.example',
    'a..example',
    '-a.example',
    'a b.example',
    `${'a'.repeat(80)}.example`,
  ])
    await assertRejected(
      ada.request('POST', '/realm/domains', { domain, allow_subdomains: true }),
      /^Invalid domain/,
      'BAD_REQUEST',
    );
  await assertRejected(
    ada.request('POST', '/realm/domains', { domain: 'acme.example', allow_subdomains: true }),
    /already a part/,
  );
  await assertRejected(
    ada.request('PATCH', '/realm/domains/other.example', { allow_subdomains: true }),
    'No entry found for domain other.example.',
  );
  await assertRejected(
    ada.request('DELETE', '/realm/domains/other.example'),
    'No entry found for domain other.example.',
  );
});

test('with restricted domains, new accounts and changed addresses must belong to them', async () => {
  const { ada, abe, mia } = newTeam();
  await ada.post('/realm/domains', { domain: 'acme.example', allow_subdomains: false });
  await abe.post('/users', person('one@other.example'));
  await ada.patch('/realm', { emails_restricted_to_domains: true });
  const refusal = /not allowed in this organization/;
  for (const email of ['two@other.example', 'two@sub.acme.example', 'two@notacme.example'])
    await assertRejected(abe.request('POST', '/users', person(email)), refusal, 'BAD_REQUEST');
  await assertRejected(mia.request('PATCH', '/settings', { email: 'mia@other.example' }), refusal);
  await abe.post('/users', person('two@ACME.example'));
  await ada.patch('/realm/domains/acme.example', { allow_subdomains: true });
  await abe.post('/users', person('three@sub.acme.example'));
});
