import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDirectory } from '../../support/directory.ts';
import { signInThrough, startIdentityProvider } from '../../support/identity-provider.ts';
import { assertRejected, newTeam, type Reply, type Team } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const STORED = 'a@xn--mller-kva.test';
/** The spellings of one address: the umlaut as one letter or two, both cases, and what mail servers write. */
const SPELLINGS = ['a@müller.test', 'a@mu\u0308ller.test', 'A@MÜLLER.test', STORED, 'a@XN--MLLER-KVA.test'];
const PASSWORD = 'correct horse battery';

const fetchKey = (team: Team, username: string): Promise<Reply> =>
  team.request('POST', '/fetch_api_key', { username, password: PASSWORD });

test('an address is one account in every spelling of its domain', async () => {
  for (const given of SPELLINGS) {
    const { team, ada, app } = newTeam();
    const create = (email: string) =>
      ada.request('POST', '/users', { email, full_name: 'Anna Abel', password: PASSWORD });
    const { user_id } = await create(given);
    assert.equal(app.users.byId(user_id)!.email.toLowerCase(), STORED, given);
    for (const spelling of SPELLINGS) {
      assert.equal((await fetchKey(team, spelling)).user_id, user_id, `${given} and ${spelling}`);
      await assertRejected(create(spelling), /already in use/);
    }
  }
});

test('an account of an older version is found in every spelling, and its address stays taken', async () => {
  const { team, ada, mia, app } = newTeam();
  await ada.post('/users', { email: 'b@example.com', full_name: 'Anna Abel', password: PASSWORD });
  const { id } = app.users.byEmail('b@example.com')!;
  app.db.write(() => app.users.setEmail('a@müller.test', id));
  app.db.commit();
  for (const spelling of SPELLINGS) {
    assert.equal((await fetchKey(team, spelling)).user_id, id, spelling);
    await assertRejected(mia.request('PATCH', '/settings', { email: spelling }), /already in use/);
  }
});

test('an invitation to an address is for every spelling of it', async () => {
  const { ada, app } = newTeam();
  await ada.post('/invites', { invitee_emails: SPELLINGS.slice(0, 4).join(), stream_ids: [] });
  const addresses = (await ada.get('/invites')).invites.map(({ email }: Reply) => email.toLowerCase());
  assert.deepEqual(new Set(addresses), new Set([STORED]));
  for (const spelling of SPELLINGS) assert.ok(app.invitations.ofEmail(spelling).length > 0, spelling);
});

test('an allowed domain allows both spellings, and stands once in the list', async () => {
  for (const domain of ['müller.test', 'xn--mller-kva.test', 'MÜLLER.test']) {
    const { ada } = newTeam();
    await ada.post('/realm/domains', { domain, allow_subdomains: true });
    await ada.patch('/realm', { emails_restricted_to_domains: true });
    await assertRejected(
      ada.request('POST', '/realm/domains', { domain: 'müller.test', allow_subdomains: true }),
      /already/,
    );
    for (const [at, email] of ['a@müller.test', 'b@xn--mller-kva.test', 'c@post.müller.test'].entries())
      assert.equal(
        (await ada.request('POST', '/users', { email, full_name: `User ${at}`, password: PASSWORD })).status,
        200,
      );
    await assertRejected(
      ada.request('POST', '/users', { email: 'd@muller.test', full_name: 'D', password: PASSWORD }),
      /not allowed/,
    );
    await ada.delete(`/realm/domains/${encodeURIComponent('müller.test')}`);
  }
});

test('identities of providers and entries of directories belong to the account in every spelling', async () => {
  for (const [ours, theirs] of [
    ['a@müller.test', STORED],
    [STORED, 'a@müller.test'],
  ] as const) {
    const provider = await startIdentityProvider('/complete/company/');
    const directory = await startDirectory([
      { uid: 'anna', password: PASSWORD, attributes: { mail: theirs, cn: 'Anna Abel', entryuuid: '4711' } },
    ]);
    const { team, ada, app } = newTeam({ oidc: [provider.table], ldap: directory.settings });
    const { user_id } = await ada.post('/users', {
      email: ours,
      full_name: 'Anna Abel',
      password: 'another long word',
    });
    provider.account = { sub: 'anna', email: theirs, email_verified: true, name: 'Anna Abel' };
    await signInThrough(new Visitor(await team.url), '/accounts/login/social/company');
    assert.equal(app.identities.ofUser(user_id).length, 1);
    for (const spelling of SPELLINGS) assert.equal((await fetchKey(team, spelling)).user_id, user_id, spelling);
  }
});
