import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

/** A user whose address is hidden from everyone, and one whose address is visible to everyone. */
const setUp = async () => {
  const there = newTeam({ outbox: 'nowhere' });
  await there.max.patch('/settings', { email_address_visibility: 4 });
  const mailsTo = (address: string) => there.app.mail.waiting().filter(({ recipient }) => recipient === address);
  return { ...there, mailsTo };
};

test('checking an address that is hidden gives the same response as a free one', async () => {
  const { team, app, mia, max, ada, mailsTo } = await setUp();
  const free = await mia.request('PATCH', '/settings', { email: 'free@example.com' });
  const hidden = await mia.request('PATCH', '/settings', { email: 'MAX@example.com' });
  assert.deepEqual([hidden.status, hidden.msg], [free.status, free.msg]);
  await assertRejected(
    mia.request('PATCH', '/settings', { email: ada.email }),
    "Email 'ada@example.com' already in use",
  );
  const [mail] = mailsTo('MAX@example.com');
  const link = new URL(/http\S+/.exec(mail!.body)![0]).pathname;
  await assertRejected(team.request('POST', link), /already in use/);
  assert.equal(app.users.byId(mia.id)!.email, mia.email);
  assert.equal(app.users.byId(max.id)!.email, max.email);
});

test('inviting a hidden address gives the same response as inviting a new one', async () => {
  const { team, ada, mia, max, mailsTo } = await setUp();
  const invite = (invitee_emails: string) => mia.request('POST', '/invites', { invitee_emails, stream_ids: [] });
  const fresh = await invite('new@example.com');
  const hidden = await invite(max.email);
  assert.deepEqual([hidden.status, hidden.msg], [fresh.status, fresh.msg]);
  const known = await assertRejected(invite(ada.email), /weren't able to invite/, 'INVITATION_FAILED');
  assert.deepEqual(known.errors, [[ada.email, 'Already has an account.', false]]);
  const key = /\/join\/([\w-]{43})\//.exec(mailsTo(max.email)[0]!.body)![1]!;
  const join = { key, full_name: 'Max again', password: 'a good password' };
  await assertRejected(team.request('POST', '/accounts/register/', join), /already in use/);
});

test('a guest cannot find out that an inaccessible user’s address is taken', async () => {
  const { app, gus, max } = newTeam();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  assert.equal((await gus.request('PATCH', '/settings', { email: max.email })).status, 200);
});

test('a reusable link does not tell visitors who has an account: the address’s owner gets a mail', async () => {
  const { team, ada, max, mailsTo } = await setUp();
  const link = new URL((await ada.post('/invites/multiuse', {})).invite_link).pathname;
  const visitor = new Visitor(await team.url);
  const fresh = await visitor.fillIn(link, { email: 'new@example.com' });
  const taken = await visitor.fillIn(link, { email: max.email });
  assert.deepEqual([taken.status, taken.fieldErrors], [fresh.status, fresh.fieldErrors]);
  assert.match(mailsTo(max.email)[0]!.kind, /password_reset/);
  assert.equal(mailsTo('new@example.com').length, 1);
});
