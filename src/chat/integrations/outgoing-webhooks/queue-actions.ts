import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { LIMITS } from '../../../limits.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import type { User } from '../../people/users/types.ts';
import { BOT } from '../bots/types.ts';

/**
 * Queues a message for the outgoing-webhook bots among these users that can read it; a job sends it. Bots do not
 * trigger bots, which could go on forever. Call it inside `db.write`.
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
    if (bot.bot_type !== BOT.outgoing || !bot.is_active || !canRead(app, bot, message)) continue;
    app.outgoingWebhooks.add(id, message.id, trigger, seconds(app.clock));
    app.outgoingWebhooks.trim({ bot_id: id, most: LIMITS.waiting_deliveries_of_bot });
  }
}
