import type { LimitName } from '../../../limits.ts';

/** What may be stored in a table. */
export interface RowLimit {
  /**
   * The column with the person, or the object, whose rows are counted together. Without it, those of the organization
   * are.
   */
  owner?: string;
  /** The rows belong to rows of this table, which has the owner's column. */
  through?: { column: string; table: string };
  /** Also those of the person's bots. */
  withBots?: boolean;
  /** Only these rows are counted. */
  only?: string;
  /** A row stays when what it stands for is deactivated, so its owner cannot make room. */
  isPermanent?: boolean;
  /** The limit on their number, and on the bytes of their `texts`. */
  rows: LimitName;
  /** The limit on the rows of all owners together, of those for which `counted` is true. */
  total?: { rows: LimitName; counted: string };
  bytes?: LimitName;
  texts?: readonly string[];
}

/** The tables where a new row is rejected if there are too many. `requireRoom` applies these limits. */
export const ROW_LIMITS = {
  draft: {
    owner: 'user_id',
    rows: 'drafts_of_user',
    bytes: 'drafts_of_user_bytes',
    texts: ['recipients', 'topic', 'content'],
  },
  scheduled_message: {
    owner: 'user_id',
    rows: 'scheduled_messages_of_user',
    bytes: 'scheduled_messages_of_user_bytes',
    texts: ['user_ids', 'topic', 'content', 'rendered_content'],
  },
  reminder: {
    owner: 'user_id',
    rows: 'reminders_of_user',
    bytes: 'reminders_of_user_bytes',
    texts: ['note', 'content', 'rendered_content'],
  },
  saved_snippet: {
    owner: 'user_id',
    rows: 'saved_snippets_of_user',
    bytes: 'saved_snippets_of_user_bytes',
    texts: ['title', 'content'],
  },
  alert_word: {
    owner: 'user_id',
    rows: 'alert_words_of_user',
    bytes: 'alert_words_of_user_bytes',
    texts: ['word'],
  },
  navigation_view: {
    owner: 'user_id',
    rows: 'navigation_views_of_user',
    bytes: 'navigation_views_of_user_bytes',
    texts: ['fragment', 'name'],
  },
  muted_user: { owner: 'user_id', rows: 'muted_users_of_user' },
  user_topic: { owner: 'user_id', rows: 'topic_policies_of_user' },
  user: {
    owner: 'bot_owner_id',
    isPermanent: true,
    rows: 'bots_of_user',
    total: { rows: 'bots', counted: 'bot_owner_id IS NOT NULL AND is_active = 1' },
  },
  invitation: {
    owner: 'invited_by',
    only: 'key IS NOT NULL AND confirms = 0',
    rows: 'invitation_links_of_user',
    total: { rows: 'invitations', counted: 'confirms = 0' },
  },
  user_group: {
    owner: 'creator_id',
    withBots: true,
    only: 'name IS NOT NULL',
    isPermanent: true,
    rows: 'groups_of_user',
    total: { rows: 'groups', counted: 'name IS NOT NULL AND deactivated = 0' },
    bytes: 'groups_of_user_bytes',
    texts: ['name', 'description'],
  },
  user_group_member: {
    through: { column: 'group_id', table: 'user_group' },
    owner: 'creator_id',
    withBots: true,
    rows: 'group_members_of_user',
  },
  user_group_subgroup: {
    through: { column: 'group_id', table: 'user_group' },
    owner: 'creator_id',
    withBots: true,
    rows: 'group_members_of_user',
  },
  realm_emoji: {
    owner: 'author_id',
    withBots: true,
    isPermanent: true,
    rows: 'emoji_of_user',
    total: { rows: 'emoji', counted: 'deactivated = 0' },
  },
  attachment: { owner: 'owner_id', only: 'unclaimed_since IS NOT NULL', rows: 'unsent_files_of_user' },
  passkey: { owner: 'user_id', rows: 'passkeys_of_user' },
  webhook_address: { owner: 'bot_id', withBots: true, rows: 'webhook_addresses_of_user' },
  feed: { owner: 'bot_id', withBots: true, rows: 'feeds_of_user' },
  slash_command: {
    owner: 'bot_id',
    withBots: true,
    rows: 'slash_commands_of_user',
    total: { rows: 'slash_commands', counted: 'TRUE' },
  },
  linkifier: { rows: 'linkifiers', bytes: 'linkifiers_bytes', texts: ['pattern', 'url_template'] },
  playground: {
    rows: 'playgrounds',
    bytes: 'playgrounds_bytes',
    texts: ['name', 'pygments_language', 'url_template'],
  },
  webhook_template: { rows: 'webhook_templates', bytes: 'webhook_templates_bytes', texts: ['name', 'text'] },
  realm_domain: { rows: 'domains' },
  custom_profile_field: {
    rows: 'profile_fields',
    bytes: 'profile_fields_bytes',
    texts: ['name', 'hint', 'field_data'],
  },
  channel_folder: {
    rows: 'channel_folders',
    bytes: 'channel_folders_bytes',
    texts: ['name', 'description', 'rendered_description'],
  },
  channel: { rows: 'channels' },
  default_channel_group_channel: { owner: 'group_id', rows: 'channels_of_default_group' },
  default_channel_group: {
    rows: 'default_channel_groups',
    bytes: 'default_channel_groups_bytes',
    texts: ['name', 'description'],
  },
} as const satisfies Record<string, RowLimit>;

export type LimitedTable = keyof typeof ROW_LIMITS;

/** What is stored now. */
export interface StoredRows {
  rows: number;
  bytes: number;
}
