import type { App } from '../../../app.ts';
import { groupMention, inlineCode, quoteBlock, userMention } from '../../../markdown/generated.ts';
import { postNotice } from '../../messages/notices/actions.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel } from './types.ts';

/** Posts notices in the channel about changes of its name, description, privacy, posting permission and retention. */
export function sendEditNotices(app: App, actor: User, before: Channel, after: Channel): void {
  const who = userMention(actor);
  const post = (text: string) => postInChannel(app, after, text);
  if (before.name !== after.name)
    post(`${who} renamed this channel from ${inlineCode(before.name)} to ${inlineCode(after.name)}.`);
  const [oldAccess, newAccess] = [accessTo(before), accessTo(after)];
  if (oldAccess !== newAccess)
    post(`${who} changed who may read this channel from **${oldAccess}** to **${newAccess}**.`);
  if (before.can_send_message_group !== after.can_send_message_group)
    post(`${who} changed who may post here. Now it is ${people(app, after.can_send_message_group)}.`);
  if (before.description !== after.description)
    post(
      `${who} changed what this channel is for.\n\n* **Before:**\n${quoted(before.description)}\n\n* **Now:**\n${quoted(after.description)}`,
    );
  const [oldTime, newTime] = [retentionText(app, before), retentionText(app, after)];
  if (oldTime !== newTime)
    post(
      `${who} changed how long messages are kept here from **${oldTime}** to **${newTime}**.${newTime === FOREVER ? '' : ' Older ones are deleted.'}`,
    );
}

export const sendArchiveNotice = (app: App, actor: User, channel: Channel): void =>
  postInChannel(app, channel, `${userMention(actor)} archived this channel.`);
export const sendUnarchiveNotice = (app: App, actor: User, channel: Channel): void =>
  postInChannel(app, channel, `${userMention(actor)} brought this channel back from the archive.`);

/** Archived channels get no notices. */
function postInChannel(app: App, channel: Channel, text: string): void {
  if (!channel.is_archived) postNotice(app, channel, 'channel events', text);
}

function accessTo({ invite_only, is_web_public, history_public_to_subscribers }: Channel): string {
  if (is_web_public) return 'Web-public';
  if (!invite_only) return 'Public';
  return history_public_to_subscribers ? 'Private, shared history' : 'Private, protected history';
}

/** The users and groups with a permission, as silent mentions. */
function people(app: App, groupId: number): string {
  const { name } = app.groups.byId(groupId)!;
  if (name !== null) return groupMention(name);
  const members = app.groups.members(groupId).map((id) => userMention(app.users.byId(id)!));
  return [...members, ...app.groups.subgroups(groupId).map((id) => people(app, id))].join(', ');
}

const FOREVER = 'forever';

function retentionText(app: App, { message_retention_days }: Channel): string {
  const days = message_retention_days ?? app.realm.get('message_retention_days');
  return days > 0 ? `${days} day${days === 1 ? '' : 's'}` : FOREVER;
}

const quoted = (text: string): string => (text === '' ? '*nothing was said*' : quoteBlock(text));
