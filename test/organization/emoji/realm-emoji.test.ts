import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { gif, png } from '../../support/images.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const add = async (person: TestUser, name: string, bytes?: Buffer) => {
  const reply = await person.upload(`/realm/emoji/${encodeURIComponent(name)}`, { 'e.png': bytes ?? (await png()) });
  assert.equal(reply.status, 200, reply.msg);
  return Object.values((await person.get('/realm/emoji')).emoji as Record<string, any>).find(
    (emoji) => emoji.name === name.toLowerCase().replaceAll(' ', '_') && !emoji.deactivated,
  );
};

test('a member adds an emoji: everyone receives it, can load it, write it and react with it', async () => {
  const { team, mia, max, gus } = newTeam();
  const queue = await gus.registerQueue();
  const emoji = await add(mia, 'green tick');
  const expected = {
    id: emoji.id,
    name: 'green_tick',
    source_url: emoji.source_url,
    still_url: null,
    deactivated: false,
    author_id: mia.id,
  };
  assert.deepEqual(emoji, expected);
  assert.deepEqual(await queue.events(), [
    { type: 'realm_emoji', op: 'update', realm_emoji: { [emoji.id]: expected } },
  ]);
  assert.deepEqual((await max.post('/register', { fetch_event_types: ['realm_emoji'] })).realm_emoji, {
    [emoji.id]: expected,
  });
  const seen = await fetch((await team.url) + emoji.source_url);
  assert.equal(seen.headers.get('content-type'), 'image/png');
  const meta = await sharp(Buffer.from(await seen.arrayBuffer())).metadata();
  assert.deepEqual([meta.width, meta.height], [64, 64]);

  const id = await mia.sendDirectMessage([max], 'done :green_tick: `:green_tick:`');
  assert.equal(
    (await max.get(`/messages/${id}`)).message.content,
    `<p>done <img alt=":green_tick:" class="emoji" src="${emoji.source_url}" title="green tick"> <code>:green_tick:</code></p>`,
  );
  const reaction = { emoji_name: 'green_tick', emoji_code: emoji.id, reaction_type: 'realm_emoji', user_id: max.id };
  await mia.assertReceives(() => max.post(`/messages/${id}/reactions`, { emoji_name: 'green_tick' }), {
    type: 'reaction',
    op: 'add',
    ...reaction,
  });
  await assertRejected(
    max.request('POST', `/messages/${id}/reactions`, { emoji_name: 'green_tick' }),
    'Reaction already exists.',
    'REACTION_ALREADY_EXISTS',
  );
  const exact = { emoji_name: 'green_tick', emoji_code: emoji.id, reaction_type: 'realm_emoji' };
  await mia.post(`/messages/${id}/reactions`, exact);
  await assertRejected(gus.request('POST', `/messages/${id}/reactions`, exact), 'Invalid message(s)');
  const other = await mia.sendDirectMessage([max], 'other');
  await assertRejected(
    max.request('POST', `/messages/${other}/reactions`, { ...exact, emoji_name: 'tada' }),
    'Invalid custom emoji name.',
  );
  await assertRejected(
    max.request('POST', `/messages/${other}/reactions`, { ...exact, emoji_code: '999' }),
    'Invalid custom emoji.',
  );
  await max.post('/users/me/status', { emoji_name: 'green_tick' });

  await gus.assertReceives(() => mia.delete('/realm/emoji/green_tick'), {
    type: 'realm_emoji',
    op: 'update',
    realm_emoji: { [emoji.id]: { deactivated: true } },
  });
  assert.equal((await fetch((await team.url) + emoji.source_url)).status, 200, 'where it was used it is still seen');
  await assertRejected(
    max.request('POST', `/messages/${other}/reactions`, { emoji_name: 'green_tick' }),
    "Emoji 'green_tick' does not exist",
  );
  await assertRejected(
    max.request('POST', `/messages/${other}/reactions`, exact),
    'This custom emoji has been deactivated.',
  );
  await mia.assertReceives(() => max.delete(`/messages/${id}/reactions`, exact), {
    type: 'reaction',
    op: 'remove',
    ...reaction,
  });
  const late = await mia.sendDirectMessage([max], ':green_tick:');
  assert.equal((await max.get(`/messages/${late}`)).message.content, '<p>:green_tick:</p>');
  assert.notEqual((await add(max, 'green_tick')).id, emoji.id, 'the name is free again');
});

