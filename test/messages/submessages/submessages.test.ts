import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

const widget = (message: Reply): unknown => JSON.parse(message.submessages[0].content);
const put = (person: TestUser, message_id: number, content: unknown): Promise<Reply> =>
  person.request('POST', '/submessage', {
    message_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  });

test('a poll is complete as soon as it is sent', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'lunch', subscribers: [mia.id, max.id] });
  const queue = await max.registerQueue();
  const id = await mia.sendMessage('lunch', 'today', '/poll Where to?\n- Pizza\nSushi\n\n* Soup ');
  const [event] = (await queue.events()).filter(({ type }) => type === 'message');
  const poll = { widget_type: 'poll', extra_data: { question: 'Where to?', options: ['Pizza', 'Sushi', 'Soup'] } };
  assert.deepEqual(widget(event!.message), poll);
  const { message } = await max.get(`/messages/${id}`);
  assert.deepEqual(widget(message), poll);
  assert.deepEqual([message.submessages[0].msg_type, message.submessages[0].sender_id], ['widget', mia.id]);
});

test('a to-do list has a title and tasks', async () => {
  const { mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], '/todo House\nfloor: wet\ndoor');
  assert.deepEqual(widget((await max.get(`/messages/${id}`)).message), {
    widget_type: 'todo',
    extra_data: {
      task_list_title: 'House',
      tasks: [
        { task: 'floor', desc: 'wet' },
        { task: 'door', desc: '' },
      ],
    },
  });
  const plain = await mia.sendDirectMessage([max], '/pollen is in the air');
  assert.deepEqual((await max.get(`/messages/${plain}`)).message.submessages, []);
});

test('votes are sent to the message’s recipients, and to nobody else', async () => {
  const { mia, max, mona, abe } = newTeam();
  const id = await mia.sendDirectMessage([max], '/poll Shall we?\nyes\nno');
  const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
  await mona.assertReceives(() =>
    abe.assertReceives(() =>
      mia.assertReceives(
        () =>
          max.assertReceives(
            async () => void (await max.post('/submessage', { message_id: id, msg_type: 'widget', content })),
            {
              type: 'submessage',
              message_id: id,
              sender_id: max.id,
              msg_type: 'widget',
              content,
            },
          ),
        { type: 'submessage' },
      ),
    ),
  );
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.equal(messages[0].submessages.length, 2);
  assert.equal(messages[0].submessages[1].content, content);
  const outside = await put(mona, id, content);
  assert.deepEqual([outside.status, outside.msg], [400, 'Invalid message(s)']);
  assert.equal((await put(mona, 98_765, content)).msg, outside.msg, 'as if it were not there');
});

test('invalid submessages are rejected, and only the author can change the question', async () => {
  const { mia, max } = newTeam();
  const poll = await mia.sendDirectMessage([max], '/poll Shall we?');
  const todo = await mia.sendDirectMessage([max], '/todo');
  const plain = await mia.sendDirectMessage([max], 'hello');
  await assertRejected(put(max, plain, { type: 'vote' }), 'You cannot attach a submessage to this message.');
  await assertRejected(put(max, poll, 'what'), 'Invalid json for submessage');
  await assertRejected(put(max, poll, { type: 'vote', key: 'canned,0', vote: 2 }), 'Invalid vote');
  await assertRejected(put(max, poll, { type: 'constructor' }), 'Unknown type for poll data: constructor');
  await assertRejected(
    put(max, poll, { type: 'question', question: 'Mine?' }),
    "You can't edit a question unless you are the author.",
  );
  await assertRejected(
    put(max, todo, { type: 'new_task_list_title', title: 'Mine' }),
    "You can't edit the task list title unless you are the author.",
  );
  await assertRejected(
    max.request('POST', '/submessage', { message_id: poll, msg_type: 'other', content: '{}' }),
    'Invalid msg_type',
  );
  for (const said of [
    { type: 'new_option', option: 'maybe', idx: 1 },
    { type: 'vote', key: 'canned,0', vote: -1 },
  ])
    assert.equal((await put(max, poll, said)).status, 200);
  for (const said of [
    { type: 'new_task', key: 2, task: 'sweep', desc: '', completed: false },
    { type: 'strike', key: '0,canned' },
  ])
    assert.equal((await put(max, todo, said)).status, 200);
  assert.equal((await put(mia, poll, { type: 'question', question: 'Shall you?' })).status, 200);
});

test('widgets keep their question, and are deleted with their message', async () => {
  const { app, mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], '/poll Shall we?');
  await assertRejected(mia.request('PATCH', `/messages/${id}`, { content: 'never mind' }), 'Widgets cannot be edited.');
  await mia.delete(`/messages/${id}`);
  assert.deepEqual(app.submessages.ofMessage(id), []);
});
