import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Files, importInto, makeZip } from '../../organization/imports/support.ts';
import { assertRejected, newTeam, type Reply, type Team, TestUser } from '../../support/team.ts';

const GONE = 'The invitation link has expired or is not valid.';
const join = (team: Team, key: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  team.request('POST', '/accounts/register/', { key, full_name: 'Nora New', password: 'a good password', ...more });
const mailed = (team: Team): { to: string; body: string; key: string } => {
  const { recipient, body } = team.app.mail.waiting().at(-1)!;
  return { to: recipient, body, key: /\/join\/([\w-]{43})\//.exec(body)![1]! };
};

const say = (user: string, second: number, text: string) => ({
  type: 'message',
  user,
  ts: `17145504${String(second).padStart(2, '0')}.000100`,
  text,
});

/** An archive with the messages of Nora, whose address it does not have. */
const archive = (more: Files = {}): Promise<string> =>
  makeZip({
    'users.json': [
      { id: 'U1', team_id: 'T1', name: 'ada', profile: { real_name: 'Ada', email: 'ada@example.com' } },
      { id: 'U2', team_id: 'T1', name: 'nora', profile: { real_name: 'Nora' } },
      { id: 'U3', team_id: 'T1', name: 'robot', is_bot: true, profile: { real_name: 'Robot' } },
    ],
    'channels.json': [{ id: 'C1', name: 'old times', members: ['U1', 'U2'] }],
    'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
    'old times/2024-05-01.json': [say('U2', 1, 'Long ago'), say('U1', 2, 'Indeed')],
    'D1/2024-05-01.json': [say('U2', 3, 'Between us')],
    ...more,
  });

async function teamWithStub() {
  const members = newTeam();
  await importInto(members.team, 'slack', await archive());
  const named = (name: string) => members.app.users.named(name)[0]!;
  return { ...members, nora: named('Nora'), robot: named('Robot') };
}

test('the person who accepts an invitation to an imported account gets it with its messages and channels', async () => {
  const { team, app, ada, nora } = await teamWithStub();
  await ada.post(`/invites/accounts/${nora.id}`, { email: 'nora@example.com' });
  const { to, body, key } = mailed(team);
  assert.equal(to, 'nora@example.com');
  assert.match(body, /You’ll get the account of Nora with your earlier messages/);
  const { invites } = await ada.get('/invites');
  assert.deepEqual([invites[0].email, invites[0].user_id], ['nora@example.com', nora.id]);
  const queue = await ada.registerQueue();

  const reply = await join(team, key);
  assert.equal(reply.status, 200, reply.msg);
  assert.equal(reply.user_id, nora.id);
  const account = app.users.byId(nora.id)!;
  assert.deepEqual([account.email, account.full_name, account.is_active], ['nora@example.com', 'Nora New', true]);
  const events = await queue.events();
  assert(events.some(({ type, person }) => type === 'realm_user' && person.full_name === 'Nora New'));
  assert(events.some(({ type }) => type === 'invites_changed'));
  assert.deepEqual((await ada.get('/invites')).invites, []);

  const user = new TestUser(team, account);
  const { messages } = await user.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 10, narrow: [] });
  const contents = messages.map(({ content }: Reply) => content);
  for (const text of ['Long ago', 'Indeed', 'Between us'])
    assert(
      contents.some((content: string) => content.includes(text)),
      text,
    );
  const { subscriptions } = await user.get('/users/me/subscriptions');
  assert(subscriptions.some(({ name }: Reply) => name === 'old times'));
  const first = messages.find(({ content }: Reply) => content.includes('Long ago'));
  assert.equal(first.sender_id, nora.id);
  await assertRejected(join(team, key), GONE);
});

test('what was imported is read for the person who accepts, and what was sent since is not theirs', async () => {
  const { team, app, ada, nora } = await teamWithStub();
  await ada.sendMessage('old times', 'now', 'Before she came');
  await ada.post(`/invites/accounts/${nora.id}`, { email: 'nora@example.com' });
  await join(team, mailed(team).key);
  const user = new TestUser(team, app.users.byId(nora.id)!);
  const { messages } = await user.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow: [] });
  const imported = messages.filter(({ content }: Reply) => /Long ago|Indeed|Between us/.test(content));
  assert.deepEqual(
    imported.map(({ flags }: Reply) => flags.includes('read')),
    [true, true, true],
  );
  assert(!messages.some(({ content }: Reply) => content.includes('Before she came')));
  const queue = await user.registerQueue();
  await ada.sendMessage('old times', 'now', 'Welcome');
  assert((await queue.events()).some(({ type, message }) => type === 'message' && message.content.includes('Welcome')));
});

