import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { unsubscribeLinks } from '../../src/chat/notifications/mail/rules.ts';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../src/chat/people/users/actions.ts';
import { assertRejected, newTeam, type Team } from '../support/team.ts';
import { Visitor } from '../support/visitor.ts';

const GONE = 'This link is no longer valid';
const NEW = 'a long new phrase';

/** The path of the link in the newest mail to an address. */
const linkTo = ({ app }: Team, address: string): string => {
  const mail = app.mail.waiting().findLast(({ recipient }) => recipient === address)!;
  return new URL(/http\S+/.exec(mail.body)![0]).pathname;
};
const makeTitle = ({ title }: { title: string }): string => title.split(' · ')[0]!;

test('a user who forgot the password sets a new one by a link, once, and all sessions end', async () => {
  const { team, app, mia } = newTeam();
  app.config.choices.outbox = 'nowhere';
  setPassword(app, app.users.byId(mia.id)!, await hashPassword('correct horse'));
  const url = await team.url;
  const thief = new Visitor(url);
  await thief.fillIn('/login/', { username: mia.email, password: 'correct horse' });
  const token = decodeURIComponent(thief.cookies.get('sessionid')!.value);
  assert.ok(app.accounts.withSession(token));

  const visitor = new Visitor(url);
  assert.match((await visitor.open('/login/')).html, /href="\/accounts\/password\/reset\/"/);
  assert.equal(
    makeTitle(await visitor.fillIn('/accounts/password/reset/', { email: ' Mia@Example.com ' })),
    'Check your e-mail',
  );
  await pause(250);
  // The form of the page that says so sends the mail again.
  const sentAgain = await visitor.fillIn('/accounts/password/reset/', { email: mia.email });
  assert.match(sentAgain.text, /Send again.*Wrong address\?/);
  assert.equal(sentAgain.fields.email, mia.email);
  await pause(250);
  const link = linkTo(team, mia.email);
  assert.match((await visitor.open(link)).text, /account of Mia \(mia@example\.com\)/);
  assert.match((await visitor.fillIn(link, { password: 'short', again: 'short' })).fieldErrors.password!, /too short/);
  assert.match(
    (await visitor.fillIn(link, { password: 'mia@example.com', again: 'mia@example.com' })).fieldErrors.password!,
    /easy to guess/,
  );
  assert.match(
    (await visitor.fillIn(link, { password: 'password123', again: 'password123' })).fieldErrors.password!,
    /too common/,
  );
  assert.match((await visitor.fillIn(link, { password: NEW, again: `${NEW}!` })).fieldErrors.again!, /don’t match/);
  assert.equal(makeTitle(await visitor.fillIn(link, { password: NEW, again: NEW })), 'Password changed');

  assert.equal(app.accounts.withSession(token), undefined, 'sessions end');
  await assertRejected(mia.request('GET', '/users/me'), 'Invalid API key');
  assert.equal((await team.request('POST', '/fetch_api_key', { username: mia.email, password: NEW })).user_id, mia.id);
  assert.match(app.mail.waiting().at(-1)!.subject, /Your password .* was changed/);
  const again = await visitor.open(link);
  assert.deepEqual([again.status, makeTitle(again)], [404, GONE]);
});

test('the request for a new password does not reveal who has an account, and is rate-limited', async () => {
  const { team, app, mia, max, ada } = newTeam({ rateLimits: true });
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  await ada.delete(`/users/${max.id}`);
  const url = await team.url;
  const pages = [];
  for (const email of [mia.email, 'nobody@example.com', bot.email, max.email]) {
    const { status, text, headers } = await new Visitor(url).fillIn('/accounts/password/reset/', { email });
    pages.push([status, text.replaceAll(email, '…'), headers.get('x-ratelimit-remaining')]);
  }
  for (const page of pages) assert.deepEqual(page, pages[0]);
  await pause(250);
  assert.deepEqual(
    app.mail
      .waiting()
      .filter(({ kind }) => kind === 'password_reset')
      .map(({ recipient }) => recipient),
    [mia.email],
  );
  for (const email of [mia.email, 'nobody@example.com']) {
    const visitor = new Visitor(url);
    await visitor.fillIn('/accounts/password/reset/', { email });
    await visitor.fillIn('/accounts/password/reset/', { email });
    assert.equal((await visitor.fillIn('/accounts/password/reset/', { email })).status, 429, email);
  }
});

