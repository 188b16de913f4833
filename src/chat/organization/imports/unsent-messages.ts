import { seconds } from '../../../kernel/clock.ts';
import { cleanTopic, isTopicAllowed } from '../../channels/topics/rules.ts';
import type { User } from '../../people/users/types.ts';
import { insertDrafts } from '../../personal/drafts/actions.ts';
import type { Draft } from '../../personal/drafts/types.ts';
import { insertScheduledMessage } from '../../personal/scheduled-messages/actions.ts';
import type { MessageContent } from '../../personal/scheduled-messages/types.ts';
import { oneLine } from './channels.ts';
import { findChannel, findUser, type ImportContext } from './context.ts';
import { renderImported } from './markdown.ts';
import type { Outcome } from './people.ts';
import { draftText, NOWHERE, ownText, writeOwn } from './personal.ts';
import type { ImportedDraft, ImportedScheduledMessage } from './personal-types.ts';
import type { Destination } from './types.ts';

/** The sending program of scheduled messages that were imported. */
const CLIENT = 'Import';

export const writeDraft = (context: ImportContext, record: ImportedDraft): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    if (!user.settings.enable_drafts_synchronization)
      return { reason: 'its author does not keep drafts on the server' };
    const content = draftText(context, user, record.text);
    const timestamp = record.edited ?? seconds(app.clock);
    const [id] = insertDrafts(app, user, [{ ...getRecipient(context, user, record.to), content, timestamp }]);
    return { id: id! };
  });

/** The recipient of a draft; none if it is not imported. */
function getRecipient(
  context: ImportContext,
  user: User,
  to: Destination | undefined,
): Pick<Draft, 'type' | 'to' | 'topic'> {
  if (to && 'users' in to) {
    const people = to.users.flatMap((one) => findUser(context, one)?.id ?? []);
    const others = people.filter((id) => id !== user.id);
    if (people.length > 0) return { type: 'private', to: [...new Set(others.length > 0 ? others : people)], topic: '' };
  } else if (to) {
    const channel = findChannel(context, to.channel);
    if (channel) return { type: 'stream', to: [channel.id], topic: cleanTopic(oneLine(to.topic ?? '', 1000)) };
  }
  return { type: '', to: [], topic: '' };
}

/**
 * Stores a message to send later. One whose time has passed is not sent: the other server may have sent it. Its author
 * sees it as failed.
 */
export const writeScheduledMessage = (context: ImportContext, record: ImportedScheduledMessage): Outcome =>
  writeOwn(context, record, (user) => {
    const { app, skip } = context;
    const { to, deliver_at, read_by_sender } = record;
    const place = findPlace(context, user, to);
    if ('reason' in place) return place;
    const content = ownText(context, user, record.text);
    const rendered_content = renderImported(app, context.source, { author: user, recipient_id: NOWHERE }, content).html;
    const isPast = deliver_at <= seconds(app.clock);
    if (isPast && !record.failed) skip(record.kind, record.origin, 'its time has passed, so it is not sent');
    const stored = {
      ...place,
      content,
      rendered_content,
      deliver_at,
      client: CLIENT,
      read_by_sender,
      failed: record.failed || isPast,
    };
    return { id: insertScheduledMessage(app, user, stored) };
  });

type Place = Pick<MessageContent, 'channel_id' | 'user_ids' | 'topic'>;

function findPlace(context: ImportContext, user: User, to: Destination): Place | { reason: string } {
  if ('users' in to) {
    const people = [...new Set(to.users.flatMap((one) => findUser(context, one)?.id ?? []))];
    const others = people.filter((id) => id !== user.id);
    if (people.length === 0) return { reason: 'nobody to whom it goes is imported' };
    return { channel_id: null, user_ids: others.length > 0 ? others : [user.id], topic: '' };
  }
  const channel = findChannel(context, to.channel);
  if (!channel) return { reason: 'its channel is not imported' };
  const topic = cleanTopic(oneLine(to.topic ?? '', 1000));
  if (!isTopicAllowed(context.app, channel, topic)) return { reason: 'its topic is not allowed in the channel' };
  return { channel_id: channel.id, user_ids: null, topic };
}
