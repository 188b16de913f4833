import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestToJoin } from '../../../src/chat/people/invitations/account-actions.ts';
import { expiry } from '../../../src/chat/people/invitations/jobs.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { assertRejected, newTeam, type Reply, type Team } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const getKey = (text: string): string => /\/join\/([\w-]{43})\//.exec(text)![1]!;
const mailed = (team: Team): string => getKey(team.app.mail.waiting().at(-1)!.content);
const join = (team: Team, key: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  team.request('POST', '/accounts/register/', { key, full_name: 'Newcomer', password: 'a good password', ...more });

async function setUp() {
  const place = newTeam({ outbox: 'somewhere' });
  const hall = (await place.ada.post('/channels/create', { name: 'hall', subscribers: [place.ada.id] })).id;
  const { invite_link } = await place.ada.post('/invites/multiuse', {
    invite_as: 600,
    stream_ids: [hall],
    invite_expires_in_minutes: 120,
  });
  const visitor = () => new Visitor(url);
  const url = await place.team.url;
  const key = getKey(invite_link);
  const give = (email: string) => visitor().fillIn(`/join/${key}/`, { email });
  return { ...place, hall, key, give, visitor };
}

test('a person who uses a reusable link must confirm the e-mail address before joining', async () => {
  const { team, ada, key, give, visitor, hall } = await setUp();
  await assertRejected(join(team, key, { email: 'eve@example.org' }), /^Confirm your email address first/);
  const queue = await ada.registerQueue();
  assert.match((await give('eve@example.org')).text, /on its way to eve@example\.org/);
  assert.deepEqual(await queue.events(), [], 'nobody has joined or was invited');
  assert.equal((await ada.get('/invites')).invites.length, 1, 'the link');
  const own = mailed(team);
  assert.notEqual(own, key);
  const joined = await visitor().fillIn(`/join/${own}/`, { full_name: 'Eve', password: 'a good password' });
  assert.ok(joined, 'the page says which address it is about');
  const eve = team.app.users.byEmail('eve@example.org')!;
  assert.equal(eve.role, 600);
  assert.ok((await ada.get(`/streams/${hall}/members`)).subscribers.includes(eve.id));
  await assertRejected(join(team, own), /expired or is not valid/);
  const { invites, accepted } = await ada.get('/invites');
  assert.deepEqual(
    accepted.map(({ user_id, link_id }: Reply) => [user_id, link_id]),
    [[eve.id, invites[0].id]],
  );
});

test('a second confirmation replaces the first, and fails when the reusable link expires', async () => {
  const { team, ada, clock, give } = await setUp();
  await give('eve@example.org');
  const first = mailed(team);
  await give('EVE@example.org');
  assert.equal(team.app.mail.waiting().length, 1);
  await assertRejected(join(team, first), /expired or is not valid/);
  const second = mailed(team);
  clock.advance(7201);
  await assertRejected(join(team, second), /expired or is not valid/);
  await expiry.run(team.app);
  const { invite_link } = await ada.post('/invites/multiuse', {});
  const key = getKey(invite_link);
  await new Visitor(await team.url).fillIn(`/join/${key}/`, { email: 'kim@example.org' });
  const third = mailed(team);
  await ada.delete(`/invites/multiuse/${(await ada.get('/invites')).invites[0].id}`);
  await assertRejected(join(team, third), /expired or is not valid/);
  assert.equal(team.app.users.byEmail('kim@example.org'), undefined);
});

test('a new user gets a mail with the organization’s address in their language, unless turned off', async () => {
  const { team, ada, app, give } = await setUp();
  const comes = async (name: string, browser: string) => {
    await give(`${name}@example.org`);
    const visitor = new Visitor(await team.url, { 'Accept-Language': browser });
    await visitor.fillIn(`/join/${mailed(team)}/`, { full_name: 'Newcomer', password: 'a good password' });
    return app.mail
      .waiting()
      .filter(({ kind, recipient }) => kind === 'welcome' && recipient === `${name}@example.org`);
  };
  await ada.patch('/realm', { default_language: 'de' });
  const [mail] = await comes('eve', 'fr-CA');
  assert.equal(mail!.subject, `Bienvenue chez ${app.realm.get('name')}`);
  assert.equal(app.users.byEmail('eve@example.org')!.settings.default_language, 'fr', 'as her browser wants it');
  for (const said of ['Newcomer', 'eve@example.org', app.config.url]) assert.ok(mail!.content.includes(said), said);
  await ada.post('/users', { email: 'nina@example.org', full_name: 'Nina', password: 'a good password' });
  const { subject, recipient } = app.mail.waiting().at(-1)!;
  assert.deepEqual(
    [subject, recipient],
    [`Willkommen bei ${app.realm.get('name')}`, 'nina@example.org'],
    'also who did not come by themselves',
  );
  await ada.patch('/realm', { send_welcome_emails: false });
  assert.deepEqual(await comes('kim', ''), []);
  assert.equal(app.users.byEmail('kim@example.org')!.settings.default_language, 'de', 'as the organisation has it');
});

test('the welcome mail leads users to choose a password if they need one', async () => {
  const { app, team } = await setUp();
  const welcome = async (name: string) => {
    await runOperation(app, 'user-create', { email: `${name}@example.org`, name: 'Newcomer', role: 'member' });
    await team.app.db.committed();
    return app.mail.waiting().at(-1)!.content;
  };
  const page = `${app.config.url}/accounts/password/reset/`;
  assert.ok((await welcome('eve')).includes(page));
  app.config.choices.passwordLogin = false;
  assert.ok(!(await welcome('kim')).includes(page), 'passwords are turned off');
});

test('without mail no confirmation is possible, and joining works at once', async () => {
  const { team, ada } = newTeam();
  const { invite_link } = await ada.post('/invites/multiuse', {});
  assert.equal((await join(team, getKey(invite_link), { email: 'eve@example.org' })).status, 200);
  assert.deepEqual(team.app.mail.waiting(), [], 'nobody is written to where mail goes nowhere');
});

test('without required invitations anyone with a confirmed address joins, and no account is revealed', async () => {
  const { team, ada, mia, app } = newTeam({ outbox: 'somewhere' });
  const url = await team.url;
  const ask = (email: string) => new Visitor(url).fillIn('/register/', { email });
  assert.equal((await new Visitor(url).open('/register/')).status, 404);
  assert.doesNotMatch((await new Visitor(url).open('/login/')).text, /Create account/);
  await ada.patch('/realm', { invite_required: false });
  assert.match((await new Visitor(url).open('/login/')).text, /Create account/);
  const told = (await ask('kim@example.org')).text;
  const key = mailed(team);
  assert.equal((await ada.get('/invites')).invites.length, 0, 'nobody was invited');
  assert.equal((await ask(mia.email)).text, told.replaceAll('kim@example.org', mia.email));
  assert.match(app.mail.waiting().at(-1)!.content, /password\/reset/);
  assert.match((await ask('eve@mailinator.com')).text, /Disposable/);
  await ada.post('/realm/domains', { domain: 'example.org', allow_subdomains: false });
  await ada.patch('/realm', { emails_restricted_to_domains: true });
  const [, domain] = mia.email.split('@');
  assert.match((await ask(mia.email)).text, /not allowed/, 'hers is none that may join');
  assert.equal(
    (await ask(mia.email)).text.replaceAll(mia.email, ''),
    (await ask(`nobody@${domain}`)).text.replaceAll(`nobody@${domain}`, ''),
  );
  await new Visitor(url).fillIn(`/join/${key}/`, { full_name: 'Kim', password: 'a good password' });
  assert.equal(app.users.byEmail('kim@example.org')!.role, 400);
  await ask('max@example.org');
  const late = mailed(team);
  await ada.patch('/realm', { invite_required: true });
  await assertRejected(join(team, late), /expired or is not valid/);
  assert.equal((await new Visitor(url).open('/register/')).status, 404);
  assert.equal(app.users.byEmail('max@example.org'), undefined);
});

test('without mail nobody can join uninvited, because no address can be confirmed', async () => {
  const { team, ada } = newTeam();
  await ada.patch('/realm', { invite_required: false });
  assert.equal((await new Visitor(await team.url).open('/register/')).status, 404);
});

test('disposable addresses can join only if allowed, or if their domain belongs to the organization', async () => {
  const { team, ada } = newTeam();
  const { invite_link } = await ada.post('/invites/multiuse', {});
  const key = getKey(invite_link);
  const refusal = 'Disposable email addresses are not allowed in this organization';
  for (const email of ['eve@mailinator.com', 'eve@Mail.Mailinator.com'])
    await assertRejected(join(team, key, { email }), refusal);
  const invited = await ada.request('POST', '/invites', { invitee_emails: 'eve@mailinator.com', stream_ids: [] });
  assert.deepEqual([invited.code, invited.errors], ['INVITATION_FAILED', [['eve@mailinator.com', refusal, false]]]);
  await ada.patch('/realm', { disallow_disposable_email_addresses: false });
  assert.equal((await join(team, key, { email: 'eve@mailinator.com' })).status, 200);
  await ada.patch('/realm', { disallow_disposable_email_addresses: true });
  await ada.post('/realm/domains', { domain: 'mailinator.com', allow_subdomains: false });
  await ada.patch('/realm', { emails_restricted_to_domains: true });
  assert.equal((await join(team, key, { email: 'kim@mailinator.com' })).status, 200);
});

test('visitors without an invitation cannot keep those with a link from joining', async () => {
  const { ada, app, give } = await setUp();
  await ada.patch('/realm', { invite_required: false });
  for (let n = 0; n < 200; n++) requestToJoin(app, `visitor${n}@example.org`);
  assert.throws(() => requestToJoin(app, 'one-more@example.org'), /Too many people want to join today/);
  assert.match((await give('eve@example.org')).text, /on its way to eve@example\.org/);
});
