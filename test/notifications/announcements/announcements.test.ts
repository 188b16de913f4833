import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { announcing, deletingOldAnnouncements } from '../../../src/chat/notifications/announcements/jobs.ts';
import { deliveries, waitForDeliveries } from '../../../src/chat/notifications/mail/jobs.ts';
import { continueErasures } from '../../../src/chat/people/erasure/batches.ts';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { decodeHeader, MailServer } from '../../support/smtp.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

/** A team whose mail goes to the test's own server. */
async function withMail() {
  const there = newTeam();
  const server = new MailServer();
  there.app.config.choices.smtpUrl = await server.url;
  after(() => waitForDeliveries(there.app, 0));
  /** Delivers everything that waits. */
  async function deliver() {
    do {
      await announcing.run(there.app);
      await deliveries.run(there.app);
    } while (there.app.announcements.pending());
  }
  const recipients = () => server.received.map(({ to }) => to).sort();
  return { ...there, server, deliver, recipients };
}

const DRAFT = { subject: 'Maintenance on Friday', content: 'We **restart** at [noon](https://example.com/plan).' };
const TO_ALL = { ...DRAFT, audience: 'everyone' };

test('an administrator mails all members, but no deactivated users, bots or accounts without an address', async () => {
  const { app, abe, max, mia, server, deliver, recipients } = await withMail();
  await mia.post('/bots', { full_name: 'Alarm', short_name: 'alarm', bot_type: 1 });
  insertUser(app, { email: 'imported-1@import.invalid', full_name: 'Imported', role: 400 });
  await abe.delete(`/users/${max.id}`);
  server.received.length = 0;
  const people = app.users.active().filter(({ is_bot, email }) => !is_bot && !email.endsWith('.invalid'));
  const { recipients: count } = await abe.get('/announcements/recipients', { audience: 'everyone' });
  assert.equal(count, people.length);
  const sent = await abe.post('/announcements', TO_ALL);
  assert.equal(sent.recipients, people.length);
  await deliver();
  assert.deepEqual(recipients(), people.map(({ email }) => email).sort());
  const [mail] = server.received;
  assert.equal(decodeHeader(mail!.headers.get('subject')!), 'Maintenance on Friday');
  assert.match(mail!.html, /We <strong>restart<\/strong> at <a href="https:\/\/example\.com\/plan"/);
  assert.match(mail!.text, /noon \(https:\/\/example\.com\/plan\)/);
  assert.match(mail!.text.replaceAll(/\s+/g, ' '), /Abe, an administrator of .+, sent this e-mail to all members\./);
  assert.ok(!mail!.headers.has('list-unsubscribe'), 'such notices cannot be turned off');
  const [shown] = (await abe.get('/announcements')).announcements;
  assert.deepEqual([shown.queued, shown.is_finished], [people.length, true]);
  await deliver();
  assert.equal(server.received.length, people.length, 'once');
});

test('each recipient reads in their language why they receive the mail', async () => {
  const { ada, mia, server, deliver } = await withMail();
  await mia.patch('/settings', { default_language: 'de' });
  await ada.post('/announcements', TO_ALL);
  await deliver();
  const mail = server.received.find(({ to }) => to === mia.email);
  assert.match(mail!.text.replaceAll(/\s+/g, ' '), /hat diese E-Mail an alle Mitglieder gesendet/);
  assert.match(mail!.html, /<html lang="de" dir="ltr">/);
});

