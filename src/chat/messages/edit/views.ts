import { diffWordsWithSpace } from 'diff';
import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import { escapeText } from '../../../markdown/escape.ts';
import { readAccess, type Viewer } from '../../channels/channels/rules.ts';
import { hasMessage, requireReadableMessage } from '../messages/rules.ts';
import type { EditHistoryEntry, StoredMessage } from '../messages/types.ts';

/** One change of a message in the API's form. */
export type Change = EditHistoryEntry;

/**
 * The versions of a message that a user may see, newest first; undefined: none. The organization can hide the history,
 * or show only moves. Versions from a channel that the viewer cannot read are left out.
 */
export function editHistoryFor(app: App, viewer: Viewer, message: StoredMessage): Change[] | undefined {
  const { edit_history } = message;
  const policy = app.realm.get('message_edit_history_visibility_policy');
  if (edit_history === null || policy === 'none') return undefined;
  const changes: Change[] = [];
  for (const change of JSON.parse(edit_history) as Change[]) {
    if (change.prev_stream !== undefined && !couldRead(app, viewer, message, change.prev_stream)) break;
    if (policy === 'all') changes.push(change);
    else if (change.prev_topic !== undefined || change.prev_stream !== undefined) changes.push(withoutContent(change));
  }
  return changes.length > 0 ? changes : undefined;
}

/**
 * Whether the viewer could read the message if it were still in that channel. With protected history, only if the
 * message is in the viewer's own.
 */
function couldRead(app: App, viewer: Viewer, message: StoredMessage, channelId: number): boolean {
  const channel = app.channels.byId(channelId);
  const access = channel ? readAccess(app, viewer, channel) : 'none';
  return access === 'all' || (access === 'received' && hasMessage(app, viewer!.id, message));
}

const withoutContent = ({ prev_content: _content, prev_rendered_content: _html, ...move }: Change): Change => move;

/** A message as it was at some time. */
export interface Version {
  topic: string;
  content: string;
  rendered_content: string;
  user_id: number | null;
  timestamp: number;
  prev_topic?: string;
  prev_stream?: number;
  stream?: number;
  prev_content?: string;
  prev_rendered_content?: string;
  content_html_diff?: string;
}

/** Returns both versions in one HTML text, with removed and added words marked. */
type Compare = (before: string, after: string) => string;

/**
 * Compares the versions of a message that a user may see, two in each step, since a comparison takes milliseconds.
 * Returns a comparison that knows the results.
 */
export function* compareVersions(app: App, viewer: Viewer, id: number): Steps<Compare> {
  const pairs: [before: string, after: string][] = [];
  listVersions(app, viewer, id, (...pair) => {
    pairs.push(pair);
    return '';
  });
  const known = new Map<string, string>();
  const key: Compare = (before, after) => `${before}\0${after}`;
  for (const pair of pairs) {
    known.set(key(...pair), describeDifference(...pair));
    yield;
  }
  return (...pair) => known.get(key(...pair)) ?? describeDifference(...pair);
}

/** All versions of a message that a user may see, oldest first. Throws if the organization shows no history. */
export function listVersions(app: App, viewer: Viewer, id: number, compare: Compare): Version[] {
  const message = requireReadableMessage(app, viewer, id);
  if (app.realm.get('message_edit_history_visibility_policy') === 'none')
    throw badRequest('Message edit history is disabled in this organization');
  let { subject: topic, content, rendered_content } = message;
  const versions: Version[] = [];
  for (const change of editHistoryFor(app, viewer, message) ?? []) {
    const { user_id, timestamp, prev_topic, prev_content, prev_rendered_content, prev_stream, stream } = change;
    versions.push({
      topic,
      content,
      rendered_content,
      user_id,
      timestamp,
      ...(prev_topic !== undefined && { prev_topic }),
      ...(prev_stream !== undefined && { prev_stream, stream: stream! }),
      ...(prev_content !== undefined && {
        prev_content,
        prev_rendered_content: prev_rendered_content!,
        content_html_diff: compare(prev_content, content),
      }),
    });
    topic = prev_topic ?? topic;
    content = prev_content ?? content;
    rendered_content = prev_rendered_content ?? rendered_content;
  }
  versions.push({ topic, content, rendered_content, user_id: message.sender_id, timestamp: message.date_sent });
  return versions.reverse();
}

function describeDifference(before: string, after: string): string {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES });
  if (!parts) return `<div>${escapeText(after)}</div>`;
  const html = parts.map(({ value, added, removed }) => {
    const text = escapeText(value);
    if (!added && !removed) return text;
    return `<span class="highlight_text_${added ? 'inserted' : 'deleted'}">${text}</span>`;
  });
  return `<div>${html.join('').replaceAll('\n', '<br>\n')}</div>`;
}

/** Longer texts are shown as entirely new: the time for a comparison grows with the square of the number of words. */
const MOST_CHANGES = 400;
