import type { App } from '../../../app.ts';
import { realmGroup } from '../../people/groups/rules.ts';
import type { SystemGroup } from '../../people/groups/types.ts';
import { holdsAll, narrowestAround } from '../../people/groups/views.ts';

/** The old numbers for who has a permission, strictest first. */
type Policy = readonly (readonly [SystemGroup, number])[];

/** `realm_create_public_stream_policy` and `realm_create_private_stream_policy`. */
const CREATE_CHANNEL: Policy = [
  ['role:administrators', 2],
  ['role:moderators', 4],
  ['role:fullmembers', 3],
  ['role:members', 1],
];

/** `realm_create_web_public_stream_policy`. */
const CREATE_WEB_PUBLIC_CHANNEL: Policy = [
  ['role:nobody', 6],
  ['role:owners', 7],
  ['role:administrators', 2],
  ['role:moderators', 4],
];

/** `realm_wildcard_mention_policy`. */
const MENTION_MANY: Policy = [
  ['role:nobody', 6],
  ['role:administrators', 5],
  ['role:moderators', 7],
  ['role:fullmembers', 3],
  ['role:members', 2],
  ['role:everyone', 1],
];

/** The values that older clients know instead of permissions and policies: each is derived from one of them. */
export const legacyFields = (app: App) => ({
  create_public_stream_policy: legacyPolicy(app, realmGroup(app, 'can_create_public_channel_group'), CREATE_CHANNEL),
  create_private_stream_policy: legacyPolicy(app, realmGroup(app, 'can_create_private_channel_group'), CREATE_CHANNEL),
  create_web_public_stream_policy: legacyPolicy(
    app,
    realmGroup(app, 'can_create_web_public_channel_group'),
    CREATE_WEB_PUBLIC_CHANNEL,
  ),
  wildcard_mention_policy: legacyPolicy(app, realmGroup(app, 'can_mention_many_users_group'), MENTION_MANY),
  allow_edit_history: app.realm.get('message_edit_history_visibility_policy') !== 'none',
  mandatory_topics: app.realm.get('topics_policy') === 'disable_empty_topic',
});

/** The strictest old number that covers everyone who can be in the group; the widest if none does. */
function legacyPolicy(app: App, groupId: number, policy: Policy): number {
  const around = narrowestAround(app, groupId);
  return (policy.find(([name]) => holdsAll(name, around)) ?? policy.at(-1)!)[1];
}
