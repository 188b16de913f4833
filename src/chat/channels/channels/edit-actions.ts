import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { mustBeAdministrator } from '../../errors.ts';
import type { GroupSettingUpdate } from '../../people/groups/types.ts';
import { isAdministrator } from '../../people/users/roles.ts';
import type { User } from '../../people/users/types.ts';
import { removeFromAllDefaultGroups, setDefault } from '../default-channels/actions.ts';
import { unarchiveChannel } from '../subscriptions/unarchive.ts';
import { setTopicsPolicy } from '../topics/policy.ts';
import { archiveChannel } from './archive.ts';
import {
  type PrivacyChange,
  requireChannelAdministrator,
  setChannelPermission,
  setChannelPrivacy,
} from './change-permissions.ts';
import { renameChannel, setChannelDescription, setFolder, setRetention } from './change-properties.ts';
import type { Retention } from './create.ts';
import { sendArchiveNotice, sendEditNotices, sendUnarchiveNotice } from './notices.ts';
import { CHANNEL_PERMISSION_NAMES, type ChannelPermission } from './permissions.ts';
import { requireChannelAccess } from './rules.ts';
import type { TopicsPolicy } from './types.ts';

export type ChannelEdit = PrivacyChange & {
  new_name?: string;
  description?: string;
  is_default_stream?: boolean;
  message_retention_days?: Exclude<Retention, undefined>;
  is_archived?: boolean;
  folder_id?: number | null;
  topics_policy?: TopicsPolicy;
} & { [N in ChannelPermission]?: GroupSettingUpdate };

/** Changes a channel, everything requested or nothing, and posts notices in the channel. */
export function editChannel(app: App, actor: User, id: number, edit: ChannelEdit): void {
  app.db.write(() => {
    const before = requireChannelAccess(app, actor, id);
    requireChannelAdministrator(app, actor, before);
    const channel = () => app.channels.byId(id)!;
    if (edit.is_archived !== undefined) unarchive(app, actor, id, edit.is_archived);
    if (edit.is_default_stream !== undefined) requireAdministrator(actor);
    if (edit.is_default_stream === false) setDefault(app, actor, id, false);
    if (edit.new_name !== undefined) renameChannel(app, actor, channel(), edit.new_name);
    if (edit.description !== undefined) setChannelDescription(app, actor, channel(), edit.description);
    if (edit.message_retention_days !== undefined) setRetention(app, actor, channel(), edit.message_retention_days);
    if (edit.folder_id !== undefined) setFolder(app, actor, channel(), edit.folder_id);
    if (edit.topics_policy !== undefined) setTopicsPolicy(app, actor, channel(), edit.topics_policy);
    // Changes that may cost the actor the permission for the rest come last.
    for (const name of CHANNEL_PERMISSION_NAMES)
      if (name !== 'can_administer_channel_group') setPermissions(app, actor, id, name, edit);
    if (PRIVACY.some((name) => edit[name] !== undefined)) setChannelPrivacy(app, actor, channel(), edit);
    if (channel().invite_only) removeFromAllDefaultGroups(app, channel());
    if (edit.is_default_stream === true) setDefault(app, actor, id, true);
    setPermissions(app, actor, id, 'can_administer_channel_group', edit);
    sendEditNotices(app, actor, before, channel());
  });
}

const PRIVACY = ['is_private', 'is_web_public', 'history_public_to_subscribers'] as const;

function setPermissions(app: App, actor: User, id: number, name: ChannelPermission, edit: ChannelEdit): void {
  if (edit[name] !== undefined) setChannelPermission(app, actor, app.channels.byId(id)!, name, edit[name]);
}

function unarchive(app: App, actor: User, id: number, is_archived: boolean): void {
  if (is_archived) throw badRequest('A channel is archived by deleting it: is_archived can only be false.');
  unarchiveChannel(app, actor, app.channels.byId(id)!);
  sendUnarchiveNotice(app, actor, app.channels.byId(id)!);
}

function requireAdministrator(actor: User): void {
  if (!isAdministrator(actor)) throw mustBeAdministrator();
}

/** Archives a channel after posting a notice in it. */
export function archiveWithNotice(app: App, actor: User, id: number): void {
  const channel = requireChannelAccess(app, actor, id);
  requireChannelAdministrator(app, actor, channel);
  app.db.write(() => {
    sendArchiveNotice(app, actor, channel);
    archiveChannel(app, actor, channel);
    removeFromAllDefaultGroups(app, channel);
  });
}
