import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries, waitForDeliveries } from '../../../src/chat/notifications/mail/jobs.ts';
import { missedMessages } from '../../../src/chat/notifications/missed-messages/jobs.ts';
import { decodeHeader, MailServer, type ReceivedMail } from '../../support/smtp.ts';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';

/** A team with mail, whose clock the test advances. */
async function teamWithMail(choices: { start?: boolean } = {}) {
  const there = newTeam();
  const { app, clock } = there;
  const server = new MailServer();
  app.config.choices.smtpUrl = await server.url;
  after(() => waitForDeliveries(app, 0));
  const look = async () => missedMessages.run(app);
  const deliver = async () => {
    for (let at = 0; at < 5; at++) await deliveries.run(app);
  };
  if (choices.start !== false) await look();
  /** The mails sent by the time this many seconds have passed. */
  const mailsAfter = async (seconds = 125): Promise<ReceivedMail[]> => {
    server.received.length = 0;
    await look();
    clock.advance(seconds);
    await look();
    await deliver();
    return [...server.received];
  };
  return { ...there, server, look, deliver, mailsAfter };
}
const channel = async (owner: TestUser, name: string, people: TestUser[], more: Reply = {}) =>
  (
    await owner.post('/channels/create', {
      name,
      subscribers: [owner, ...people].map(({ id }) => id),
      send_new_subscription_messages: false,
      ...more,
    })
  ).id as number;
const subject = (mail: ReceivedMail | undefined): string => decodeHeader(mail!.headers.get('subject')!);
const to = (mails: ReceivedMail[]): string[] => mails.map((mail) => mail.to).sort();

