import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { insufficientPermission } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import type { User } from '../../people/users/types.ts';
import { requireChannelAdministrator } from '../channels/change-permissions.ts';
import { setProperty } from '../channels/change-properties.ts';
import type { Channel, TopicsPolicy } from '../channels/types.ts';
import { EMPTY_TOPIC_NAME } from './types.ts';

/**
 * Sets a channel's topic policy. Throws for callers who may not, and for `empty_topic_only` if a message is in another
 * topic, even one that the caller cannot read.
 */
export function setTopicsPolicy(app: App, actor: User, channel: Channel, policy: TopicsPolicy): void {
  requireChannelAdministrator(app, actor, channel);
  if (policy === channel.topics_policy) return;
  if (!hasRealmPermission(app, actor, 'can_set_topics_policy_group')) throw insufficientPermission();
  if (policy === 'empty_topic_only' && app.topics.hasNamed(channel.recipient_id) !== undefined)
    throw badRequest(
      `To enable this configuration, all messages in this channel must be in the ${EMPTY_TOPIC_NAME} topic. Consider renaming or deleting other topics.`,
      { empty_topic_display_name: EMPTY_TOPIC_NAME },
    );
  setProperty(app, channel, 'topics_policy', policy);
}