test('a password link expires after a day, with a newer link, and when the account is deactivated', async () => {
  const { team, clock, mia, ada, app } = newTeam();
  const visitor = new Visitor(await team.url);
  const asked = async () => {
    await visitor.fillIn('/accounts/password/reset/', { email: mia.email });
    await pause(250);
    return linkTo(team, mia.email);
  };
  const first = await asked();
  const second = await asked();
  assert.equal(app.mail.waiting().length, 1, 'the older mail does not leave any more');
  assert.equal(makeTitle(await visitor.open(first)), GONE);
  assert.equal(makeTitle(await visitor.open(second)), 'Choose a password');
  clock.advance(86_401);
  assert.equal(makeTitle(await visitor.open(second)), GONE);
  const third = await asked();
  await ada.delete(`/users/${mia.id}`);
  assert.equal(makeTitle(await visitor.open(third)), GONE);
  assert.equal(makeTitle(await visitor.open('/accounts/password/reset/guessed')), GONE);
});

test('an invited person joins with a name and a password, and is signed in', async () => {
  const { team, app, ada } = newTeam();
  await ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [], invite_as: 600 });
  const link = linkTo(team, 'new@example.com');
  const visitor = new Visitor(await team.url);
  const form = await visitor.open(link);
  assert.match(form.text, /Ada invited you as a guest\./);
  assert.match(form.text, /new@example\.com/);
  assert.ok(!('email' in form.fields), 'it is for that address');
  const wrong = await visitor.fillIn(link, { full_name: 'N', password: 'newer one' });
  assert.deepEqual([wrong.status, wrong.fieldErrors.full_name], [400, 'Name too short!']);
  const sent = await visitor.request('POST', link, {
    ...form.fields,
    full_name: 'Newton',
    password: NEW,
    email: 'thief@example.com',
  });
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/']);
  const token = decodeURIComponent(visitor.cookies.get('sessionid')!.value);
  const { email, full_name, role } = app.accounts.withSession(token)!.user;
  assert.deepEqual([email, full_name, role], ['new@example.com', 'Newton', 600]);
  assert.equal(makeTitle(await new Visitor(await team.url).open(link)), GONE, 'once');
});

test('a reusable link also asks for the e-mail address', async () => {
  const { team, app, ada } = newTeam();
  const link = new URL((await ada.post('/invites/multiuse', {})).invite_link).pathname;
  const visitor = new Visitor(await team.url);
  const taken = await visitor.fillIn(link, { full_name: 'Another Ada', email: 'ada@example.com', password: NEW });
  assert.match(taken.fieldErrors.email!, /already in use/);
  const form = await visitor.open(link);
  await visitor.request('POST', link, {
    ...form.fields,
    full_name: 'Newton',
    email: 'newton@example.com',
    password: NEW,
  });
  assert.equal(app.users.byEmail('newton@example.com')!.full_name, 'Newton');
  const { id } = (await ada.get('/invites')).invites[0];
  await ada.delete(`/invites/multiuse/${id}`);
  assert.equal(makeTitle(await visitor.open(link)), GONE);
});

test('a new address is confirmed by a button: opening the link, as mail scanners do, changes nothing', async () => {
  const { team, app, mia } = newTeam();
  await mia.patch('/settings', { email: 'mia@new.example' });
  const link = linkTo(team, 'mia@new.example');
  const visitor = new Visitor(await team.url);
  assert.match((await visitor.open(link)).text, /Mia.*mia@new\.example instead of mia@example\.com/);
  assert.equal(app.users.byId(mia.id)!.email, 'mia@example.com');
  assert.equal(makeTitle(await visitor.fillIn(link, {})), 'E-mail address changed');
  assert.equal(app.users.byId(mia.id)!.email, 'mia@new.example');
  assert.equal(makeTitle(await visitor.open(link)), GONE);
});

