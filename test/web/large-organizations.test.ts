import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Person, ServerEvent } from '../../src/web/server/types.ts';
import { MAX_WINDOW_SIZE } from '../../src/web/store/message-window.ts';
import { type Messages, NO_MESSAGES, withPage } from '../../src/web/store/messages.ts';
import { EVERYTHING, type Message } from '../../src/web/store/narrow.ts';
import { inBatch, mutableCopy } from '../../src/web/store/resource.ts';
import { applyEvent, initialState, type StoreState } from '../../src/web/store/state.ts';
import { EMPTY_SNAPSHOT, store } from '../../src/web/store/store.ts';
import { compareNames } from '../../src/web/text/compare-names.ts';
import { sortedByName, usersByName } from '../../src/web/text/sort-by-name.ts';
import { rankByName } from '../../src/web/views/search/ranking.ts';
import { suggestedConversations } from '../../src/web/views/search/suggested-conversations.ts';

/** Other files may share this process. Their store has no incomplete users and channels. */
afterEach(() => {
  for (const [name, value] of Object.entries(initialState(EMPTY_SNAPSHOT)))
    (store[name as keyof StoreState] as { value: unknown }).value = value;
});

const message = (id: number): Message =>
  ({
    id,
    type: 'stream',
    stream_id: 1 + (id % 3),
    subject: `topic ${id % 5}`,
    display_recipient: 'kitchen',
    sender_id: 10 + (id % 4),
    timestamp: id,
    content: `<p>${id}</p>`,
    flags: [],
    reactions: [],
    submessages: [],
  }) as unknown as Message;
const arrives = (id: number, flags: string[] = []) =>
  ({ id, type: 'message', message: message(id), flags }) as unknown as ServerEvent;
const isRead = (...messages: number[]): ServerEvent => ({
  id: -1,
  type: 'update_message_flags',
  op: 'add',
  flag: 'read',
  messages,
  operation: 'add',
  all: false,
});

const recentlyActive = ({ unread, recentConversations: recent, messages }: StoreState) =>
  structuredClone({ unread: unread.conversations, recent: recent.all, all: messages.all, windows: messages.windows });
const feed: Messages = withPage(NO_MESSAGES, EVERYTHING, 'around', [], {
  found_oldest: true,
  found_newest: true,
} as Parameters<typeof withPage>[4]);

test('many events at once have the same result as one by one, and keep unchanged state identical', () => {
  const events = [...Array.from({ length: 40 }, (_, at) => arrives(at + 1)), isRead(3, 4, 5, 40), arrives(41)];
  const begin = () => applyEvent(initialState(EMPTY_SNAPSHOT, feed), arrives(0));
  const before = begin();
  const seen = recentlyActive(before);
  const after = inBatch(() => events.reduce(applyEvent, before));
  assert.deepEqual(recentlyActive(before), seen);
  assert.deepEqual(recentlyActive(after), recentlyActive(events.reduce(applyEvent, begin())));
  assert.notEqual(
    mutableCopy(after.recentConversations.all),
    after.recentConversations.all,
    'afterwards it is somebody’s',
  );
});

test('messages that leave a full window are unloaded', () => {
  let world = initialState(EMPTY_SNAPSHOT, feed);
  for (let id = 1; id <= MAX_WINDOW_SIZE + 200; id++) world = applyEvent(world, arrives(id, ['read']));
  assert.equal(world.messages.all.size, MAX_WINDOW_SIZE);
  assert.deepEqual([...world.messages.all.keys()].at(0), 201);
});

test('a full window keeps its unread messages, and new ones are fetched later', () => {
  let world = initialState(EMPTY_SNAPSHOT, feed);
  for (let id = 1; id <= MAX_WINDOW_SIZE + 200; id++) world = applyEvent(world, arrives(id));
  const { window } = [...world.messages.windows.values()][0]!;
  assert.equal(window.ids[0], 1);
  assert.equal(window.ids.length, MAX_WINDOW_SIZE);
  assert.equal(window.newest, false);
});

test('users are sorted by name, also after a rename', () => {
  const person = (user_id: number, full_name: string) => [user_id, { user_id, full_name } as Person] as const;
  store.users.value = new Map([
    person(1, 'Zoë'),
    person(2, 'adam'),
    person(3, 'Bob O’Neil'),
    person(4, 'Åsa'),
    person(5, 'Ben'),
  ]);
  const names = () => usersByName.value.map(({ full_name }) => full_name);
  assert.deepEqual(names(), ['adam', 'Åsa', 'Ben', 'Bob O’Neil', 'Zoë']);
  store.users.value = new Map([...store.users.value, person(2, 'Yann'), person(6, 'Carl')]);
  assert.deepEqual(names(), ['Åsa', 'Ben', 'Bob O’Neil', 'Carl', 'Yann', 'Zoë']);
  assert.deepEqual(
    sortedByName(new Set([2, 4])).map(({ user_id }) => user_id),
    [4, 2],
  );
});

test('names are ranked by beginning, then by part, then by letters', () => {
  const all = ['mark all as read', 'kitchen', 'the kitchen', 'kit', 'kept in there'];
  const found = (wanted: string) => rankByName(all, wanted, (name) => [name], 4);
  assert.deepEqual(found('kit'), ['kit', 'kitchen', 'the kitchen', 'kept in there']);
  assert.deepEqual(found('markread'), ['mark all as read']);
  assert.deepEqual(found('zzz'), []);
});

test('without a filter the list shows unread conversations, newest first, then recent ones', () => {
  const subscribed = (stream_id: number, is_muted: boolean) => [stream_id, { stream_id, is_muted }] as const;
  let world: StoreState = {
    ...initialState(EMPTY_SNAPSHOT),
    channels: new Map([subscribed(1, false), subscribed(2, true)]) as unknown as StoreState['channels'],
  };
  for (const id of [3, 4, 5, 6, 7, 8, 9]) world = applyEvent(world, arrives(id));
  world = applyEvent(world, isRead(6, 9));
  for (const name of ['channels', 'unread', 'recentConversations', 'directConversations'] as const)
    (store[name] as { value: unknown }).value = world[name];
  store.recentConversations.value = { ...world.recentConversations, fetched: true };
  assert.deepEqual(
    suggestedConversations().map(({ conversation, unread }) =>
      conversation.kind === 'topic' ? [conversation.channel, conversation.topic, unread] : [],
    ),
    [
      [1, 'topic 3', 1],
      [1, 'topic 4', 0],
      [1, 'topic 1', 0],
    ],
    'neither what is muted nor what is in a channel one does not know',
  );
});

test('lists sort names regardless of case, and numbers in them as numbers', () => {
  assert.deepEqual(['room 10', 'Room 9', 'attic 2', 'Attic 10'].sort(compareNames), [
    'attic 2',
    'Attic 10',
    'Room 9',
    'room 10',
  ]);
});