test('missed messages within some minutes are sent as one mail', async () => {
  const { ada, mia, max, look, mailsAfter } = await teamWithMail();
  await channel(ada, 'garden', [mia, max]);
  await ada.sendMessage('garden', 'tomatoes', 'nothing for anybody by name');
  await look();
  const id = await ada.sendMessage(
    'garden',
    'tomatoes',
    '@**Mia** are they **ripe**? :tomato: [see](https://example.com/a?b=1&c=2)',
  );
  await ada.sendMessage('garden', 'tomatoes', '@**Mia** hello?');
  const mails = await mailsAfter();
  assert.deepEqual(to(mails), ['mia@example.com'], 'and nobody else');
  const [mail] = mails;
  assert.equal(subject(mail), '#garden > tomatoes');
  assert.match(mail!.text, /are they ripe\? 🍅 see \(https:\/\/example\.com\/a\?b=1&c=2\)[\s\S]*hello\?/);
  assert.doesNotMatch(mail!.text, /nothing for anybody/);
  assert.match(mail!.html, /<strong>ripe<\/strong>/);
  assert.match(mail!.html, /<a href="https:\/\/example\.com\/a\?b=1&amp;c=2"[^>]*>see<\/a>/);
  assert.match(
    mail!.html,
    new RegExp(`http://klatch\\.example/#narrow/channel/\\d+-garden/topic/tomatoes/near/${id + 1}`),
  );
  assert.match(mail!.text, /because you were mentioned while you were away/);
  assert.equal(mail!.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.match(
    mail!.headers.get('list-unsubscribe')!,
    /^<http:\/\/klatch\.example\/accounts\/unsubscribe\/missed_messages\/\d+-[\w-]{43}\/now>$/,
  );
  assert.equal(mail!.headers.get('in-reply-to'), mail!.headers.get('references'));
  assert.equal(mail!.headers.get('list-id'), '<missed-messages.klatch.example>');
  assert.match(mail!.headers.get('references')!, /^<conversation\.[\d.]+@klatch\.example>$/);
  assert.deepEqual(await mailsAfter(), [], 'once');
});

test('direct messages and several conversations get separate mails and threads', async () => {
  const { ada, mia, max, mailsAfter } = await teamWithMail();
  await ada.sendDirectMessage([mia], 'only you');
  assert.equal(subject((await mailsAfter())[0]), 'Direct messages from Ada');
  await ada.sendDirectMessage([mia], 'one');
  await max.sendDirectMessage([mia, ada], 'two');
  const mails = await mailsAfter();
  assert.deepEqual(to(mails), ['ada@example.com', 'mia@example.com']);
  const mine = mails.find((mail) => mail.to === 'mia@example.com');
  assert.equal(subject(mine), 'Direct messages from Ada and 1 more conversation');
  assert.match(mine!.text, /Group direct messages with Ada and Max/);
  assert.equal(subject(mails.find((mail) => mail.to === 'ada@example.com')), 'Group direct messages with Mia and Max');
});

test('a message that was read, deleted or became inaccessible before the mail leaves is not in it', async () => {
  const { ada, mia, max, app, clock, server, look, deliver, mailsAfter } = await teamWithMail();
  await channel(ada, 'board', [mia, max], { invite_only: true });
  const read = await ada.sendDirectMessage([mia], 'read meanwhile');
  await ada.sendDirectMessage([max], 'stays');
  await mia.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
  assert.deepEqual(to(await mailsAfter()), ['max@example.com']);

  const gone = await ada.sendMessage('board', 'plans', '@**Mia** deleted secret');
  await look();
  await ada.delete(`/messages/${gone}`);
  assert.deepEqual(await mailsAfter(), []);

  // The reader lost the channel after the mail was created and before it was sent, because the mail server was down.
  await ada.sendMessage('board', 'plans', '@**Mia** @**Max** whispered secret');
  await look();
  clock.advance(125);
  await look();
  server.errorResponses['RCPT TO'] = '451 later';
  await deliver();
  assert.doesNotMatch(
    JSON.stringify(app.db.all('SELECT * FROM outbox')()),
    /whispered/,
    'nothing that was said lies in the outbox',
  );
  await ada.request('DELETE', '/users/me/subscriptions', { subscriptions: ['board'], principals: [mia.id] });
  server.errorResponses = {};
  clock.advance(61);
  await deliver();
  assert.deepEqual(to(server.received), ['max@example.com']);
  assert.match(server.received[0]!.text, /whispered secret/);
  assert.deepEqual(app.mail.all(), []);

  await ada.sendDirectMessage([mia], 'to the old address');
  await look();
  clock.advance(125);
  await look();
  app.db.write(() => app.users.setEmail('mia@elsewhere.example', mia.id));
  server.received.length = 0;
  await deliver();
  assert.deepEqual(to(server.received), ['mia@elsewhere.example'], 'where the account is now');
});

test('an edited message is mailed with its current content', async () => {
  const { ada, mia, look, mailsAfter } = await teamWithMail();
  const id = await ada.sendDirectMessage([mia], 'first words');
  await look();
  await ada.patch(`/messages/${id}`, { content: 'second thoughts' });
  const [mail] = await mailsAfter();
  assert.match(mail!.text, /second thoughts/);
  assert.doesNotMatch(mail!.raw, /first words/);
});

test('a user or an organization that turned message content off gets mails without it', async () => {
  const { ada, mia, app, mailsAfter } = await teamWithMail();
  await mia.patch('/settings', { message_content_in_email_notifications: false });
  await channel(ada, 'board', [mia], { invite_only: true });
  await ada.sendMessage('board', 'plans', '@**Mia** whispered secret');
  const [mine] = await mailsAfter();
  assert.doesNotMatch(mine!.raw, /whispered|board|plans|Ada/);
  assert.equal(subject(mine), 'New messages in Klatch');
  await mia.patch('/settings', { message_content_in_email_notifications: true });
  app.db.write(() => app.realm.set('message_content_allowed_in_email_notifications', false));
  await ada.sendDirectMessage([mia], 'whispered secret');
  assert.doesNotMatch((await mailsAfter())[0]!.raw, /whispered|Ada/);
});

test('spoilers stay hidden, and pictures and formulas become text', async () => {
  const { ada, mia, mailsAfter } = await teamWithMail();
  await ada.sendDirectMessage([mia], '```spoiler The end\nthe butler\n```\n$$x^2$$\n\n> said\n\n* one\n* two');
  const [mail] = await mailsAfter();
  assert.doesNotMatch(mail!.raw, /butler/);
  assert.match(mail!.text, /The end\s+\(…\)[\s\S]*x\^2[\s\S]*> said[\s\S]*\* one\n\* two/);
  assert.doesNotMatch(mail!.html, /katex|<span class="mord/);
});

test('each notification setting decides about its own kind', async () => {
  const { ada, mia, max, mailsAfter } = await teamWithMail();
  const garden = await channel(ada, 'garden', [mia, max]);
  const say = (content: string) => ada.sendMessage('garden', 'tomatoes', content);
  const wanted = async () => to(await mailsAfter()).includes('mia@example.com');

  await mia.patch('/settings', {
    enable_offline_email_notifications: false,
    automatically_follow_topics_where_mentioned: false,
  });
  await say('@**Mia** by name');
  await ada.sendDirectMessage([mia], 'directly');
  assert.equal(await wanted(), false);
  await mia.patch('/settings', { enable_offline_email_notifications: true });
  await say('@**all** to all');
  assert.equal(await wanted(), true);
  await mia.patch('/settings', { wildcard_mentions_notify: false });
  await say('@**all** to all');
  assert.equal(await wanted(), false);
  const settings = (property: string, value: unknown) =>
    mia.post('/users/me/subscriptions/properties', { subscription_data: [{ stream_id: garden, property, value }] });
  await settings('wildcard_mentions_notify', true);
  await say('@**all** to all');
  assert.equal(await wanted(), true, 'a channel’s own setting wins');
  await say('nothing special');
  assert.equal(await wanted(), false);
  await settings('email_notifications', true);
  await say('every word');
  assert.equal(await wanted(), true);
  await settings('is_muted', true);
  await say('@**all** in a muted channel');
  assert.equal(await wanted(), false);
  await say('@**Mia** by name, in a muted channel');
  assert.equal(await wanted(), true);
  await mia.post('/user_topics', { stream_id: garden, topic: 'tomatoes', visibility_policy: 3 });
  await say('in a followed topic');
  assert.equal(await wanted(), true);
  await mia.patch('/settings', { enable_followed_topic_email_notifications: false });
  await settings('email_notifications', false);
  await say('in a followed topic');
  assert.equal(await wanted(), false);
  await mia.post(`/users/me/muted_users/${ada.id}`);
  await say('@**Mia** from somebody muted');
  assert.equal(await wanted(), false);
});

test('an active user gets no mail, and gets it after leaving without reading the message', async () => {
  const { ada, mia, clock, look, deliver, server, mailsAfter } = await teamWithMail();
  await ada.sendDirectMessage([mia], 'are you there?');
  await look();
  clock.advance(125);
  await mia.post('/users/me/presence', { status: 'active' });
  await look();
  await deliver();
  assert.deepEqual(server.received, []);
  clock.advance(61);
  await mia.post('/users/me/presence', { status: 'active' });
  assert.deepEqual(await mailsAfter(1), []);
  assert.deepEqual(to(await mailsAfter(300)), ['mia@example.com']);
});

test('each user sets their own delay of mails', async () => {
  const { ada, mia, max, mailsAfter } = await teamWithMail();
  await mia.patch('/settings', { email_notifications_batching_period_seconds: 3600 });
  await ada.sendDirectMessage([mia], 'one');
  await ada.sendDirectMessage([max], 'one');
  assert.deepEqual(to(await mailsAfter(125)), ['max@example.com']);
  await ada.sendDirectMessage([mia], 'two');
  const [mail, ...more] = await mailsAfter(3600);
  assert.deepEqual(more, []);
  assert.match(mail!.text, /one[\s\S]*two/);
});

test('long mails contain the newest messages, and the subject names the organization if wanted', async () => {
  const { ada, mia, mailsAfter } = await teamWithMail();
  await mia.patch('/settings', {
    realm_name_in_email_notifications_policy: 2,
    default_language: 'de',
    timezone: 'Europe/Vienna',
  });
  for (let at = 1; at <= 23; at++) await ada.sendDirectMessage([mia], `number ${at}.`);
  const [mail] = await mailsAfter();
  assert.equal(subject(mail), '[Klatch] Direktnachrichten von Ada');
  assert.match(mail!.text, /3 frühere Nachrichten werden hier nicht angezeigt/);
  assert.doesNotMatch(mail!.text, /number 3\./);
  assert.match(mail!.text, /number 23\./);
  assert.match(mail!.text, /Ada, 21\.11\.2026, 13:00:/);
  assert.match(mail!.html, /<html lang="de" dir="ltr">/);
});

test('bots, deactivated users, the Welcome Bot and messages from before mail cause no mail', async () => {
  const { ada, mia, max, team, app, mailsAfter } = await teamWithMail({ start: false });
  await ada.sendDirectMessage([mia], 'before');
  assert.deepEqual(await mailsAfter(), []);
  const robo = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  await ada.sendDirectMessage([robo, max], 'to a bot too');
  await ada.delete(`/users/${max.id}`);
  assert.deepEqual(await mailsAfter(), []);
  delete app.config.choices.smtpUrl;
  await ada.sendDirectMessage([mia], 'while there is no mail');
  assert.deepEqual(await mailsAfter(), []);
  assert.equal(app.db.value('SELECT count(*) FROM missed_message')(), 0);
});

test('missed messages are sent when do not disturb ends', async () => {
  const { ada, mia, clock, mailsAfter } = await teamWithMail();
  await mia.patch('/do_not_disturb', { until: Math.floor(clock.now() / 1000) + 3600 });
  await ada.sendDirectMessage([mia], 'at night');
  assert.deepEqual(await mailsAfter(3000), []);
  assert.deepEqual(to(await mailsAfter(700)), ['mia@example.com']);
});
