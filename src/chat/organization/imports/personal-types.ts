import type { Destination, RichText } from './types.ts';

/** One user's settings for a channel; what is missing is as it is here. */
export interface ImportedSubscription {
  kind: 'subscription';
  origin: string;
  user: string;
  channel: string;
  settings: Readonly<Record<string, boolean | string>>;
}

/** A member of a channel who did not receive all of its messages. */
export interface ImportedSubscriptionStart {
  kind: 'subscription-start';
  origin: string;
  user: string;
  channel: string;
  /** The first message that the user received; undefined: none. */
  first?: string | undefined;
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
  since?: number | undefined;
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
  created?: number | undefined;
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
  edited?: number | undefined;
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

/** A view in the sidebar; `fragment` is the part of its address after #, with ids of the other server. */
export interface ImportedView {
  kind: 'view';
  origin: string;
  user: string;
  fragment: string;
  is_pinned: boolean;
  name: string | null;
}

export interface ImportedSidebarOrder {
  kind: 'sidebar-order';
  origin: string;
  user: string;
  channels: string[];
  /** As the fragments of views. */
  views: string[];
}

export interface ImportedDoNotDisturb {
  kind: 'do-not-disturb';
  origin: string;
  user: string;
  /** Checked by the writer. */
  value: unknown;
}

/** What belongs to one user alone. */
export type ImportedPersonalItem =
  | ImportedSubscriptionStart
  | ImportedView
  | ImportedSidebarOrder
  | ImportedDoNotDisturb
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
