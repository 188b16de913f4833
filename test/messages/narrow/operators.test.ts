import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

type Terms = unknown[];
const EVERYTHING = { anchor: 'newest', num_before: 100, num_after: 0 };

/** Names for messages, for use in a table. */
async function createOrganization() {
  const team = newTeam();
  const { app, ada, mia, max, gus } = team;
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  const make = (name: string, people: TestUser[], more: object = {}) =>
    ada.post('/channels/create', {
      name,
      subscribers: people.map(({ id }) => id),
      send_new_subscription_messages: false,
      ...more,
    });
  const channels = {
    design: (await make('design', [ada, mia, gus])).id,
    open: (await make('open', [ada])).id,
    web: (await make('web', [ada, mia], { is_web_public: true })).id,
    secret: (await make('secret', [ada, mia], { invite_only: true, history_public_to_subscribers: true })).id,
  };
  const ids: Record<string, number> = {
    lunch: await mia.sendMessage('design', 'Lunch', 'hungry, see https://example.com'),
    tea: await gus.sendMessage('design', 'tea', '@**all** tea'),
    done: await ada.sendMessage('design', '✔ tea', 'it was good @**Mia**'),
    none: await ada.sendMessage('design', '', 'no topic'),
    open: await ada.sendMessage('open', 'lunch', 'in the open'),
    web: await ada.sendMessage('web', 'lunch', 'for the world'),
    secret: await ada.sendMessage('secret', 'lunch', 'a surprise for Max'),
    pair: await ada.sendDirectMessage([mia], 'direct'),
    group: await mia.sendDirectMessage([ada, max], 'three of us'),
    self: await mia.sendDirectMessage([mia], 'a note'),
  };
  await mia.post('/messages/flags', { messages: [ids.lunch, ids.open], op: 'add', flag: 'starred' });
  await mia.post('/messages/flags', {
    messages: [ids.tea, ids.done, ids.none, ids.web, ids.secret],
    op: 'add',
    flag: 'read',
  });
  await max.post(`/messages/${ids.pair}/reactions`, { emoji_name: 'tada' }).catch(() => {});
  await mia.post(`/messages/${ids.group}/reactions`, { emoji_name: 'tada' });
  app.db.write(() => app.messages.addFlags(mia.id, ids.web!, 16));
  await mia.post('/user_topics', { stream_id: channels.design, topic: 'tea', visibility_policy: 1 });
  await mia.post('/user_topics', { stream_id: channels.design, topic: 'lunch', visibility_policy: 3 });
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const found = async (person: TestUser, ...narrow: Terms): Promise<string> => {
    const { messages } = await person.get('/messages', { ...EVERYTHING, narrow });
    // Leaves out the creation notices.
    return messages.flatMap(({ id }: { id: number }) => names.get(id) ?? []).join(' ');
  };
  return { ...team, channels, ids, names, found };
}

const not = (operator: string, operand: unknown) => ({ operator, operand, negated: true });

test('every operator and its negation, for a member', async () => {
  const { mia, ada, max, channels, ids, found } = await createOrganization();
  // Mia's own messages: she received all but `open`, which she starred.
  const own = 'lunch tea done none open web secret pair group self';
  const without = (gone: string) =>
    own
      .split(' ')
      .filter((name) => !gone.split(' ').includes(name))
      .join(' ');
  const table: [unknown, string, string?][] = [
    [['channel', 'DESIGN'], 'lunch tea done none'],
    [['stream', 'design'], 'lunch tea done none'],
    [{ operator: 'channel', operand: channels.open }, 'open'],
    [['channels', 'public'], 'lunch tea done none open web', 'secret pair group self'],
    [['streams', 'web-public'], 'web'],
    [['topic', 'LUNCH'], 'lunch open web secret'],
    [['topic', ''], 'none'],
    [['topic', 'general chat'], 'none'],
    [['topic', '(no topic)'], 'none'],
    [['dm', 'ada@example.com'], 'pair'],
    [['pm-with', 'ada@example.com,mia@example.com'], 'pair'],
    [{ operator: 'pm_with', operand: [ada.id, max.id] }, 'group'],
    [{ operator: 'dm', operand: [mia.id] }, 'self'],
    [{ operator: 'dm', operand: [max.id] }, ''],
    [{ operator: 'dm-including', operand: ada.id }, 'pair group'],
    [['dm-including', 'mia@example.com'], 'pair group self'],
    [{ operator: 'group-pm-with', operand: ada.id }, 'group'],
    [['group_pm_with', 'mia@example.com'], 'group'],
    [{ operator: 'sender', operand: mia.id }, 'lunch group self'],
    [['sender', 'MIA@example.com'], 'lunch group self'],
    [['is', 'dm'], 'pair group self'],
    [['is', 'private'], 'pair group self'],
    [['is', 'starred'], 'lunch open'],
    [['is', 'unread'], 'pair'],
    [['is', 'mentioned'], 'tea done'],
    [['is', 'alerted'], 'web'],
    [['is', 'resolved'], 'done'],
    // Users follow topics in which they are mentioned.
    [['is', 'followed'], 'lunch done'],
    [['is', 'muted'], 'tea'],
    [['has', 'link'], 'lunch'],
    [['has', 'image'], ''],
    [['has', 'attachment'], ''],
    [['has', 'reaction'], 'group'],
    [['in', 'home'], without('tea')],
    [['search', 'hungry'], 'lunch'],
    [{ operator: 'id', operand: ids.pair }, 'pair'],
    [['id', String(ids.pair)], 'pair'],
  ];
  assert.equal(await found(mia), own);
  for (const [term, expected, opposite] of table) {
    const [operator, operand] = Array.isArray(term) ? term : [(term as any).operator, (term as any).operand];
    assert.equal(await found(mia, term), expected, `${operator}:${operand}`);
    assert.equal(await found(mia, not(operator, operand)), opposite ?? without(expected), `-${operator}:${operand}`);
  }
  assert.equal(await found(mia, ['in', 'all']), own);
  assert.equal(await found(mia, not('in', 'all')), own);
  assert.equal(await found(mia, ['near', String(ids.tea)]), own);
  assert.equal(
    await found(mia, ['channel', 'design'], not('topic', 'tea'), ['sender', 'ada@example.com']),
    'done none',
  );
});

