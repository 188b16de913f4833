import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { compareVersions, listVersions } from '../../../src/chat/messages/edit/views.ts';
import { assertEvents, assertIncludes, assertRejected, newTeam } from '../../support/team.ts';

async function inDesign(choices: Record<string, unknown> = {}) {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id, max.id], ...choices });
  return { ...team, id: await mia.sendMessage('design', 'lunch', 'soop') };
}

test('an edited message has its new content, a history, and is found by its new words', async () => {
  const { mia, max, gus, id } = await inDesign({ invite_only: true });
  const edit = () => mia.patch(`/messages/${id}`, { content: 'soup with @**Max**' });
  await gus.assertReceives(() =>
    max.assertReceives(edit, {
      type: 'update_message',
      user_id: mia.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      orig_content: 'soop',
      content: 'soup with @**Max**',
      flags: ['mentioned'],
      stream_name: 'design',
    }),
  );
  const { message } = await max.get(`/messages/${id}`);
  assert.match(message.content, /soup with/);
  assert.equal(message.edit_history[0].prev_content, 'soop');
  assert.ok(message.last_edit_timestamp);
  const found = async (operand: string) =>
    (
      await max.get('/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [{ operator: 'search', operand }],
      })
    ).messages.length;
  assert.deepEqual([await found('soup'), await found('soop')], [1, 0]);
  const { message_history } = await max.get(`/messages/${id}/history`);
  assert.deepEqual(
    message_history.map(({ content }: any) => content),
    ['soop', 'soup with @**Max**'],
  );
  assert.match(message_history[1].content_html_diff, /<span class="highlight_text_deleted">soop<\/span>/);
  for (const path of [`/messages/${id}`, `/messages/${id}/history`])
    await assertRejected(gus.request('GET', path), 'Invalid message(s)');
  await assertRejected(gus.request('PATCH', `/messages/${id}`, { content: 'mine' }), 'Invalid message(s)');
});

test('the versions of a message are compared in steps, and each two once', async () => {
  const { app, mia, max, id } = await inDesign();
  for (let n = 0; n < 20; n++) await mia.patch(`/messages/${id}`, { content: `soup ${n}` });
  const viewer = app.users.byId(max.id)!;
  const steps = compareVersions(app, viewer, id);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  assert.equal(count, 20);
  const { value: compare } = step;
  const inOneTurn = listVersions(app, viewer, id, compare);
  const { message_history } = await max.get(`/messages/${id}/history`);
  const differences = (versions: any[]) => versions.map(({ content_html_diff }) => content_html_diff);
  assert.deepEqual(differences(message_history), differences(inOneTurn));
  assert.match(message_history[20].content_html_diff, /deleted">18<.*inserted">19</);
});

test('only the author can edit a message, within the time limit, and not after an unseen edit', async () => {
  const { ada, mia, max, clock, id } = await inDesign();
  await assertRejected(
    max.request('PATCH', `/messages/${id}`, { content: 'x' }),
    "You don't have permission to edit this message",
  );
  await assertRejected(
    ada.request('PATCH', `/messages/${id}`, { content: 'x' }),
    "You don't have permission to edit this message",
  );
  await assertRejected(mia.request('PATCH', `/messages/${id}`), 'Nothing to change');
  await assertRejected(
    mia.request('PATCH', `/messages/${id}`, { content: 'x', stream_id: 1 }),
    /while changing channel/,
  );
  await assertRejected(
    mia.request('PATCH', `/messages/${id}`, { content: 'x', prev_content_sha256: 'no' }),
    /prev_content_sha256/,
    'EXPECTATION_MISMATCH',
  );
  const prev_content_sha256 = createHash('sha256').update('soop').digest('hex');
  await mia.patch(`/messages/${id}`, { content: 'soup', prev_content_sha256 });
  clock.advance(700);
  await assertRejected(
    mia.request('PATCH', `/messages/${id}`, { content: 'x' }),
    'The time limit for editing this message has passed',
  );
});

