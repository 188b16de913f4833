import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

test('a report is posted in the moderators’ channel, and nowhere else', async () => {
  const { app, ada, mia, max, gus } = newTeam();
  const id = await max.sendDirectMessage([mia], 'buy ```` this');
  await assertRejected(
    mia.request('POST', `/messages/${id}/report`, { report_type: 'spam' }),
    /Moderation request channel/,
  );
  await ada.post('/channels/create', { name: 'mods', subscribers: [ada.id], invite_only: true });
  app.db.write(() => app.realm.set('moderation_request_channel_id', 1));
  app.db.commit();
  await assertRejected(
    mia.request('POST', `/messages/${id}/report`, { report_type: 'other' }),
    'An explanation is required.',
  );
  await assertRejected(mia.request('POST', `/messages/${id}/report`, { report_type: 'ugly' }), 'Invalid report_type');
  await assertRejected(gus.request('POST', `/messages/${id}/report`, { report_type: 'spam' }), 'Invalid message(s)');
  await max.assertReceives(() =>
    mia.assertReceives(() => mia.post(`/messages/${id}/report`, { report_type: 'spam', description: 'again' })),
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
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  await ada.post('/channels/create', { name: 'mods', subscribers: [ada.id], invite_only: true });
  app.db.write(() => app.realm.set('moderation_request_channel_id', 1));
  await bot.post(`/messages/${await max.sendDirectMessage([bot], 'spam')}/report`, { report_type: 'spam' });
  const unreadable = await max.sendDirectMessage([mia], 'spam');
  await assertRejected(
    bot.request('POST', `/messages/${unreadable}/report`, { report_type: 'spam' }),
    'Invalid message(s)',
  );
});
