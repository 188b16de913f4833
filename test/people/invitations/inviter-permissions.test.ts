import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply, type Team, type TestUser } from '../../support/team.ts';

const GONE = 'The invitation link has expired or is not valid.';
const join = (team: Team, key: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  team.request('POST', '/accounts/register/', { key, full_name: 'Newcomer', password: 'a good password', ...more });
const getKey = (link: string): string => /\/join\/([\w-]{43})\//.exec(link)![1]!;
const mailedKey = (team: Team): string => getKey(team.app.mail.waiting().at(-1)!.body);

/** Invites by mail and by link, changes something, and joins both ways. Returns the responses. */
async function joinAfter(
  team: Team,
  inviter: TestUser,
  draft: Record<string, unknown>,
  change: () => unknown,
): Promise<Reply[]> {
  await inviter.post('/invites', { invitee_emails: 'mailed@example.com', stream_ids: [], ...draft });
  const mailed = mailedKey(team);
  const { invite_link } = await inviter.post('/invites/multiuse', { stream_ids: [], ...draft });
  await change();
  return [await join(team, mailed), await join(team, getKey(invite_link), { email: 'link@example.com' })];
}

const names = (team: Team, user: number): string[] =>
  [...team.app.channels.all()]
    .filter(({ id }) => team.app.subscriptions.listSubscribers(id).has(user))
    .map((c) => c.name);

test('an invitation ends when its inviter loses the permission for this kind', async () => {
  const { team, app, mia } = newTeam();
  const group = app.groups.system('role:administrators');
  app.db.write(() => app.realm.set('create_multiuse_invite_group', app.groups.system('role:members')));
  const replies = await joinAfter(team, mia, {}, () =>
    app.db.write(() => {
      app.realm.set('can_invite_users_group', group);
      app.realm.set('create_multiuse_invite_group', group);
    }),
  );
  for (const reply of replies) await assertRejected(Promise.resolve(reply), GONE);
});

test('the permission to invite by mail does not keep a link valid, nor the other way round', async () => {
  const { team, app, mia } = newTeam();
  app.db.write(() => app.realm.set('create_multiuse_invite_group', app.groups.system('role:members')));
  const [mailed, link] = await joinAfter(team, mia, {}, () =>
    app.db.write(() => app.realm.set('create_multiuse_invite_group', app.groups.system('role:nobody'))),
  );
  assert.equal(mailed!.status, 200, mailed!.msg);
  await assertRejected(Promise.resolve(link!), GONE);
});

test('a private channel that the inviter has left is skipped', async () => {
  const { team, app, ada, mia } = newTeam();
  app.db.write(() => app.realm.set('create_multiuse_invite_group', app.groups.system('role:members')));
  const subscribers = [ada.id, mia.id];
  const { id } = await ada.post('/channels/create', { name: 'club', subscribers, invite_only: true });
  const { id: open } = await ada.post('/channels/create', { name: 'open', subscribers });
  const replies = await joinAfter(team, mia, { stream_ids: [id, open] }, () =>
    ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [mia.id] }),
  );
  for (const reply of replies) assert.deepEqual(names(team, reply.user_id), ['open']);
});

test('channels are skipped when the inviter can no longer subscribe others', async () => {
  const { team, app, ada, mia } = newTeam();
  app.db.write(() => app.realm.set('create_multiuse_invite_group', app.groups.system('role:members')));
  const { id } = await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id] });
  const replies = await joinAfter(team, mia, { stream_ids: [id] }, () =>
    app.db.write(() => app.realm.set('can_add_subscribers_group', app.groups.system('role:administrators'))),
  );
  for (const reply of replies) assert.deepEqual(names(team, reply.user_id), []);
});

test('a group is skipped when the inviter can no longer add members', async () => {
  const { team, app, ada, mia } = newTeam();
  app.db.write(() => app.realm.set('create_multiuse_invite_group', app.groups.system('role:members')));
  const administrators = app.groups.system('role:administrators');
  const mine = { direct_members: [mia.id], direct_subgroups: [] };
  const fields = { description: '', members: [ada.id] };
  const { group_id: kept } = await ada.post('/user_groups/create', {
    ...fields,
    name: 'kept',
    can_add_members_group: mine,
  });
  const { group_id: lost } = await ada.post('/user_groups/create', {
    ...fields,
    name: 'lost',
    can_add_members_group: mine,
  });
  const replies = await joinAfter(team, mia, { group_ids: [kept, lost] }, () =>
    ada.patch(`/user_groups/${lost}`, { can_add_members_group: { new: administrators } }),
  );
  for (const reply of replies) assert.deepEqual(app.groups.listDirectGroups(reply.user_id), [kept]);
});

test('the welcome message of a demoted administrator is skipped', async () => {
  const { team, app, ada, abe } = newTeam();
  app.db.write(() => app.realm.set('create_multiuse_invite_group', app.groups.system('role:members')));
  const text = 'Send me your password.';
  const replies = await joinAfter(team, abe, { welcome_message_custom_text: text }, () =>
    ada.patch(`/users/${abe.id}`, { role: 400 }),
  );
  for (const reply of replies) assert.equal(reply.status, 200, reply.msg);
  assert.deepEqual(app.db.all('SELECT id FROM message WHERE content = ?')(text), []);
});

test('an invitation is not resent for a user who can no longer invite', async () => {
  const { app, mia } = newTeam();
  await mia.post('/invites', { invitee_emails: 'one@example.com', stream_ids: [] });
  const { invites } = await mia.get('/invites');
  app.db.write(() => app.realm.set('can_invite_users_group', app.groups.system('role:administrators')));
  await assertRejected(mia.request('POST', `/invites/${invites[0].id}/resend`), 'Insufficient permission');
});
