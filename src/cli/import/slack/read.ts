import type { Archive } from '../archives/archive.ts';
import { BadArchive } from '../archives/archive.ts';
import { numberOf, objectsOf, type Raw, textOf, valuesOf } from '../records.ts';
import type { Sink } from '../sink.ts';
import { conversationsOf, dayFiles, type SlackConversation, userFiles } from './layout.ts';
import { readMessage, type SlackContext } from './messages.ts';
import { SlackUsers } from './users.ts';

/** Reads Slack's export of a workspace, or of an organization with several. */
export async function readSlack(archive: Archive, sink: Sink): Promise<void> {
  if (userFiles(archive).length === 0)
    throw new BadArchive('there is no users.json in it, so it is no export from Slack');
  const users = new SlackUsers(sink);
  await users.read(archive);
  await readEmoji(archive, sink);
  const context: SlackContext = { archive, sink, users };
  for await (const conversation of conversationsOf(archive, sink)) {
    for (const member of conversation.members) users.mention(member);
    addChannel(sink, conversation);
    for (const file of dayFiles(archive, conversation))
      for await (const { value } of objectsOf(archive, file, sink)) readMessage(context, conversation, value, file);
  }
}

function addChannel(sink: Sink, { id, name, isPrivate, raw, members }: SlackConversation): void {
  if (name === undefined) return;
  sink.channel(
    {
      origin: id,
      name,
      description: textIn(raw.purpose) || textIn(raw.topic),
      is_private: isPrivate,
      is_archived: raw.is_archived === true,
      is_default: raw.is_general === true,
      created: numberOf(raw.created),
      creator: textOf(raw.creator),
    },
    members,
  );
}

const textIn = (field: unknown): string => textOf((field as Raw | undefined)?.value) ?? '';

/** Slack's own exports have no emoji. Other programs add a list of names and addresses. */
async function readEmoji(archive: Archive, sink: Sink): Promise<void> {
  const images = new Map<string, string>();
  const aliases = new Map<string, string>();
  for await (const { key, value } of valuesOf(archive, 'emoji.json', sink)) {
    const target = textOf(value);
    if (target?.startsWith('alias:')) aliases.set(key, target.slice('alias:'.length));
    else if (target) images.set(key, target);
  }
  for (const [name, target] of [...images, ...[...aliases].map(([alias, of]) => [alias, images.get(of)] as const)]) {
    if (target === undefined) continue;
    const path = /^https?:/.test(target) ? undefined : target;
    sink.add({ kind: 'emoji', origin: name, name, image: path ? { path } : { url: target } });
  }
}
