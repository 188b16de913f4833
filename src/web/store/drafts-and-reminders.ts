import type { Reminder, SavedSnippet, ScheduledMessage, ServerDraft } from '../server/types.ts';
import { resource, withChanged, withEntry } from './resource.ts';

// The user's drafts, scheduled messages, reminders and snippets on the server, keyed by ID.

const byId = <T, K extends keyof T>(all: readonly T[], id: K): ReadonlyMap<number, T> =>
  new Map(all.map((one) => [one[id] as number, one]));

export const serverDrafts = resource<ReadonlyMap<number, ServerDraft>>(({ drafts }) => byId(drafts, 'id'), {
  'drafts/add': (all, { drafts }) => new Map([...all, ...byId(drafts, 'id')]),
  'drafts/update': (all, { draft }) => withEntry(all, draft.id, draft),
  'drafts/remove': (all, { draft_id }) => withEntry(all, draft_id, undefined),
  // Turning off the setting deletes all drafts on the server without further events.
  'user_settings/update': (all, { property, value }) =>
    property === 'enable_drafts_synchronization' && !value ? new Map() : all,
});

export const scheduled = resource<ReadonlyMap<number, ScheduledMessage>>(
  ({ scheduled_messages }) => byId(scheduled_messages, 'scheduled_message_id'),
  {
    'scheduled_messages/add': (all, { scheduled_messages }) =>
      new Map([...all, ...byId(scheduled_messages, 'scheduled_message_id')]),
    'scheduled_messages/update': (all, { scheduled_message }) =>
      withEntry(all, scheduled_message.scheduled_message_id, scheduled_message),
    'scheduled_messages/remove': (all, { scheduled_message_id }) => withEntry(all, scheduled_message_id, undefined),
  },
);

export const reminders = resource<ReadonlyMap<number, Reminder>>(({ reminders }) => byId(reminders, 'reminder_id'), {
  'reminders/add': (all, { reminders }) => new Map([...all, ...byId(reminders, 'reminder_id')]),
  'reminders/remove': (all, { reminder_id }) => withEntry(all, reminder_id, undefined),
});

export const snippets = resource<ReadonlyMap<number, SavedSnippet>>(
  ({ saved_snippets }) => byId(saved_snippets, 'id'),
  {
    'saved_snippets/add': (all, { saved_snippet }) => withEntry(all, saved_snippet.id, saved_snippet),
    'saved_snippets/update': (all, { saved_snippet }) => withChanged(all, saved_snippet.id, () => saved_snippet),
    'saved_snippets/remove': (all, { saved_snippet_id }) => withEntry(all, saved_snippet_id, undefined),
  },
);
