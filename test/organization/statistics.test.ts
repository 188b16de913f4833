import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, recordFailed, recordSent } from '../../src/chat/notifications/mail/actions.ts';
import { counting, measuring } from '../../src/chat/organization/statistics/jobs.ts';
import { getStart, startsUntil } from '../../src/chat/organization/statistics/types.ts';
import { assertRejected, newTeam, type Reply } from '../support/team.ts';

/** A team on Saturday, 2026-11-21, with a public channel, and a private one without the administrators. */
async function setUp() {
  const team = newTeam();
  const { app, ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id] });
  await max.post('/channels/create', { name: 'vault', subscribers: [max.id, mia.id], invite_only: true });
  await counting.run(app);
  const findId = async (stream: string) => (await max.get('/get_stream_id', { stream })).stream_id as number;
  const ids = { hall: await findId('hall'), vault: await findId('vault') };
  const read = async (fields: Reply = {}, who = ada) => {
    await counting.run(app);
    return who.get('/statistics', { num: 7, ...fields });
  };
  const before = await read();
  /** The messages since the beginning, in a list of statistics. */
  const since = (list: Reply[], id: number | null, key = 'stream_id', key2 = before.channels) =>
    (list.find((one) => one[key] === id)?.messages ?? 0) - (key2.find((one: Reply) => one[key] === id)?.messages ?? 0);
  return { ...team, ids, read, before, since };
}

test('messages and active people are counted by day and week, by channel and by bot', async () => {
  const { mia, max, ada, clock, ids, read, before, since, app } = await setUp();
  const hook = await ada.post('/bots', { full_name: 'Courier', short_name: 'courier', bot_type: 1 });
  await mia.sendMessage('hall', 'talk', 'one');
  await max.sendMessage('hall', 'talk', 'two');
  await mia.sendDirectMessage([max], 'three');
  clock.advance(2 * 86_400);
  await mia.sendMessage('hall', 'talk', 'four');
  const bot = app.users.byId(hook.user_id)!;
  const auth = { Authorization: `Basic ${Buffer.from(`${bot.email}:${hook.api_key}`).toString('base64')}` };
  await ada.team.request('POST', '/messages', { type: 'direct', to: [mia.id], content: 'five' }, auth);
  const { starts, series, channels, bots } = await read({ num: 3 });
  assert.deepEqual(starts, ['2026-11-21', '2026-11-22', '2026-11-23']);
  const change = (name: string) =>
    series[name].map((value: number, at: number) => value - (at === 0 ? before.series[name].at(-1) : 0));
  assert.deepEqual(change('channel_messages'), [2, 0, 1]);
  assert.deepEqual(change('direct_messages'), [1, 0, 1]);
  assert.deepEqual(series.bot_messages.slice(1), [0, 1]);
  assert.deepEqual(series.active_users, [2, 0, 1]);
  assert.equal(since(channels, ids.hall), 3);
  assert.equal(since(bots, bot.id, 'user_id', before.bots), 1);
  const weeks = await read({ period: 'week', num: 2 });
  assert.deepEqual(weeks.starts, ['2026-11-16', '2026-11-23']);
  assert.deepEqual(weeks.series.active_users, [2, 1], 'Mia is counted once in each week');
});

test('a private channel is shown only to administrators who can read it, and summed for the others', async () => {
  const { ada, abe, max, mia, ids, read } = await setUp();
  await max.sendMessage('vault', 'talk', 'hidden');
  const hidden = await read();
  assert.ok(!hidden.channels.some(({ stream_id }: Reply) => stream_id === ids.vault));
  assert.equal(hidden.channels.find(({ stream_id }: Reply) => stream_id === null).messages > 0, true);
  assert.ok(!JSON.stringify(hidden).includes('vault'));
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals: [abe.id] });
  const seen = await read({}, abe);
  assert.ok(seen.channels.some(({ stream_id }: Reply) => stream_id === ids.vault));
  assert.ok(!seen.channels.some(({ stream_id }: Reply) => stream_id === null));
  assert.ok(!(await read({}, ada)).channels.some(({ stream_id }: Reply) => stream_id === ids.vault));
  for (const who of [max, mia]) await assertRejected(who.request('GET', '/statistics'), /administrator/);
});

