import type { ImportedReaction, Reference, RichText } from '../../../chat/organization/imports/types.ts';
import { markdownToRich, quoted, titleOf } from '../markdown.ts';
import { isRaw, numberOf, type Raw, rawsOf, textOf, textsOf } from '../records.ts';
import type { MattermostArchive } from './read.ts';

type Conversation = { channel: string } | { users: string[] };

/** Translates a post and the replies in it. A post with replies becomes a topic. */
export function readPost(found: MattermostArchive, post: Raw, conversation: Conversation): void {
  const origin = addPost(found, post, conversation, undefined);
  if (origin === undefined) return;
  const replies = rawsOf(post.replies);
  for (const reply of replies) addPost(found, reply, conversation, origin);
}

/** Returns the post's origin; undefined: it is not imported. */
function addPost(
  found: MattermostArchive,
  post: Raw,
  conversation: Conversation,
  root: string | undefined,
): string | undefined {
  const { sink } = found;
  const author = textOf(post.user);
  const created = numberOf(post.create_at);
  const where = 'channel' in conversation ? conversation.channel : [...conversation.users].sort().join(',');
  const origin = found.distinct(`${where}/${author ?? ''}/${created ?? ''}`);
  const type = textOf(post.type) ?? '';
  const isNotice = type.startsWith('system_');
  if (!author || created === undefined || isNotice) {
    sink.skip('message', origin, isNotice ? `it is a notice of Mattermost (${type})` : 'it has no author or no time');
    return undefined;
  }
  const text = textOfPost(found, post, { author, created, where });
  const replies = rawsOf(post.replies).length;
  const thread = root ?? (replies > 0 ? origin : undefined);
  if (thread === origin) sink.thread(origin, titleOf(text));
  const edited = numberOf(post.edit_at) ?? 0;
  sink.message(
    {
      origin,
      sent: Math.floor(created / 1000),
      author,
      to:
        'users' in conversation
          ? conversation
          : { ...conversation, ...(thread && { thread: { origin: thread, title: '' } }) },
      text,
      edited: edited > created ? Math.floor(edited / 1000) : undefined,
      reactions: reactionsOf(post),
      starred: textsOf(post.flagged_by),
      pinned: post.is_pinned === true ? {} : undefined,
    },
    created / 1000,
  );
  return origin;
}

/** One reaction for each emoji, with all its users. */
function reactionsOf(post: Raw): ImportedReaction[] {
  const users = Map.groupBy(rawsOf(post.reactions), (reaction) => textOf(reaction.emoji_name) ?? '');
  return [...users].flatMap(([emoji, reactors]) =>
    emoji === '' ? [] : [{ emoji, users: reactors.flatMap((one) => textOf(one.user) ?? []) }],
  );
}

interface PostFacts {
  author: string;
  /** Milliseconds. */
  created: number;
  /** The channel, or the people of a direct message. */
  where: string;
}

function textOfPost(found: MattermostArchive, post: Raw, { author, created, where }: PostFacts): RichText {
  const team = where.split('/')[0]!;
  const parts: (string | Reference)[] = [...mattermostToRich(found, textOf(post.message) ?? '', team)];
  if (post.type === 'me' || post.type === 'custom_me') parts.unshift('/me ');
  const props = isRaw(post.props) ? post.props : {};
  for (const attachment of rawsOf(props.attachments)) {
    const lines = [attachment.pretext, attachment.title, attachment.text ?? attachment.fallback].map(textOf);
    const text = lines.filter(Boolean).join('\n');
    if (text !== '') parts.push('\n\n', ...quoted(mattermostToRich(found, text, team)));
  }
  for (const attachment of rawsOf(post.attachments)) {
    const path = textOf(attachment.path);
    if (!path) continue;
    const name = path.split('/').at(-1)!;
    const source = { path: found.pathOf(path) };
    found.sink.file({ origin: path, name, owner: author, created: Math.floor(created / 1000), source });
    parts.push('\n', { file: path, name });
  }
  return parts;
}

/** `@user`, `~channel`, `:emoji:`; not inside words and addresses. A full stop after a name ends the sentence. */
const REFERENCE =
  /(?<![\p{L}\p{N}_/@.])@(?<user>[a-z0-9](?:[a-z0-9._-]*[a-z0-9_])?)|(?<![\p{L}\p{N}_/~])~(?<channel>[a-z0-9_-]+)(?!~)|:(?<emoji>[a-z0-9_+-]+):/giu;

const mattermostToRich = (found: MattermostArchive, text: string, team: string): RichText =>
  markdownToRich(text, { pattern: REFERENCE, referenceOf: (match) => referenceIn(found, match.groups!, team) });

function referenceIn(
  found: MattermostArchive,
  { user, channel, emoji }: Readonly<Record<string, string | undefined>>,
  team: string,
): Reference | string | undefined {
  if (emoji !== undefined) return { emoji };
  if (channel !== undefined) {
    const name = found.channelName(`${team}/${channel}`);
    return name === undefined ? undefined : { channel: `${team}/${channel}`, name };
  }
  if (/^(channel|all|here)$/.test(user!)) return { everyone: true };
  return found.sink.hasUser(user!) ? { user: user! } : undefined;
}
