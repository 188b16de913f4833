import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPABILITIES, newTeam } from '../support/team.ts';

test('registering opens a queue, says what server this is and gives the state asked for', async () => {
  const { mia } = newTeam();
  const reply = await mia.post('/register', { fetch_event_types: ['alert_words', 'something_new'], client_capabilities: CAPABILITIES });
  assert.match(reply.queue_id, /^[\w-]{8,}$/);
  assert.equal(reply.last_event_id, -1);
  assert.equal(reply.zulip_feature_level, 421);
  assert.equal(reply.service_feature_level, 421);
  assert.equal(typeof reply.zulip_version, 'string');
  assert.equal(typeof reply.zulip_merge_base, 'string');
  assert.deepEqual(reply.alert_words, []);
  assert.equal('drafts' in reply, false);
});
