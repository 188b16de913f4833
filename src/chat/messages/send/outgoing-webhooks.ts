import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { BOT } from '../../integrations/bots/types.ts';
import type { User } from '../../people/users/types.ts';
import { canRead } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';

/**
 * The outgoing-webhook bots among these people will be told of a message they may read, by a job. Bots call no bots: they would
 * never stop. Only inside `db.write`.
 */
export function enqueueOutgoingWebhooks(
  app: App,
  sender: User,
  message: StoredMessage,
  ids: readonly number[],
  trigger: 'mention' | 'direct_message',
): void {
  if (sender.is_bot) return;
  for (const id of ids) {
    const bot = app.users.byId(id)!;
    if (bot.bot_type === BOT.outgoing && bot.is_active && canRead(app, bot, message))
      app.outgoingWebhooks.add(id, message.id, trigger, seconds(app.clock));
  }
}
