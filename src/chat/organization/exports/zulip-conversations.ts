import type { App } from '../../../app.ts';
import type { ExportType } from './types.ts';
import { personalRecipient, personalRows } from './zulip-rows.ts';

/** A conversation of three and more users. Its id is that of its recipient. */
export interface Conversation {
  id: number;
  /** Ascending. */
  people: readonly number[];
}
/** Conversations that do not exist yet, by their users. */
export type NewConversations = ReadonlyMap<string, Conversation>;

/** The ids of conversations that do not exist yet are above all others. */
const NEW_CONVERSATIONS = 2_000_000_000;

/** Drafts and scheduled messages may go to a conversation that does not exist yet. Zulip has each of them once. */
export function newConversations(app: App, type: ExportType): NewConversations {
  const conversations = new Map<string, Conversation>();
  personalRows(app, type, (user) => {
    const drafts = app.drafts.ofUser(user.id, -1).filter(({ type: kind }) => kind === 'private');
    for (const to of [...drafts.map((draft) => draft.to), ...scheduledTo(app, user.id)]) {
      const people = peopleOf([user.id, ...to]);
      if (people.length > 2 && app.messages.conversation(people) === undefined)
        conversations.set(people.join(), { id: NEW_CONVERSATIONS, people });
    }
    return [];
  });
  return new Map(
    [...conversations].map(([key, { people }], at) => [key, { id: NEW_CONVERSATIONS + at, people }] as const),
  );
}

const scheduledTo = (app: App, user: number): (readonly number[])[] =>
  app.scheduledMessages.ofUser(user).flatMap(({ user_ids }) => (user_ids ? [user_ids] : []));

const peopleOf = (ids: readonly number[]): number[] => [...new Set(ids)].sort((one, other) => one - other);

/** The recipient of a direct message among these users, the sender first. */
export function conversationRecipient(app: App, conversations: NewConversations, ids: readonly number[]): number {
  const [sender] = ids;
  const people = peopleOf(ids);
  if (people.length <= 2) return personalRecipient(people.find((id) => id !== sender) ?? sender!);
  return app.messages.conversation(people) ?? conversations.get(people.join())!.id;
}
