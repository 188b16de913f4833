import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, refused } from '../support/team.ts';

/** Ada, Mia and Max in `design`; something was said there before, so that the channel is not new. */
async function inDesign(choices: Record<string, unknown> = {}) {
  const team = newTeam();
  const { ada, mia, max } = team;
  const subscribers = [ada.id, mia.id, max.id];
  await ada.post('/channels/create', {
    name: 'design',
    subscribers,
    send_new_subscription_messages: false,
    ...choices,
  });
  await ada.say('design', 'lunch', 'Who is hungry?');
  return team;
}

test('what one says in a private channel, its people hear at once, and nobody else does', async () => {
  const { ada, mia, max, gus, mona, abe } = await inDesign({ invite_only: true });
  const say = () => mia.say('design', 'lunch', 'Soup or **bread**?');
  const event = {
    type: 'message',
    message: {
      type: 'stream',
      display_recipient: 'design',
      subject: 'lunch',
      sender_id: mia.id,
      sender_full_name: 'Mia',
      content: '<p>Soup or <strong>bread</strong>?</p>',
      content_type: 'text/html',
    },
    flags: [],
  };
  let heard: any[] = [];
  await gus.hears(() =>
    mona.hears(() => abe.hears(() => ada.hears(async () => void (heard = await max.hears(say, event)), event))),
  );
  const { message } = await max.get(`/messages/${heard[0].message.id}`);
  assert.equal(message.content, event.message.content);
  assert.deepEqual(message.flags, []);
  for (const outsider of [gus, mona, abe])
    await refused(outsider.ask('GET', `/messages/${message.id}`), 'Invalid message(s)');
  await refused(
    gus.ask('POST', '/messages', { type: 'channel', to: 'design', topic: 'lunch', content: 'Me!' }),
    "Channel 'design' does not exist",
    'STREAM_DOES_NOT_EXIST',
  );
});

test('the sender has read what they wrote, and their own queue hears their name for it', async () => {
  const { mia } = await inDesign();
  const queue = await mia.listen();
  const send = { type: 'stream', to: 'design', topic: 'lunch', content: 'Me', queue_id: queue.id, local_id: '7.01' };
  const { id } = await mia.post('/messages', send);
  const [event] = await queue.events();
  assert.deepEqual([event!.message.id, event!.flags, event!.local_message_id], [id, ['read'], '7.01']);
  assert.equal((await mia.post('/messages', send)).id, id, 'sent twice, stored once');
  assert.deepEqual(await queue.events(), []);
  const other = await mia.listen();
  await mia.post('/messages', { ...send, local_id: '7.02', read_by_sender: false });
  const [heard] = await other.events();
  assert.deepEqual([heard!.flags, heard!.local_message_id], [[], undefined]);
  await refused(mia.ask('POST', '/messages', { ...send, local_id: undefined }), /local_id/);
});

test('a message between two people is theirs alone', async () => {
  const { mia, max, ada } = newTeam();
  const heard = await max.hears(() => ada.hears(() => mia.tell([max], 'psst')), {
    type: 'message',
    message: {
      type: 'private',
      display_recipient: [mia, max].map(({ id, email, name }) => ({
        id,
        email,
        full_name: name,
        is_mirror_dummy: false,
      })),
      subject: '',
    },
    flags: [],
  });
  await refused(ada.ask('GET', `/messages/${heard[0]!.message.id}`), 'Invalid message(s)');
  await refused(mia.ask('POST', '/messages', { type: 'direct', to: [999], content: 'x' }), 'Invalid user ID 999');
  await refused(mia.ask('POST', '/messages', { type: 'direct', to: [], content: 'x' }), 'Message must have recipients');
  await refused(
    mia.ask('POST', '/messages', { type: 'direct', to: [max.id], content: ' \n' }),
    'Message must not be empty',
  );
});

test('a mention marks the message for those who are mentioned and receive it', async () => {
  const { mia, max, gus } = await inDesign();
  const heard = await max.hears(
    () => mia.say('design', 'lunch', '@**Max** and @**Gus**'),
    { type: 'user_topic', visibility_policy: 3 },
    { type: 'message', flags: ['mentioned'] },
  );
  assert.match(heard[1]!.message.content, new RegExp(`data-user-id="${max.id}"`));
  assert.deepEqual((await max.get(`/messages/${heard[1]!.message.id}`)).message.flags, ['mentioned']);
  await gus.hears(() => mia.say('design', 'lunch', '@**Gus**'));
  await max.hears(() => mia.say('design', 'lunch', '@**all**'), {
    type: 'message',
    flags: ['stream_wildcard_mentioned', 'wildcard_mentioned'],
  });
});

test('too long content and topics are cut, not refused', async () => {
  const { mia } = await inDesign();
  const id = await mia.say('design', 't'.repeat(70), 'x'.repeat(10_050));
  const { message, raw_content } = await mia.get(`/messages/${id}`);
  assert.equal(message.subject, `${'t'.repeat(57)}...`);
  assert.equal(raw_content.length, 10_000);
  assert.match(raw_content, /\[message truncated\]$/);
});
