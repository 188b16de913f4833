import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelDefaults, isCustomized } from '../../src/web/notifications/channel-settings.ts';
import type { Attachment, Person, ServerEvent, Snapshot, UserSettings } from '../../src/web/server/types.ts';
import { alertWords, makeUploads, uploads, userTopics } from '../../src/web/store/personal.ts';
import { FIELD, findAccount, getAnswer, readOptions, readPeople } from '../../src/web/text/profile-values.ts';

const event = (type: string, more: object) => ({ id: 1, type, ...more }) as ServerEvent;
const nothing = { alert_words: [], user_topics: [] } as unknown as Snapshot;

test('alert words and topic policies equal those of the last event', () => {
  assert.deepEqual(alertWords.apply(alertWords.start(nothing), event('alert_words', { alert_words: ['soup'] })), [
    'soup',
  ]);
  const topic = { stream_id: 3, topic_name: 'Lunch', last_updated: 5, visibility_policy: 3 };
  const followed = userTopics.apply(userTopics.start(nothing), event('user_topic', topic));
  assert.deepEqual([...followed.values()], [topic]);
  const none = userTopics.apply(followed, event('user_topic', { ...topic, topic_name: 'lunch', visibility_policy: 0 }));
  assert.equal(none.size, 0, 'however it is spelt');
  assert.equal(userTopics.apply(none, event('message', {})), none, 'what is not touched is the same object');
});

test('files are listed after they were fetched; their total size is known before', () => {
  const file = { id: 7, name: 'a.txt', size: 3, messages: [] } as unknown as Attachment;
  const unknown = uploads.apply(
    uploads.start(nothing),
    event('attachment', { op: 'add', attachment: file, upload_space_used: 3 }),
  );
  assert.deepEqual(unknown, { files: undefined, used: 3 });
  const known = uploads.apply(
    makeUploads([], 0),
    event('attachment', { op: 'add', attachment: file, upload_space_used: 3 }),
  );
  assert.deepEqual([...known.files!.values()], [file]);
  const gone = uploads.apply(known, event('attachment', { op: 'remove', attachment: { id: 7 }, upload_space_used: 0 }));
  assert.deepEqual([gone.files!.size, gone.used], [0, 0]);
});

test('profile values are parsed by the type of their field, for any content', () => {
  const person = { profile_data: { 4: { value: '[5,6]' } } } as unknown as Person;
  assert.deepEqual(readPeople(getAnswer(person, 4)), [5, 6]);
  assert.deepEqual(readPeople(getAnswer(person, 9)), []);
  const choices = { field_data: '{"b":{"text":"First","order":"2"},"a":{"text":"Ground","order":"1"}}' };
  assert.deepEqual(
    readOptions(choices).map(({ text }) => text),
    ['Ground', 'First'],
  );
  const known = { github: { url_pattern: 'https://github.com/%(username)s', text: 'GitHub' } };
  assert.equal(findAccount({ field_data: '{"subtype":"github"}' }, 'mia/$&', known), 'https://github.com/mia%2F%24%26');
  assert.equal(
    findAccount({ field_data: '{"subtype":"custom","url_pattern":"https://x.example/%(username)s"}' }, 'm', known),
    'https://x.example/m',
  );
  assert.equal(findAccount({ field_data: 'broken' }, 'm', known), undefined);
  assert.equal(Object.keys(FIELD).length, 8);
});

test('a channel whose settings are unset, or equal to the defaults, does not count as different', () => {
  const settings = { enable_stream_desktop_notifications: true, wildcard_mentions_notify: true } as UserSettings;
  assert.equal(isCustomized({}, settings), false);
  assert.equal(isCustomized({ desktop_notifications: null }, settings), false);
  assert.equal(isCustomized({ desktop_notifications: true }, settings), false);
  assert.equal(isCustomized({ desktop_notifications: false }, settings), true);
  assert.equal(channelDefaults(settings).desktop_notifications, true);
});
