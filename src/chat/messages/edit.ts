import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import type { Rendered } from '../../markdown/render.ts';
import { claimFiles } from '../attachments/actions.ts';
import type { Attachment } from '../attachments/types.ts';
import type { User } from '../users/types.ts';
import { cleanContent, render } from './content.ts';
import { messageEdited } from './edit-events.ts';
import { requireEditable, requireUnchanged } from './edit-rules.ts';
import { holders } from './holders.ts';
import { factsOf, flagMentioned, requireManyAllowed, requireMentionable } from './mentions.ts';
import { isPublic, mayRead } from './rules.ts';
import { FACT, FLAG, type StoredMessage } from './types.ts';
import { flagsFor } from './views.ts';

/** Gives a message new content; the answer: the author’s files that no message mentions any more. Refuses who may not (any more), nothing at all, mentions not allowed, and a stale `prev_content_sha256`. */
export function editContent(app: App, actor: User, id: number, given: string, prev_content_sha256?: string): Attachment[] {
  const message = requireEditable(app, actor, id);
  requireUnchanged(message, prev_content_sha256);
  const content = given.trim() === '' ? '(deleted)' : cleanContent(given);
  if (content === message.content) return [];
  const rendered = render(app, actor, content);
  requireMentionable(app, actor, rendered);
  const channel = app.channels.byRecipient(message.recipient_id);
  const audience = holders(app, message);
  if (channel && rendered.mentions_channel && !(message.facts & FACT.mentionsChannel))
    requireManyAllowed(app, actor, app.subscriptions.subscribersOf(channel.id).size, 'STREAM_WILDCARD_MENTION_NOT_ALLOWED');
  return app.db.write(() => {
    const timestamp = seconds(app.clock);
    const past = { prev_content: message.content, prev_rendered_content: message.rendered_content };
    const edited: StoredMessage = {
      ...message,
      content,
      rendered_content: rendered.html,
      facts: factsOf(rendered),
      last_edit_timestamp: timestamp,
      edit_history: withEntry(message, { user_id: actor.id, timestamp, ...past }),
    };
    app.messages.edit(edited);
    app.linkPreviews.unwantAllOf(id);
    for (const url of rendered.unknown_links) app.linkPreviews.want(id, url);
    const detached = claimFiles(app, actor, edited, mayRead);
    mentionAnew(app, actor, edited, rendered, audience);
    const happening = messageEdited({
      user_id: actor.id,
      message_id: id,
      message_ids: [id],
      edit_timestamp: timestamp,
      channel,
      content: {
        orig_content: past.prev_content,
        orig_rendered_content: past.prev_rendered_content,
        content,
        rendered_content: rendered.html,
        is_me_message: rendered.is_me_message,
      },
      flags: flagsOfListeners(app, edited, audience),
    });
    app.events.publish(happening, audience, isPublic(app, message));
    return detached;
  });
}

/** Who is mentioned, and who waited for a word, follows from the new content alone. */
function mentionAnew(app: App, actor: User, message: StoredMessage, rendered: Rendered, receivers: ReadonlySet<number>): void {
  for (const { user_id } of app.messages.flagHolders(message.id))
    app.messages.removeFlags(FLAG.mentioned | FLAG.topicWildcard | FLAG.alertWord, user_id, message.id);
  const participants = rendered.mentions_topic ? app.topics.participants(message.topic_id!).filter((id) => receivers.has(id)) : [];
  if (rendered.mentions_topic) requireManyAllowed(app, actor, participants.length, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
  flagMentioned(app, message, rendered, receivers, participants);
}

/** What changed last stands first. */
export function withEntry({ edit_history }: StoredMessage, entry: object): string {
  return JSON.stringify([entry, ...(edit_history === null ? [] : (JSON.parse(edit_history) as object[]))]);
}

/** The flags of those somebody listens for; nobody else is told. */
export function flagsOfListeners(app: App, message: StoredMessage, audience: Iterable<number>): Map<number, readonly string[]> {
  const flags = new Map<number, readonly string[]>();
  for (const id of audience) if (app.queues.isListening(id)) flags.set(id, flagsFor(app, id, message));
  return flags;
}