test('a mail goes to a role, to a group or to the subscribers of a channel only', async () => {
  const { ada, abe, mia, gus, deliver, server, recipients, app } = await withMail();
  const { user_group_id } = await findGroup(ada, 'drivers', [mia.id, gus.id]);
  const { id: channel } = await ada.post('/channels/create', { name: 'roof', subscribers: [ada.id, mia.id] });
  for (const [audience, id, expected] of [
    [
      'role',
      200,
      app.users
        .active()
        .filter(({ role, is_bot }) => role === 200 && !is_bot)
        .map(({ email }) => email),
    ],
    ['group', user_group_id, [mia.email, gus.email]],
    ['channel', channel, [ada.email, mia.email]],
  ] as const) {
    server.received.length = 0;
    await ada.post('/announcements', { ...DRAFT, audience, audience_id: id });
    await deliver();
    assert.deepEqual(recipients(), [...expected].sort(), audience);
  }
  assert.match(server.received[0]!.text, /the subscribers of #roof/);
  const missing = abe.request('POST', '/announcements', { ...DRAFT, audience: 'channel', audience_id: 999_999 });
  await assertRejected(missing, /Invalid channel/);
  await assertRejected(abe.request('POST', '/announcements', { ...DRAFT, audience: 'group' }), /audience_id/);
});

async function findGroup(by: TestUser, name: string, members: number[]): Promise<{ user_group_id: number }> {
  await by.post('/user_groups/create', { name, description: '', members });
  const { user_groups } = await by.get('/user_groups');
  return { user_group_id: user_groups.find((group: { name: string }) => group.name === name).id };
}

test('only administrators and owners can mail members or count them', async () => {
  const { app, mona, mia, gus, server, deliver } = await withMail();
  for (const who of [mona, mia, gus])
    for (const [method, path, params] of [
      ['POST', '/announcements', TO_ALL],
      ['POST', '/announcements/test', TO_ALL],
      ['GET', '/announcements/recipients', { audience: 'everyone' }],
      ['GET', '/announcements', {}],
    ] as const)
      await assertRejected(who.request(method, path, params), /administrator/);
  await deliver();
  assert.deepEqual(server.received, []);
  assert.deepEqual(app.announcements.all(), []);
});

test('a test goes to its author only, and counts as no mail of the day', async () => {
  const { abe, deliver, recipients, server } = await withMail();
  await abe.post('/announcements/test', TO_ALL);
  await deliver();
  assert.deepEqual(recipients(), [abe.email]);
  assert.match(server.received[0]!.html, /We <strong>restart<\/strong>/);
  const { left_today, announcements } = await abe.get('/announcements');
  assert.deepEqual([left_today, announcements], [5, []]);
});

test('only five mails to members can be sent a day', async () => {
  const { ada, abe, clock } = await withMail();
  for (let at = 0; at < 5; at++) await ada.post('/announcements', TO_ALL);
  await assertRejected(abe.request('POST', '/announcements', TO_ALL), /Only 5 e-mails/);
  assert.equal((await abe.get('/announcements')).left_today, 0);
  clock.advance(86_401);
  await abe.post('/announcements', TO_ALL);
});

test('without a mail server, nothing can be sent', async () => {
  const { ada } = newTeam();
  await assertRejected(ada.request('POST', '/announcements', TO_ALL), /doesn’t send e-mail/);
});

test('mails enter the queue a hundred at a time, so that other mails do not wait behind thousands', async () => {
  const { app, ada, server, deliver } = await withMail();
  app.db.write(() => {
    for (let at = 0; at < 250; at++)
      insertUser(app, { email: `p${at}@example.com`, full_name: `Person ${at}`, role: 400 });
  });
  const { recipients } = await ada.post('/announcements', TO_ALL);
  await announcing.run(app);
  assert.equal(app.mail.all().length, 100);
  await announcing.run(app);
  assert.equal(app.mail.all().length, 100, 'not before there is room');
  await deliver();
  assert.equal(new Set(server.received.map(({ to }) => to)).size, recipients);
  assert.equal(server.received.length, recipients, 'once each');
});

test('an announcement ends when its sender is no administrator any more', async () => {
  const { app, ada, abe, server, deliver } = await withMail();
  await abe.post('/announcements', TO_ALL);
  await ada.patch(`/users/${abe.id}`, { role: 400 });
  server.received.length = 0;
  await deliver();
  assert.deepEqual(server.received, []);
  assert.equal(app.announcements.pending(), undefined);
});

test('the audit log says who mailed whom, and the text is deleted a week later', async () => {
  const { app, ada, abe, clock, deliver } = await withMail();
  const { recipients } = await abe.post('/announcements', { ...DRAFT, audience: 'role', audience_id: 400 });
  const [entry] = (await ada.get('/audit_log', { kind: 'announcement' })).entries;
  assert.deepEqual([entry.actor_id, entry.details], [abe.id, `member, ${recipients}`]);
  await deliver();
  clock.advance(8 * 86_400);
  await deletingOldAnnouncements.run(app);
  assert.deepEqual(app.announcements.all(), []);
});

test('a command counts the recipients, and sends the mail on behalf of an owner', async () => {
  const { app, ada, mia, server, deliver, recipients } = await withMail();
  const to = { role: 'owner' };
  assert.deepEqual(await runOperation(app, 'mail-send', { ...DRAFT, ...to, dryRun: true }), { recipients: 1 });
  await runOperation(app, 'mail-send', { ...DRAFT, ...to });
  await deliver();
  assert.deepEqual(recipients(), [ada.email]);
  await assert.rejects(runOperation(app, 'mail-send', { ...DRAFT, ...to, as: mia.email }), /administrator/);
  const [entry] = (await ada.get('/audit_log', { kind: 'announcement' })).entries;
  assert.deepEqual([entry.client, entry.details], ['command line', 'owner, 1']);
  server.received.length = 0;
  await runOperation(app, 'mail-send', { ...DRAFT, ...to, test: true });
  await deliver();
  assert.deepEqual(recipients(), [ada.email]);
});

test('an erasure removes the mails of a sender, and the name of others from the text', async () => {
  const { app, ada, abe, mia, server, deliver } = await withMail();
  await abe.post('/announcements', TO_ALL);
  await ada.post('/announcements', { ...TO_ALL, content: `Ask @**Mia** or ${mia.email}.` });
  await announcing.run(app);
  for (const { id } of [abe, mia]) await runOperation(app, 'user-erase', { user: String(id), messages: 'keep' });
  await continueErasures(app);
  const [left, ...others] = app.announcements.all();
  assert.deepEqual([left!.sender_id, others], [ada.id, []]);
  assert.doesNotMatch(`${left!.html} ${left!.text}`, /Mia|mia@/);
  server.received.length = 0;
  await deliver();
  assert.ok(server.received.every(({ text }) => !text.includes('Abe, an administrator')));
});
