import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { repeatInTurns } from '../../../kernel/time-slices.ts';
import { markdown, plainText, timeMarkdown } from '../../../markdown/generated.ts';
import { accountDeactivated } from '../../errors.ts';
import { sendNotice } from '../../messages/notices/actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import type { User } from '../../people/users/types.ts';
import { scheduledMessageRemoved, scheduledMessageUpdated } from './events.ts';
import { DUE_IN_A_TURN, type StoredScheduledMessage } from './types.ts';

/**
 * Sends all due messages, however old: the machine may have slept, or the clock may have jumped. Others' requests are
 * answered in between.
 */
export const sendDueMessages = (app: App, stopping?: AbortSignal) =>
  app.memory.scheduledMessageRun.run(() =>
    repeatInTurns(() => {
      const due = app.scheduledMessages.due(seconds(app.clock), DUE_IN_A_TURN);
      for (const message of due) deliver(app, app.users.byId(message.user_id)!, message);
      return due.length === DUE_IN_A_TURN;
    }, stopping),
  );

/** One write deletes the row and sends the message: it is sent once, wherever the server stops. */
function deliver(app: App, sender: User, message: StoredScheduledMessage): void {
  try {
    app.db.write(() => {
      app.scheduledMessages.remove(message.id);
      send(app, sender, message);
      app.events.publish(scheduledMessageRemoved({ scheduled_message_id: message.id }), [sender.id]);
    });
  } catch (error) {
    if (!(error instanceof ApiError))
      app.log.error({ err: error, id: message.id }, 'a scheduled message could not be sent');
    fail(app, sender, message, error instanceof ApiError ? error.message : 'Internal server error');
  }
}

function send(
  app: App,
  sender: User,
  { channel_id, user_ids, topic, content, client, read_by_sender }: StoredScheduledMessage,
): void {
  if (!sender.is_active) throw accountDeactivated();
  if (channel_id === null) sendDirectMessage(app, sender, user_ids!, content, { client, read_by_sender });
  else sendChannelMessage(app, sender, channel_id, topic, content, { client, read_by_sender });
}

/** It is kept but not tried again, and its sender receives the reason. */
function fail(app: App, sender: User, before: StoredScheduledMessage, why: string): void {
  const message = { ...before, failed: true };
  app.db.write(() => {
    app.scheduledMessages.change(message);
    app.events.publish(scheduledMessageUpdated(message), [sender.id]);
    if (!sender.is_active) return;
    sendNotice(
      app,
      sender,
      markdown`The message you scheduled for ${timeMarkdown(message.deliver_at)} could not be sent:\n\n> ${plainText(why)}\n\nIt waits among your scheduled messages.`,
    );
  });
}
