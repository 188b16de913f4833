import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiry } from '../../../src/chat/people/invitations/jobs.ts';
import { assertRejected, newTeam, type Reply, type Team } from '../../support/team.ts';

const GONE = 'The invitation link has expired or is not valid.';
const join = (team: Team, key: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  team.request('POST', '/accounts/register/', { key, full_name: 'Newcomer', password: 'a good password', ...more });
const getKey = (link: string): string => /\/join\/([\w-]{43})\/$/.exec(link)![1]!;
const mailed = (team: Team): string => getKey(/http\S+/.exec(team.app.mail.waiting().at(-1)!.body)![0]);

test('a person invited by mail joins with the role, channels and groups of the invitation', async () => {
  const { team, ada, mia, mona } = newTeam();
  const club = (await ada.post('/channels/create', { name: 'club', subscribers: [ada.id], invite_only: true })).id;
  const queues = await Promise.all([ada, mona].map((person) => person.registerQueue()));
  await ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [club], invite_as: 300 });
  assert.deepEqual(
    (await queues[0]!.events()).map(({ type }) => type),
    ['invites_changed'],
  );
  assert.deepEqual(await queues[1]!.events(), [], 'others hear nothing');
  const { invites } = await ada.get('/invites');
  assert.equal(invites.length, 1);
  const { id, invited, expiry_date, ...rest } = invites[0];
  assert.equal(expiry_date - invited, 10 * 86_400);
  assert.deepEqual(rest, {
    invited_by_user_id: ada.id,
    invited_as: 300,
    email: 'new@example.com',
    notify_referrer_on_join: true,
    is_multiuse: false,
  });
  assert.deepEqual((await mia.get('/invites')).invites, []);

  const key = mailed(team);
  const reply = await join(team, key, { email: 'other@example.com' });
  assert.equal(reply.status, 200, reply.msg);
  const cookies = reply.headers.getSetCookie().map((cookie: string) => cookie.split(';')[0]);
  const me = await team.request('GET', '/json/users/me', {}, { Cookie: cookies.join('; ') });
  assert.deepEqual([me.delivery_email, me.role, me.user_id], ['new@example.com', 300, reply.user_id]);
  const channels = await team.request('GET', '/json/users/me/subscriptions', {}, { Cookie: cookies.join('; ') });
  assert.deepEqual(
    channels.subscriptions.map(({ name }: Reply) => name),
    ['club'],
  );
  assert.deepEqual((await ada.get('/invites')).invites, []);
  await assertRejected(join(team, key, { full_name: 'Again' }), GONE);
  const { messages } = await ada.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['is', 'dm']],
  });
  assert.match(messages[0].content, /accepted your invitation/);
});

test('a link can be used many times until it expires', async () => {
  const { team, clock, ada } = newTeam();
  const hall = (await ada.post('/channels/create', { name: 'hall', subscribers: [ada.id] })).id;
  await ada.patch(`/streams/${hall}`, { is_default_stream: true });
  const { invite_link } = await ada.post('/invites/multiuse', {
    invite_as: 600,
    invite_expires_in_minutes: 60,
    include_realm_default_subscriptions: true,
    welcome_message_custom_text: 'Be our guest',
  });
  const key = getKey(invite_link);
  await assertRejected(join(team, key), "Missing 'email' argument");
  await assertRejected(join(team, key, { email: 'ada@example.com' }), "Email 'ada@example.com' already in use");
  await assertRejected(
    join(team, key, { email: 'one@example.com', password: 'short' }),
    'The password is too weak. Use 6 to 100 characters.',
  );
  await assertRejected(
    join(team, key, { email: 'one@example.com', password: 'one@example.com' }),
    /easy to guess/,
    'BAD_REQUEST',
  );
  const first = await join(team, key, { email: 'one@example.com', full_name: 'One' });
  const second = await join(team, key, { email: 'two@example.com', full_name: 'Two' });
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.equal((await ada.get(`/users/${first.user_id}`)).user.role, 600);
  assert.ok((await ada.get(`/streams/${hall}/members`)).subscribers.includes(second.user_id));
  assert.equal((await ada.get('/invites')).invites[0].link_url, invite_link);

  const queue = await ada.registerQueue();
  clock.advance(3601);
  await assertRejected(join(team, key, { email: 'three@example.com' }), GONE);
  assert.deepEqual((await ada.get('/invites')).invites, []);
  await expiry.run(team.app);
  assert.deepEqual(
    (await queue.events()).map(({ type }) => type),
    ['invites_changed'],
  );
  await expiry.run(team.app);
  assert.deepEqual(await queue.events(), [], 'once');
});

