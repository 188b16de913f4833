import type { RoleName } from '../../../shared/roles.ts';
import type { TopicsPolicy } from '../../channels/channels/types.ts';
import type {
  ImportedDefaultChannelGroup,
  ImportedDomain,
  ImportedFolder,
  ImportedGroupSettings,
  ImportedLinkifier,
  ImportedPermissions,
  ImportedPlayground,
  ImportedProfileField,
  ImportedRealm,
  ImportedRealmImage,
} from './organization-types.ts';
import type { ImportedPersonalItem } from './personal-types.ts';

/** The products whose archives can be imported. */
const IMPORT_PRODUCTS = ['slack', 'zulip', 'mattermost', 'rocketchat', 'discord'] as const;
export type ImportProduct = (typeof IMPORT_PRODUCTS)[number];

/**
 * The intermediate form: readers translate every archive into these records, and one writer stores them. `origin` is
 * an object's id on the other server. Times are seconds since 1970 UTC.
 */
export type ImportRecord =
  | ImportedUser
  | ImportedGroup
  | ImportedEmoji
  | ImportedChannel
  | ImportedMembers
  | ImportedFile
  | ImportedGroupSettings
  | ImportedFolder
  | ImportedRealm
  | ImportedRealmImage
  | ImportedDomain
  | ImportedLinkifier
  | ImportedPlayground
  | ImportedProfileField
  | ImportedDefaultChannelGroup
  | ImportedPersonalItem
  | ImportedMessage;
export type RecordKind = ImportRecord['kind'];

