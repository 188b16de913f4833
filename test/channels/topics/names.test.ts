import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanTopic, requireTopicAllowed, topicShown } from '../../../src/chat/channels/topics/rules.ts';
import { newTeam } from '../../support/team.ts';

test('a topic is stored trimmed and cut to 60 characters, regardless of their number of bytes', () => {
  assert.equal(cleanTopic('  lunch '), 'lunch');
  assert.equal(cleanTopic('🍲'.repeat(60)), '🍲'.repeat(60));
  assert.equal(cleanTopic('🍲'.repeat(61)), `${'🍲'.repeat(57)}...`);
  assert.throws(() => cleanTopic('a\u0000b'), {
    message: 'Invalid character in topic, at position 2!',
    code: 'BAD_REQUEST',
  });
});

test('the empty topic has two names; clients that do not support it see the replacement name', () => {
  for (const name of ['', '  ', '(no topic)', 'general chat']) assert.equal(cleanTopic(name), '');
  assert.equal(cleanTopic('General chat'), 'General chat');
  assert.equal(topicShown('', false), 'general chat');
  assert.equal(topicShown('', true), '');
  assert.equal(topicShown('lunch', false), 'lunch');
});

test('the allowed topics follow the channel’s policy, or the organization’s default', async () => {
  const { ada, app } = newTeam();
  await ada.post('/channels/create', { name: 'a', subscribers: [] });
  const set = (policy: 'inherit' | 'disable_empty_topic' | 'empty_topic_only') =>
    app.db.write(() => app.channels.set(1, 'topics_policy', policy));
  const takes = (topic: string) => requireTopicAllowed(app, app.channels.byId(1)!, topic);
  takes('');
  takes('lunch');
  app.db.write(() => app.realm.set('topics_policy', 'disable_empty_topic'));
  assert.throws(() => takes(''), { code: 'BAD_REQUEST', extra: { empty_topic_display_name: 'general chat' } });
  set('empty_topic_only');
  takes('');
  assert.throws(() => takes('lunch'), { code: 'BAD_REQUEST', extra: { empty_topic_display_name: 'general chat' } });
});
