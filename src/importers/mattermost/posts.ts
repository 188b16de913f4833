import type { ImportedReaction, Reference, RichText } from '../../chat/organization/imports/types.ts';
import { type Card, cardBlocks, joinBlocks } from '../blocks.ts';
import { markdownToRich } from '../markdown.ts';
import { isRaw, type Raw, readNumber, readRaws, readText, readTexts } from '../records.ts';
import type { MattermostArchive } from './read.ts';

type Conversation = { channel: string } | { users: string[] };

/** Translates a post and the replies in it. A post with replies becomes a topic, also if it is left out itself. */
export function readPost(found: MattermostArchive, post: Raw, conversation: Conversation): void {
  const replies = readRaws(post.replies);
  const origin = makeOrigin(found, post, conversation);
  const root = replies.length > 0 ? origin : undefined;
  addPost(found, post, conversation, { origin, root });
  const followers = readRaws(post.thread_followers).length;
  if (followers > 0) found.sink.skip('follower', origin, 'who follows a thread is not imported', followers);
  for (const reply of replies)
    addPost(found, reply, conversation, { origin: makeOrigin(found, reply, conversation), root });
}

const getPlace = (conversation: Conversation): string =>
  'channel' in conversation ? conversation.channel : [...conversation.users].sort().join(',');

const makeOrigin = (found: MattermostArchive, post: Raw, conversation: Conversation): string =>
  found.distinct(
    `${getPlace(conversation)}/${found.makeOrigin(readText(post.user) ?? '')}/${readNumber(post.create_at) ?? ''}`,
  );

/** Who a post is from. A webhook, or a program that posts under another name, is a bot of that name. */
function findAuthor(found: MattermostArchive, post: Raw, conversation: Conversation): string | undefined {
  const username = readText(post.user) ?? '';
  const props = isRaw(post.props) ? post.props : {};
  const isHook = String(props.from_webhook) === 'true' && !found.isBot(username);
  const shown = readText(props.override_username) || (isHook ? readText(props.webhook_display_name) || username : '');
  // A direct message is between its people, whatever they are called in it.
  if (shown && ('channel' in conversation || username === '')) return found.webhook(username, shown);
  return username === '' ? undefined : found.person(username);
}

/** `root`: the first post of its thread, which may be the post itself. */
function addPost(
  found: MattermostArchive,
  post: Raw,
  conversation: Conversation,
  { origin, root }: { origin: string; root: string | undefined },
): void {
  const { sink } = found;
  const created = readNumber(post.create_at);
  const reason = reasonAgainstPost(post);
  const author = reason === undefined ? findAuthor(found, post, conversation) : undefined;
  if (!author || created === undefined) {
    sink.skip('message', origin, reason ?? 'it has no author or no time');
    return;
  }
  const text = textOfPost(found, post, { author, created, where: getPlace(conversation) });
  const edited = readNumber(post.edit_at) ?? 0;
  const thread = root === undefined ? {} : { thread: { origin: root, title: '' } };
  sink.message(
    {
      origin,
      sent: Math.floor(created / 1000),
      author,
      to: 'users' in conversation ? conversation : { ...conversation, ...thread },
      text,
      said: JSON.stringify([post.message, post.props, readRaws(post.attachments).map(({ path }) => path)]),
      edited: edited > created ? Math.floor(edited / 1000) : undefined,
      reactions: readReactions(found, post),
      starred: readTexts(post.flagged_by).map(found.makeOrigin),
      pinned: post.is_pinned === true ? {} : undefined,
    },
    created / 1000,
  );
}

/** Why a post is not imported, whatever else it says. undefined: it can be. */
function reasonAgainstPost(post: Raw): string | undefined {
  const type = readText(post.type) ?? '';
  if ([post.delete_at, post.deleted_at].some((at) => (readNumber(at) ?? 0) > 0)) return 'it was deleted';
  if (readText(post.original_id)) return 'it is an earlier version of a post';
  if (type === 'burn_on_read') return 'it was deleted after reading';
  return type.startsWith('system_') ? `it is a notice of Mattermost (${type})` : undefined;
}

/** One reaction for each emoji, with all its users. */
function readReactions(found: MattermostArchive, post: Raw): ImportedReaction[] {
  const users = Map.groupBy(readRaws(post.reactions), (reaction) => readText(reaction.emoji_name) ?? '');
  return [...users].flatMap(([emoji, reactors]) =>
    emoji === ''
      ? []
      : [{ emoji, users: reactors.flatMap(({ user }) => (readText(user) ? found.person(readText(user)!) : [])) }],
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
  const translate = (text: string): RichText => mattermostToRich(found, text, team);
  const message = translate(readText(post.message) ?? '');
  const isAction = post.type === 'me' || post.type === 'custom_me';
  const blocks: RichText[] = [isAction ? ['/me ', ...message] : message];
  const props = isRaw(post.props) ? post.props : {};
  for (const attachment of readRaws(props.attachments)) blocks.push(...cardBlocks(makeCard(attachment), translate));
  for (const attachment of readRaws(post.attachments)) {
    const path = readText(attachment.path);
    if (!path) continue;
    const name = path.split(/[/\\]/).at(-1)!;
    const source = { path: found.makePath(path) };
    found.sink.file({ origin: path, name, owner: author, created: Math.floor(created / 1000), source });
    blocks.push([{ file: path, name }]);
  }
  return joinBlocks(blocks);
}

function makeCard(attachment: Raw): Card {
  const text = (name: string) => readText(attachment[name]);
  const isEmpty = !text('pretext') && !text('title') && !text('text') && readRaws(attachment.fields).length === 0;
  return {
    pretext: text('pretext'),
    author: text('author_name'),
    authorUrl: text('author_link'),
    title: text('title'),
    titleUrl: text('title_link'),
    text: text('text') || (isEmpty ? text('fallback') : ''),
    fields: readRaws(attachment.fields).map(({ title, value }) => ({
      name: readText(title) ?? '',
      value: value === null || value === undefined ? '' : String(value),
    })),
    image: text('image_url') || text('thumb_url'),
    footer: text('footer'),
  };
}

/** `@user`, `~channel`, `:emoji:`; not inside words and addresses. A full stop after a name ends the sentence. */
const REFERENCE =
  /(?<![\p{L}\p{N}_/@.])@(?<user>[a-z0-9](?:[a-z0-9._-]*[a-z0-9_])?)|(?<![\p{L}\p{N}_/~])~(?<channel>[a-z0-9_-]+)(?!~)|:(?<emoji>[a-z0-9_+-]+):/giu;

const mattermostToRich = (found: MattermostArchive, text: string, team: string): RichText =>
  markdownToRich(text, {
    pattern: REFERENCE,
    makeReference: (match) => referenceIn(found, match.groups!, team),
  });

function referenceIn(
  found: MattermostArchive,
  { user, channel, emoji }: Readonly<Record<string, string | undefined>>,
  team: string,
): Reference | string | undefined {
  if (emoji !== undefined) return { emoji };
  if (channel !== undefined) {
    const name = found.channelName(`${team}/${channel.toLowerCase()}`);
    return name === undefined ? undefined : { channel: `${team}/${channel.toLowerCase()}`, name };
  }
  const username = user!.toLowerCase();
  if (/^(channel|all|here)$/.test(username)) return { everyone: true };
  const origin = found.makeOrigin(username);
  return found.isKnown(origin) ? { user: origin } : undefined;
}
