import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type ReceivedEvent, type Reply, type TestUser } from '../../support/team.ts';

const nameState = async (person: TestUser): Promise<Reply> => {
  const {
    status: _,
    headers: _headers,
    queue_id: _queue,
    ...state
  } = await person.post('/register', { fetch_event_types: ['realm'] });
  return state;
};

/** Applies an event about the organization to a client's state. */
function apply(state: Reply, { op, property, value, data }: ReceivedEvent): void {
  for (const [name, is] of Object.entries(op === 'update' ? { [property]: value } : data)) {
    state[`realm_${name}`] = is;
    if (name === 'jitsi_server_url') state.jitsi_server_url = is ?? state.server_jitsi_server_url;
  }
}

test('a snapshot plus events equals a fresh snapshot of the organization', async () => {
  const { app, ada, gus, mia } = newTeam();
  const group = (name: 'role:owners' | 'role:moderators' | 'role:administrators') => ({ new: app.groups.system(name) });
  const hidden = (await ada.post('/channels/create', { name: 'vault', subscribers: [ada.id], invite_only: true })).id;
  const CHANGES: Record<string, unknown>[] = [
    {
      name: 'Acme',
      description: 'All of *us*',
      org_type: 10,
      digest_weekday: 3,
      video_chat_provider: 0,
      giphy_rating: 2,
    },
    { allow_message_editing: false },
    { message_content_edit_limit_seconds: 'unlimited', move_messages_between_streams_limit_seconds: 60 },
    { topics_policy: 'disable_empty_topic', message_edit_history_visibility_policy: 'none' },
    { topics_policy: 'allow_empty_topic', message_edit_history_visibility_policy: 'moves' },
    {
      can_create_public_channel_group: group('role:administrators'),
      can_create_private_channel_group: group('role:moderators'),
    },
    {
      can_create_web_public_channel_group: group('role:moderators'),
      can_mention_many_users_group: group('role:moderators'),
    },
    { can_mention_many_users_group: { new: { direct_members: [mia.id], direct_subgroups: [] } } },
    { can_manage_all_groups: group('role:administrators'), direct_message_initiator_group: group('role:owners') },
    { jitsi_server_url: 'https://meet.example', default_language: 'de', default_code_block_language: 'rust' },
    {
      jitsi_server_url: 'default',
      message_retention_days: 30,
      waiting_period_threshold: 2,
      moderation_request_channel_id: hidden,
    },
    {
      enable_spectator_access: true,
      invite_required: false,
      welcome_message_custom_text: 'Hello',
      require_unique_names: true,
    },
  ];
  const state = await nameState(gus);
  const queue = await gus.registerQueue({ event_types: ['realm'] });
  for (const change of CHANGES) {
    await ada.patch('/realm', change);
    for (const event of await queue.events()) apply(state, event);
    assert.deepEqual(state, await nameState(gus), JSON.stringify(change));
  }
});
