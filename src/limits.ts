/**
 * The limits of one request, message, account or queue, so that nobody can use up the server's memory or time.
 * docs/limits.md is generated from this table, and POST /register sends clients the limits they need.
 */
const TABLE = {
  // Requests.
  head_bytes: [131_072, 'bytes', 'The URL and headers of a request. 5,000 IDs of 16 digits with encoded commas fit.'],
  form_bytes: [2 * 2 ** 20, 'bytes', 'A form without files.'],
  parameter_length: [10_000, 'characters', 'A text parameter, or a text inside one, that has no limit of its own.'],
  list_items: [10_000, 'entries', 'A list or map in a parameter that has no limit of its own.'],
  id_list_items: [50_000, 'entries', 'A list of IDs in a parameter that has no limit of its own.'],
  json_depth: [32, 'levels', 'Nested lists and objects in JSON that a client sends.'],
  // Messages.
  message_source_length: [100_000, 'characters', 'A text sent as a message. It is cut to `message_length`.'],
  message_length: [10_000, 'characters', 'The content of a message.'],
  topic_length: [60, 'characters', 'The topic of a message. A longer one is cut.'],
  draft_length: [100_000, 'characters', 'The content of a draft, which can be sent as a file.'],
  drafts_of_user_length: [5_000_000, 'characters', 'The content of all drafts of one account.'],
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
  channels_per_request: [2_000, 'channels', 'Channels that one request joins or leaves.'],
  new_channels_per_request: [500, 'channels', 'Channels that one request creates.'],
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
} as const satisfies Record<string, readonly [most: number, unit: string, of: string]>;

export type LimitName = keyof typeof TABLE;

/** The largest value allowed, by name. */
export const LIMITS = Object.fromEntries(Object.entries(TABLE).map(([name, [most]]) => [name, most])) as {
  readonly [Name in LimitName]: (typeof TABLE)[Name][0];
};

/** The rows of the documentation's table. */
export const limitRows = (): { name: string; most: number; unit: string; of: string }[] =>
  Object.entries(TABLE).map(([name, [most, unit, of]]) => ({ name, most, unit, of }));
