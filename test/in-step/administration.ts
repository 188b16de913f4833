import fc from 'fast-check';
import type { newTeam, Person } from '../support/team.ts';

type Team = ReturnType<typeof newTeam>;

/** Something asked for. Texts such as `person:2`, `channel:0`, `group:1`, `folder:0` and `system:members` stand for ids, counted from the newest. */
interface Request {
  does: 'ask';
  who: number;
  method: string;
  path: string;
  fields: object;
}

const at = fc.nat(3);
const name = fc.constantFrom('One', 'Two', 'three', 'Three');
const people = fc.uniqueArray(
  fc.nat(5).map((one) => `person:${one}`),
  { minLength: 1, maxLength: 3 },
);
const groups = fc.uniqueArray(fc.constantFrom('group:0', 'group:1', 'system:moderators', 'system:members'), { minLength: 1, maxLength: 2 });
const held = fc.oneof(
  fc.constantFrom('group:0', 'group:1', 'system:nobody', 'system:moderators', 'system:everyone'),
  fc.record({ direct_members: people, direct_subgroups: groups }),
);
const yes = fc.boolean();
const topic = fc.constantFrom('greetings', 'lunch', '', 'channel events');

/** Channels named again, described, kept, closed, archived and brought back; their permissions given to groups. */
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

const asked = (method: string, path: string | fc.Arbitrary<string>, fields: fc.Arbitrary<object> = fc.constant({})) =>
  fc.record({
    does: fc.constant('ask' as const),
    // Mostly those who may.
    who: fc.oneof(fc.constant(0), fc.nat(5)),
    method: fc.constant(method),
    path: typeof path === 'string' ? fc.constant(path) : path,
    fields,
  });
const of = (before: string, kind: string, after = '') => at.map((one) => `${before}${kind}:${one}${after}`);

export const requests: fc.Arbitrary<Request> = fc.oneof(
  asked('PATCH', of('/streams/', 'channel'), channelEdits),
  asked('PATCH', of('/streams/', 'channel'), channelEdits),
  asked('DELETE', of('/streams/', 'channel')),
  asked('POST', of('/streams/', 'channel', '/delete_topic'), fc.record({ topic_name: topic })),
  asked('POST', '/user_groups/create', fc.record({ name, description: name, members: people })),
  asked('PATCH', of('/user_groups/', 'group'), fc.record({ name })),
  asked('PATCH', of('/user_groups/', 'group'), fc.record({ deactivated: yes })),
  asked('PATCH', of('/user_groups/', 'group'), fc.record({ description: name, can_manage_group: fc.record({ new: held }) })),
  asked('POST', of('/user_groups/', 'group', '/members'), fc.record({ add: people })),
  asked('POST', of('/user_groups/', 'group', '/members'), fc.record({ delete: people })),
  asked('POST', of('/user_groups/', 'group', '/subgroups'), fc.record({ add: groups })),
  asked('POST', of('/user_groups/', 'group', '/subgroups'), fc.record({ delete: groups })),
  asked('POST', '/channel_folders/create', fc.record({ name, description: name })),
  asked('PATCH', of('/channel_folders/', 'folder'), fc.record({ name, is_archived: yes })),
  asked('PATCH', '/channel_folders', fc.constantFrom({ order: ['folder:0', 'folder:1'] }, { order: ['folder:0'] })),
  asked('POST', '/default_streams', fc.record({ stream_id: of('', 'channel') })),
  asked('DELETE', '/default_streams', fc.record({ stream_id: of('', 'channel') })),
  asked('POST', '/default_stream_groups/create', fc.record({ group_name: name, description: name, stream_names: fc.constant(['quiet']) })),
  asked('DELETE', '/default_stream_groups/1'),
);

/** What the texts that stand for ids stand for now. */
export function spelled(app: Team['app'], everyone: readonly Person[], text: string): string {
  const newestFirst = (all: readonly { id: number }[]) => all.map(({ id }) => id).sort((a, b) => b - a);
  const things: Record<string, () => number[]> = {
    person: () => everyone.map(({ id }) => id),
    channel: () => newestFirst(app.channels.all()),
    group: () => newestFirst(app.groups.allNamed().filter(({ is_system }) => !is_system)),
    folder: () => newestFirst(app.channelFolders.all()),
  };
  return text
    .replace(/"?\b(person|channel|group|folder):(\d)"?/g, (_, kind: string, which: string) => String(things[kind]!()[Number(which)] ?? 999))
    .replace(/"system:(\w+)"/g, (_, role: string) => String(app.groups.named(`role:${role}`)!.id));
}
