import assert from 'node:assert/strict';
import fc from 'fast-check';
import { archiveChannel, unarchiveChannel } from '../../../src/chat/channels/channels/actions.ts';
import { setChannelPermission, setChannelPrivacy } from '../../../src/chat/channels/channels/change-actions.ts';
import type { ChannelPermission } from '../../../src/chat/channels/channels/types.ts';
import type { SystemGroup } from '../../../src/chat/people/groups/types.ts';
import { changeName } from '../../../src/chat/people/users/actions.ts';
import {
  changeRole,
  createUser,
  deactivateUser,
  reactivateUser,
} from '../../../src/chat/people/users/management-actions.ts';
import { ApiError } from '../../../src/kernel/errors.ts';
import type { Role } from '../../../src/shared/roles.ts';
import type { newTeam, Reply, TestUser } from '../../support/team.ts';
import { requests } from './administration.ts';
import { messageRequests } from './messages.ts';
import { invitationRequests, organizationRequests, personalRequests } from './organization-requests.ts';
import { personalObjectRequests } from './personal-objects.ts';
import { resolveIds } from './requests.ts';

type Team = ReturnType<typeof newTeam>;

const who = fc.nat(5);
const some = fc.uniqueArray(who, { minLength: 1, maxLength: 3 });
/** The index of an existing object, counted from the newest. */
const which = fc.nat(6);
const topic = fc.constantFrom('greetings', 'Greetings', 'lunch', '');
const content = fc.constantFrom('hi', '@**all** look', '@**Mia** and @**Gus**', '@**topic**', '*soup*');

const permission = fc.constantFrom(
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
  'can_subscribe_group',
);

/** Actions in channels and conversations, and users who join and leave. */
const everyday = fc.oneof(
  fc.record({ does: fc.constant('send'), who, channel: which, topic, content }),
  fc.record({ does: fc.constant('send'), who, channel: which, topic, content }),
  fc.record({ does: fc.constant('tell'), who, people: some, content }),
  fc.record({ does: fc.constant('subscribe'), who, channel: which, people: fc.option(some) }),
  fc.record({ does: fc.constant('unsubscribe'), who, channel: which, people: fc.option(some) }),
  fc.record({
    does: fc.constant('set'),
    who,
    channel: which,
    property: fc.constantFrom('is_muted', 'pin_to_top', 'push_notifications'),
    value: fc.boolean(),
  }),
  fc.record({
    does: fc.constant('flag'),
    who,
    messages: fc.array(which, { minLength: 1, maxLength: 3 }),
    op: fc.constantFrom('add', 'remove'),
    flag: fc.constantFrom('read', 'starred', 'collapsed'),
  }),
  fc.record({ does: fc.constant('read'), who, what: fc.constantFrom('all', 'stream', 'topic'), channel: which, topic }),
  fc.record({ does: fc.constant('react'), who, message: which, removed: fc.boolean() }),
  fc.record({ does: fc.constant('delete'), who, message: which }),
  fc.record({ does: fc.constant('follow'), who, channel: which, topic, policy: fc.nat(3) }),
  fc.record({
    does: fc.constant('found'),
    who,
    name: fc.nat(3),
    people: some,
    privacy: fc.constantFrom('public', 'default', 'shared', 'protected'),
  }),
  fc.record({ does: fc.constant('role'), who, role: fc.constantFrom(100, 200, 300, 400, 600) }),
  fc.record({ does: fc.constant('rename'), who, name: fc.constantFrom('Ada L', 'Mia W', 'Max P') }),
  fc.record({ does: fc.constant('exchange'), who, left: which, joined: which }),
  fc.record({
    does: fc.constant('close'),
    who,
    channel: which,
    change: fc.constantFrom({ is_private: true }, { is_private: false }, { is_web_public: true }),
  }),
  fc.record({
    does: fc.constant('permit'),
    who,
    channel: which,
    permission,
    held: fc.oneof(fc.constantFrom('role:nobody', 'role:moderators', 'role:members', 'role:everyone'), some),
  }),
  fc.record({ does: fc.constant('archive'), who, channel: which }),
  fc.record({ does: fc.constant('unarchive'), who, channel: which }),
  fc.record({ does: fc.constant('admit'), who, role: fc.constantFrom(400, 600) }),
  fc.record({ does: fc.constant('deactivate'), who }),
  fc.record({ does: fc.constant('reactivate'), who }),
);

/** An action that a user tries. The server decides whether it is allowed. */
export const actions = fc.oneof(
  { weight: 5, arbitrary: everyday },
  { weight: 2, arbitrary: requests },
  { weight: 2, arbitrary: personalObjectRequests },
  { weight: 3, arbitrary: messageRequests },
  { weight: 2, arbitrary: invitationRequests },
  { weight: 1, arbitrary: personalRequests },
  { weight: 2, arbitrary: organizationRequests },
);
export type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never;

const PRIVACY = {
  public: {},
  default: { is_default_stream: true },
  shared: { invite_only: true, history_public_to_subscribers: true },
  protected: { invite_only: true, history_public_to_subscribers: false },
};
type Privacy = keyof typeof PRIVACY;