test('messages that a later archive adds for a claimed account are from its person, read, and in its channels', async () => {
  const { team, app, ada, nora } = await teamWithStub();
  await ada.post(`/invites/accounts/${nora.id}`, { email: 'nora@example.com' });
  await join(team, mailed(team).key);
  const people = app.users.all().length;
  const { added } = await importInto(
    team,
    'slack',
    await archive({
      'channels.json': [
        { id: 'C1', name: 'old times', members: ['U1', 'U2'] },
        { id: 'C2', name: 'new times', members: ['U1', 'U2'] },
      ],
      'old times/2024-05-02.json': [say('U2', 11, 'Later'), say('U1', 12, 'Also later')],
      'new times/2024-05-02.json': [say('U1', 13, 'In a new channel')],
      'D1/2024-05-02.json': [say('U1', 14, 'Between us again')],
    }),
  );
  assert.deepEqual([added.message, app.users.all().length], [4, people]);
  const user = new TestUser(team, app.users.byId(nora.id)!);
  const { messages } = await user.get('/messages', { anchor: 'newest', num_before: 4, num_after: 0, narrow: [] });
  assert.deepEqual(
    messages.map(({ content, sender_id, flags }: Reply) => [content, sender_id, flags.includes('read')]),
    [
      ['<p>Later</p>', nora.id, true],
      ['<p>Also later</p>', ada.id, true],
      ['<p>In a new channel</p>', ada.id, true],
      ['<p>Between us again</p>', ada.id, true],
    ],
  );
  const { subscriptions } = await user.get('/users/me/subscriptions');
  assert(subscriptions.some(({ name }: Reply) => name === 'new times'));
});

test('the audit log has the invitation to an imported account, and that it was claimed', async () => {
  const { team, app, ada, nora } = await teamWithStub();
  await ada.post(`/invites/accounts/${nora.id}`, { email: 'nora@example.com' });
  await join(team, mailed(team).key);
  const { entries } = await ada.get('/audit_log');
  const ofNora = entries.filter(({ user_id }: Reply) => user_id === nora.id);
  const described = ofNora.map(({ kind, details, actor_id }: Reply) => [kind, details, actor_id]);
  assert(
    described.some(([kind, details, actor]: unknown[]) => {
      return kind === 'invitation_create' && details === 'imported account' && actor === ada.id;
    }),
  );
  assert(described.some(([kind, details]: unknown[]) => kind === 'user_update' && details === 'claim'));
  assert(!described.some(([kind]: unknown[]) => kind === 'user_create'));
  assert(app.users.byId(nora.id)!.is_active);
});

test('only administrators who may invite can invite to an imported account', async () => {
  const { team, app, ada, mona, mia, gus, nora } = await teamWithStub();
  for (const person of [mona, mia, gus]) {
    const reply = await person.request('POST', `/invites/accounts/${nora.id}`, { email: 'me@example.com' });
    assert.notEqual(reply.status, 200, person.name);
  }
  app.db.write(() => app.realm.set('can_invite_users_group', app.groups.system('role:nobody')));
  await assertRejected(
    ada.request('POST', `/invites/accounts/${nora.id}`, { email: 'nora@example.com' }),
    'Insufficient permission',
  );
  assert.deepEqual(team.app.mail.waiting(), []);
});

test('accounts with an address, bots, unknown accounts and addresses that are taken cannot be invited', async () => {
  const { ada, mia, nora, robot } = await teamWithStub();
  const invite = (id: number, email: string) => ada.request('POST', `/invites/accounts/${id}`, { email });
  for (const { id } of [mia, robot])
    await assertRejected(invite(id, 'new@example.com'), 'This account has an e-mail address already.');
  await assertRejected(invite(999_999, 'new@example.com'), 'No such user');
  await assertRejected(invite(nora.id, mia.email), 'Already has an account.');
  assert.equal((await invite(nora.id, 'nothing')).status, 400);
  assert.equal((await invite(nora.id, 'someone@import.invalid')).status, 400);
});

test('an invitation to an imported account ends with another one, a claim, or its inviter’s role', async () => {
  const { team, app, ada, abe, nora } = await teamWithStub();
  const invite = async (email: string) => {
    await abe.post(`/invites/accounts/${nora.id}`, { email });
    return mailed(team).key;
  };
  const wrong = await invite('wrong@example.com');
  const right = await invite('nora@example.com');
  await assertRejected(join(team, wrong), GONE);
  await ada.patch(`/users/${abe.id}`, { role: 400 });
  await assertRejected(join(team, right), GONE);
  await ada.patch(`/users/${abe.id}`, { role: 200 });
  const { claimStub } = await import('../../../src/chat/people/invitations/account-actions.ts');
  claimStub(app, nora, 'real.nora@example.com');
  await assertRejected(join(team, right), GONE);
  assert.equal(app.users.byId(nora.id)!.email, 'real.nora@example.com');
});

test('the page of an invitation to an imported account shows its name, which can be changed', async () => {
  const { team, app, ada, nora } = await teamWithStub();
  await ada.post(`/invites/accounts/${nora.id}`, { email: 'nora@example.com' });
  const { key } = mailed(team);
  const page = await fetch(`${await team.url}/join/${key}/`);
  const text = await page.text();
  assert.match(text, /You get the account of <b>Nora<\/b> with your earlier messages\./);
  assert.match(text, /name="full_name"[^>]*value="Nora"/);
  assert.equal(app.users.byId(nora.id)!.is_active, false);
});

test('an administrator sees that an imported account has no address, and others do not', async () => {
  const { app, ada, mia, nora } = await teamWithStub();
  app.db.write(() => app.users.setSettings(JSON.stringify({ ...nora.settings, email_address_visibility: 4 }), nora.id));
  const seen = async (person: TestUser) => (await person.get(`/users/${nora.id}`)).user.delivery_email;
  assert.match(await seen(ada), /@import\.invalid$/);
  assert.equal(await seen(mia), null);
});
