import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries, waitForDeliveries } from '../../../src/chat/notifications/mail/jobs.ts';
import { digests } from '../../../src/chat/notifications/missed-messages/jobs.ts';
import { decodeHeader, MailServer } from '../../support/smtp.ts';
import { newTeam } from '../../support/team.ts';

const DAY = 86_400;

test('a weekly digest is sent to inactive users', async () => {
  const { ada, abe, mia, max, mona, app, clock } = newTeam();
  const server = new MailServer();
  app.config.choices.smtpUrl = await server.url;
  after(() => waitForDeliveries(app, 0));
  app.db.write(() => app.realm.set('digest_emails_enabled', true));
  const quietly = { send_new_subscription_messages: false };
  await ada.post('/channels/create', { name: 'garden', subscribers: [ada, mia, mona].map(({ id }) => id), ...quietly });
  await ada.post('/channels/create', { name: 'board', invite_only: true, subscribers: [ada.id, mia.id], ...quietly });
  await mona.patch('/settings', { enable_digest_emails: false });
  for (const person of [abe, max, ada]) await person.post('/users/me/presence', { status: 'active' });
  clock.advance(7 * DAY);
  await ada.sendMessage('garden', 'tomatoes', 'They are ripe');
  await ada.sendMessage('garden', 'tomatoes', 'Quite');
  await ada.sendMessage('board', 'plans', 'whispered');
  for (const person of [abe, max, ada]) await person.post('/users/me/presence', { status: 'active' });

  const sent = async () => {
    server.received.length = 0;
    await digests.run(app);
    await deliveries.run(app);
    return server.received.map(({ to }) => to);
  };
  // A Saturday; the organization's day is Tuesday.
  assert.deepEqual(await sent(), []);
  clock.advance(3 * DAY);
  assert.deepEqual(await sent(), ['mia@example.com'], 'not who was here, nor who wants none');
  const [mail] = server.received;
  assert.equal(decodeHeader(mail!.headers.get('subject')!), 'What happened in Klatch');
  assert.match(
    mail!.text,
    /You received 3 messages since your last visit\.[\s\S]*#garden > tomatoes\n2 messages from Ada/,
  );
  assert.doesNotMatch(mail!.raw, /ripe|whispered/);
  assert.match(mail!.headers.get('list-unsubscribe')!, /unsubscribe\/digest\//);
  assert.deepEqual(await sent(), [], 'once');
  clock.advance(7 * DAY);
  assert.deepEqual(await sent(), [], 'nothing new');

  await ada.sendMessage('board', 'plans', 'whispered again');
  await ada.sendMessage('garden', 'tomatoes', 'And now the beans');
  clock.advance(7 * DAY - 3600);
  await digests.run(app);
  await ada.request('DELETE', '/users/me/subscriptions', { subscriptions: ['board'], principals: [mia.id] });
  server.received.length = 0;
  for (let at = 0; at < 3; at++) await deliveries.run(app);
  const own = server.received.find(({ to }) => to === mia.email)!;
  assert.match(own.text, /garden/);
  assert.doesNotMatch(own.raw, /board|plans/, 'what one has lost meanwhile is not told of');
});