test('an animated emoji has a still version', async () => {
  const { team, mia } = newTeam();
  const emoji = await add(mia, 'wave_twice', await gif());
  const [moving, still] = await Promise.all(
    [emoji.source_url, emoji.still_url].map(async (url) =>
      sharp(Buffer.from(await (await fetch((await team.url) + url)).arrayBuffer())).metadata(),
    ),
  );
  assert.deepEqual([moving!.format, moving!.pages, still!.format, still!.width], ['gif', 3, 'png', 64]);
});

test('emoji names must be valid and unique, with the documented exceptions', async () => {
  const { ada, mia, max } = newTeam();
  const picture = await png();
  const upload = (person: TestUser, name: string) =>
    person.upload(`/realm/emoji/${encodeURIComponent(name)}`, { 'e.png': picture });
  await max.assertReceives(async () => {
    for (const name of ['Bad Name', 'BAD', 'a!', 'ä', 'a:b', '<b>', 'x"y'])
      await assertRejected(upload(mia, name), /must contain only/, 'BAD_REQUEST');
    for (const name of ['a-', 'a_', '...']) await assertRejected(upload(mia, name), /must end with/);
    await assertRejected(upload(mia, 'x'.repeat(65)), /too long/);
    await assertRejected(upload(mia, ' '), 'Emoji name is missing');
    for (const name of ['tada', 'zulip'])
      await assertRejected(upload(mia, name), 'Only administrators can override default emoji.');
  });
  await add(mia, 'lunch_bell');
  await assertRejected(upload(max, 'lunch_bell'), 'A custom emoji with this name already exists.', 'BAD_REQUEST');
  const tada = await add(ada, 'tada');
  const id = await mia.sendDirectMessage([max], ':tada:');
  assert.match((await max.get(`/messages/${id}`)).message.content, /<img/);
  await max.assertReceives(() => mia.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }), {
    type: 'reaction',
    op: 'add',
    emoji_code: tada.id,
  });
});

test('users without permission cannot add or deactivate an emoji, and nobody receives an event', async () => {
  const { app, team, ada, mia, max, gus } = newTeam();
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const picture = await png();
  await add(mia, 'lunch_bell');
  await ada.assertReceives(async () => {
    await assertRejected(gus.upload('/realm/emoji/ours', { 'e.png': picture }), 'Not allowed for guest users');
    await assertRejected(
      bot.upload('/realm/emoji/ours', { 'e.png': picture }),
      'This endpoint does not accept bot requests.',
    );
    await assertRejected(max.upload('/realm/emoji/ours', {}), 'You must upload exactly one file.');
    await assertRejected(max.upload('/realm/emoji/ours', { 'e.png': 'none' }), /Could not decode/, 'BAD_IMAGE');
    for (const other of [max, gus, bot])
      await assertRejected(
        other.request('DELETE', '/realm/emoji/lunch_bell'),
        'Must be an organization administrator or emoji author',
        'BAD_REQUEST',
      );
    assert.equal(
      (await assertRejected(mia.request('DELETE', '/realm/emoji/none'), "Emoji 'none' does not exist", 'BAD_REQUEST'))
        .status,
      404,
    );
    app.db.write(() => app.realm.set('can_add_custom_emoji_group', app.groups.system('role:administrators')));
    await assertRejected(
      max.upload('/realm/emoji/ours', { 'e.png': picture }),
      'Insufficient permission',
      'BAD_REQUEST',
    );
  });
  await ada.delete('/realm/emoji/lunch_bell');
});
