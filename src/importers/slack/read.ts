import type { Archive } from '../archives/archive.ts';
import { BadArchive } from '../archives/archive.ts';
import { type Raw, readNumber, readObjects, readText, readValues } from '../records.ts';
import type { Sink } from '../sink.ts';
import { SlackApi } from './api.ts';
import { type SlackConversation, SlackLayout, userFiles } from './layout.ts';
import { readMessage, type SlackContext } from './messages.ts';
import { SlackGroups, SlackUsers } from './users.ts';

/** Reads Slack's export of a workspace, or of an organization with several. */
export async function readSlack(archive: Archive, sink: Sink): Promise<void> {
  if (userFiles(archive).length === 0)
    throw new BadArchive('there is no users.json in it, so it is no export from Slack');
  const api = sink.api && new SlackApi({ ...sink.api, sink });
  const users = new SlackUsers(archive, sink);
  await users.read(api);
  const groups = new SlackGroups();
  await groups.read(archive, sink, api);
  await readEmoji(archive, sink, api);
  const context: SlackContext = { archive, sink, users, groups };
  const layout = new SlackLayout(archive, sink);
  for await (const conversation of layout.conversations()) {
    for (const member of conversation.members) users.mention(member);
    addChannel(sink, conversation);
    for (const file of layout.dayFiles(conversation))
      for await (const { value } of readObjects(archive, file, sink)) readMessage(context, conversation, value, file);
  }
  users.addStubs();
  await layout.reportUnclaimed();
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
      created: readNumber(raw.created),
      creator: readText(raw.creator),
    },
    members,
  );
}

const textIn = (field: unknown): string => readText((field as Raw | undefined)?.value) ?? '';

/** Slack's own exports have no emoji. Other programs add a list of names and addresses, and a token gets it. */
async function readEmoji(archive: Archive, sink: Sink, api: SlackApi | undefined): Promise<void> {
  const targets = new Map(Object.entries((await api?.emoji()) ?? {}));
  for await (const { key, value } of readValues(archive, 'emoji.json', sink)) targets.set(key, value);
  for (const [name, target] of targets) {
    const image = findImage(targets, readText(target));
    if (image !== undefined) sink.emoji(name, /^https?:/.test(image) ? { url: image } : { path: image });
  }
}

/** The image of an emoji, which may be another name of another one. */
function findImage(targets: ReadonlyMap<string, unknown>, target: string | undefined): string | undefined {
  if (!target?.startsWith('alias:')) return target || undefined;
  const image = readText(targets.get(target.slice('alias:'.length)));
  return image?.startsWith('alias:') ? undefined : image;
}
