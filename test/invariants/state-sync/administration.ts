import fc from 'fast-check';
import { pathWithId, type Request, requestBy } from './requests.ts';

const name = fc.constantFrom('One', 'Two', 'three', 'Three');
const people = fc.uniqueArray(
  fc.nat(5).map((one) => `person:${one}`),
  { minLength: 1, maxLength: 3 },
);
const groups = fc.uniqueArray(fc.constantFrom('group:0', 'group:1', 'system:moderators', 'system:members'), {
  minLength: 1,
  maxLength: 2,
});
const held = fc.oneof(
  fc.constantFrom('group:0', 'group:1', 'system:nobody', 'system:moderators', 'system:everyone'),
  fc.record({ direct_members: people, direct_subgroups: groups }),
);
const yes = fc.boolean();
const topic = fc.constantFrom('greetings', 'lunch', '', 'channel events');

/**
 * Channels are renamed, described, given retention, made private, archived and restored; permissions are given to
 * groups.
 */
const channelEdits = fc.oneof(
  fc.record({ new_name: name }),
  fc.record({ description: name, new_name: name }),
  fc.record({ topics_policy: fc.constantFrom('inherit', 'disable_empty_topic', 'empty_topic_only') }),
  fc.record({ message_retention_days: fc.constantFrom<(string | number)[]>(3, 'unlimited', 'realm_default') }),
  fc.record({ folder_id: fc.constantFrom('folder:0', 'folder:1', null) }),
  fc.record({ is_default_stream: yes }),
  fc.record({ is_private: yes, is_default_stream: fc.constant(false) }),
  fc.record({ is_private: fc.constant(true), history_public_to_subscribers: yes }),
  fc.constant({ is_archived: false }),
  fc.record({ can_subscribe_group: fc.record({ new: held }) }),
  fc.record({ can_add_subscribers_group: fc.record({ new: held }) }),
  fc.record({ can_administer_channel_group: fc.record({ new: held }) }),
);

export const requests: fc.Arbitrary<Request> = fc.oneof(
  requestBy('PATCH', pathWithId('/streams/', 'channel'), channelEdits),
  requestBy('PATCH', pathWithId('/streams/', 'channel'), channelEdits),
  requestBy('DELETE', pathWithId('/streams/', 'channel')),
  requestBy('POST', pathWithId('/streams/', 'channel', '/delete_topic'), fc.record({ topic_name: topic })),
  requestBy('POST', '/user_groups/create', fc.record({ name, description: name, members: people })),
  requestBy('PATCH', pathWithId('/user_groups/', 'group'), fc.record({ name })),
  requestBy('PATCH', pathWithId('/user_groups/', 'group'), fc.record({ deactivated: yes })),
  requestBy(
    'PATCH',
    pathWithId('/user_groups/', 'group'),
    fc.record({ description: name, can_manage_group: fc.record({ new: held }) }),
  ),
  requestBy('POST', pathWithId('/user_groups/', 'group', '/members'), fc.record({ add: people })),
  requestBy('POST', pathWithId('/user_groups/', 'group', '/members'), fc.record({ delete: people })),
  requestBy('POST', pathWithId('/user_groups/', 'group', '/subgroups'), fc.record({ add: groups })),
  requestBy('POST', pathWithId('/user_groups/', 'group', '/subgroups'), fc.record({ delete: groups })),
  requestBy('POST', '/channel_folders/create', fc.record({ name, description: name })),
  requestBy('PATCH', pathWithId('/channel_folders/', 'folder'), fc.record({ name, is_archived: yes })),
  requestBy('PATCH', '/channel_folders', fc.constantFrom({ order: ['folder:0', 'folder:1'] }, { order: ['folder:0'] })),
  requestBy('POST', '/default_streams', fc.record({ stream_id: pathWithId('', 'channel') })),
  requestBy('DELETE', '/default_streams', fc.record({ stream_id: pathWithId('', 'channel') })),
  requestBy(
    'POST',
    '/default_stream_groups/create',
    fc.record({ group_name: name, description: name, stream_names: fc.constant(['quiet']) }),
  ),
  requestBy('DELETE', '/default_stream_groups/1'),
);
