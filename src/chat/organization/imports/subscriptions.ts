import { ApiError } from '../../../kernel/errors.ts';
import { cleanColor } from '../../channels/subscriptions/colors.ts';
import { setProperty } from '../../channels/subscriptions/properties.ts';
import { channelOf, type ImportContext, userOf } from './context.ts';
import type { Outcome } from './people.ts';
import type { ImportedSubscription, ImportedSubscriptionStart } from './personal-types.ts';

/** Remembers which messages a member did not receive, until this import gives the membership. */
export function writeSubscriptionStart(context: ImportContext, record: ImportedSubscriptionStart): Outcome {
  const { app, source } = context;
  const user = userOf(context, record.user);
  const channel = channelOf(context, record.channel);
  if (!user || !channel) return 'known';
  const first = record.first === undefined ? undefined : app.imports.find(source.id, 'message', record.first)?.id;
  app.importMembers.setStart(first === undefined ? app.messages.lastId() : first - 1, channel.recipient_id, user.id);
  return 'linked';
}

const FLAGS = [
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

/**
 * Stores a user's settings for a channel that this import subscribed them to. Only the first import does so: later the
 * user may have changed them here.
 */
export function writeSubscription(context: ImportContext, record: ImportedSubscription): Outcome {
  const { app, source, skip } = context;
  if (app.imports.find(source.id, 'unread', '')) return 'known';
  const user = userOf(context, record.user);
  const channel = channelOf(context, record.channel);
  if (!user || !channel || !app.importMembers.isMember(channel.recipient_id, user.id)) return 'known';
  const stored = app.subscriptions.of(user.id, channel.id);
  if (!stored) return 'known';
  for (const name of FLAGS) {
    const value = record.settings[name];
    if (typeof value === 'boolean' && stored[name] !== value) setProperty(app, user, channel.id, name, value);
  }
  const { color } = record.settings;
  if (typeof color !== 'string') return 'linked';
  try {
    const clean = cleanColor(color);
    if (clean !== stored.color) setProperty(app, user, channel.id, 'color', clean);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    skip(record.kind, record.origin, error.message);
  }
  return 'linked';
}
