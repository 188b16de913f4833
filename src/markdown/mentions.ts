import type { StateInline } from 'markdown-it';
import { type Context, contextOf } from './context.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import type { Link } from './media.ts';
import { channelLinkAt, mentionAt } from './names.ts';
import type { Directory, Named } from './render.ts';
import { channelUrl, topicUrl } from './urls.ts';

const WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream']);

/** `@**Ada**`, `@_**Ada|9**`, `@**all**`, `@*designers*`. */
export function mention(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x40) return false;
  const written = mentionAt(state.src, state.pos);
  if (!written || state.pos + written.length > state.posMax) return false;
  const context = contextOf(state.env);
  const silent = written.silent || context.quoted;
  const html =
    written.kind === 'user' ? userMention(context, written.name, silent) : groupMention(context, written.name, silent);
  return html !== undefined && putHtml(state, html, written.length);
}

/** `#**design**`, `#**design>colours**`, `#**design>colours@123**`. */
export function channelLink(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x23) return false;
  const written = channelLinkAt(state.src, state.pos);
  if (!written || state.pos + written.length > state.posMax) return false;
  const context = contextOf(state.env);
  const { directory } = context;
  const channel = directory.channelNamed(written.channel);
  if (!channel) return false;
  context.link = true;
  return putHtml(
    state,
    written.topic === undefined ? channelHtml(channel) : writtenTopicHtml(directory, channel, written.topic),
    written.length,
  );
}

/** Puts finished HTML in place of the next `length` characters; `links` are those in it that may be shown as pictures. */
export function putHtml(state: StateInline, html: string, length: number, links?: readonly Link[]): true {
  const token = state.push('html', '', 0);
  token.content = html;
  if (links) token.meta = { links };
  state.pos += length;
  return true;
}

function userMention(context: Context, name: string, silent: boolean): string | undefined {
  if (WILDCARDS.has(name)) {
    context.channel ||= !silent;
    return span('user-mention channel-wildcard-mention', silent, ' data-user-id="*"', name);
  }
  if (name === 'topic') {
    context.topic ||= !silent;
    return span('topic-mention', silent, '', name);
  }
  const user = userWritten(context.directory, name);
  if (!user) return undefined;
  const quiet = silent || user.is_active === false;
  if (!quiet) context.users.add(user.id);
  return span('user-mention', quiet, ` data-user-id="${user.id}"`, user.full_name);
}

/** A name of several people names nobody, unless one of them alone is active; with an id, name and id must agree. */
function userWritten(directory: Directory, written: string): Named | undefined {
  const [, name, id] = /^(.*)\|(\d{1,15})$/.exec(written) ?? [];
  if (id === undefined) {
    const users = directory.usersNamed(written);
    const active = users.filter((one) => one.is_active !== false);
    return active.length === 1 ? active[0] : users.length === 1 ? users[0] : undefined;
  }
  const user = directory.userById(Number(id));
  return !name || user?.full_name.toLowerCase() === name.toLowerCase() ? user : undefined;
}

function groupMention(context: Context, name: string, silent: boolean): string | undefined {
  const group = context.directory.groupNamed(name);
  if (!group) return undefined;
  const quiet = silent || group.deactivated === true;
  if (!quiet) context.groups.add(group.id);
  return span(
    'user-group-mention',
    quiet,
    ` data-user-group-id="${group.id}"`,
    SYSTEM_GROUPS[group.name] ?? group.name,
  );
}

/** How mentions name the groups that follow from roles. Names of other groups never begin with `role:`. */
const SYSTEM_GROUPS: Readonly<Record<string, string>> = {
  'role:internet': 'Everyone on the internet',
  'role:everyone': 'Everyone',
  'role:members': 'Members',
  'role:fullmembers': 'Full members',
  'role:moderators': 'Moderators',
  'role:administrators': 'Administrators',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
};

function span(kind: string, silent: boolean, attributes: string, name: string): string {
  return `<span class="${kind}${silent ? ' silent' : ''}"${attributes}>${silent ? '' : '@'}${escapeText(name)}</span>`;
}

export function channelHtml(channel: { id: number; name: string }): string {
  return `<a class="stream" data-stream-id="${channel.id}" href="${escapeAttribute(channelUrl(channel))}">#${escapeText(channel.name)}</a>`;
}

/** A topic as its newest message's, which is found wherever the topic is moved; or one message. */
function writtenTopicHtml(directory: Directory, channel: { id: number; name: string }, written: string): string {
  const [, topic, message] = /^(.*)@(\d{1,15})$/.exec(written) ?? [];
  if (topic !== undefined) return topicHtml(channel, topic, message);
  const newest = directory.newestIn?.(channel.id, written);
  return topicHtml(channel, written, newest?.toString(), newest !== undefined);
}

/** A topic's link, or one to a message in it; `anchored`: the topic as the one that message is in. */
export function topicHtml(
  channel: { id: number; name: string },
  topic: string,
  message?: string,
  anchored = false,
): string {
  const url = escapeAttribute(topicUrl(channel, topic));
  const words = `#${escapeText(channel.name)} &gt; ${topic === '' ? '<em>general chat</em>' : escapeText(topic)}`;
  return message === undefined || anchored
    ? `<a class="stream-topic" data-stream-id="${channel.id}" href="${url}${anchored ? `/with/${message}` : ''}">${words}</a>`
    : `<a class="message-link" href="${url}/near/${message}">${words} @ 💬</a>`;
}
