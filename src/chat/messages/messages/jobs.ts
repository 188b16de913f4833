import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { repeatInTurns } from '../../../kernel/time-slices.ts';
import { job } from '../../declare.ts';
import { purgeSome, removeMessages } from '../delete/actions.ts';
import { lastSentBefore, makeSpans } from '../narrow/spans.ts';
import type { Span } from '../narrow/types.ts';

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
  const getLimit = (days: number): Limit => {
    const before = now - days * DAY;
    let limit = limits.get(days);
    if (!limit) limits.set(days, (limit = { before, spans: makeSpans(app, { from: 0, until: before }) }));
    return limit;
  };
  const found = app.channels.all().flatMap(({ recipient_id, message_retention_days }) => {
    const days = message_retention_days ?? usual;
    if (days <= 0) return [];
    const { before, spans } = getLimit(days);
    return spans
      .filter(([from, upTo]) => app.messages.hasBetween(recipient_id, from, upTo))
      .map((span) => ({ recipient_id, span, before }));
  });
  if (usual <= 0) return found;
  const { before, spans } = getLimit(usual);
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

/** Deletes messages that are older than the retention of their channel or organization. */
export const retention = job({
  name: 'message retention',
  every: 3600,
  async run(app, stopping) {
    // Other requests run between batches.
    for (const conversation of overdue(app, seconds(app.clock)))
      while (!stopping?.aborted && expireSome(app, conversation)) await app.db.committed();
  },
});

/** A client repeats a send within minutes if it got no reply. Local ids are deleted after two days. */
export const forgetLocalIds = job({
  name: 'forget what clients called their messages',
  every: DAY / 4,
  run(app) {
    const before = lastSentBefore(app, seconds(app.clock) - 2 * DAY);
    app.db.write(() => app.messages.forgetSentBefore(before));
  },
});

/** Indexes new messages that no step indexed yet, so that no search has to wait for it. */
export const indexMessages = job({
  name: 'index messages',
  every: 1,
  run: (app, stopping) => repeatInTurns(app.messages.indexSome, stopping),
});

/** Deletes messages permanently when the time to restore them has passed. */
export const purge = job({
  name: 'delete messages permanently',
  every: 3600,
  async run(app, stopping) {
    // Other requests run between batches.
    while (!stopping?.aborted && purgeSome(app)) await app.db.committed();
  },
});
