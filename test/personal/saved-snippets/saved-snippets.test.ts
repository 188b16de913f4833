import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const snippets = async (person: TestUser) => (await person.get('/saved_snippets')).saved_snippets;

test('2.6 4.19 snippets are created, changed and deleted, with events to their user only', async () => {
  const { mia, ada, clock } = newTeam();
  const other = await ada.registerQueue();
  const snippet = { id: 1, title: 'Hello', content: 'Dear **all**', date_created: clock.now() / 1000 };
  const [added] = await mia.assertReceives(
    () => mia.post('/saved_snippets', { title: ' Hello ', content: 'Dear **all**\n' }),
    {
      type: 'saved_snippets',
      op: 'add',
    },
  );
  assert.deepEqual(added, { type: 'saved_snippets', op: 'add', saved_snippet: snippet });
  assert.deepEqual(await snippets(mia), [snippet]);
  assert.deepEqual((await mia.post('/register')).saved_snippets, [snippet]);
  clock.advance(60);
  const renamed = { ...snippet, title: 'Greeting' };
  await mia.assertReceives(() => mia.patch('/saved_snippets/1', { title: 'Greeting' }), {
    type: 'saved_snippets',
    op: 'update',
    saved_snippet: renamed,
  });
  const rewritten = { ...renamed, content: 'Hi' };
  await mia.assertReceives(() => mia.patch('/saved_snippets/1', { content: 'Hi' }), {
    type: 'saved_snippets',
    op: 'update',
    saved_snippet: rewritten,
  });
  await mia.assertReceives(() => mia.patch('/saved_snippets/1', { content: 'Hi' }));
  assert.deepEqual(await snippets(mia), [rewritten]);
  await mia.assertReceives(() => mia.delete('/saved_snippets/1'), {
    type: 'saved_snippets',
    op: 'remove',
    saved_snippet_id: 1,
  });
  assert.deepEqual(await snippets(mia), []);
  assert.deepEqual(await other.events(), []);
});

test('a title and a text are required, and both have a limit', async () => {
  const { mia } = newTeam();
  const add = (fields: object) => mia.request('POST', '/saved_snippets', { title: 'a', content: 'b', ...fields });
  await mia.assertReceives(async () => {
    await assertRejected(
      mia.request('POST', '/saved_snippets', { content: 'b' }),
      "Missing 'title' argument",
      'REQUEST_VARIABLE_MISSING',
    );
    await assertRejected(add({ title: '  ' }), 'title cannot be blank', 'BAD_REQUEST');
    await assertRejected(add({ content: '\n' }), 'content cannot be blank', 'BAD_REQUEST');
    await assertRejected(add({ title: 'x'.repeat(61) }), /too long \(limit: 60 characters\)/, 'BAD_REQUEST');
    await assertRejected(add({ content: 'x'.repeat(10_001) }), /too long \(limit: 10000 characters\)/, 'BAD_REQUEST');
  });
  assert.deepEqual(await snippets(mia), []);
});

test('4.19 other users’ snippets get the same response as missing ones', async () => {
  const { mia, ada, max } = newTeam();
  const { saved_snippet_id } = await mia.post('/saved_snippets', { title: 'Secret', content: 'whisper' });
  await mia.assertReceives(async () => {
    for (const person of [ada, max])
      for (const id of [saved_snippet_id, 999]) {
        const answers = [
          await assertRejected(
            person.request('PATCH', `/saved_snippets/${id}`, { title: 'x' }),
            'Saved snippet does not exist.',
            'BAD_REQUEST',
          ),
          await assertRejected(
            person.request('DELETE', `/saved_snippets/${id}`),
            'Saved snippet does not exist.',
            'BAD_REQUEST',
          ),
        ];
        assert.deepEqual(
          answers.map(({ status }) => status),
          [404, 404],
        );
      }
  });
  assert.deepEqual([await snippets(ada), (await max.post('/register')).saved_snippets], [[], []]);
  assert.equal((await snippets(mia))[0].title, 'Secret');
});
