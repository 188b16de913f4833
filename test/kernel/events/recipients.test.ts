import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Caller } from '../../../src/chat/declare.ts';
import { changeRole, deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { register } from '../../../src/chat/register/actions.ts';
import { clientKind } from '../../../src/kernel/events/client.ts';
import { event } from '../../../src/kernel/events/event.ts';
import { assertRejected, newTeam } from '../../support/team.ts';

const noted = event('alert_words', undefined, { alert_words: Type.Array(Type.String()) });

test('a deactivated user receives no more events, and a pending poll ends', async () => {
  const { app, mia, max } = newTeam();
  const queue = await mia.registerQueue();
  const waiting = mia.request('GET', '/events', { queue_id: queue.id, last_event_id: -1 });
  while (!app.queues.ofUser(mia.id)[0]!.poll) await new Promise((resolve) => setTimeout(resolve, 5));
  deactivateUser(app, undefined, app.users.byId(mia.id)!);
  assert.equal((await waiting).code, 'USER_DEACTIVATED');
  assert.equal(app.queues.ofUser(mia.id).length, 0);
  assert.equal((await mia.request('POST', '/register')).status, 401);
  await assertRejected(max.request('GET', '/events', { queue_id: queue.id }), /Bad event queue/, 'BAD_EVENT_QUEUE_ID');
});

test('a queue with all_public_streams receives all public channels, until its user becomes a guest', async () => {
  const { app, ada, max } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id] });
  await ada.post('/channels/create', { name: 'secret', subscribers: [ada.id], invite_only: true });
  const [all, own] = [
    await max.registerQueue({ all_public_streams: true, event_types: ['message'] }),
    await max.registerQueue({ event_types: ['message'] }),
  ];
  await ada.sendMessage('kitchen', 'soup', 'for everyone');
  await ada.sendMessage('secret', 'soup', 'for the few');
  assert.deepEqual(
    (await all.events()).map(({ message }) => message.content),
    ['<p>for everyone</p>'],
  );
  assert.deepEqual(await own.events(), []);
  changeRole(app, undefined, app.users.byId(max.id)!, 600);
  await ada.sendMessage('kitchen', 'soup', 'no longer for guests');
  assert.deepEqual(await all.events(), []);
});

test('a queue with a narrow receives only messages within it, and all other events', async () => {
  const { ada, mia } = newTeam();
  const { id } = await ada.post('/channels/create', { name: 'Kitchen', subscribers: [ada.id, mia.id] });
  const narrows = [
    [
      ['channel', 'kitchen'],
      ['topic', 'SOUP'],
    ],
    [['stream', id]],
    [['is', 'dm']],
    [['is', 'mentioned']],
    [['is', 'alerted']],
    [['sender', 'MIA@example.com']],
    [
      ['sender', ada.id],
      ['is', 'unread'],
    ],
    [['topic', 'general chat']],
    [['is', 'resolved']],
  ];
  const queues = await Promise.all(
    narrows.map((narrow) => mia.registerQueue({ narrow, event_types: ['message', 'user_topic'] })),
  );
  await ada.sendMessage('Kitchen', 'soup', 'one');
  await ada.sendMessage('Kitchen', '', 'two @**Mia**');
  await mia.sendMessage('Kitchen', '✔ soup', 'three');
  await ada.sendDirectMessage([mia], 'four');
  await mia.post('/user_topics', { stream_id: id, topic: 'lunch', visibility_policy: 1 });
  const heard = await Promise.all(
    queues.map(async (queue) => {
      const events = await queue.events();
      assert.equal(events.filter(({ type, topic_name }) => type === 'user_topic' && topic_name === 'lunch').length, 1);
      return events
        .flatMap(({ message }) => (message ? [/one|two|three|four/.exec(message.content)![0]] : []))
        .join(' ');
    }),
  );
  assert.deepEqual(heard, ['one', 'one two three', 'four', 'two', 'two', 'three', 'one two four', 'two', 'three']);
});

test('messages sent before registering, even in the same turn, are in the snapshot and not events', () => {
  const { app, mia } = newTeam();
  const caller = { kind: clientKind, origin: 'http://klatch.example' } as Caller;
  const params = {
    apply_markdown: false,
    client_gravatar: true,
    include_subscribers: 'false' as const,
    slim_presence: false,
    presence_history_limit_days: 14,
    all_client_capabilities: false,
    all_public_streams: false,
    narrow: [],
  };
  const rename = (name: string) =>
    app.db.write(() => {
      app.users.setName(name, mia.id);
      app.events.publish(noted({ alert_words: [name] }), [mia.id]);
    });
  rename('Before');
  const { full_name } = register(app, app.users.byId(mia.id), params, caller) as unknown as { full_name: string };
  assert.equal(full_name, 'Before');
  rename('After');
  app.db.commit();
  const [queue] = app.queues.ofUser(mia.id);
  assert.deepEqual(
    queue!.events.map(({ body }) => body),
    ['"type":"alert_words","alert_words":["After"]}'],
  );
});
