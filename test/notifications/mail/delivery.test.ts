import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sendLater, sendMail } from '../../../src/chat/notifications/mail/actions.ts';
import { deletingOldMails, deliveries, waitForDeliveries } from '../../../src/chat/notifications/mail/jobs.ts';
import { MAIL_KINDS } from '../../../src/chat/notifications/mail/types.ts';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../../src/chat/people/users/actions.ts';
import { decodeHeader, MailServer, parseMail } from '../../support/smtp.ts';
import { assertRejected, newTeam, type Reply } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

/** A team whose mail goes to the test's own server. */
async function withMail() {
  const there = newTeam();
  const server = new MailServer();
  there.app.config.choices.smtpUrl = await server.url;
  after(() => waitForDeliveries(there.app, 0));
  return { ...there, server, deliver: async () => deliveries.run(there.app) };
}
const letter = (subject: string) => ({ subject, blocks: ['Hello,', 'here I am.'], why: 'You are part of a test.' });

test('an invitation arrives as text and HTML, with headers for automatic mail', async () => {
  const { ada, app, server, deliver } = await withMail();
  app.db.write(() => app.realm.set('name', 'Tee & Gebäck'));
  await ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
  await deliver();
  const [mail] = server.received;
  assert.equal(mail!.to, 'new@example.com');
  assert.equal(mail!.from, 'noreply@klatch.example');
  assert.equal(decodeHeader(mail!.headers.get('from')!), 'Tee & Gebäck <noreply@klatch.example>');
  assert.equal(decodeHeader(mail!.headers.get('subject')!), 'Ada invited you to join Tee & Gebäck');
  assert.equal(mail!.headers.get('auto-submitted'), 'auto-generated');
  assert.match(mail!.headers.get('message-id')!, /^<[\w.]+@klatch\.example>$/);
  assert.ok(!mail!.headers.has('list-unsubscribe'), 'it was asked for by somebody, once');
  assert.ok(!mail!.headers.has('reply-to'));
  assert.match(mail!.text, /http:\/\/klatch\.example\/join\/[\w-]{43}\//);
  assert.match(mail!.html, /Tee &amp; Gebäck/);
  assert.match(mail!.html, /<a class="button" href="http:\/\/klatch\.example\/join\//);
  await deliver();
  assert.equal(server.received.length, 1, 'once');
  assert.deepEqual(app.mail.all(), []);
});

test('every kind of mail has a List-Id, by which the recipient can sort it', async () => {
  const { app, max, mia, server, deliver } = await withMail();
  await max.patch('/settings', { enable_digest_emails: true });
  await mia.post('/channels/create', { name: 'plans', subscribers: [mia.id, max.id] });
  await mia.sendMessage('plans', 'x', 'for the digest');
  const missed = await mia.sendDirectMessage([max], 'missed');
  const to = app.users.byId(max.id)!;
  app.db.write(() => {
    for (const kind of MAIL_KINDS)
      if (kind === 'digest') sendLater(app, { to, kind }, kind, { since: 0 });
      else if (kind === 'missed_messages') sendLater(app, { to, kind }, kind, { messages: [missed] });
      else sendMail(app, { to, kind }, letter(kind));
  });
  await deliver();
  const ids = server.received.map(({ headers }) => headers.get('list-id'));
  assert.deepEqual(ids.sort(), MAIL_KINDS.map((kind) => `<${kind.replaceAll('_', '-')}.klatch.example>`).sort());
});

test('a failed mail is retried later, also after a restart, and finally shown to administrators', async () => {
  const { ada, mia, app, clock, server, deliver } = await withMail();
  server.errorResponses['RCPT TO'] = '451 busy, come again';
  await mia.patch('/settings', { email: 'mia@new.example' });
  await deliver();
  const [waiting] = app.mail.all();
  assert.deepEqual([waiting!.attempts, waiting!.reason, waiting!.failed], [1, '451 busy, come again', null]);
  await deliver();
  assert.equal(app.mail.all()[0]!.attempts, 1, 'not at once');
  clock.advance(61);
  await deliver();
  assert.equal(app.mail.all()[0]!.attempts, 2);
  server.errorResponses = {};
  clock.advance(301);
  await deliver();
  assert.deepEqual(
    server.received.map(({ to }) => to),
    ['mia@new.example'],
  );
  assert.deepEqual(app.mail.all(), []);

  server.errorResponses['RCPT TO'] = '451 busy, come again';
  app.db.write(() =>
    sendMail(app, { to: 'else@example.com', kind: 'test', lasts: 40 * 86_400 }, letter('Still there')),
  );
  for (let at = 0; at < 20; at++) {
    await deliver();
    clock.advance(14_401);
  }
  const [given] = app.mail.all();
  assert.equal(given!.attempts, 12);
  assert.ok(given!.failed);
  const { mails } = await ada.get('/mail');
  assert.deepEqual(
    mails.map(({ recipient, reason }: Record<string, string>) => [recipient, reason]),
    [['else@example.com', '451 busy, come again']],
  );
  clock.advance(15 * 86_400);
  await deletingOldMails.run(app);
  assert.deepEqual(app.mail.all(), []);
});

test('a mail to an unknown mailbox is not retried; after a wrong password all mail waits', async () => {
  const { app, server, clock, deliver } = await withMail();
  server.errorResponses['RCPT TO:<nobody@example.com>'] = '550 5.1.1 no such mailbox';
  app.db.write(() => {
    sendMail(app, { to: 'nobody@example.com', kind: 'test' }, letter('To nobody'));
    sendMail(app, { to: 'somebody@example.com', kind: 'test' }, letter('To somebody'));
  });
  await deliver();
  assert.deepEqual(
    server.received.map(({ to }) => to),
    ['somebody@example.com'],
    'others are not kept waiting',
  );
  const [refusedMail] = app.mail.all();
  assert.ok(refusedMail!.failed !== null);
  assert.match(refusedMail!.reason!, /no such mailbox/);
  server.errorResponses.AUTH = '535 5.7.8 not you';
  app.config.choices.smtpUrl = (await server.url).replace('//', '//user:wrong@');
  app.db.write(() => sendMail(app, { to: 'third@example.com', kind: 'test' }, letter('Later')));
  await deliver();
  const third = app.mail.all().find(({ recipient }) => recipient === 'third@example.com')!;
  assert.equal(third.failed, null);
  assert.match(third.reason!, /not you/);
  clock.advance(2 * 86_400);
  await deliver();
  assert.ok(app.mail.byId(third.id)!.failed, 'of no use any more');
});

test('a mail whose acknowledgment was lost is sent again with the same id', async () => {
  const { app, clock, server, deliver } = await withMail();
  server.breaksAfterData = true;
  app.db.write(() => sendMail(app, { to: 'mia@example.com', kind: 'test' }, letter('Twice')));
  await deliver();
  server.breaksAfterData = false;
  clock.advance(61);
  await deliver();
  assert.equal(server.received.length, 2);
  assert.equal(server.received[0]!.headers.get('message-id'), server.received[1]!.headers.get('message-id'));
});

test('many mails use a few connections', async () => {
  const { app, server, deliver } = await withMail();
  app.db.write(() => {
    for (let at = 0; at < 20; at++) sendMail(app, { to: `p${at}@example.com`, kind: 'test' }, letter(`Number ${at}`));
  });
  await deliver();
  assert.equal(new Set(server.received.map(({ to }) => to)).size, 20);
  assert.equal(server.received.length, 20);
  assert.ok(server.maxConnections <= 3, `${server.maxConnections} connections`);
});

test('a rolled-back change sends no mail, and no subject can contain an extra header', async () => {
  const { app, server, deliver } = await withMail();
  assert.throws(() =>
    app.db.write(() => {
      sendMail(app, { to: 'mia@example.com', kind: 'test' }, letter('Undone'));
      throw new Error('undone');
    }),
  );
  app.db.write(() =>
    sendMail(app, { to: 'mia@example.com', kind: 'test' }, letter('Hi\r\nBcc: eve@example.com\u2028<script>')),
  );
  await deliver();
  assert.equal(server.received.length, 1);
  const [mail] = server.received;
  assert.ok(!mail!.headers.has('bcc'));
  assert.equal(decodeHeader(mail!.headers.get('subject')!), 'Hi Bcc: eve@example.com <script>');
  assert.match(mail!.html, /&lt;script&gt;/);
});

test('mails can be written to a folder instead', async () => {
  const { app } = newTeam();
  const folder = mkdtempSync(join(tmpdir(), 'klatch-outbox-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  app.config.choices.outbox = join(folder, 'mails');
  app.db.write(() => sendMail(app, { to: 'mia@example.com', kind: 'test' }, letter('On paper')));
  await deliveries.run(app);
  const [name, ...others] = readdirSync(join(folder, 'mails'));
  assert.deepEqual(others, []);
  assert.match(name!, /\.eml$/);
  const mail = parseMail(readFileSync(join(folder, 'mails', name!), 'latin1'));
  assert.equal(mail.headers.get('to'), 'mia@example.com');
  assert.match(mail.text, /here I am\./);
});

test('without mail, links are shown to the users who can pass them on', async () => {
  const { ada, abe, mona, mia, max, gus, app, clock } = newTeam();
  await deliveries.run(app);
  await ada.post('/invites', { invitee_emails: 'member@example.com', stream_ids: [] });
  await ada.post('/invites', { invitee_emails: 'boss@example.com', stream_ids: [], invite_as: 100 });
  await mia.patch('/settings', { email: 'mia@new.example' });
  await ada.patch('/settings', { email: 'ada@new.example' });
  const seen = async (person: typeof ada) =>
    (await person.get('/mail')).mails
      .filter(({ link }: { link?: string }) => link)
      .map(({ recipient }: { recipient: string }) => recipient);
  assert.deepEqual(
    await seen(ada),
    ['member@example.com', 'boss@example.com', 'mia@new.example'],
    'an owner sees nothing of owners',
  );
  assert.deepEqual(await seen(abe), ['member@example.com'], 'nobody sees how to become more than they are');
  assert.equal((await ada.get('/mail')).sends, false);
  for (const person of [mona, mia, max, gus])
    await assertRejected(person.request('GET', '/mail'), 'Must be an organization administrator');
  clock.advance(2 * 86_400);
  await deletingOldMails.run(app);
  assert.deepEqual(await seen(ada), ['member@example.com', 'boss@example.com'], 'what holds no longer is gone');
});

test('an administrator can retry or delete a failed mail', async () => {
  const { ada, mia, app, clock, server, deliver } = await withMail();
  server.errorResponses['RCPT TO'] = '550 no';
  app.db.write(() => sendMail(app, { to: 'one@example.com', kind: 'test' }, letter('Once more')));
  await deliver();
  const [{ id }] = (await ada.get('/mail')).mails;
  await assertRejected(mia.request('POST', `/mail/${id}/retry`), 'Must be an organization administrator');
  server.errorResponses = {};
  clock.advance(10 * 86_400);
  await ada.post(`/mail/${id}/retry`);
  await deliver();
  assert.equal(server.received.length, 1);
  await assertRejected(ada.request('POST', `/mail/${id}/retry`), 'No such mail');
  server.errorResponses['RCPT TO'] = '550 no';
  app.db.write(() => sendMail(app, { to: 'two@example.com', kind: 'test' }, letter('Away')));
  await deliver();
  const [left] = (await ada.get('/mail')).mails;
  await assertRejected(mia.request('DELETE', `/mail/${left.id}`), 'Must be an organization administrator');
  await ada.delete(`/mail/${left.id}`);
  assert.deepEqual(app.mail.all(), []);
});

test('a user sends a test to the own mailbox, and reads what the mail server did with the last e-mail', async () => {
  const { mia, app, server } = await withMail();
  const mailbox = async () => (await mia.get('/notification_targets')).targets.find(({ id }: Reply) => id === 'mail');
  const { name, state, last_success, failure } = await mailbox();
  assert.deepEqual([name, state, last_success, failure], ['mia@example.com', 'on', null, null]);
  assert.equal((await mia.post('/notification_targets/mail/test')).failure, null);
  assert.deepEqual(server.received[0]!.to, 'mia@example.com');
  assert.ok((await mailbox()).last_success > 0);
  for (const [response, expected] of [
    ['550 no such user at 10.0.0.7', 'rejected'],
    ['451 busy', 'unreachable'],
  ] as const) {
    server.errorResponses['RCPT TO'] = response;
    const reply = await mia.post('/notification_targets/mail/test');
    assert.deepEqual([reply.failure, (await mailbox()).failure], [expected, expected]);
    assert.doesNotMatch(JSON.stringify([reply, await mailbox()]), /10\.0\.0\.7/, 'the words are for administrators');
  }
  assert.deepEqual(app.mail.all(), [], 'a test is not repeated');
  app.config.choices.smtpUrl = undefined;
  assert.equal((await mailbox()).state, 'unavailable');
  await assertRejected(mia.request('POST', '/notification_targets/mail/test'), 'The server doesn’t send e-mail');
});

test('the mail page sends a test to its administrator, and says in words what the mail server did with it', async () => {
  const { ada, app, server, team } = await withMail();
  setPassword(app, app.users.byId(ada.id)!, await hashPassword('correct horse'));
  const visitor = new Visitor(await team.url);
  await visitor.fillIn('/login/', { username: ada.email, password: 'correct horse' });
  server.received.length = 0;
  const button = { act: 'test' };
  await visitor.fillIn('/mail', button);
  assert.deepEqual(server.received[0]!.to, 'ada@example.com');
  assert.match((await visitor.open('/mail')).text, /The mail server accepted the last e-mail/);
  server.errorResponses['RCPT TO'] = '550 no such user at 10.0.0.7';
  await visitor.fillIn('/mail', button);
  assert.match((await visitor.open('/mail')).text, /The last e-mail couldn’t be sent: 550 no such user at 10\.0\.0\.7/);
});