test('a user unsubscribes from mails without signing in, on a page or in the mailbox', async () => {
  const { team, app, mia, max, ada } = newTeam();
  const url = await team.url;
  const garden = (await ada.post('/channels/create', { name: 'garden', subscribers: [mia.id] })).id;
  await mia.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: garden, property: 'email_notifications', value: true }],
  });
  const { url: page, oneClick } = unsubscribeLinks(app, mia, 'missed_messages', '')!;
  const path = new URL(page).pathname;
  const visitor = new Visitor(url);
  assert.match((await visitor.open(path)).text, /mia@example\.com/);
  assert.equal(app.users.byId(mia.id)!.settings.enable_offline_email_notifications, true, 'opening is not asking');
  const heard = await mia.registerQueue();
  assert.equal(makeTitle(await visitor.fillIn(path, {})), 'Unsubscribed');
  const { settings } = app.users.byId(mia.id)!;
  assert.deepEqual(
    [
      settings.enable_offline_email_notifications,
      settings.enable_followed_topic_email_notifications,
      settings.enable_digest_emails,
    ],
    [false, false, true],
  );
  assert.equal(app.subscriptions.of(mia.id, garden)!.email_notifications, false);
  assert.ok(
    (await heard.events()).some(({ type }) => type === 'user_settings'),
    'open clients hear of it',
  );

  const login = unsubscribeLinks(app, mia, 'login', '')!.oneClick;
  assert.match((await new Visitor(url).open(new URL(login).pathname)).text, /about new sign-ins/);
  assert.equal(app.users.byId(mia.id)!.settings.enable_login_emails, true, 'opening the address is not asking');
  assert.equal(
    (
      await fetch(url + new URL(login).pathname, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
    ).status,
    200,
  );
  assert.equal(app.users.byId(mia.id)!.settings.enable_login_emails, false);

  const forMax = new URL(oneClick).pathname.replace(`${mia.id}-`, `${max.id}-`);
  const forDigest = new URL(oneClick).pathname.replace('missed_messages', 'digest');
  for (const forged of [forMax, forDigest, '/accounts/unsubscribe/constructor/6-x/now'])
    assert.equal((await team.request('POST', forged)).status, 404, forged);
  assert.equal(app.users.byId(max.id)!.settings.enable_offline_email_notifications, true);
  assert.equal(makeTitle(await visitor.open(forMax.replace(/\/now$/, ''))), GONE);
});

test('administrators see pending mails on a page, copy links, and retry failed mails', async () => {
  const { team, app, ada, abe, mia } = newTeam();
  const url = await team.url;
  const hash = await hashPassword('correct horse');
  for (const { id } of [ada, abe, mia]) setPassword(app, app.users.byId(id)!, hash);
  await ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
  await mia.patch('/settings', { email: 'mia@new.example' });
  const getBrowser = async (email: string) => {
    const visitor = new Visitor(url);
    await visitor.fillIn('/login/', { username: email, password: 'correct horse' });
    return visitor;
  };
  const owner = await getBrowser(ada.email);
  const shown = await owner.open('/mail');
  assert.match(shown.text, /doesn’t send e-mail/);
  assert.match(shown.text, /new@example\.com\s*Invitation/);
  assert.ok(shown.text.includes(linkTo(team, 'mia@new.example')));
  const administrators = await (await getBrowser(abe.email)).open('/mail');
  assert.ok(administrators.text.includes(linkTo(team, 'new@example.com')));
  assert.ok(!administrators.text.includes(linkTo(team, 'mia@new.example')), 'whoever opens it has the account');
  assert.equal((await (await getBrowser(mia.email)).open('/mail')).status, 403);
  assert.equal(makeTitle(await new Visitor(url).open('/mail')), 'Sign in');

  const [invitation] = app.mail.all();
  app.db.write(() => app.mail.giveUp(1, '550 <b>no</b> such mailbox', invitation!.id));
  const failed = await owner.open('/mail');
  assert.match(failed.html, /Couldn’t be delivered: 550 &lt;b&gt;no/);
  const send = (values: Record<string, string>) => owner.request('POST', '/mail', { ...failed.fields, ...values });
  await send({ mail: String(invitation!.id), act: 'retry' });
  assert.equal(app.mail.byId(invitation!.id)!.failed, null);
  await send({ mail: String(invitation!.id), act: 'remove' });
  assert.equal(app.mail.byId(invitation!.id), undefined);
});