test('inviters and administrators see who came by an invitation', async () => {
  const { team, clock, ada, mia, max, gus } = newTeam();
  await ada.patch('/realm', {
    create_multiuse_invite_group: { new: { direct_members: [mia.id], direct_subgroups: [] } },
  });
  const { invite_link } = await mia.post('/invites/multiuse', {});
  const [{ id: link }] = (await mia.get('/invites')).invites;
  await max.post('/invites', { invitee_emails: 'two@example.com', stream_ids: [] });
  const queues = await Promise.all([ada, mia, max].map((person) => person.registerQueue()));
  const one = await join(team, getKey(invite_link), { email: 'one@example.com', full_name: 'One' });
  clock.advance(60);
  const kinds = async (at: number) => (await queues[at]!.events()).map(({ type }) => type);
  for (const at of [0, 1]) assert.ok((await kinds(at)).includes('invites_changed'));
  assert.ok(!(await kinds(2)).includes('invites_changed'), 'others hear nothing');
  const two = await join(team, mailed(team), { full_name: 'Two' });

  const seen = async (person: typeof ada) => {
    const { accepted } = await person.get('/invites');
    return accepted.map(({ accepted: time, ...rest }: Reply) => rest);
  };
  const byLink = { user_id: one.user_id, invited_by_user_id: mia.id, link_id: link };
  const byMail = { user_id: two.user_id, invited_by_user_id: max.id, link_id: null };
  assert.deepEqual(await seen(ada), [byMail, byLink], 'the newest first');
  assert.deepEqual(await seen(mia), [byLink]);
  assert.deepEqual(await seen(max), [byMail]);
  await assertRejected(gus.request('GET', '/invites'), /.*/);
  await ada.delete(`/invites/multiuse/${link}`);
  assert.deepEqual(await seen(mia), [byLink], 'also after the link was revoked');
});

test('a revoked invitation is invalid; after resending only the new link works', async () => {
  const { team, ada, mia, max } = newTeam();
  await mia.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
  const first = mailed(team);
  const { id } = (await mia.get('/invites')).invites[0];
  await assertRejected(max.request('POST', `/invites/${id}/resend`), 'No such invitation');
  await assertRejected(max.request('DELETE', `/invites/${id}`), 'No such invitation');
  await assertRejected(mia.request('DELETE', `/invites/multiuse/${id}`), 'No such invitation');
  await mia.post(`/invites/${id}/resend`);
  await assertRejected(join(team, first), GONE);
  assert.equal(team.app.mail.waiting().length, 1, 'the older mail does not leave any more');
  const second = mailed(team);
  await ada.delete(`/invites/${id}`);
  await assertRejected(join(team, second), GONE);
  assert.deepEqual(team.app.mail.waiting(), [], 'nor does a mail with a link that leads nowhere');
  await assertRejected(ada.request('DELETE', `/invites/${id}`), 'No such invitation');

  const { invite_link } = await ada.post('/invites/multiuse', {});
  const link = (await ada.get('/invites')).invites[0].id;
  await assertRejected(mia.request('DELETE', `/invites/multiuse/${link}`), 'No such invitation');
  await ada.delete(`/invites/multiuse/${link}`);
  await assertRejected(join(team, getKey(invite_link), { email: 'new@example.com' }), GONE);
});