test('renaming a topic moves its followers with it and posts a notice', async () => {
  const { mia, max, id } = await inDesign();
  await max.sendMessage('design', 'lunch', 'bread');
  await max.post('/user_topics', { stream_id: 1, topic: 'lunch', visibility_policy: 1 });
  const heard = await max.assertReceives(
    () => mia.patch(`/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' }),
    {
      type: 'update_message',
      message_id: id,
      message_ids: [id, id + 1],
      orig_subject: 'lunch',
      subject: 'dinner',
      propagate_mode: 'change_all',
    },
    { type: 'muted_topics' },
    { type: 'user_topic', topic_name: 'lunch', visibility_policy: 0 },
    { type: 'muted_topics' },
    { type: 'user_topic', topic_name: 'dinner', visibility_policy: 1 },
    { type: 'message', message: { subject: 'dinner' } },
  );
  assert.match(heard[5]!.message.content, /This topic was moved here from/);
  const { topics } = await max.get('/users/me/1/topics');
  assert.deepEqual(
    topics.map(({ name }: any) => name),
    ['dinner', 'channel events'],
  );
  const { message } = await max.get(`/messages/${id + 1}`);
  assert.deepEqual([message.edit_history[0].prev_topic, message.edit_history[0].topic], ['lunch', 'dinner']);
});

test('a change of content and topic in one request is one event and one history entry', async () => {
  const { mia, max, mona, ada, id } = await inDesign();
  const second = await max.sendMessage('design', 'lunch', 'bread');
  await mona.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  const third = await max.sendMessage('design', 'lunch', 'cheese');
  const everything = await ada.registerQueue();
  const change = {
    content: 'soup, @**Max**?',
    topic: 'dinner',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  };
  const moved = {
    type: 'update_message',
    message_ids: [id, second, third],
    orig_subject: 'lunch',
    subject: 'dinner',
    user_id: mia.id,
  };
  const [heard] = await max.assertReceives(() => mia.patch(`/messages/${id}`, change), {
    ...moved,
    message_id: id,
    orig_content: 'soop',
    orig_rendered_content: '<p>soop</p>',
    content: change.content,
    is_me_message: false,
    flags: ['mentioned'],
    propagate_mode: 'change_all',
  });
  assert.match(heard!.rendered_content, /user-mention/);
  assertEvents('Ada', await everything.events(), [{ ...moved, content: change.content, flags: [] }]);
  const { message } = await max.get(`/messages/${id}`);
  const { edit_timestamp: timestamp } = heard!;
  assert.deepEqual(message.edit_history, [
    {
      user_id: mia.id,
      timestamp,
      prev_content: 'soop',
      prev_rendered_content: '<p>soop</p>',
      prev_topic: 'lunch',
      topic: 'dinner',
    },
  ]);
  assert.deepEqual([message.last_edit_timestamp, message.last_moved_timestamp], [timestamp, timestamp]);
  // Its neighbors only moved.
  const { message: neighbour } = await max.get(`/messages/${second}`);
  assert.deepEqual(neighbour.edit_history, [{ user_id: mia.id, timestamp, prev_topic: 'lunch', topic: 'dinner' }]);
  const { message_history } = await max.get(`/messages/${id}/history`);
  assert.deepEqual(
    message_history.map((version: any) => [version.topic, version.content, version.prev_topic, version.prev_content]),
    [
      ['lunch', 'soop', undefined, undefined],
      ['dinner', change.content, 'lunch', 'soop'],
    ],
  );
});

test('a change of content and topic succeeds or fails as a whole, and an unchanged topic is not a move', async () => {
  const { mia, max, id } = await inDesign();
  const edit = (fields: object) => mia.request('PATCH', `/messages/${id}`, { content: 'soup', ...fields });
  await max.assertReceives(async () => {
    await assertRejected(edit({ topic: 'dinner', prev_content_sha256: 'no' }), /prev_content_sha256/);
    await assertRejected(edit({ topic: 'din\u0007ner' }), /Invalid character/);
    await assertRejected(
      edit({ topic: 'lunch', propagate_mode: 'change_all' }),
      'Invalid propagate_mode without topic edit',
    );
    await assertRejected(mia.request('PATCH', `/messages/${id}`, { topic: 'lunch' }), 'Nothing to change');
  });
  // As zulip-terminal does, which always sends the topic.
  const [heard] = await max.assertReceives(() => edit({ topic: 'lunch ' }), {
    type: 'update_message',
    content: 'soup',
    message_ids: [id],
  });
  assert.equal('orig_subject' in heard!, false);
  // The content is the same, so this is only a move.
  const [moved] = await max.assertReceives(() => edit({ topic: 'dinner', send_notification_to_new_thread: false }), {
    type: 'update_message',
    subject: 'dinner',
  });
  assert.equal('content' in moved!, false);
  assert.equal((await max.get(`/messages/${id}`)).message.edit_history.length, 2);
});

test('a queue for all public channels receives a move within or out of them once', async () => {
  const { ada, mia, mona, abe, id } = await inDesign();
  await ada.post('/channels/create', { name: 'secret', subscribers: [ada.id, abe.id], invite_only: true });
  const [bystander, insider] = [
    await mona.registerQueue({ all_public_streams: true }),
    await ada.registerQueue({ all_public_streams: true }),
  ];
  await mia.patch(`/messages/${id}`, { topic: 'dinner', content: 'soup', send_notification_to_new_thread: false });
  const renamed = {
    type: 'update_message',
    message_ids: [id],
    orig_subject: 'lunch',
    subject: 'dinner',
    content: 'soup',
  };
  assertEvents('Mona', await bystander.events(), [renamed]);
  assertEvents('Ada', await insider.events(), [renamed]);
  const [entry, ...older] = (await mia.get(`/messages/${id}`)).message.edit_history;
  assert.deepEqual(older, [], 'one entry for both changes');
  assertIncludes(entry, { prev_content: 'soop', prev_topic: 'lunch', topic: 'dinner', user_id: mia.id }, 'entry');
  await ada.patch(`/messages/${id}`, { stream_id: 2, send_notification_to_new_thread: false });
  const left = (await bystander.events()).filter(({ type }) => type !== 'stream');
  assertEvents('Mona', left, [{ type: 'delete_message', message_ids: [id], stream_id: 1, topic: 'dinner' }]);
  // Messages that leave it are new to them.
  await ada.patch(`/messages/${id}`, { stream_id: 1, send_notification_to_new_thread: false });
  assertEvents(
    'Mona',
    (await bystander.events()).filter(({ type }) => type !== 'stream'),
    [],
  );
});

test('messages can be moved out of a topic that the channel no longer allows, without a notice there', async () => {
  const { ada, mia, max } = await inDesign();
  const [id] = [await mia.sendMessage('design', '', 'soop'), await mia.sendMessage('design', '', 'bread')];
  await ada.patch('/streams/1', { topics_policy: 'disable_empty_topic' });
  await max.assertReceives(
    () =>
      ada.patch(`/messages/${id}`, {
        topic: 'lunch',
        send_notification_to_old_thread: true,
        send_notification_to_new_thread: true,
      }),
    { type: 'update_message', orig_subject: '', subject: 'lunch' },
    { type: 'message', message: { subject: 'lunch' } },
  );
});

test('resolving a topic is not a move, and its notice is marked as read', async () => {
  const { mia, max, id } = await inDesign();
  await max.post('/mark_all_as_read');
  await max.assertReceives(
    () => mia.patch(`/messages/${id}`, { topic: '✔ lunch', propagate_mode: 'change_all' }),
    { type: 'update_message', subject: '✔ lunch' },
    { type: 'message' },
  );
  assert.equal((await max.get(`/messages/${id}`)).message.last_moved_timestamp, undefined);
  assert.equal((await max.post('/register')).unread_msgs.count, 0);
});

test('messages moved into a private channel are gone for users outside, and reveal nothing before them', async () => {
  const { ada, mia, max, mona, id } = await inDesign();
  await mona.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  await ada.post('/channels/create', {
    name: 'secret',
    subscribers: [ada.id, max.id],
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'secret' });
  await assertRejected(mia.request('PATCH', `/messages/${id}`, { stream_id }), 'Invalid channel ID');
  await mia.assertReceives(
    () =>
      max.assertReceives(
        () => ada.patch(`/messages/${id}`, { stream_id, send_notification_to_new_thread: false }),
        { type: 'stream', op: 'update', property: 'first_message_id', value: id },
        { type: 'update_message', message_ids: [id], stream_id: 1, new_stream_id: stream_id },
      ),
    { type: 'delete_message', message_ids: [id], stream_id: 1 },
    { type: 'user_topic', topic_name: 'lunch', visibility_policy: 0 },
  );
  await assertRejected(mia.request('GET', `/messages/${id}`), 'Invalid message(s)');
  assert.deepEqual((await max.get(`/messages/${id}`)).message.flags, []);
  assert.equal(
    (await max.post('/register')).unread_msgs.streams.some((each: any) => each.stream_id === stream_id),
    true,
  );
});

test('a user without access to the original channel of a moved message does not learn its name', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'secret', subscribers: [ada.id, max.id], invite_only: true });
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id, max.id] });
  const id = await max.sendMessage('secret', 'plan', 'the codeword');
  await max.patch(`/messages/${id}`, { content: 'nothing special' });
  await mia.assertReceives(() =>
    ada.patch(`/messages/${id}`, { stream_id: 2, topic: 'news', send_notification_to_new_thread: false }),
  );
  const { message } = await mia.get(`/messages/${id}`);
  assert.deepEqual([message.subject, message.edit_history], ['news', undefined]);
  assert.deepEqual(message.flags, ['read', 'historical']);
  assert.doesNotMatch(JSON.stringify(await mia.get(`/messages/${id}/history`)), /codeword|plan/);
  assert.match(JSON.stringify(await max.get(`/messages/${id}/history`)), /codeword/);
});

test('undoing a resolve within a minute deletes its notice instead of adding another', async () => {
  const { mia, max, id, clock } = await inDesign();
  const rename = (topic: string) => mia.patch(`/messages/${id}`, { topic, propagate_mode: 'change_all' });
  const notices = async () => {
    const narrow = [['channel', 'design']];
    const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow });
    return messages.filter(({ content }: { content: string }) => content.includes('has marked this topic')).length;
  };
  await rename('✔ lunch');
  assert.equal(await notices(), 1);
  clock.advance(60);
  const heard = await max.assertReceives(
    () => rename('lunch'),
    { type: 'update_message', subject: 'lunch' },
    { type: 'delete_message', topic: 'lunch' },
  );
  assert.equal(heard[1]!.message_ids.length, 1);
  assert.equal(await notices(), 0);
  // The same for an unresolve that is undone.
  await rename('✔ lunch');
  clock.advance(61);
  await rename('lunch');
  assert.equal(await notices(), 2, 'after more than a minute both notices stay');
  await rename('✔ lunch');
  assert.equal(await notices(), 1);
  // A message in between keeps the notice.
  await mia.sendMessage('design', '✔ lunch', 'Thanks');
  await rename('lunch');
  assert.equal(await notices(), 2);
});
