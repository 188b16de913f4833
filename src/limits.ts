/**
 * The limits of one request, message, account or queue, so that nobody can use up the server's memory or time. Those of
 * the rows that belong to one person or to the organization are applied by organization/row-limits.
 * docs/limits.md is generated from this table, and POST /register sends clients the limits they need.
 */
const TABLE = {
  // Requests.
  head_bytes: [131_072, 'bytes', 'The URL and headers of a request. 5,000 IDs of 16 digits with encoded commas fit.'],
  form_bytes: [2 * 2 ** 20, 'bytes', 'A form without files.'],
  delivery_bytes: [2 ** 20, 'bytes', 'The payload that another program sends to an incoming webhook.'],
  delivery_fields: [40_000, 'fields', 'The fields of a payload in JSON. 2,000 commits of GitHub have 30,000.'],
  parameter_length: [10_000, 'characters', 'A text parameter, or a text inside one, that has no limit of its own.'],
  list_items: [10_000, 'entries', 'A list or map in a parameter that has no limit of its own.'],
  id_list_items: [50_000, 'entries', 'A list of IDs in a parameter that has no limit of its own.'],
  json_depth: [32, 'levels', 'Nested lists and objects in JSON that a client sends.'],
  waiting_requests: [
    5_000,
    'requests',
    'Registrations and other requests with large replies that wait. Further ones get `RATE_LIMIT_HIT`.',
  ],
  // Messages.
  message_source_length: [100_000, 'characters', 'A text sent as a message. It is cut to `message_length`.'],
  message_length: [10_000, 'characters', 'The content of a message.'],
  tool_messages: [50, 'messages', 'Messages that a tool of a language model returns at once.'],
  tool_message_length: [4_000, 'characters', 'The content of a message that a tool returns. A longer one is cut.'],
  tool_result_length: [40_000, 'characters', 'The messages that a tool returns together. Older ones are left out.'],
  topic_length: [60, 'characters', 'The topic of a message. A longer one is cut.'],
  draft_length: [100_000, 'characters', 'The content of a draft, which can be sent as a file.'],
  rendered_length: [200_000, 'characters', 'The HTML of a message. A message with more is shown as its source.'],
  history_entries: [100, 'changes', 'The edit history of a message. The first version and the newest ones are kept.'],
  history_length: [
    500_000,
    'characters',
    'The text of an edit history. The first version and the newest ones are kept.',
  ],
  submessages: [10_000, 'submessages', 'Votes, options and tasks of one poll or to-do list.'],
  submessages_length: [2_000_000, 'characters', 'Their total length.'],
  submessages_of_user: [500, 'submessages', 'Votes, options and tasks of one account in one poll or to-do list.'],
  submessages_of_user_length: [100_000, 'characters', 'Their total length.'],
  reactions_of_user: [100, 'reactions', 'Reactions of one account to one message.'],
  pins_of_channel: [500, 'messages', 'Pinned messages of one channel or one direct message conversation.'],
  // Calls.
  called_users: [20, 'users', 'People whom one call is for, besides the caller.'],
  calls_of_user: [3, 'calls', 'Calls that ring for one account at the same time. Further ones do not ring.'],
  // GIFs.
  gif_query_length: [100, 'characters', 'The words of a search for GIFs.'],
  gif_position_length: [500, 'characters', 'The position of a page of GIFs, as the provider returned it.'],
  // Fetching.
  fetched_messages: [5_000, 'messages', 'Messages that one request returns.'],
  fetched_length: [
    20_000_000,
    'characters',
    'Messages that one reply contains. With more, the range ends early and the reply says so.',
  ],
  narrow_terms: [100, 'terms', 'Terms of one narrow.'],
  search_words: [100, 'words', 'Words of all searches in one narrow.'],
  // Channels.
  channel_name_length: [60, 'characters', 'The name of a channel.'],
  channel_description_length: [1_024, 'characters', 'The description of a channel.'],
  known_slices: [10_000, 'slices', 'Slices of the state that a client says it has when it registers an event queue.'],
  channels_per_request: [2_000, 'channels', 'Channels that one request joins or leaves.'],
  subscriptions_per_request: [
    500_000,
    'subscriptions',
    'Subscriptions that one request begins or ends: its channels times its users.',
  ],
  new_channels_per_request: [500, 'channels', 'Channels that one request creates.'],
  new_channels_per_day: [500, 'channels', 'Channels that one account creates within 24 hours.'],
  // What one account keeps. A new row above the limit is rejected.
  drafts_of_user: [5_000, 'drafts', 'Drafts of one account.'],
  drafts_of_user_bytes: [5_000_000, 'bytes', 'Their texts and recipients.'],
  scheduled_messages_of_user: [1_000, 'messages', 'Scheduled messages of one account.'],
  scheduled_messages_of_user_bytes: [4_000_000, 'bytes', 'Their texts, as source and as HTML, and recipients.'],
  reminders_of_user: [1_000, 'reminders', 'Reminders of one account.'],
  reminders_of_user_bytes: [4_000_000, 'bytes', 'Their notes and the quoted messages, as source and as HTML.'],
  saved_snippets_of_user: [1_000, 'snippets', 'Saved snippets of one account.'],
  saved_snippets_of_user_bytes: [2_000_000, 'bytes', 'Their titles and texts.'],
  alert_words_of_user: [1_000, 'words', 'Alert words of one account.'],
  alert_words_of_user_bytes: [50_000, 'bytes', 'Their length.'],
  navigation_views_of_user: [200, 'views', 'Views in the sidebar of one account.'],
  navigation_views_of_user_bytes: [100_000, 'bytes', 'Their addresses and names.'],
  muted_users_of_user: [5_000, 'users', 'Users that one account mutes.'],
  topic_policies_of_user: [
    20_000,
    'topics',
    'Topics that one account mutes, unmutes or follows. With more, no topic is followed automatically.',
  ],
  key_channels: [100, 'channels', 'Channels to which the API key of a bot can be limited.'],
  bots_of_user: [200, 'bots', 'Bots that one account owns, including deactivated ones.'],
  invitation_links_of_user: [500, 'links', 'Valid reusable invitation links of one account.'],
  groups_of_user: [1_000, 'groups', 'User groups that one account creates, including deactivated ones.'],
  groups_of_user_bytes: [1_000_000, 'bytes', 'Their names and descriptions.'],
  group_members_of_user: [200_000, 'members', 'Members of all these groups together, and likewise their subgroups.'],
  permission_members: [200, 'users and groups', 'Users and groups in the value of one permission.'],
  emoji_of_user: [2_000, 'emoji', 'Custom emoji that one account adds, including deactivated ones.'],
  unsent_files_of_user: [5_000, 'files', 'Uploaded files of one account that no message contains.'],
  unfinished_uploads_of_user: [100, 'uploads', 'Resumable uploads of one account that are not complete.'],
  import_archive_bytes: [
    20 * 2 ** 30,
    'bytes',
    'An archive of another chat product that an owner uploads. Larger ones can be imported with the command line.',
  ],
  webhook_addresses_of_user: [500, 'addresses', 'Webhook addresses of the bots of one account.'],
  feeds_of_user: [200, 'feeds', 'Feeds that the bots of one account post.'],
  opml_length: [500_000, 'characters', 'A list of feeds in the format OPML.'],
  feed_entries: [1_000, 'entries', 'The entries of a feed that are remembered, so that each is posted once.'],
  ntfy_addresses_of_user: [5, 'addresses', 'Topics of ntfy servers to which notifications of one account are sent.'],
  deliveries_of_address: [10, 'deliveries', 'The last deliveries to a webhook address that its log shows.'],
  waiting_deliveries_of_bot: [
    1_000,
    'messages',
    'Messages that wait for the webhook of a bot. With more, the oldest ones are dropped.',
  ],
  sent_deliveries_of_bot: [50, 'requests', 'The last requests to the webhook of a bot that its log shows.'],
  slash_commands_of_user: [50, 'commands', 'Slash commands of the bots of one account.'],
  slash_command_usage_length: [100, 'characters', 'The usage text of a slash command.'],
  slash_command_description_length: [200, 'characters', 'The description of a slash command.'],
  slash_command_runs_of_user: [
    100,
    'uses',
    'The last uses of slash commands by one account that their webhooks can still answer.',
  ],
  slash_command_answers: [5, 'answers', 'Later answers to one use of a slash command, within half an hour.'],
  kept_delivery_length: [32_768, 'characters', 'The content of one of them. Longer ones are listed without it.'],
  deliveries_of_user_bytes: [
    4_000_000,
    'bytes',
    'Their content for all bots of one account. With more, the oldest go.',
  ],
  passkeys_of_user: [20, 'passkeys', 'Passkeys of one account.'],
  // What one account keeps. A new row above the limit replaces the oldest.
  sessions_of_user: [200, 'sessions', 'Sessions of one account. With more, the least recently used one ends.'],
  phones_of_user: [
    50,
    'phones',
    'Phones of one account that receive push notifications. A new one replaces the oldest.',
  ],
  browsers_of_user: [20, 'browsers', 'Browsers of one account that receive Web Push. A new one replaces the oldest.'],
  unfinished_sign_ins_of_user: [
    50,
    'sign-ins',
    'Sign-ins of one account that wait for a second factor, an app or a passkey, each. A new one replaces the oldest.',
  ],
  // What all accounts of the organization have together.
  channels: [50_000, 'channels', 'Channels of the organization, including archived ones.'],
  default_channels: [500, 'channels', 'Channels to which new users are subscribed.'],
  groups: [20_000, 'groups', 'Active user groups of the organization, besides those of the system.'],
  emoji: [20_000, 'emoji', 'Active custom emoji of the organization.'],
  bots: [10_000, 'bots', 'Active bots of the organization.'],
  slash_commands: [200, 'commands', 'Slash commands of the organization.'],
  invitations: [50_000, 'invitations', 'Pending invitations and reusable links of the organization.'],
  accepted_invitations_shown: [1_000, 'people', 'People who came by an invitation that the list of invitations names.'],
  // What administrators set up for everybody.
  linkifiers: [500, 'linkifiers', 'Linkifiers of the organization.'],
  linkifiers_bytes: [500_000, 'bytes', 'Their patterns and templates.'],
  playgrounds: [500, 'playgrounds', 'Code playgrounds of the organization.'],
  playgrounds_bytes: [500_000, 'bytes', 'Their names, languages and templates.'],
  webhook_templates: [100, 'templates', 'Templates for deliveries that administrators write.'],
  webhook_templates_bytes: [1_000_000, 'bytes', 'Their names and texts.'],
  webhook_template_length: [30_000, 'characters', 'The text of one of them.'],
  webhook_template_name_length: [60, 'characters', 'The name of one of them.'],
  domains: [1_000, 'domains', 'Domains whose addresses may join the organization.'],
  profile_fields: [100, 'fields', 'Custom profile fields of the organization.'],
  profile_fields_bytes: [1_000_000, 'bytes', 'Their labels, hints and choices.'],
  channel_folders: [1_000, 'folders', 'Channel folders, including archived ones.'],
  channel_folders_bytes: [2_000_000, 'bytes', 'Their names and descriptions, as source and as HTML.'],
  default_channel_groups: [200, 'groups', 'Default channel groups of the organization.'],
  channels_of_default_group: [500, 'channels', 'Channels of one default channel group.'],
  default_channel_groups_bytes: [500_000, 'bytes', 'Their names and descriptions.'],
  // Mail to members.
  announcements_per_day: [5, 'mails', 'Mails that administrators send to many members, each counted once.'],
  announcement_subject_length: [150, 'characters', 'The subject of such a mail.'],
  // Event queues.
  queues_of_user: [100, 'queues', 'Event queues of one account. With more, the least recently used one is closed.'],
  queue_kinds_of_user: [
    12,
    'kinds',
    'Different sets of client capabilities of one account’s queues. With more, the least recently used are closed.',
  ],
  queue_events: [10_000, 'events', 'Events in one queue. A queue with more is closed.'],
  queue_bytes: [4 * 2 ** 20, 'bytes', 'Size of the events in one queue. A queue with more is closed.'],
  stream_events: [64, 'events', 'Events that a stream sends before its client confirms them with the next request.'],
  stream_bytes: [64 * 1024, 'bytes', 'Size of these events. With more, the stream ends.'],
} as const satisfies Record<string, readonly [most: number, unit: string, of: string]>;

export type LimitName = keyof typeof TABLE;

/** The largest value allowed, by name. */
export const LIMITS = Object.fromEntries(Object.entries(TABLE).map(([name, [most]]) => [name, most])) as {
  readonly [Name in LimitName]: (typeof TABLE)[Name][0];
};

/** The rows of the documentation's table. */
export const limitRows = (): { name: string; most: number; unit: string; of: string }[] =>
  Object.entries(TABLE).map(([name, [most, unit, of]]) => ({ name, most, unit, of }));
