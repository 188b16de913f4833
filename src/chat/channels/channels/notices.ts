import type { App } from '../../../app.ts';
import {
  type GeneratedMarkdown,
  groupMention,
  inlineCode,
  joinMarkdown,
  markdown,
  quoteBlock,
  userMention,
} from '../../../markdown/generated.ts';
import { postNotice } from '../../messages/notices/actions.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel } from './types.ts';

/** Posts notices in the channel about changes of its name, description, privacy, posting permission and retention. */
export function sendEditNotices(app: App, actor: User, before: Channel, after: Channel): void {
  const who = userMention(actor);
  const post = (text: GeneratedMarkdown) => postInChannel(app, after, text);
  if (before.name !== after.name)
    post(markdown`${who} renamed this channel from ${inlineCode(before.name)} to ${inlineCode(after.name)}.`);
  const [oldAccess, newAccess] = [accessTo(before), accessTo(after)];
  if (oldAccess !== newAccess)
    post(markdown`${who} changed who may read this channel from **${oldAccess}** to **${newAccess}**.`);
  if (before.can_send_message_group !== after.can_send_message_group)
    post(markdown`${who} changed who may post here. Now it is ${people(app, after.can_send_message_group)}.`);
  if (before.description !== after.description)
    post(
      markdown`${who} changed what this channel is for.\n\n* **Before:**\n${quoted(before.description)}\n\n* **Now:**\n${quoted(after.description)}`,
    );
  const [oldTime, newTime] = [retentionText(app, before), retentionText(app, after)];
  if (oldTime === newTime) return;
  const deletion = newTime === FOREVER ? markdown`` : markdown` Older ones are deleted.`;
  post(markdown`${who} changed how long messages are kept here from **${oldTime}** to **${newTime}**.${deletion}`);
}

export const sendArchiveNotice = (app: App, actor: User, channel: Channel): void =>
  postInChannel(app, channel, markdown`${userMention(actor)} archived this channel.`);
export const sendUnarchiveNotice = (app: App, actor: User, channel: Channel): void =>
  postInChannel(app, channel, markdown`${userMention(actor)} brought this channel back from the archive.`);

/** Archived channels get no notices. */
function postInChannel(app: App, channel: Channel, text: GeneratedMarkdown): void {
  if (!channel.is_archived) postNotice(app, channel, 'channel events', text);
}

function accessTo({ invite_only, is_web_public, history_public_to_subscribers }: Channel): GeneratedMarkdown {
  if (is_web_public) return markdown`Web-public`;
  if (!invite_only) return markdown`Public`;
  return history_public_to_subscribers ? markdown`Private, shared history` : markdown`Private, protected history`;
}

/** The users and groups with a permission, as silent mentions. */
function people(app: App, groupId: number): GeneratedMarkdown {
  const { name } = app.groups.byId(groupId)!;
  if (name !== null) return groupMention(name);
  const members = app.groups.members(groupId).map((id) => userMention(app.users.byId(id)!));
  return joinMarkdown([...members, ...app.groups.subgroups(groupId).map((id) => people(app, id))], ', ');
}

const FOREVER = markdown`forever`;

function retentionText(app: App, { message_retention_days }: Channel): GeneratedMarkdown {
  const days = message_retention_days ?? app.realm.get('message_retention_days');
  if (days <= 0) return FOREVER;
  return days === 1 ? markdown`1 day` : markdown`${days} days`;
}

const quoted = (text: string): GeneratedMarkdown => (text === '' ? markdown`*no description*` : quoteBlock(text));
