import type { Destination, RichText } from './types.ts';

/** One user's settings for a channel; what is missing is as it is here. */
export interface ImportedSubscription {
  kind: 'subscription';
  origin: string;
  user: string;
  channel: string;
  settings: Readonly<Record<string, boolean | string>>;
}

/** A topic that a user muted (1), unmuted (2) or follows (3). */
export interface ImportedTopicPolicy {
  kind: 'topic';
  origin: string;
  user: string;
  channel: string;
  topic: string;
  policy: 1 | 2 | 3;
  since?: number | undefined;
}

export interface ImportedMutedUser {
  kind: 'muted-user';
  origin: string;
  user: string;
  muted: string;
  since: number;
}

export interface ImportedAlertWord {
  kind: 'alert-word';
  origin: string;
  user: string;
  word: string;
}

export interface ImportedSnippet {
  kind: 'snippet';
  origin: string;
  user: string;
  title: string;
  text: RichText;
  created: number;
}

export interface ImportedStatus {
  kind: 'status';
  origin: string;
  user: string;
  text: string;
  /** The name of the emoji; '': none. */
  emoji: string;
  /** When it ends by itself. */
  ends?: number | undefined;
}

export interface ImportedProfileValue {
  kind: 'profile-value';
  origin: string;
  user: string;
  /** The field's. */
  field: string;
  /** A text, or users. */
  value: string | string[];
}

export interface ImportedDraft {
  kind: 'draft';
  origin: string;
  user: string;
  /** undefined: it has no recipient yet. */
  to?: Destination | undefined;
  text: RichText;
  edited: number;
}

export interface ImportedScheduledMessage {
  kind: 'scheduled-message';
  origin: string;
  user: string;
  to: Destination;
  text: RichText;
  deliver_at: number;
  read_by_sender: boolean;
  failed: boolean;
}

export interface ImportedReminder {
  kind: 'reminder';
  origin: string;
  user: string;
  message: string;
  note: string;
  deliver_at: number;
  failed: boolean;
}

/** What belongs to one user alone. */
export type ImportedPersonalItem =
  | ImportedSubscription
  | ImportedTopicPolicy
  | ImportedMutedUser
  | ImportedAlertWord
  | ImportedSnippet
  | ImportedStatus
  | ImportedProfileValue
  | ImportedDraft
  | ImportedScheduledMessage
  | ImportedReminder;
