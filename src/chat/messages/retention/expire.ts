import type { App } from '../../../app.ts';
import { lastIdBefore } from '../../channels/channels/traffic.ts';
import { removeMessages } from '../delete/actions.ts';

const DAY = 86_400;
/** Deleted at once: a batch small enough that other requests need not wait long. */
const BATCH = 100;

/** A conversation with expired messages: those up to an id. */
export interface Overdue {
  recipient_id: number;
  upTo: number;
}

/** Channels follow their own setting or the organization's, direct messages the organization's. `now` is in seconds. */
export function overdue(app: App, now: number): Overdue[] {
  const usual = app.realm.get('message_retention_days');
  const limits = new Map<number, number>();
  const upToAfter = (days: number): number => {
    if (!limits.has(days)) limits.set(days, lastIdBefore(app, now - days * DAY));
    return limits.get(days)!;
  };
  const found = app.channels.all().flatMap(({ recipient_id, message_retention_days }) => {
    const days = message_retention_days ?? usual;
    if (days <= 0) return [];
    const upTo = upToAfter(days);
    return (app.channels.firstMessage(recipient_id) ?? Infinity) <= upTo ? [{ recipient_id, upTo }] : [];
  });
  if (usual <= 0) return found;
  const upTo = upToAfter(usual);
  return [...found, ...app.messages.oldConversations(upTo).map((recipient_id) => ({ recipient_id, upTo }))];
}

/** Deletes the oldest batch. Returns whether there are more. */
export function expireSome(app: App, { recipient_id, upTo }: Overdue): boolean {
  const messages = app.messages.oldest(recipient_id, upTo, BATCH);
  removeMessages(app, messages, { by: null });
  return messages.length === BATCH;
}
