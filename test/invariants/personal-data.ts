import type { TestUser } from '../support/team.ts';
import type { Secrets } from './secrets.ts';

/** In the year 2100. */
export const THEN = 4_102_444_800;

/** A user fills every private place of theirs with secrets that only they may find. */
export async function storeSecrets(
  secrets: Secrets,
  who: TestUser,
  other: TestUser,
  message_id: number,
): Promise<void> {
  const word = (what: string) => secrets.word(what, [who]);
  await who.post('/saved_snippets', { title: word('the title of a snippet'), content: word('a snippet') });
  await who.post('/navigation_views', {
    fragment: word('the address of a view'),
    is_pinned: true,
    name: word('the name of a view'),
  });
  await who.post('/drafts', { drafts: [{ type: 'private', to: [other.id], topic: '', content: word('a draft') }] });
  await who.post('/users/me/alert_words', { alert_words: [word('a word waited for')] });
  await who.post(`/users/me/muted_users/${other.id}`);
  await who.delete(`/users/me/muted_users/${other.id}`);
  await who.post('/users/me/onboarding_steps', { onboarding_step: 'intro_resolve_topic' });
  const later = { scheduled_delivery_timestamp: THEN };
  await who.post('/scheduled_messages', {
    ...later,
    type: 'direct',
    to: [other.id],
    content: word('a scheduled message'),
  });
  await who.post('/reminders', { ...later, message_id, note: word('the note of a reminder') });
}

/** Where their owner finds them. */
export const PERSONAL_DATA_REQUESTS = [
  '/saved_snippets',
  '/navigation_views',
  '/drafts',
  '/users/me/alert_words',
  '/scheduled_messages',
  '/reminders',
];