test('nobody can invite to a role or channel beyond their own rights', async () => {
  const { app, team, ada, abe, mia, max, mona, gus } = newTeam();
  const robo = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const vault = (await max.post('/channels/create', { name: 'vault', subscribers: [max.id], invite_only: true })).id;
  const ask = { invitee_emails: 'new@example.com', stream_ids: [] };
  await assertRejected(gus.request('POST', '/invites', ask), 'Not allowed for guest users');
  await assertRejected(robo.request('POST', '/invites', ask), 'This endpoint does not accept bot requests.');
  await assertRejected(mia.request('POST', '/invites/multiuse'), 'Insufficient permission');
  await assertRejected(
    mia.request('POST', '/invites', { ...ask, invite_as: 300 }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
  await assertRejected(
    abe.request('POST', '/invites', { ...ask, invite_as: 100 }),
    'Must be an organization owner',
    'UNAUTHORIZED_PRINCIPAL',
  );
  const hidden = await mia.request('POST', '/invites', { ...ask, stream_ids: [vault] });
  assert.equal(hidden.msg, `Invalid channel ID ${vault}. No invites were sent.`);
  assert.equal(
    (await mia.request('POST', '/invites', { ...ask, stream_ids: [9999] })).msg,
    'Invalid channel ID 9999. No invites were sent.',
  );
  await assertRejected(
    mia.request('POST', '/invites', { ...ask, group_ids: [app.groups.system('role:owners')] }),
    'Insufficient permission',
  );
  await assertRejected(
    mona.request('POST', '/invites', { ...ask, welcome_message_custom_text: 'Hi' }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
  app.db.write(() => app.realm.set('can_invite_users_group', app.groups.system('role:administrators')));
  await assertRejected(mia.request('POST', '/invites', ask), 'Insufficient permission');
  assert.deepEqual(app.mail.waiting(), []);

  const { invite_link } = await ada.post('/invites/multiuse', { invite_as: 100 });
  const [seen] = (await abe.get('/invites')).invites;
  assert.equal(seen.link_url, undefined, 'an administrator cannot become an owner by an owner’s link');
  await assertRejected(
    abe.request('DELETE', `/invites/multiuse/${seen.id}`),
    'Must be an organization owner',
    'UNAUTHORIZED_PRINCIPAL',
  );
  assert.equal((await ada.get('/invites')).invites[0].link_url, invite_link);
});

test('a deactivated or demoted user’s invitations end', async () => {
  const { team, ada, abe, mia } = newTeam();
  await mia.post('/invites', { invitee_emails: 'one@example.com', stream_ids: [] });
  const ofMia = mailed(team);
  const { invite_link } = await abe.post('/invites/multiuse', { invite_as: 200 });
  await ada.delete(`/users/${mia.id}`);
  await ada.patch(`/users/${abe.id}`, { role: 400 });
  await assertRejected(join(team, ofMia), GONE);
  await assertRejected(join(team, getKey(invite_link), { email: 'two@example.com' }), GONE);
});

test('the error names the addresses that cannot be invited', async () => {
  const { app, mia } = newTeam();
  const invite = (invitee_emails: string) => mia.request('POST', '/invites', { invitee_emails, stream_ids: [] });
  await assertRejected(invite(' , \n'), 'You must specify at least one email address.');
  const invalid = await assertRejected(invite('nobody, new@example.com'), /did not validate/, 'INVITATION_FAILED');
  assert.deepEqual(invalid.errors, [['nobody', 'Enter a valid email address.', false]]);
  assert.deepEqual(
    [invalid.sent_invitations, invalid.daily_limit_reached, invalid.license_limit_reached],
    [false, false, false],
  );
  const known = await assertRejected(
    invite('max@example.com'),
    "We weren't able to invite anyone.",
    'INVITATION_FAILED',
  );
  assert.deepEqual(known.errors, [['max@example.com', 'Already has an account.', false]]);
  const some = await assertRejected(
    invite('Max <max@example.com>\nNew <new@example.com>'),
    /to everyone else/,
    'INVITATION_FAILED',
  );
  assert.equal(some.sent_invitations, true);
  assert.deepEqual(
    app.mail.waiting().map(({ recipient }) => recipient),
    ['new@example.com'],
  );
  const many = Array.from({ length: 100 }, (_, at) => `many${at}@example.com`).join(',');
  assert.equal((await assertRejected(invite(many), /today/, 'INVITATION_FAILED')).daily_limit_reached, true);
});
