import type { App } from '../../../app.ts';
import { insertChannel } from '../../channels/channels/create-actions.ts';
import { cleanName, MAX_CHANNEL_NAME_LENGTH, MAX_DESCRIPTION_LENGTH } from '../../channels/channels/rules.ts';
import {
  CHANNEL_PERMISSION_NAMES,
  CHANNEL_PERMISSIONS,
  type Channel,
  type ChannelPermission,
} from '../../channels/channels/types.ts';
import type { GroupSettingValue } from '../../people/groups/types.ts';
import { findSetting, type ImportContext } from './context.ts';
import { permissionValue } from './groups.ts';
import { importActor, type Outcome } from './people.ts';
import type { ImportedChannel, ImportedMembers, ImportOrigin } from './types.ts';

/**
 * Stores a channel without subscribers, who follow when all messages are there. A public channel with the same name
 * is used as it is. A private channel always becomes a new one, so that nobody reads it who could not before.
 */
export function writeChannel(context: ImportContext, channel: ImportedChannel): Outcome {
  const { app, source } = context;
  if (app.imports.find(source.id, 'channel', channel.origin)) return 'known';
  const name = oneLine(channel.name, MAX_CHANNEL_NAME_LENGTH) || channel.origin.slice(0, MAX_CHANNEL_NAME_LENGTH);
  const same = app.channels.named(name);
  if (same && !channel.is_private && canShare(context, channel, same)) {
    app.imports.add(source.id, 'channel', channel.origin, same.id);
    return 'linked';
  }
  const { id } = insertChannel(app, importActor(app), {
    name: freeName(app, name),
    description: oneLine(channel.description, MAX_DESCRIPTION_LENGTH),
    invite_only: channel.is_private,
    is_web_public: !channel.is_private && channel.is_web_public === true,
    history_public_to_subscribers: !channel.is_private || !channel.has_protected_history,
    ...(channel.topics_policy && { topics_policy: channel.topics_policy }),
    message_retention_days: channel.retention_days === -1 ? 'unlimited' : channel.retention_days,
    folder_id: findSetting(context, 'folder', channel.folder ?? ''),
    ...resolvePermissions(context, channel),
    is_default_stream: channel.is_default && !channel.is_private && !channel.is_archived,
    is_archived: channel.is_archived,
    date_created: channel.created,
    creator_id: app.imports.find(source.id, 'user', channel.creator ?? '')?.id ?? null,
  });
  app.imports.add(source.id, 'channel', channel.origin, id);
  return 'added';
}

function resolvePermissions(
  context: ImportContext,
  { origin, permissions = {} }: ImportedChannel,
): Partial<Record<ChannelPermission, GroupSettingValue>> {
  const values = CHANNEL_PERMISSION_NAMES.map((name) => {
    const rule = CHANNEL_PERMISSIONS[name];
    return [name, permissionValue(context, `channel ${origin}`, { name, rule, permissions })] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Whether messages of another server may go into this channel, which has the same name. */
const canShare = ({ app, source }: ImportContext, channel: ImportedChannel, same: Channel): boolean =>
  !same.invite_only &&
  !same.is_archived &&
  // A web-public channel is readable without an account.
  (!same.is_web_public || channel.is_web_public === true) &&
  app.imports.isTaken(source.id, 'channel', same.id) === undefined;

/** Adds a number to a name that is taken. */
function freeName(app: App, name: string): string {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`;
    const tried = cleanName([...name].slice(0, MAX_CHANNEL_NAME_LENGTH - ending.length).join('') + ending);
    if (!app.channels.named(tried)) return tried;
  }
}

/** A text in one line, without invisible control characters, and no longer than this. */
export const oneLine = (text: string, most: number): string =>
  [
    ...text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
    .trim();

/** Remembers who will be subscribed. Returns how many of them are new, and the origins of unknown users. */
export function writeMembers(app: App, source: ImportOrigin, { origin, users }: ImportedMembers) {
  const id = app.imports.find(source.id, 'channel', origin)?.id;
  const channel = id === undefined ? undefined : app.channels.byId(id);
  if (!channel) return { added: 0, unknown: [] };
  const subscribers = app.subscriptions.listSubscribers(channel.id);
  const unknown: string[] = [];
  let added = 0;
  for (const one of users) {
    const user = app.imports.find(source.id, 'user', one)?.id;
    if (user === undefined) unknown.push(one);
    else if (!subscribers.has(user) && app.importMembers.add(channel.recipient_id, user)) added += 1;
  }
  return { added, unknown };
}
