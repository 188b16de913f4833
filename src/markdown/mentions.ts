import type { StateInline } from 'markdown-it';
import { type Context, getContext, type Link } from './context.ts';
import type { Directory, Named } from './directory.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { channelLinkAt, mentionAt } from './names.ts';
import { channelUrl, topicUrl } from './urls.ts';

const WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream']);

/** Parses `@**Ada**`, `@_**Ada|9**`, `@**all**` and `@*designers*`. */
export function mention(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x40) return false;
  const written = mentionAt(state.src, state.pos);
  if (!written || state.pos + written.length > state.posMax) return false;
  const context = getContext(state.env);
  const silent = written.silent || context.quoted;
  const html =
    written.kind === 'user' ? userMention(context, written.name, silent) : groupMention(context, written.name, silent);
  return html !== undefined && putHtml(state, html, written.length);
}

/** Parses `#**design**`, `#**design>colors**` and `#**design>colors@123**`. */
export function channelLink(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x23) return false;
  const written = channelLinkAt(state.src, state.pos);
  if (!written || state.pos + written.length > state.posMax) return false;
  const context = getContext(state.env);
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

/** Replaces the next `length` characters by finished HTML. `links` are the links in it that may be previewed. */
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

/**
 * A name that several users share names none of them, unless exactly one is active. With an id, name and id must agree.
 */
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

/** The names of system groups in mentions. Names of other groups never begin with `role:`. */
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

/** A link to a topic, by its newest message so that it still works when the topic is moved; or to one message. */
function writtenTopicHtml(directory: Directory, channel: { id: number; name: string }, written: string): string {
  const [, topic, message] = /^(.*)@(\d{1,15})$/.exec(written) ?? [];
  if (topic !== undefined) return topicHtml(channel, topic, message);
  const newest = directory.newestIn?.(channel.id, written);
  return topicHtml(channel, written, newest?.toString(), newest !== undefined);
}

/** A link to a topic, or to one message in it. `anchored`: the topic that contains that message. */
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
