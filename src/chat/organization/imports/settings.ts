import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { setTopicPolicy } from '../../channels/user-topics/actions.ts';
import { addLinkifier } from '../linkifiers/actions.ts';
import type { Outcome } from './people.ts';
import type { ImportedLinkifier, ImportedTopicPolicy, ImportOrigin } from './types.ts';

/** Stores a linkifier. One with the same pattern stays as it is. */
export function writeLinkifier(app: App, source: ImportOrigin, linkifier: ImportedLinkifier): Outcome {
  const { origin, pattern, url_template } = linkifier;
  if (app.imports.find(source.id, 'setting', origin)) return 'known';
  const same = app.linkifiers.all().find((one) => one.pattern === pattern);
  try {
    const id = same?.id ?? addLinkifier(app, { pattern, url_template });
    app.imports.add(source.id, 'setting', origin, id);
    return same ? 'linked' : 'added';
  } catch (error) {
    if (error instanceof ApiError) return { reason: error.message };
    throw error;
  }
}

/** Stores that a user muted or follows a topic, unless they have decided here. Only the first import does so. */
export function writeTopicPolicy(app: App, source: ImportOrigin, topic: ImportedTopicPolicy): Outcome {
  if (app.imports.find(source.id, 'setting', topic.origin)) return 'known';
  const user = app.users.byId(app.imports.find(source.id, 'user', topic.user)?.id ?? 0);
  const channel = app.channels.byId(app.imports.find(source.id, 'channel', topic.channel)?.id ?? 0);
  if (!user || !channel) return { reason: 'its user or channel is not imported' };
  app.imports.add(source.id, 'setting', topic.origin, user.id);
  if (app.userTopics.policy(user.id, channel.id, topic.topic) !== 0) return 'linked';
  setTopicPolicy(app, user, channel, topic.topic, topic.policy);
  return 'added';
}