test('every role reads what it may: a member without subscription, a guest, an owner, a visitor', async () => {
  const { team, ada, max, gus, mona, channels, ids, names, found } = await createOrganization();
  assert.equal(await found(max), 'group');
  assert.equal(await found(max, ['channel', 'design']), 'lunch tea done none', 'public history');
  assert.equal(
    await found(max, ['channel', 'design'], ['is', 'starred']),
    '',
    'but personal terms are about one’s own',
  );
  assert.equal(await found(max, ['channel', 'design'], ['is', 'resolved']), 'done');
  assert.equal(await found(max, ['channels', 'public']), 'lunch tea done none open web');
  assert.equal(await found(gus), 'lunch tea done none');
  assert.equal(
    await found(gus, ['channels', 'public']),
    'lunch tea done none',
    'a guest has no public channels but their own',
  );
  assert.equal(await found(gus, ['channel', 'web']), 'web');
  assert.equal(await found(ada, ['topic', 'lunch']), 'lunch open web secret');
  assert.equal(await found(mona, ['search', 'surprise']), '');

  const asking = (person: TestUser, ...narrow: Terms) => person.request('GET', '/messages', { ...EVERYTHING, narrow });
  // An inaccessible channel is like a missing one: both have no messages.
  const { headers: _, ...empty } = await asking(max, ['channel', 'nowhere']);
  assert.deepEqual([empty.status, empty.messages, empty.found_newest, empty.found_oldest], [200, [], true, true]);
  const hidden: [TestUser, Terms[number]][] = [
    [max, ['channel', 'secret']],
    [max, { operator: 'channel', operand: channels.secret }],
    [max, { operator: 'channel', operand: 999 }],
    [gus, ['channel', 'open']],
  ];
  for (const [who, term] of hidden) {
    const { headers: _, ...reply } = await asking(who, term);
    assert.deepEqual(reply, empty);
  }
  assert.equal(await found(max, not('channel', 'secret')), await found(max, not('channel', 'nowhere')));

  const visiting = (...narrow: Terms) => team.request('GET', '/json/messages', { ...EVERYTHING, narrow });
  const web = ['channels', 'web-public'];
  for (const narrow of [
    [web],
    [web, ['search', 'world']],
    [web, ['channel', 'web'], ['topic', 'lunch']],
    [web, ['with', String(ids.web)]],
  ]) {
    const { messages } = await visiting(...narrow);
    assert.deepEqual(
      messages.flatMap(({ id }: { id: number }) => names.get(id) ?? []),
      ['web'],
    );
    assert.deepEqual(messages.at(-1).flags, ['read']);
  }
  for (const narrow of [
    [],
    [['channel', 'web']],
    [['channels', 'public']],
    [web, ['is', 'unread']],
    [web, ['in', 'home']],
  ])
    assert.equal((await visiting(...narrow)).status, 401);
  await assertRejected(visiting(web, ['channel', 'open']), 'Invalid narrow operator: unknown web-public channel open');
  await assertRejected(
    visiting(web, ['channel', 'nowhere']),
    'Invalid narrow operator: unknown web-public channel nowhere',
  );
  assert.equal((await visiting(web, ['with', String(ids.secret)])).code, 'BAD_NARROW');
});

