import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { newTeam, refused } from '../support/team.ts';

async function inDesign(choices: Record<string, unknown> = {}) {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id, max.id], ...choices });
  return { ...team, id: await mia.say('design', 'lunch', 'soop') };
}

test('an edited message is new for those who have it, with its past, and is found by its new words', async () => {
  const { mia, max, gus, id } = await inDesign({ invite_only: true });
  const edit = () => mia.patch(`/messages/${id}`, { content: 'soup with @**Max**' });
  await gus.hears(() =>
    max.hears(edit, {
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
    (await max.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow: [{ operator: 'search', operand }] })).messages
      .length;
  assert.deepEqual([await found('soup'), await found('soop')], [1, 0]);
  const { message_history } = await max.get(`/messages/${id}/history`);
  assert.deepEqual(
    message_history.map(({ content }: any) => content),
    ['soop', 'soup with @**Max**'],
  );
  assert.match(message_history[1].content_html_diff, /<span class="highlight_text_deleted">soop<\/span>/);
  for (const path of [`/messages/${id}`, `/messages/${id}/history`]) await refused(gus.ask('GET', path), 'Invalid message(s)');
  await refused(gus.ask('PATCH', `/messages/${id}`, { content: 'mine' }), 'Invalid message(s)');
});

test('only its author edits a message, for a while, and not what they have not seen', async () => {
  const { ada, mia, max, clock, id } = await inDesign();
  await refused(max.ask('PATCH', `/messages/${id}`, { content: 'x' }), "You don't have permission to edit this message");
  await refused(ada.ask('PATCH', `/messages/${id}`, { content: 'x' }), "You don't have permission to edit this message");
  await refused(mia.ask('PATCH', `/messages/${id}`), 'Nothing to change');
  await refused(mia.ask('PATCH', `/messages/${id}`, { content: 'x', stream_id: 1 }), /while changing channel/);
  await refused(
    mia.ask('PATCH', `/messages/${id}`, { content: 'x', prev_content_sha256: 'no' }),
    /prev_content_sha256/,
    'EXPECTATION_MISMATCH',
  );
  const prev_content_sha256 = createHash('sha256').update('soop').digest('hex');
  await mia.patch(`/messages/${id}`, { content: 'soup', prev_content_sha256 });
  clock.pass(700);
  await refused(mia.ask('PATCH', `/messages/${id}`, { content: 'x' }), 'The time limit for editing this message has passed');
});

test('a topic is renamed for all, with those who follow it, and says so', async () => {
  const { mia, max, id } = await inDesign();
  await max.say('design', 'lunch', 'bread');
  await max.post('/user_topics', { stream_id: 1, topic: 'lunch', visibility_policy: 1 });
  const heard = await max.hears(
    () => mia.patch(`/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' }),
    {
      type: 'update_message',
      message_id: id,
      message_ids: [id, id + 1],
      orig_subject: 'lunch',
      subject: 'dinner',
      propagate_mode: 'change_all',
    },
    { type: 'user_topic', topic_name: 'lunch', visibility_policy: 0 },
    { type: 'user_topic', topic_name: 'dinner', visibility_policy: 1 },
    { type: 'message', message: { subject: 'dinner' } },
  );
  assert.match(heard[3]!.message.content, /This topic was moved here from/);
  const { topics } = await max.get('/users/me/1/topics');
  assert.deepEqual(
    topics.map(({ name }: any) => name),
    ['dinner', 'channel events'],
  );
  const { message } = await max.get(`/messages/${id + 1}`);
  assert.deepEqual([message.edit_history[0].prev_topic, message.edit_history[0].topic], ['lunch', 'dinner']);
});

test('messages leave a topic that the channel takes no longer, though nothing can be said there of it', async () => {
  const { ada, mia, max } = await inDesign();
  const [id] = [await mia.say('design', '', 'soop'), await mia.say('design', '', 'bread')];
  await ada.patch('/streams/1', { topics_policy: 'disable_empty_topic' });
  await max.hears(
    () => ada.patch(`/messages/${id}`, { topic: 'lunch', send_notification_to_old_thread: true, send_notification_to_new_thread: true }),
    { type: 'update_message', orig_subject: '', subject: 'lunch' },
    { type: 'message', message: { subject: 'lunch' } },
  );
});

test('resolving a topic is no move, and its notice is read by itself', async () => {
  const { mia, max, id } = await inDesign();
  await max.post('/mark_all_as_read');
  await max.hears(
    () => mia.patch(`/messages/${id}`, { topic: '✔ lunch', propagate_mode: 'change_all' }),
    { type: 'update_message', subject: '✔ lunch' },
    { type: 'message' },
  );
  assert.equal((await max.get(`/messages/${id}`)).message.last_moved_timestamp, undefined);
  assert.equal((await max.post('/register')).unread_msgs.count, 0);
});

test('moved into a private channel, messages are gone for those outside and tell those inside nothing of before', async () => {
  const { ada, mia, max, mona, id } = await inDesign();
  await mona.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  await ada.post('/channels/create', {
    name: 'secret',
    subscribers: [ada.id, max.id],
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'secret' });
  await refused(mia.ask('PATCH', `/messages/${id}`, { stream_id }), 'Invalid channel ID');
  await mia.hears(
    () =>
      max.hears(
        () => ada.patch(`/messages/${id}`, { stream_id, send_notification_to_new_thread: false }),
        { type: 'stream', op: 'update', property: 'first_message_id', value: id },
        { type: 'update_message', message_ids: [id], stream_id: 1, new_stream_id: stream_id },
      ),
    { type: 'delete_message', message_ids: [id], stream_id: 1 },
    { type: 'user_topic', topic_name: 'lunch', visibility_policy: 0 },
  );
  await refused(mia.ask('GET', `/messages/${id}`), 'Invalid message(s)');
  assert.deepEqual((await max.get(`/messages/${id}`)).message.flags, []);
  assert.equal(
    (await max.post('/register')).unread_msgs.streams.some((each: any) => each.stream_id === stream_id),
    true,
  );
});

test('who cannot see the channel a message came from is not told of it', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'secret', subscribers: [ada.id, max.id], invite_only: true });
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id, max.id] });
  const id = await max.say('secret', 'plan', 'the codeword');
  await max.patch(`/messages/${id}`, { content: 'nothing special' });
  await mia.hears(() => ada.patch(`/messages/${id}`, { stream_id: 2, topic: 'news', send_notification_to_new_thread: false }));
  const { message } = await mia.get(`/messages/${id}`);
  assert.deepEqual([message.subject, message.edit_history], ['news', undefined]);
  assert.deepEqual(message.flags, ['read', 'historical']);
  assert.doesNotMatch(JSON.stringify(await mia.get(`/messages/${id}/history`)), /codeword|plan/);
  assert.match(JSON.stringify(await max.get(`/messages/${id}/history`)), /codeword/);
});
