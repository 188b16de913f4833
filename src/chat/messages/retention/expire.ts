import type { App } from '../../../app.ts';
import { removeMessages } from '../delete/actions.ts';
import type { Span } from '../narrow/conditions.ts';
import { spansOf } from '../narrow/spans.ts';

const DAY = 86_400;
/** Deleted at once: a batch small enough that other requests need not wait long. */
const BATCH = 100;

/** A conversation, and ids in which it has messages that may have been sent before a time, in seconds. */
export interface Overdue {
  recipient_id: number;
  span: Span;
  before: number;
}

/** What a retention in days deletes. Imported messages are newer rows than their times say. */
interface Limit {
  before: number;
  spans: readonly Span[];
}

/** Channels follow their own setting or the organization's, direct messages the organization's. `now` is in seconds. */
export function overdue(app: App, now: number): Overdue[] {
  const usual = app.realm.get('message_retention_days');
  const limits = new Map<number, Limit>();
  const limitOf = (days: number): Limit => {
    const before = now - days * DAY;
    let limit = limits.get(days);
    if (!limit) limits.set(days, (limit = { before, spans: spansOf(app, { from: 0, until: before }) }));
    return limit;
  };
  const found = app.channels.all().flatMap(({ recipient_id, message_retention_days }) => {
    const days = message_retention_days ?? usual;
    if (days <= 0) return [];
    const { before, spans } = limitOf(days);
    return spans
      .filter(([from, upTo]) => app.messages.hasBetween(recipient_id, from, upTo))
      .map((span) => ({ recipient_id, span, before }));
  });
  if (usual <= 0) return found;
  const { before, spans } = limitOf(usual);
  const direct = spans.flatMap((span) =>
    app.messages.conversationsBetween(...span).map((recipient_id) => ({ recipient_id, span, before })),
  );
  return [...found, ...direct];
}

/** Deletes the oldest batch. Returns whether there are more. */
export function expireSome(app: App, { recipient_id, span: [from, upTo], before }: Overdue): boolean {
  const messages = app.messages.sentBefore(recipient_id, from, upTo, before, BATCH);
  removeMessages(app, messages, { by: null });
  return messages.length === BATCH;
}