/** Performs an action, which succeeds or is rejected. Anything else is a failure. */
export async function perform(team: Team, people: readonly TestUser[], action: Action): Promise<void> {
  const person = people[action.who]!;
  const channels = team.app.channels.all().sort((a, b) => b.id - a.id);
  const channelAt = (at: number) => channels[at % channels.length]!;
  const messageAt = (at: number) => Math.max(1, team.app.messages.lastId() - at);
  const ids = (those: readonly number[]) => those.map((at) => people[at]!.id);
  const ask = async (method: string, path: string, fields: Record<string, unknown>): Promise<Reply> => {
    const reply =
      method === 'UPLOAD' ? await person.upload(path, listFiles(fields)) : await person.request(method, path, fields);
    assert.ok(reply.status < 500, `${person.name}: ${method} ${path} ${JSON.stringify(fields)}: ${reply.status}`);
    return reply;
  };
  switch (action.does) {
    case 'send':
      return void (await ask('POST', '/messages', {
        type: 'channel',
        to: channelAt(action.channel).id,
        topic: action.topic,
        content: action.content,
      }));
    case 'tell':
      return void (await ask('POST', '/messages', { type: 'direct', to: ids(action.people), content: action.content }));
    case 'subscribe':
      return void (await ask('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: channelAt(action.channel).name }],
        ...(action.people && { principals: ids(action.people) }),
      }));
    case 'unsubscribe':
      return void (await ask('DELETE', '/users/me/subscriptions', {
        subscriptions: [channelAt(action.channel).name],
        ...(action.people && { principals: ids(action.people) }),
      }));
    case 'set': {
      const change = { stream_id: channelAt(action.channel).id, property: action.property, value: action.value };
      return void (await ask('POST', '/users/me/subscriptions/properties', { subscription_data: [change] }));
    }
    case 'flag':
      return void (await ask('POST', '/messages/flags', {
        messages: action.messages.map(messageAt),
        op: action.op,
        flag: action.flag,
      }));
    case 'read':
      if (action.what === 'all') return void (await ask('POST', '/mark_all_as_read', {}));
      return void (await ask('POST', `/mark_${action.what}_as_read`, {
        stream_id: channelAt(action.channel).id,
        ...(action.what === 'topic' && { topic_name: action.topic }),
      }));
    case 'react':
      return void (await ask(action.removed ? 'DELETE' : 'POST', `/messages/${messageAt(action.message)}/reactions`, {
        emoji_name: 'octopus',
      }));
    case 'delete':
      return void (await ask('DELETE', `/messages/${messageAt(action.message)}`, {}));
    case 'follow':
      return void (await ask('POST', '/user_topics', {
        stream_id: channelAt(action.channel).id,
        topic: action.topic,
        visibility_policy: action.policy,
      }));
    case 'found':
      return void (await ask('POST', '/channels/create', {
        name: `founded ${action.name}`,
        subscribers: ids(action.people),
        ...PRIVACY[action.privacy as Privacy],
      }));
    case 'exchange':
      return void (await ask('PATCH', '/users/me/subscriptions', {
        delete: [channelAt(action.left).name],
        add: [{ name: channelAt(action.joined).name }],
      }));
    case 'ask':
      return void (await ask(
        action.method,
        resolveIds(team.app, people, action.path),
        JSON.parse(resolveIds(team.app, people, JSON.stringify(action.fields))),
      ));
    default:
      performInProcess(team, person, action, ids);
  }
}

/** The files of a request's fields: text, and pictures in base64. */
const listFiles = (fields: Record<string, unknown>): Record<string, Buffer> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      Buffer.from(text as string, name.endsWith('.png') ? 'base64' : 'utf8'),
    ]),
  );

/** Every user keeps their own current address and key. */
export function refreshCredentials({ app }: Team, people: readonly TestUser[]): void {
  for (const person of people) {
    const { email, api_key: apiKey } = app.users.byId(person.id)!;
    Object.assign(person, { email, apiKey });
  }
}

/** Actions without an endpoint, called in the same process. */
function performInProcess(
  { app }: Team,
  person: TestUser,
  action: Action,
  ids: (those: readonly number[]) => number[],
): void {
  const user = app.users.byId(person.id)!;
  const channels = app.channels.all().sort((a, b) => b.id - a.id);
  const channel = 'channel' in action ? channels[action.channel % channels.length]! : channels[0]!;
  const actions: Record<string, () => void> = {
    role: () => changeRole(app, undefined, user, (action as { role: Role }).role),
    rename: () => changeName(app, undefined, user, (action as { name: string }).name),
    deactivate: () => deactivateUser(app, undefined, user),
    admit: () => {
      const email = `new${app.users.all().length}@example.com`;
      createUser(app, { email, full_name: `New ${email}`, role: (action as { role: Role }).role });
    },
    reactivate: () => reactivateUser(app, undefined, user),
    archive: () => archiveChannel(app, user, channel),
    unarchive: () => unarchiveChannel(app, user, channel),
    close: () => setChannelPrivacy(app, user, channel, (action as { change: object }).change),
    permit: () => {
      const { permission, held } = action as { permission: ChannelPermission; held: string | number[] };
      const value =
        typeof held === 'string'
          ? app.groups.system(held as SystemGroup)
          : { direct_members: ids(held), direct_subgroups: [] };
      setChannelPermission(app, user, channel, permission, { new: value });
    },
  };
  try {
    if (user.is_active || action.does === 'reactivate') actions[action.does]!();
    app.db.commit();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