test('nothing is counted twice, and messages with earlier times belong to their day', async () => {
  const { app, mia, read, clock } = await setUp();
  const id = await mia.sendMessage('hall', 'talk', 'one');
  await read();
  const first = await read();
  assert.deepEqual(await read(), first);
  await mia.delete(`/messages/${id}`).catch(() => {});
  const { recipient_id, topic_id, client_id } = app.messages.byId(await mia.sendMessage('hall', 'talk', 'two'))!;
  const date_sent = Math.floor(clock.now() / 1000) - 3 * 86_400;
  const row = { recipient_id, topic_id, client_id, sender_id: mia.id, subject: 'talk', content: 'old', facts: 0 };
  app.db.write(() => app.messages.add({ ...row, rendered_content: '<p>old</p>', date_sent }));
  const { series } = await read();
  const total = (counts: number[]) => counts.reduce((sum, value) => sum + value, 0);
  assert.equal(total(series.channel_messages), total(first.series.channel_messages) + 2);
  assert.deepEqual([series.channel_messages.at(-4), series.active_users.at(-4)], [1, 1]);
});

test('a large backlog is counted in batches between which others are served', async () => {
  const { app, ada, mia } = newTeam();
  const { recipient_id, topic_id, client_id } = app.messages.byId(await mia.sendDirectMessage([ada], 'one'))!;
  const row = { recipient_id, topic_id, client_id, sender_id: mia.id, subject: '', content: 'x', facts: 0 };
  app.db.write(() => {
    for (let n = 0; n < 2500; n++)
      app.messages.add({ ...row, rendered_content: '<p>old</p>', date_sent: 1_780_000_000 + n });
  });
  const run = counting.run(app);
  const { uncounted_messages } = await ada.get('/statistics');
  assert.ok(uncounted_messages > 0, 'a reply arrives while the job counts');
  await run;
  assert.equal((await ada.get('/statistics')).uncounted_messages, 0);
});

test('people who only read are active, unless they hide their presence', async () => {
  const { app, mia, max, gus, read } = await setUp();
  await gus.patch('/settings', { presence_enabled: false });
  await read();
  const active = async () => (await read()).series.active_users.at(-1);
  const count = await active();
  await mia.post('/users/me/presence', { status: 'active' });
  assert.equal(await active(), count + 1);
  await mia.post('/users/me/presence', { status: 'active' });
  await max.post('/users/me/presence', { status: 'idle' });
  await gus.post('/users/me/presence', { status: 'active' });
  assert.equal(await active(), count + 1);
  assert.ok(app.db.size > 0);
});

test('storage is measured, deliveries are counted, and who was active is forgotten', async () => {
  const { app, ada, mia, clock, read } = await setUp();
  await mia.upload('/user_uploads', { 'a.txt': 'twelve bytes' });
  await mia.sendMessage('hall', 'talk', 'one');
  const row = { kind: 'login' as const, recipient: ada.email, user_id: ada.id, subject: '', content: '{}' };
  const mail = () => {
    const { id } = app.db.write(() => app.mail.add({ ...row, created: 0, expires: 9e9, due: 0 } as never));
    return app.mail.byId(id)!;
  };
  recordSent(app, mail());
  recordFailed(app, mail(), 'no such mailbox', true);
  recordFailed(app, mail(), 'try again', false);
  done(app, mail());
  await read();
  await measuring.run(app);
  const { series } = await read();
  assert.deepEqual([series.mails_sent.at(-1), series.mails_failed.at(-1)], [1, 1]);
  assert.equal(series.upload_bytes.at(-1), 12);
  assert.ok(series.database_bytes.at(-1) > 10_000);
  assert.equal(series.database_bytes[0], null, 'not measured on that day');
  const remembered = () => app.db.value<number, []>('SELECT count(*) FROM active_user')()!;
  assert.ok(remembered() > 0);
  clock.advance(63 * 86_400);
  await measuring.run(app);
  assert.equal(remembered(), 0);
});

test('weeks begin on Monday, also before 1970', () => {
  assert.deepEqual(
    [-3, 0, 3, 4, 10, 11].map((day) => getStart('week', day)),
    [-3, -3, -3, 4, 4, 11],
  );
  assert.deepEqual(startsUntil('week', 12, 3), [-3, 4, 11]);
  assert.deepEqual(startsUntil('day', 12, 2), [11, 12]);
});
