import assert from 'node:assert/strict';
import { test } from 'node:test';
import { POLICY } from '../../src/shared/topic-policies.ts';
import type { ServerEvent } from '../../src/web/server/types.ts';
import type { Channels } from '../../src/web/store/channels.ts';
import { topicKey } from '../../src/web/store/conversation.ts';
import { applyToMessages } from '../../src/web/store/message-events.ts';
import { type Messages, NO_MESSAGES, withPage } from '../../src/web/store/messages.ts';
import { EVERYTHING, type Message, type Narrow, narrowKey } from '../../src/web/store/narrow.ts';

const SOUP: Narrow = [
  { operator: 'channel', operand: 1 },
  { operator: 'topic', operand: 'soup' },
];
const STARRED: Narrow = [{ operator: 'is', operand: 'starred' }];

const said = (id: number, stream_id: number, subject: string, flags: string[] = []): Message =>
  ({
    id,
    type: 'stream',
    stream_id,
    subject,
    flags,
    sender_id: 5,
    reactions: [],
    submessages: [],
  }) as unknown as Message;

/** Message windows of every kind: the feed, #1 › soup, and starred messages. */
function heldMessages(): Messages {
  const all = [said(1, 1, 'soup'), said(2, 1, 'tea'), said(3, 2, 'soup', ['starred']), said(4, 1, 'soup')];
  const whole = { found_oldest: true, found_newest: true };
  let state = withPage(NO_MESSAGES, EVERYTHING, 'around', all, whole);
  state = withPage(state, SOUP, 'around', [all[0]!, all[3]!], whole);
  return withPage(state, STARRED, 'around', [all[2]!], whole);
}

const known = (policies: [string, number][] = []) => ({
  me: 9,
  channels: new Map(
    [1, 2].map((id) => [id, { stream_id: id, subscribed: true, is_muted: false }]),
  ) as unknown as Channels,
  topicPolicies: new Map(policies),
});

const after = (event: object, knowledge = known(), state = heldMessages()): Messages =>
  applyToMessages(state, event as ServerEvent, knowledge as Parameters<typeof applyToMessages>[2]);
const idsIn = ({ windows }: Messages, narrow: Narrow) => windows.get(narrowKey(narrow))?.window.ids;
const cut = ({ windows }: Messages, narrow: Narrow) => windows.get(narrowKey(narrow))?.cut;

test('muted messages leave the feed, and unmuted ones are fetched', () => {
  const event = { type: 'user_topic', stream_id: 1, topic_name: 'soup' };
  const muted = after({ ...event, visibility_policy: POLICY.muted }, known([[topicKey(1, 'soup'), POLICY.muted]]));
  assert.deepEqual(idsIn(muted, EVERYTHING), [2, 3]);
  assert.deepEqual([idsIn(muted, SOUP), cut(muted, EVERYTHING)], [[1, 4], undefined]);
  const again = after({ ...event, visibility_policy: POLICY.none }, known(), muted);
  assert.deepEqual([cut(again, EVERYTHING), cut(again, SOUP)], ['lost', undefined]);
  const above = withPage(NO_MESSAGES, EVERYTHING, 'around', [said(2, 1, 'tea')], {
    found_oldest: true,
    found_newest: false,
  });
  assert.equal(
    cut(after({ ...event, visibility_policy: POLICY.none }, known(), above), EVERYTHING),
    'lost',
    'also further up',
  );
});

test('messages moved into the view are shown, or fetched if they are not loaded', () => {
  const event = {
    type: 'update_message',
    message_id: 2,
    stream_id: 1,
    orig_subject: 'tea',
    subject: 'soup',
    topic_links: [],
  };
  const moved = after({ ...event, message_ids: [2] });
  assert.deepEqual([idsIn(moved, SOUP), cut(moved, SOUP)], [[1, 2, 4], undefined]);
  const unknown = after({ ...event, message_id: 77, message_ids: [77] });
  assert.deepEqual([cut(unknown, SOUP), cut(unknown, STARRED)], ['lost', undefined]);
  const away = after({ ...event, message_id: 4, message_ids: [4], orig_subject: 'soup', subject: 'tea' });
  assert.deepEqual([idsIn(away, SOUP), idsIn(away, EVERYTHING)], [[1], [1, 2, 3, 4]]);
});

test('a message that gets a star appears in the starred view', () => {
  const event = { type: 'update_message_flags', op: 'add', flag: 'starred' };
  assert.deepEqual(idsIn(after({ ...event, messages: [1] }), STARRED), [1, 3]);
  const unknown = after({ ...event, messages: [77] });
  assert.deepEqual([cut(unknown, STARRED), cut(unknown, EVERYTHING)], ['lost', undefined]);
});

test('a lost channel leaves nothing behind, and missed messages are fetched after it is regained', () => {
  const gone = after({ type: 'stream', op: 'delete', stream_ids: [1] });
  assert.deepEqual([idsIn(gone, EVERYTHING), idsIn(gone, SOUP), [...gone.all.keys()]], [[3], undefined, [3]]);
  const back = after({ type: 'stream', op: 'create', streams: [{ stream_id: 1, first_message_id: 1 }] }, known(), gone);
  assert.equal(cut(back, EVERYTHING), 'lost');
  assert.equal(
    cut(after({ type: 'stream', op: 'create', streams: [{ stream_id: 8, first_message_id: null }] }), EVERYTHING),
    undefined,
  );
  assert.equal(cut(after({ type: 'subscription', op: 'add', subscriptions: [{ stream_id: 1 }] }), SOUP), 'lost');
});