export interface ImportedUser {
  kind: 'user';
  origin: string;
  /** undefined: the archive has no address, and the account becomes a stub. */
  email?: string | undefined;
  name: string;
  role: RoleName;
  is_active: boolean;
  is_bot: boolean;
  /**
   * A bot (1), incoming (2) or outgoing webhook (3) that works here with a new key; others become stubs. Its owner
   * comes first.
   */
  bot?: { type: 1 | 2 | 3; owner: string | undefined; service?: ImportedService | undefined } | undefined;
  /** One of the server's own bots: the part of its address before the @. It becomes the same bot here. */
  system_bot?: string | undefined;
  /** IANA name. */
  timezone?: string | undefined;
  joined?: number | undefined;
  avatar?: FileSource | undefined;
  /** Personal settings by their names here, for a new account. Unknown and invalid ones are left out. */
  settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Where an outgoing webhook sends, and in which form: 1 is the API's own, 2 Slack's. */
export interface ImportedService {
  base_url: string;
  interface: number;
}

export interface ImportedGroup {
  kind: 'group';
  origin: string;
  name: string;
  description: string;
  /** Origins of users. */
  members: string[];
  created?: number | undefined;
  creator?: string | undefined;
}

export interface ImportedEmoji {
  kind: 'emoji';
  origin: string;
  name: string;
  image: FileSource;
  author?: string | undefined;
  /** Only shown where it was used before. */
  is_deactivated?: boolean | undefined;
}

export interface ImportedChannel {
  kind: 'channel';
  origin: string;
  name: string;
  description: string;
  is_private: boolean;
  is_archived: boolean;
  /** New users are subscribed. */
  is_default: boolean;
  /** Members who join later read only what was sent since; false for most products. */
  has_protected_history?: boolean | undefined;
  is_web_public?: boolean | undefined;
  topics_policy?: TopicsPolicy | undefined;
  /** Days; -1: forever; undefined: as long as the organization keeps messages. */
  retention_days?: number | undefined;
  folder?: string | undefined;
  permissions?: ImportedPermissions | undefined;
  created?: number | undefined;
  creator?: string | undefined;
}

/** Members of a channel; a large channel has several such records. */
export interface ImportedMembers {
  kind: 'members';
  /** The channel's. */
  origin: string;
  users: string[];
}

/** A file of the archive that messages link to. */
export interface ImportedFile {
  kind: 'file';
  origin: string;
  name: string;
  owner: string;
  created?: number | undefined;
  source: FileSource;
}

/** Where the content of a file is: in the archive, or at an address. */
export interface FileSource {
  /** The path inside the archive. */
  path?: string | undefined;
  url?: string | undefined;
  /** A file that the reader unpacked. */
  unpacked?: string | undefined;
  /** Set by the command before the record is written: the name of the file among those that arrive. */
  stored?: string | undefined;
  size?: number | undefined;
}

/** A reference inside a text, which the writer replaces by Markdown. */
export type Reference =
  /** `name`: what the text calls a user who is not imported. */
  | { user: string; silent?: boolean; name?: string | undefined }
  /** `name`: what the text calls a group that is not imported. */
  | { group: string; name: string }
  /** `thread`: a thread of the channel that has the name. */
  | { channel: string; name: string; thread?: string | undefined }
  /** A link to a message; `url` is used where the message was not imported; '': nothing is. */
  | { message: string; text: string; url: string }
  | { file: string; name: string; url?: string | undefined }
  | { emoji: string }
  /** A mention of everyone in the channel. */
  | { everyone: true };

/** Zulip Markdown with references. */
export type RichText = readonly (string | Reference)[];

export interface ImportedReaction {
  /** The name on the other server, without colons. */
  emoji: string;
  users: string[];
}

export type Destination =
  /** `thread`: a thread that becomes a topic, named by its title; `topic`: a topic; neither: the channel's own flow. */
  | { channel: string; thread?: { origin: string; title: string } | undefined; topic?: string | undefined }
  | {
      /** A direct message; the sender is included. */
      users: string[];
    };

/** A change of a message: what was there before, and where it went. */
export interface ImportedChange {
  time: number;
  /** undefined: unknown. */
  user?: string | undefined;
  old_text?: RichText | undefined;
  old_topic?: string | undefined;
  new_topic?: string | undefined;
  old_channel?: string | undefined;
  new_channel?: string | undefined;
}

export interface ImportedMessage {
  kind: 'message';
  origin: string;
  sent: number;
  author: string;
  to: Destination;
  text: RichText;
  /** What the archive says of the content, or its hash: a later import compares it. By default it is the text. */
  said?: string | undefined;
  /** When the text was last changed. */
  edited?: number | undefined;
  /** When the message was last moved. */
  moved?: number | undefined;
  /** Earlier versions, newest first; only from Zulip. */
  history?: ImportedChange[] | undefined;
  reactions: ImportedReaction[];
  /** Users who starred the message. */
  starred: string[];
  /** Set if the message is pinned: by whom and when, as far as the archive says. */
  pinned?: { by?: string | undefined; at?: number | undefined } | undefined;
  /** Users who did not receive it, but starred it or marked it as unread. */
  copied?: string[] | undefined;
  /** Users who collapsed it. */
  collapsed?: string[] | undefined;
  /** Users who have not read it; for products that export this. */
  unread?: string[] | undefined;
  /** Content of polls and to-do lists, as JSON, by author; only from Zulip. */
  submessages?: { author: string; content: string }[] | undefined;
}

/** The result of writing records: how many rows of each kind are new, what was changed, and what was left out. */
export interface Written {
  added: Partial<Record<string, number>>;
  changed: Partial<Record<Change, number>>;
  skipped: Skipped[];
}

/** How an import changes what an earlier one brought, besides the texts. */
export type Change = 'avatar' | 'move' | 'link';

/** Something of the archive that is not imported. */
export interface Skipped {
  kind: string;
  origin: string;
  reason: string;
  /** How much of this kind; by default one. */
  number?: number | undefined;
}

/** What became of a message: how many rows are new, the ids of new messages, and what was left out of it. */
export interface MessageOutcome {
  message_ids: number[];
  reactions: number;
  pins: number;
  /** Its text is another one now. */
  updated: boolean;
  /** It is in its thread now. */
  moved: boolean;
  /** Files and emoji that came later are in its text now. */
  completed: boolean;
  skipped: Skipped[];
}

/** Another server whose data was imported. */
export interface ImportOrigin {
  id: number;
  /** Such as `slack:T024BE7LD`. */
  name: string;
  /** The newest message id when its first import began. */
  from_id: number;
}
