import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, refused } from '../../support/team.ts';

test('a report is posted in the moderators’ channel, and nowhere else', async () => {
  const { app, ada, mia, max, gus } = newTeam();
  const id = await max.tell([mia], 'buy ```` this');
  await refused(mia.ask('POST', `/messages/${id}/report`, { report_type: 'spam' }), /Moderation request channel/);
  await ada.post('/channels/create', { name: 'mods', subscribers: [ada.id], invite_only: true });
  app.db.write(() => app.realm.set('moderation_request_channel_id', 1));
  app.db.commit();
  await refused(mia.ask('POST', `/messages/${id}/report`, { report_type: 'other' }), 'An explanation is required.');
  await refused(mia.ask('POST', `/messages/${id}/report`, { report_type: 'ugly' }), 'Invalid report_type');
  await refused(gus.ask('POST', `/messages/${id}/report`, { report_type: 'spam' }), 'Invalid message(s)');
  await max.hears(() =>
    mia.hears(() => mia.post(`/messages/${id}/report`, { report_type: 'spam', description: 'again' })),
  );
  const { messages } = await ada.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['channel', 'mods']],
  });
  assert.match(messages[0].content, /reported a message by .*Max.*in a direct message/s);
  assert.match(messages[0].content, /Spam[\s\S]*again[\s\S]*buy/);
});

test('a bot can report a message that it can read', async () => {
  const { team, app, ada, mia, max } = newTeam();
  const bot = team.person('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  await ada.post('/channels/create', { name: 'mods', subscribers: [ada.id], invite_only: true });
  app.db.write(() => app.realm.set('moderation_request_channel_id', 1));
  await bot.post(`/messages/${await max.tell([bot], 'spam')}/report`, { report_type: 'spam' });
  const unreadable = await max.tell([mia], 'spam');
  await refused(bot.ask('POST', `/messages/${unreadable}/report`, { report_type: 'spam' }), 'Invalid message(s)');
});