test('`with` resolves to the message’s conversation, or else to the conversation in the other terms', async () => {
  const { mia, max, ids, found } = await createOrganization();
  assert.equal(await found(mia, ['with', String(ids.open)]), 'open');
  assert.equal(
    await found(mia, ['channel', 'web'], ['topic', 'nowhere'], { operator: 'with', operand: ids.lunch }),
    'lunch',
  );
  assert.equal(await found(mia, ['with', String(ids.group)]), 'group');
  assert.equal(await found(max, ['channel', 'design'], ['topic', 'tea'], ['with', String(ids.secret)]), 'tea');
  assert.equal(await found(max, ['channel', 'design'], ['topic', 'tea'], ['with', '999999']), 'tea');
  for (const id of [ids.secret, ids.pair, 999999])
    await assertRejected(
      max.request('GET', '/messages', {
        ...EVERYTHING,
        narrow: [{ operator: 'with', operand: id }, ['channel', 'design']],
      }),
      "Invalid narrow operator: Invalid 'with' operator",
      'BAD_NARROW',
    );
});

test('an invalid narrow is rejected with an error of its own', async () => {
  const { mia } = await createOrganization();
  const both = 'No message can be both a channel message and direct message';
  const table: [Terms, string][] = [
    [[['nonsense', 'x']], 'unknown operator nonsense'],
    [[['constructor', 'x']], 'unknown operator constructor'],
    [[['is', 'nonsense']], "unknown 'is' operand nonsense"],
    [[['has', 'nonsense']], "unknown 'has' operand nonsense"],
    [[['in', 'nonsense']], "unknown 'in' operand nonsense"],
    [[['channels', 'archived']], 'unknown channels operand archived'],
    [[['sender', 'nobody@example.com']], 'unknown user'],
    [[{ operator: 'dm', operand: [9999] }], 'unknown user in [9999]'],
    [[['dm', 'nobody@example.com']], 'unknown user in nobody@example.com'],
    [[['id', 'x']], 'Invalid message ID'],
    [[['search', '  ']], 'operand of search cannot be blank'],
    [[{ operator: 'topic', operand: 5 }], 'operand of topic is not a string'],
    [[{ operator: 'channel', operand: [5] }], 'operand of channel is not a string or integer'],
    [
      [
        ['channel', 'design'],
        ['is', 'dm'],
      ],
      both,
    ],
    [
      [
        ['topic', 'lunch'],
        ['dm', 'ada@example.com'],
      ],
      both,
    ],
    [[not('is', 'dm'), ['dm', 'ada@example.com']], both],
    [[['with', 'x']], "Invalid 'with' operator"],
    [[not('with', '5')], "Invalid 'with' operator"],
  ];
  for (const [narrow, desc] of table) {
    const reply = await assertRejected(
      mia.request('GET', '/messages', { ...EVERYTHING, narrow }),
      `Invalid narrow operator: ${desc}`,
      'BAD_NARROW',
    );
    assert.equal(reply.desc, desc);
  }
  const twice = {
    ...EVERYTHING,
    narrow: [
      ['with', '1'],
      ['with', '2'],
    ],
  };
  await assertRejected(
    mia.request('GET', '/messages', twice),
    "Invalid narrow operator combination: Duplicate 'with' operators.",
    'BAD_NARROW',
  );
});

test('a hidden e-mail address finds no user', async () => {
  const { team, app, mia } = await createOrganization();
  await mia.patch('/settings', { email_address_visibility: 3 });
  const mo = team.addUser('Mo', 400);
  const asking = (operand: string) => mo.request('GET', '/messages', { ...EVERYTHING, narrow: [['sender', operand]] });
  await assertRejected(asking('mia@example.com'), 'Invalid narrow operator: unknown user', 'BAD_NARROW');
  assert.equal((await asking(`user${mia.id}@${app.config.realmHost}`)).status, 200);
});

test('messages are found by the day on which they were sent, in the viewer’s time zone', async () => {
  const { mia, clock } = newTeam();
  const sendAt = async (iso: string) => {
    clock.advance((Date.parse(iso) - clock.now()) / 1000);
    return mia.sendDirectMessage([mia], iso);
  };
  const [first, second, third] = [
    await sendAt('2030-03-30T22:59:59Z'),
    await sendAt('2030-03-30T23:00:00Z'),
    // This day has only 23 hours in Berlin.
    await sendAt('2030-03-31T22:00:00Z'),
  ];
  const found = async (operator: string, operand: string, negated = false) => {
    const narrow = [
      { operator, operand, negated },
      { operator: 'dm', operand: [mia.id] },
    ];
    const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow });
    return messages.map(({ id }: { id: number }) => id);
  };
  await mia.patch('/settings', { timezone: 'Europe/Berlin' });
  assert.deepEqual(await found('before', '2030-03-31'), [first]);
  assert.deepEqual(await found('on', '2030-03-31'), [second]);
  assert.deepEqual(await found('after', '2030-03-31'), [third]);
  assert.deepEqual(await found('on', '2030-03-31', true), [first, third]);
  await mia.patch('/settings', { timezone: 'America/New_York' });
  assert.deepEqual(await found('on', '2030-03-31'), [third]);
  for (const wrong of ['2030-02-30', 'yesterday', '2030-3-31'])
    await assertRejected(
      mia.request('GET', '/messages', { ...EVERYTHING, narrow: [['on', wrong]] }),
      'Invalid narrow operator: operand of on is not a date',
      'BAD_NARROW',
    );
});
