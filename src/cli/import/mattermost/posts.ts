import type { ImportedReaction, Reference, RichText } from '../../../chat/organization/imports/types.ts';
import { markdownToRich, quoted } from '../markdown.ts';
import { isRaw, numberOf, type Raw, rawsOf, textOf, textsOf } from '../records.ts';
import type { MattermostArchive } from './read.ts';

type Conversation = { channel: string } | { users: string[] };

/** Translates a post and the replies in it. A post with replies becomes a topic, also if it is left out itself. */
export function readPost(found: MattermostArchive, post: Raw, conversation: Conversation): void {
  const replies = rawsOf(post.replies);
  const origin = originOf(found, post, conversation);
  const root = replies.length > 0 ? origin : undefined;
  addPost(found, post, conversation, { origin, root });
  for (const reply of replies)
    addPost(found, reply, conversation, { origin: originOf(found, reply, conversation), root });
}

const placeOf = (conversation: Conversation): string =>
  'channel' in conversation ? conversation.channel : [...conversation.users].sort().join(',');

const originOf = (found: MattermostArchive, post: Raw, conversation: Conversation): string =>
  found.distinct(`${placeOf(conversation)}/${textOf(post.user) ?? ''}/${numberOf(post.create_at) ?? ''}`);

/** `root`: the first post of its thread, which may be the post itself. */
function addPost(
  found: MattermostArchive,
  post: Raw,
  conversation: Conversation,
  { origin, root }: { origin: string; root: string | undefined },
): void {
  const { sink } = found;
  const author = textOf(post.user);
  const created = numberOf(post.create_at);
  const reason = reasonAgainstPost(post);
  if (!author || created === undefined || reason) {
    sink.skip('message', origin, reason ?? 'it has no author or no time');
    return;
  }
  const text = textOfPost(found, post, { author, created, where: placeOf(conversation) });
  const edited = numberOf(post.edit_at) ?? 0;
  const thread = root === undefined ? {} : { thread: { origin: root, title: '' } };
  sink.message(
    {
      origin,
      sent: Math.floor(created / 1000),
      author,
      to: 'users' in conversation ? conversation : { ...conversation, ...thread },
      text,
      said: JSON.stringify([post.message, post.props, rawsOf(post.attachments).map(({ path }) => path)]),
      edited: edited > created ? Math.floor(edited / 1000) : undefined,
      reactions: reactionsOf(post),
      starred: textsOf(post.flagged_by),
      pinned: post.is_pinned === true ? {} : undefined,
    },
    created / 1000,
  );
}

/** Why a post is not imported, whatever else it says. undefined: it can be. */
function reasonAgainstPost(post: Raw): string | undefined {
  const type = textOf(post.type) ?? '';
  if ([post.delete_at, post.deleted_at].some((at) => (numberOf(at) ?? 0) > 0)) return 'it was deleted';
  if (textOf(post.original_id)) return 'it is an earlier version of a post';
  if (type === 'burn_on_read') return 'it was deleted after reading';
  return type.startsWith('system_') ? `it is a notice of Mattermost (${type})` : undefined;
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
