-- The current database. Tables are STRICT, times are whole seconds since 1970 UTC, booleans are 0 and 1.
-- src/schema/ upgrades older databases.

-- Organization -------------------------------------------------------------------------------------------------------

CREATE TABLE realm_setting (
  name TEXT PRIMARY KEY,                 -- a property of organization/realm/settings.ts, or user_settings_defaults
  value TEXT NOT NULL                    -- JSON; a property without a row has its default
) STRICT, WITHOUT ROWID;

CREATE TABLE realm_domain (               -- addresses of these domains may register, if emails_restricted_to_domains
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  domain TEXT NOT NULL UNIQUE,           -- lower case
  allow_subdomains INTEGER NOT NULL      -- 1: also addresses of its subdomains
) STRICT;

CREATE TABLE linkifier (                 -- patterns that turn text into links
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pattern TEXT NOT NULL UNIQUE,          -- RE2, with named groups
  url_template TEXT NOT NULL,            -- RFC 6570, with the same names
  position INTEGER NOT NULL              -- lower positions take precedence
) STRICT;

CREATE TABLE playground (                -- sites that run code
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  pygments_language TEXT NOT NULL,
  url_template TEXT NOT NULL,            -- RFC 6570 with {code}
  UNIQUE (pygments_language, name)
) STRICT;

CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE, -- the real address (delivery_email)
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL,                 -- 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest
  is_active INTEGER NOT NULL DEFAULT 1,  -- 0: deactivated
  is_system INTEGER NOT NULL DEFAULT 0,  -- 1: one of the server's own bots
  bot_type INTEGER,                      -- null: human; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded
  bot_owner_id INTEGER REFERENCES user,  -- null: a human user, or a bot without an owner
  api_key TEXT NOT NULL UNIQUE,          -- 128 random bits as 32 letters and digits
  password_hash TEXT,                    -- argon2id; null: no sign-in by password
  date_joined INTEGER NOT NULL,
  can_change_user_emails INTEGER NOT NULL DEFAULT 0, -- 1: may change other users' addresses
  timezone TEXT NOT NULL DEFAULT '',     -- IANA name
  avatar_source TEXT NOT NULL DEFAULT 'J', -- G gravatar, U uploaded, J drawn from the id
  avatar_version INTEGER NOT NULL DEFAULT 1,
  settings TEXT NOT NULL,                -- JSON object: the personal settings of src/chat/personal/settings/settings.ts
  unread_floor INTEGER NOT NULL DEFAULT 0, -- no unread message has this id or a lower one
  key_limit TEXT                         -- JSON: the channels of a bot's key, and whether it only reads; null: no limit
) STRICT;
CREATE INDEX user_bot_owner ON user (bot_owner_id) WHERE bot_owner_id IS NOT NULL;

CREATE TABLE erasure (                   -- users whose personal data was erased, or is being erased
  user_id INTEGER PRIMARY KEY REFERENCES user,
  messages TEXT NOT NULL,                -- keep, delete
  redaction TEXT,                        -- JSON: the name and address to remove from texts; null: that is done
  requested INTEGER NOT NULL,
  finished INTEGER                       -- null: a job continues it
) STRICT;

CREATE TABLE custom_profile_field (      -- a field of all profiles
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  field_type INTEGER NOT NULL,           -- 1 short, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 account, 8 pronouns
  position INTEGER NOT NULL,             -- the API's `order`
  name TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  field_data TEXT NOT NULL,              -- JSON of choices or the account's kind; '' for other types
  display_in_profile_summary INTEGER NOT NULL,
  required INTEGER NOT NULL,
  editable_by_user INTEGER NOT NULL      -- 0: only administrators fill it in
) STRICT;

CREATE TABLE profile_value (             -- one user's value of one field
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  field_id INTEGER NOT NULL REFERENCES custom_profile_field ON DELETE CASCADE,
  value TEXT NOT NULL,                   -- text, date, link, choice's key, or JSON list of user ids
  rendered_value TEXT,                   -- HTML; null: a type without Markdown
  PRIMARY KEY (user_id, field_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX profile_value_of_field ON profile_value (field_id);

CREATE TABLE bot (                       -- settings of a bot; a bot without a row has the defaults
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  default_sending_channel INTEGER REFERENCES channel ON DELETE SET NULL, -- null: none
  default_events_channel INTEGER REFERENCES channel ON DELETE SET NULL, -- null: none
  default_all_public_streams INTEGER NOT NULL DEFAULT 0,
  base_url TEXT,                         -- URL of an outgoing webhook; null: another kind of bot
  token TEXT,                            -- secret that the receiver checks; null with base_url
  interface INTEGER,                     -- 1 the API's own format, 2 Slack's; null with base_url
  config TEXT NOT NULL DEFAULT '{}'      -- JSON object of strings: the integration's settings
) STRICT;

CREATE TABLE bot_storage (               -- key-value store of bots
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (bot_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE picture (                   -- public pictures of users, emoji and the organization; URLs are secret
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slot TEXT NOT NULL UNIQUE,             -- avatar/<user>, emoji/<id>, icon, logo, night_logo
  name TEXT NOT NULL UNIQUE,             -- 128 random bits in hex, part of its URL
  files TEXT NOT NULL                    -- JSON: key and type of the forms `usual`, `medium`, `still`
) STRICT;

CREATE TABLE realm_emoji (               -- custom emoji; the picture has the slot emoji/<id>
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,                    -- unique among active ones
  author_id INTEGER REFERENCES user,
  deactivated INTEGER NOT NULL DEFAULT 0 -- 1: deactivated, but existing uses still show it
) STRICT;
CREATE UNIQUE INDEX realm_emoji_in_use ON realm_emoji (name) WHERE deactivated = 0;

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,           -- SHA-256 of the cookie, in hex
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  csrf_hash TEXT NOT NULL,               -- SHA-256 of the token that writing requests must send, in hex
  created INTEGER NOT NULL,
  last_used INTEGER NOT NULL DEFAULT 0,  -- to within ten minutes
  device TEXT NOT NULL DEFAULT '',       -- the User-Agent header of the last use
  address TEXT NOT NULL DEFAULT '',      -- the IP address of the last use
  provider TEXT,                         -- name of the identity provider of the sign-in; null: another method
  id_token TEXT                          -- the provider's token that its sign-out asks for; null: none
) STRICT, WITHOUT ROWID;
CREATE INDEX session_user ON session (user_id);

CREATE TABLE totp (                      -- an authenticator app that confirms the sign-ins of a user
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  secret TEXT NOT NULL,                  -- in base32
  created INTEGER NOT NULL,
  last_step INTEGER NOT NULL             -- the last step of 30 seconds whose code was used: each code is valid once
) STRICT;

CREATE TABLE recovery_code (             -- replaces the second factor once
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  code_hash TEXT NOT NULL,               -- SHA-256 of the code, in hex
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkey (                   -- a WebAuthn credential: a second factor, or the only one
  id TEXT PRIMARY KEY,                   -- chosen by the authenticator, in base64url
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,              -- COSE
  counter INTEGER NOT NULL,              -- the signatures so far; 0 if the authenticator does not count
  transports TEXT NOT NULL,              -- JSON list: how browsers reach the authenticator
  created INTEGER NOT NULL,
  last_used INTEGER,                     -- null: never
  verifies_user INTEGER NOT NULL DEFAULT 0 -- 1: its last use verified who holds it, so it signs in without a password
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_user ON passkey (user_id);

CREATE TABLE passkey_challenge (         -- a challenge that a passkey answered: each is valid once
  challenge TEXT PRIMARY KEY,            -- random and signed, in base64url
  user_id INTEGER REFERENCES user ON DELETE CASCADE, -- who answered
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires);
CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id);

CREATE TABLE sign_in_attempt (           -- a sign-in that waits for the second factor
  token_hash TEXT PRIMARY KEY,           -- SHA-256 of the browser's cookie, in hex
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  destination TEXT NOT NULL,             -- JSON: where the sign-in leads
  account_state TEXT NOT NULL,           -- hash of the account's rights and credentials at the time
  failures INTEGER NOT NULL DEFAULT 0,   -- wrong codes
  created INTEGER NOT NULL,
  provider TEXT,                         -- as in session
  id_token TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempt_user ON sign_in_attempt (user_id);

CREATE TABLE login_link (                -- a one-time sign-in link, made by an administrator
  key_hash TEXT PRIMARY KEY,             -- SHA-256 of the key in the link, in hex
  user_id INTEGER NOT NULL UNIQUE REFERENCES user ON DELETE CASCADE,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE external_identity (         -- an account at an identity provider, which signs in to one account here
  issuer TEXT NOT NULL,                  -- the provider's URL
  subject TEXT NOT NULL,                 -- the provider's permanent ID of the account
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  created INTEGER NOT NULL,
  last_used INTEGER NOT NULL,
  picture TEXT,                          -- the URL of the avatar that was copied from there; null: none
  account_name TEXT,                     -- what its user knows it by: an address or a name; null: not known
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX external_identity_user ON external_identity (user_id, issuer);

CREATE TABLE unproven_address (          -- accounts that joined by a link with an address that nobody confirmed
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE
) STRICT;

CREATE TABLE app_token (                 -- signs a desktop app in once, after its user signed in with a browser
  token_hash TEXT PRIMARY KEY,           -- SHA-256 of the token, in hex
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  expires INTEGER NOT NULL,
  provider TEXT,                         -- as in session
  id_token TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX app_token_user ON app_token (user_id);

CREATE TABLE pending_email_change (      -- a new address that its user has not confirmed yet
  key_hash TEXT PRIMARY KEY,             -- SHA-256 of the key in the mailed link, in hex
  user_id INTEGER NOT NULL UNIQUE REFERENCES user ON DELETE CASCADE,
  new_email TEXT NOT NULL,
  created INTEGER NOT NULL               -- the link is valid for 24 hours
) STRICT, WITHOUT ROWID;

CREATE TABLE invitation (                -- pending invitations; deleted once used, revoked or expired
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_hash TEXT NOT NULL UNIQUE,         -- SHA-256 of the key in its link, in hex
  key TEXT,                              -- of a reusable link; null: mailed to one address
  email TEXT,                            -- the address it was mailed to; null: valid for any address
  confirms INTEGER NOT NULL,             -- 1: only confirms an address, after a reusable link or without an invitation
  link_id INTEGER REFERENCES invitation ON DELETE CASCADE, -- that reusable link
  invited_by INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  invited_as INTEGER NOT NULL,           -- a role
  invited INTEGER NOT NULL,              -- time of creation, or of the last mail
  expiry_date INTEGER,                   -- null: never
  channel_ids TEXT NOT NULL,             -- JSON list
  group_ids TEXT NOT NULL,               -- JSON list
  include_defaults INTEGER NOT NULL,     -- 1: also the default channels
  notify_referrer_on_join INTEGER NOT NULL,
  welcome_text TEXT,                     -- null: the organization's text
  account_id INTEGER REFERENCES user ON DELETE CASCADE -- an imported account that becomes theirs; null: a new one
) STRICT;
CREATE INDEX invitation_of_inviter ON invitation (invited_by);
CREATE INDEX invitation_of_account ON invitation (account_id) WHERE account_id IS NOT NULL;

CREATE TABLE accepted_invitation (       -- who came by an invitation
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  invited_by INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  link_id INTEGER,                       -- the invitation that is the reusable link, or was; null: it was mailed
  accepted INTEGER NOT NULL              -- time
) STRICT;
CREATE INDEX accepted_invitation_of_inviter ON accepted_invitation (invited_by);
CREATE INDEX accepted_invitation_time ON accepted_invitation (accepted);

CREATE TABLE realm_export (              -- an export that an administrator requested
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  acting_user_id INTEGER NOT NULL REFERENCES user,
  export_type TEXT NOT NULL,             -- public, full_with_consent
  export_time INTEGER NOT NULL,
  file_key TEXT,                         -- its file below uploads/; null: not finished, or deleted
  failed_timestamp INTEGER,              -- null: not failed
  deleted_timestamp INTEGER,             -- null: not deleted
  format TEXT NOT NULL DEFAULT 'document' -- zulip, json: an archive; document: one JSON file of an earlier version
) STRICT;

CREATE TABLE data_export (               -- the latest export of a user's own data
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  requested INTEGER NOT NULL,
  finished INTEGER,                      -- null: a job makes it
  has_failed INTEGER NOT NULL DEFAULT 0,
  file_key TEXT,                         -- its file below uploads/; null: not finished, failed or deleted
  size INTEGER                           -- bytes
) STRICT;

CREATE TABLE outbox (                    -- e-mails to deliver, and failed ones of the last two weeks
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,                    -- of src/chat/notifications/mail/types.ts
  recipient TEXT NOT NULL,               -- an address
  user_id INTEGER REFERENCES user ON DELETE CASCADE, -- the account it concerns; null: the recipient has none yet
  subject TEXT NOT NULL,
  content TEXT NOT NULL,                 -- JSON: the mail, or the ids of missed messages
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,              -- not sent after this time
  attempts INTEGER NOT NULL DEFAULT 0,   -- counted before each attempt, so that a crash counts as one
  due INTEGER NOT NULL,                  -- time of the next attempt
  failed INTEGER,                        -- time of the final failure; null: still queued
  reason TEXT                            -- the last error; null: none
) STRICT;
CREATE INDEX outbox_due ON outbox (due) WHERE failed IS NULL;
CREATE INDEX outbox_of_user ON outbox (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE mail_result (               -- what became of the last mails to an account
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  last_success INTEGER,
  last_failure INTEGER,
  failure TEXT                           -- why the last attempt failed; null: it did not
) STRICT;

CREATE TABLE announcement (              -- an e-mail from an administrator to many users; deleted a week after it was sent
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  created INTEGER NOT NULL,
  audience TEXT NOT NULL,                -- everyone, role, group or channel
  audience_id INTEGER,                   -- a role, or the id of a group or channel; null: everyone
  subject TEXT NOT NULL,
  html TEXT NOT NULL,                    -- for mail, without the frame
  text TEXT NOT NULL,                    -- the same as plain text
  recipients INTEGER NOT NULL,           -- their number when it was sent
  queued INTEGER NOT NULL DEFAULT 0,     -- mails that were added to the outbox
  last_user_id INTEGER NOT NULL DEFAULT 0, -- the mails of users up to this id were added
  finished INTEGER                       -- when the last mail was added; null: not yet
) STRICT;

CREATE TABLE missed_message (            -- messages to mail a user about after some time without activity
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  due INTEGER NOT NULL,                  -- when the user's activity is checked
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX missed_message_due ON missed_message (due);

CREATE TABLE password_reset (            -- a mailed link to reset a password
  key_hash TEXT PRIMARY KEY,             -- SHA-256 of the key in the link, in hex
  user_id INTEGER NOT NULL UNIQUE REFERENCES user ON DELETE CASCADE,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Groups, which hold the permissions ---------------------------------------------------------------------------------

CREATE TABLE user_group (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE COLLATE NOCASE,       -- null: an anonymous group, the value of one setting
  description TEXT NOT NULL DEFAULT '',
  is_system INTEGER NOT NULL DEFAULT 0,  -- 1: role:…; its members follow from roles and have no rows
  deactivated INTEGER NOT NULL DEFAULT 0,
  creator_id INTEGER REFERENCES user,    -- null: system groups
  date_created INTEGER,                  -- null: system groups
  can_add_members_group INTEGER REFERENCES user_group,
  can_join_group INTEGER REFERENCES user_group,
  can_leave_group INTEGER REFERENCES user_group,
  can_manage_group INTEGER REFERENCES user_group,
  can_mention_group INTEGER REFERENCES user_group,
  can_remove_members_group INTEGER REFERENCES user_group
) STRICT;

CREATE TABLE user_group_member (
  group_id INTEGER NOT NULL REFERENCES user_group ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_group_of_member ON user_group_member (user_id);

CREATE TABLE user_group_subgroup (
  group_id INTEGER NOT NULL REFERENCES user_group ON DELETE CASCADE,
  subgroup_id INTEGER NOT NULL REFERENCES user_group ON DELETE CASCADE,
  PRIMARY KEY (group_id, subgroup_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_group_of_subgroup ON user_group_subgroup (subgroup_id);

-- Recipients: channels and direct-message conversations --------------------------------------------------------------

CREATE TABLE recipient (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER UNIQUE,             -- null: a direct-message conversation
  user_ids TEXT UNIQUE                   -- ids of its participants, ascending, comma separated; null: a channel
) STRICT;

CREATE TABLE channel_folder (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  rendered_description TEXT NOT NULL,
  position INTEGER NOT NULL,             -- the API's `order`
  creator_id INTEGER REFERENCES user,
  date_created INTEGER,
  is_archived INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE channel (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recipient_id INTEGER NOT NULL REFERENCES recipient,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,         -- lower-case name in NFC: names differ by more than case
  description TEXT NOT NULL,
  rendered_description TEXT NOT NULL,
  date_created INTEGER NOT NULL,
  creator_id INTEGER REFERENCES user,    -- null: created by the server
  invite_only INTEGER NOT NULL,          -- 1: private
  is_web_public INTEGER NOT NULL,        -- 1: readable without an account
  history_public_to_subscribers INTEGER NOT NULL, -- 0: protected history; subscribers read only what they received
  is_archived INTEGER NOT NULL DEFAULT 0,
  is_default INTEGER NOT NULL DEFAULT 0, -- 1: new users are subscribed
  is_recently_active INTEGER NOT NULL DEFAULT 1, -- 1: a message within 180 days; kept by sends and a daily job
  weekly_traffic INTEGER,                -- average messages a week, kept by a daily job; null: younger than a week
  first_message_id INTEGER,              -- null: no messages
  message_retention_days INTEGER,        -- null: the organization's; -1: forever
  topics_policy TEXT NOT NULL,           -- inherit, allow_empty_topic, disable_empty_topic, empty_topic_only
  folder_id INTEGER REFERENCES channel_folder,
  can_add_subscribers_group INTEGER NOT NULL REFERENCES user_group,
  can_administer_channel_group INTEGER NOT NULL REFERENCES user_group,
  can_delete_any_message_group INTEGER NOT NULL REFERENCES user_group,
  can_delete_own_message_group INTEGER NOT NULL REFERENCES user_group,
  can_move_messages_out_of_channel_group INTEGER NOT NULL REFERENCES user_group,
  can_move_messages_within_channel_group INTEGER NOT NULL REFERENCES user_group,
  can_remove_subscribers_group INTEGER NOT NULL REFERENCES user_group,
  can_resolve_topics_group INTEGER NOT NULL REFERENCES user_group,
  can_send_message_group INTEGER NOT NULL REFERENCES user_group,
  can_subscribe_group INTEGER NOT NULL REFERENCES user_group
) STRICT;
CREATE INDEX channel_created ON channel (date_created);

CREATE TABLE archived_channel (          -- an archived channel that will be deleted permanently
  channel_id INTEGER PRIMARY KEY REFERENCES channel ON DELETE CASCADE,
  since INTEGER NOT NULL,                -- when the days in which it can be restored began
  is_deleting INTEGER NOT NULL DEFAULT 0 -- 1: its deletion has begun, and it cannot be restored
) STRICT;

CREATE TABLE default_channel_group (     -- channels that new users can choose together
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  description TEXT NOT NULL
) STRICT;

CREATE TABLE default_channel_group_channel (
  group_id INTEGER NOT NULL REFERENCES default_channel_group ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  PRIMARY KEY (group_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX default_channel_group_of_channel ON default_channel_group_channel (channel_id);

CREATE TABLE subscription (              -- one user's settings for one channel; kept after unsubscribing
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  active INTEGER NOT NULL,               -- 0: unsubscribed
  color TEXT NOT NULL,                   -- #rrggbb
  is_muted INTEGER NOT NULL DEFAULT 0,
  pin_to_top INTEGER NOT NULL DEFAULT 0,
  desktop_notifications INTEGER,         -- null (all five): the user's general setting applies
  audible_notifications INTEGER,
  push_notifications INTEGER,
  email_notifications INTEGER,
  wildcard_mentions_notify INTEGER,
  PRIMARY KEY (user_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_of_channel ON subscription (channel_id, active, user_id);

-- Who receives the messages of a recipient: ids above from_id up to until_id. Subscribing opens a period, unsubscribing
-- closes it. A direct-message conversation has one open period for each participant.
CREATE TABLE membership (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
  from_id INTEGER NOT NULL,              -- the newest message id when it began
  until_id INTEGER,                      -- the newest message id when it ended; null: still open
  PRIMARY KEY (user_id, recipient_id, from_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX membership_of_recipient ON membership (recipient_id, user_id);

-- Messages -----------------------------------------------------------------------------------------------------------

CREATE TABLE topic (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
  name_key TEXT NOT NULL,                -- lower-case name in NFC; each message keeps the spelling it was sent with
  UNIQUE (recipient_id, name_key)
) STRICT;

CREATE TABLE client (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE              -- the sending program
) STRICT;

CREATE TABLE message (
  id INTEGER PRIMARY KEY,                -- increases over all conversations; never reused
  recipient_id INTEGER NOT NULL REFERENCES recipient,
  origin_id INTEGER REFERENCES recipient, -- the original recipient of a moved message: it decides who received it
  sender_id INTEGER NOT NULL REFERENCES user,
  topic_id INTEGER REFERENCES topic,     -- null: a direct message
  subject TEXT NOT NULL,                 -- the topic as sent; '' for direct messages and the empty topic
  content TEXT NOT NULL,                 -- Markdown source
  rendered_content TEXT,                 -- HTML; null: the source as it is, in one paragraph
  date_sent INTEGER NOT NULL,
  client_id INTEGER NOT NULL REFERENCES client,
  facts INTEGER NOT NULL,                -- bits: see FACT in src/chat/messages/messages/types.ts
  last_edit_timestamp INTEGER,           -- null: content never edited
  last_moved_timestamp INTEGER,          -- null: never moved
  edit_history TEXT                      -- JSON, newest first; null: never changed
) STRICT;
-- Contains all that unread counts need of a message, so that they read only the index.
CREATE INDEX message_by_recipient ON message (recipient_id, id, sender_id, topic_id, facts, origin_id);
CREATE INDEX message_moved ON message (recipient_id) WHERE origin_id IS NOT NULL;
CREATE INDEX message_by_topic ON message (topic_id) WHERE topic_id IS NOT NULL;

CREATE TABLE message_sequence (          -- one row, written only when the newest message is deleted
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_id INTEGER NOT NULL               -- ids up to this one are not reused
) STRICT;
INSERT INTO message_sequence (id, last_id) VALUES (1, 0);

-- Words of every message. `marks` contains r<recipient>, t<topic>, s<sender>, and words for what the message has (link,
-- image, file) or mentions (all).
CREATE VIRTUAL TABLE message_search USING fts5 (
  marks, subject, content, content = '', contentless_delete = 1, tokenize = "porter unicode61 remove_diacritics 2"
);
INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0); -- the server merges in small steps

CREATE TABLE search_progress (            -- one row
  indexed_to INTEGER NOT NULL              -- messages up to this id are in message_search; a job adds the rest
) STRICT;
INSERT INTO search_progress (indexed_to) VALUES (0);

CREATE TABLE sent_once (                 -- messages sent with a local_id, to recognize repeated sends
  user_id INTEGER NOT NULL,
  queue_id TEXT NOT NULL,
  local_id TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, queue_id, local_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_once_by_message ON sent_once (message_id);

-- Bit i of chunk c of a user: whether message c * 4096 + i is NOT in its default state. By default a message is unread
-- for those who received it, and read for those who did not receive it and for its sender, unless a program sent it. A
-- missing chunk has no bits set.
CREATE TABLE read_chunk (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  chunk INTEGER NOT NULL,                -- id >> 12
  bits BLOB NOT NULL,                    -- 512 bytes, lowest bit first
  PRIMARY KEY (user_id, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_chunk_by_chunk ON read_chunk (chunk);

CREATE TABLE message_flag (              -- rare flags of one message for one user
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,                -- 1 starred, 2 collapsed, 4 mentioned, 8 topic wildcard, 16 alert word, 32 copied
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_flag_by_message ON message_flag (message_id);

CREATE TABLE reaction (
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  reaction_type TEXT NOT NULL,           -- unicode_emoji, realm_emoji, zulip_extra_emoji
  emoji_code TEXT NOT NULL,
  emoji_name TEXT NOT NULL,
  PRIMARY KEY (message_id, user_id, reaction_type, emoji_code)
) STRICT;

CREATE TABLE pin (                       -- a message that is pinned in its conversation
  message_id INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE, -- the message's own; it changes with a move
  pinned_by INTEGER REFERENCES user ON DELETE SET NULL,
  pinned_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pin_of_recipient ON pin (recipient_id, pinned_at);

CREATE TABLE submessage (                -- data of a poll or to-do list; the first row is the widget itself
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  sender_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  msg_type TEXT NOT NULL,                -- widget
  content TEXT NOT NULL                  -- JSON
) STRICT;
CREATE INDEX submessage_of_message ON submessage (message_id);

CREATE TABLE attachment (                -- an uploaded file, on disk under its key
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path_id TEXT NOT NULL UNIQUE,          -- its path below /user_uploads/, with a sanitized name
  file_name TEXT NOT NULL,               -- the original name
  file_key TEXT NOT NULL UNIQUE,         -- ab/cd/<random>, below the data folder's uploads/
  content_type TEXT NOT NULL,            -- detected from its content
  size INTEGER NOT NULL,                 -- bytes
  owner_id INTEGER NOT NULL REFERENCES user,
  create_time INTEGER NOT NULL,
  unclaimed_since INTEGER,               -- null: a message links to it
  thumbnails TEXT,                       -- due, made, failed, none (this machine cannot make any); null: not a picture
  attempts INTEGER NOT NULL DEFAULT 0,   -- attempts to make thumbnails, counted before each
  width INTEGER,                         -- of a picture as displayed, pixels; null: unknown
  height INTEGER,
  frames INTEGER                         -- more than 1: animated
) STRICT;
CREATE INDEX attachment_due ON attachment (id) WHERE thumbnails = 'due';
CREATE INDEX attachment_of_owner ON attachment (owner_id);
CREATE INDEX attachment_unclaimed ON attachment (unclaimed_since) WHERE unclaimed_since IS NOT NULL;

CREATE TABLE attachment_message (        -- messages that link to a file; they decide who can read it
  attachment_id INTEGER NOT NULL REFERENCES attachment ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (attachment_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_of_message ON attachment_message (message_id);

CREATE TABLE deleted_message (           -- deleted messages that can be restored; no other query reads them
  deletion INTEGER PRIMARY KEY AUTOINCREMENT, -- increases with every deletion
  id INTEGER NOT NULL UNIQUE,            -- from here to edit_history: the columns of message
  recipient_id INTEGER NOT NULL REFERENCES recipient,
  origin_id INTEGER REFERENCES recipient,
  sender_id INTEGER NOT NULL REFERENCES user,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  rendered_content TEXT,
  date_sent INTEGER NOT NULL,
  client_id INTEGER NOT NULL REFERENCES client,
  facts INTEGER NOT NULL,
  last_edit_timestamp INTEGER,
  last_moved_timestamp INTEGER,
  edit_history TEXT,
  deleted INTEGER NOT NULL,              -- time of the deletion
  deleted_by INTEGER REFERENCES user,    -- null: the message retention
  attached TEXT NOT NULL                 -- JSON: rows of reaction, message_flag and submessage
) STRICT;
CREATE INDEX deleted_message_sender ON deleted_message (sender_id);

CREATE TABLE deleted_message_file (      -- files that a deleted message linked to; they are kept with it
  message_id INTEGER NOT NULL REFERENCES deleted_message (id) ON DELETE CASCADE,
  attachment_id INTEGER NOT NULL REFERENCES attachment ON DELETE CASCADE,
  PRIMARY KEY (message_id, attachment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_message_file_attachment ON deleted_message_file (attachment_id);

CREATE TABLE webhook_delivery (          -- a message that triggers an outgoing webhook, until it is delivered or failed
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  trigger_word TEXT NOT NULL,            -- mention, direct_message
  attempts INTEGER NOT NULL DEFAULT 0,   -- failed attempts
  due INTEGER NOT NULL                   -- time of the next attempt
) STRICT;
CREATE INDEX webhook_delivery_due ON webhook_delivery (due);
CREATE INDEX webhook_delivery_of_message ON webhook_delivery (message_id);
CREATE INDEX webhook_delivery_bot ON webhook_delivery (bot_id);

CREATE TABLE sent_delivery (             -- one of the last requests to the webhook of a bot, for a week
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER,                    -- the message, which may be deleted since; null: a command or a test
  sent INTEGER NOT NULL,
  status INTEGER,                        -- of the answer; null: there was none
  error TEXT,                            -- why it failed; null: it did not
  command TEXT                           -- the name of the slash command; null: none
) STRICT;
CREATE INDEX sent_delivery_bot ON sent_delivery (bot_id);
CREATE INDEX sent_delivery_time ON sent_delivery (sent);

CREATE TABLE slash_command (             -- a command that the webhook of a bot answers
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE,             -- without the slash
  usage TEXT NOT NULL,                   -- what people write after the name; '': nothing
  description TEXT NOT NULL
) STRICT;
CREATE INDEX slash_command_bot ON slash_command (bot_id);

CREATE TABLE slash_command_run (         -- a use of a command, which its webhook may answer later
  token_hash TEXT PRIMARY KEY,           -- of the token in its response_url
  command_id INTEGER NOT NULL REFERENCES slash_command ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE, -- the user who ran it
  place TEXT NOT NULL,                   -- JSON: stream_id and topic, or user_ids
  expires INTEGER NOT NULL,
  answers_left INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX slash_command_run_command ON slash_command_run (command_id);
CREATE INDEX slash_command_run_user ON slash_command_run (user_id);
CREATE INDEX slash_command_run_expires ON slash_command_run (expires);

CREATE TABLE webhook_address (           -- an address /hooks/TOKEN, to which another program posts without a key
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,       -- SHA-256 of the token, in hex
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  service TEXT NOT NULL,                 -- whose deliveries it receives, such as github or custom_3
  channel_id INTEGER REFERENCES channel ON DELETE CASCADE, -- null: direct messages to the owner of the bot
  topic TEXT,                            -- null: the service decides
  secret TEXT,                           -- what the sender signs with; null: deliveries need no signature
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_address_bot ON webhook_address (bot_id);
CREATE INDEX webhook_address_channel ON webhook_address (channel_id);

CREATE TABLE webhook_template (          -- a service of the organization, named custom_ and its id
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL                     -- what it posts
) STRICT;

CREATE TABLE received_delivery (         -- one of the last deliveries to a webhook address, for a week
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  address_id INTEGER NOT NULL REFERENCES webhook_address ON DELETE CASCADE,
  received INTEGER NOT NULL,
  repeats INTEGER NOT NULL DEFAULT 0,    -- how often it came again within a minute
  content TEXT,                          -- JSON of payload, headers and query without secrets; null: it was too long
  error TEXT,                            -- what the sender received; null: it was accepted
  message_id INTEGER                     -- what was posted, and may be deleted since; null: nothing
) STRICT;
CREATE INDEX received_delivery_address ON received_delivery (address_id);
CREATE INDEX received_delivery_time ON received_delivery (received);

CREATE TABLE handled_delivery (          -- a delivery of the last day that its sender may repeat
  hash TEXT PRIMARY KEY,                 -- of bot, place and the sender's id
  handled INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX handled_delivery_time ON handled_delivery (handled);

CREATE TABLE feed (                      -- an RSS, Atom or JSON feed whose new entries a bot posts
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  topic TEXT,                            -- null: the title of the feed
  url TEXT NOT NULL,
  title TEXT NOT NULL,                   -- as the feed names itself; '': it was not read yet
  known TEXT,                            -- JSON list: hashes of its entries, the newest first; null: it was not read yet
  etag TEXT,                             -- this and modified: what its server compares to find out whether it changed
  modified TEXT,
  due INTEGER,                           -- when to read it next; null: its server said that it is gone
  failures INTEGER NOT NULL,             -- since it was read last
  error TEXT,                            -- why it could not be read or posted the last time; null: it could
  last_read INTEGER,                     -- the last time it could be read
  created INTEGER NOT NULL,
  UNIQUE (channel_id, bot_id, url)
) STRICT;
CREATE INDEX feed_bot ON feed (bot_id);
CREATE INDEX feed_due ON feed (due) WHERE due IS NOT NULL;

CREATE TABLE mail_address (              -- a channel whose e-mail addresses were replaced
  channel_id INTEGER PRIMARY KEY REFERENCES channel ON DELETE CASCADE,
  generation INTEGER NOT NULL            -- how often; it is part of what an address signs
) STRICT;

CREATE TABLE received_mail (             -- the last mails that were received; each is posted once
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  received INTEGER NOT NULL,
  key TEXT UNIQUE,                       -- hash of its Message-ID and the place where it was posted; null: it was not
  thread_hash TEXT,                      -- hash of its Message-ID, which answers refer to; null: it was not posted
  sender TEXT NOT NULL,                  -- this, subject and address are empty, except for the last ones
  subject TEXT NOT NULL,
  address TEXT NOT NULL,
  result TEXT NOT NULL,                  -- posted, dropped, rejected
  reason TEXT NOT NULL,
  message_id INTEGER                     -- the message, which may be deleted
) STRICT;
CREATE INDEX received_mail_thread ON received_mail (thread_hash) WHERE thread_hash IS NOT NULL;

CREATE TABLE link_preview (              -- the title, description and image of a linked page, or that it has none
  url TEXT PRIMARY KEY,
  title TEXT NOT NULL,                   -- '': none
  description TEXT NOT NULL,             -- '': none
  image TEXT,                            -- absolute URL of its image; null: no preview
  expires INTEGER NOT NULL               -- when to fetch it again
) STRICT, WITHOUT ROWID;
CREATE INDEX link_preview_expiry ON link_preview (expires);

CREATE TABLE link_preview_wanted (       -- a message that waits for the preview of a page
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  PRIMARY KEY (message_id, url)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_preview_wanted_url ON link_preview_wanted (url);

CREATE TABLE user_topic (                -- one user's policy for one topic
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  topic_key TEXT NOT NULL,               -- lower-case name in NFC
  topic_name TEXT NOT NULL,
  visibility_policy INTEGER NOT NULL,    -- 1 muted, 2 unmuted, 3 followed
  last_updated INTEGER NOT NULL,
  PRIMARY KEY (user_id, channel_id, topic_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_topic_by_topic ON user_topic (channel_id, topic_key);

-- Imports: what became of the objects of other servers -------------------------------------------------------------

CREATE TABLE import_source (             -- another server whose data was imported
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,             -- its product and its own id, such as slack:T024BE7LD
  from_id INTEGER NOT NULL               -- the newest message id when its first import began
) STRICT;

CREATE TABLE import_origin (             -- what an object of such a server became
  source_id INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
  kind TEXT NOT NULL,                    -- user, group, emoji, channel, thread, file, message, unread, setting
  origin TEXT NOT NULL,                  -- its id on that server
  id INTEGER NOT NULL,                   -- its id here; of a thread: the topic's
  detail TEXT NOT NULL,                  -- of a message: hashes of it; of a thread: the topic's name; '' for others
  PRIMARY KEY (source_id, kind, origin)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_member (             -- a membership that an import gave
  recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  is_pending INTEGER NOT NULL,           -- 1: the subscription follows when all messages are there
  from_id INTEGER,                       -- the user received no message up to this one; NULL: all that are imported
  PRIMARY KEY (recipient_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_member_pending ON import_member (user_id, recipient_id) WHERE is_pending = 1;

CREATE TABLE import_range (              -- imported messages with consecutive ids; their ids say nothing of their times
  from_id INTEGER PRIMARY KEY,           -- the first of at most some thousands
  until_id INTEGER NOT NULL,             -- the last
  oldest INTEGER NOT NULL,               -- the time of the oldest
  newest INTEGER NOT NULL
) STRICT;

-- Personal data: events go to their owner only -----------------------------------------------------------------------

CREATE TABLE saved_snippet (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  title TEXT NOT NULL,
  content TEXT NOT NULL,                 -- Markdown source
  date_created INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_snippet_of_user ON saved_snippet (user_id);

CREATE TABLE navigation_view (           -- position of a view in a user's sidebar; clients place views without a row
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  fragment TEXT NOT NULL,                -- the part of the view's URL after #
  is_pinned INTEGER NOT NULL,            -- 0: under More Views
  name TEXT,                             -- null: a built-in view
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;

CREATE TABLE sidebar_order (             -- of a user's pinned channels and views; others follow in the usual order
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  channels TEXT NOT NULL,                -- JSON: ids of channels
  views TEXT NOT NULL                    -- JSON: the parts of URLs after #
) STRICT;

CREATE TABLE draft (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  type TEXT NOT NULL,                    -- stream, private; '': not yet addressed
  recipients TEXT NOT NULL,              -- JSON list: the channel's id, user ids, or empty
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  last_edited INTEGER NOT NULL
) STRICT;
CREATE INDEX draft_of_user ON draft (user_id, last_edited);

CREATE TABLE alert_word (                -- words that notify a user wherever they occur
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  word_key TEXT NOT NULL,                -- lower-case word
  word TEXT NOT NULL,
  PRIMARY KEY (user_id, word_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE muted_user (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,       -- the user who mutes
  muted_user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE, -- the muted user
  date_muted INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX muted_user_by_muted ON muted_user (muted_user_id);

CREATE TABLE user_status (               -- a user without a row has no status
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  status_text TEXT NOT NULL,
  emoji_name TEXT NOT NULL,              -- '' (all three): no emoji
  emoji_code TEXT NOT NULL,
  reaction_type TEXT NOT NULL,
  scheduled_end_time INTEGER             -- NULL: it does not end by itself
) STRICT;
CREATE INDEX user_status_end ON user_status (scheduled_end_time) WHERE scheduled_end_time IS NOT NULL;

CREATE TABLE do_not_disturb (            -- when a user wants no notifications; a user without a row always wants them
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  until INTEGER NOT NULL,                -- turned on until then; 0: not turned on
  schedule TEXT NOT NULL,                -- JSON: [{days, start, end}], in the user's time zone
  resumed_until INTEGER NOT NULL,        -- the schedule holds only after this time
  quiet_until INTEGER NOT NULL DEFAULT 0, -- the end that others see, perhaps over; 0: none
  next_start INTEGER                     -- when the schedule begins to hold; NULL: never
) STRICT;
CREATE INDEX do_not_disturb_start ON do_not_disturb (next_start) WHERE next_start IS NOT NULL;

CREATE TABLE onboarding_step (           -- an introduction that a user has seen
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  name TEXT NOT NULL,
  date_seen INTEGER NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE scheduled_message (         -- a message to send later; its row is deleted when it is sent
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE, -- the sender
  channel_id INTEGER REFERENCES channel ON DELETE CASCADE,    -- null: direct
  user_ids TEXT,                         -- JSON list of the recipients; null: a channel
  topic TEXT NOT NULL,                   -- '' for direct messages and the empty topic
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  deliver_at INTEGER NOT NULL,
  client TEXT NOT NULL,                  -- the client that created it
  read_by_sender INTEGER NOT NULL,       -- 1: read for its sender once sent
  failed INTEGER NOT NULL DEFAULT 0      -- 1: failed, and not retried until it is changed
) STRICT;
CREATE INDEX scheduled_message_of_user ON scheduled_message (user_id);
CREATE INDEX scheduled_message_due ON scheduled_message (deliver_at) WHERE failed = 0;

CREATE TABLE reminder (                  -- a reminder to send later
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,           -- the message it is about
  note TEXT NOT NULL,                    -- '': none
  deliver_at INTEGER NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0,     -- 1: failed, and not retried
  content TEXT,                          -- the text with the message as it was then; null: the message was deleted
  rendered_content TEXT                  -- its HTML
) STRICT;
CREATE INDEX reminder_of_user ON reminder (user_id);
CREATE INDEX reminder_of_message ON reminder (message_id);
CREATE INDEX reminder_due ON reminder (deliver_at) WHERE failed = 0;

-- Presence -----------------------------------------------------------------------------------------------------------

CREATE TABLE presence (
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  active_timestamp INTEGER,              -- last activity; null: never
  idle_timestamp INTEGER NOT NULL,       -- last connection
  update_id INTEGER NOT NULL UNIQUE      -- increases with every change of any user
) STRICT;

CREATE TABLE push_token (                -- push tokens of a user's phones
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  kind TEXT NOT NULL,                    -- apns, fcm
  token TEXT NOT NULL,                   -- the token of Apple or Google
  app_id TEXT,                           -- the app; null: fcm
  created INTEGER NOT NULL,
  registered INTEGER NOT NULL,           -- 1: registered with the push service
  last_success INTEGER,
  last_failure INTEGER,
  failure TEXT,                          -- why the last attempt failed; null: it did not
  PRIMARY KEY (user_id, kind, token)
) STRICT, WITHOUT ROWID;

CREATE TABLE push_notice (               -- messages to push to a user's phones, or pushed and still unread
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  due INTEGER,                           -- when the user's activity is checked; null: they were told
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_notice_due ON push_notice (due);

CREATE TABLE web_push_subscription (     -- browsers that accept Web Push while no page is open
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  session_hash TEXT REFERENCES session ON DELETE CASCADE, -- deleted with its session; null: created with an API key
  endpoint TEXT NOT NULL UNIQUE,         -- URL of its push service
  p256dh TEXT NOT NULL,                  -- the browser's public key, in base64url
  auth TEXT NOT NULL,
  created INTEGER NOT NULL,
  last_success INTEGER,
  last_failure INTEGER,
  failure TEXT                           -- why the last attempt failed; null: it did not
) STRICT;
CREATE INDEX web_push_subscription_user ON web_push_subscription (user_id);
CREATE INDEX web_push_subscription_session ON web_push_subscription (session_hash);

CREATE TABLE web_push_notice (           -- messages to push to such a browser
  subscription_id INTEGER NOT NULL REFERENCES web_push_subscription ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  due INTEGER NOT NULL,                  -- time of the next attempt
  PRIMARY KEY (subscription_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX web_push_notice_due ON web_push_notice (due);

CREATE TABLE ntfy_address (              -- topics of ntfy servers to which a user's notifications are sent
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  sealed TEXT NOT NULL,                  -- the topic's URL and its credentials, encrypted by src/kernel/sealing.ts
  server_hash TEXT NOT NULL,             -- equal for all addresses of one server: HMAC of its URL
  shows_text INTEGER NOT NULL,           -- whether notifications contain the text of messages
  created INTEGER NOT NULL,
  last_success INTEGER,
  last_failure INTEGER,
  failure TEXT,                          -- why the last attempt failed; null: it did not
  failures INTEGER NOT NULL DEFAULT 0    -- failed attempts in a row
) STRICT;
CREATE INDEX ntfy_address_user ON ntfy_address (user_id);
CREATE INDEX ntfy_address_server ON ntfy_address (server_hash);

CREATE TABLE ntfy_notice (               -- messages to send there, or shown there and still unread
  address_id INTEGER NOT NULL REFERENCES ntfy_address ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  due INTEGER,                           -- time of the next attempt; null: a notification shows it
  sequence TEXT,                         -- the ID of that notification
  PRIMARY KEY (address_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ntfy_notice_due ON ntfy_notice (due);

CREATE TABLE event_queue (               -- event queues, saved during a planned restart
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  state TEXT NOT NULL                    -- JSON of src/kernel/events/save.ts
) STRICT, WITHOUT ROWID;

CREATE TABLE queue_listener (            -- in a server of several processes: which users have event queues where
  node TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  PRIMARY KEY (node, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE cluster (                   -- in a server of several machines: one row, the same on each
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret TEXT NOT NULL                   -- 256 random bits in hex; machines identify themselves and the database with it
) STRICT;

CREATE TABLE replication (               -- in a server of several processes: one row with the last turn in this file
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch INTEGER NOT NULL,                -- which writer wrote the turn
  turn INTEGER NOT NULL,                 -- rises by one with every turn
  hash BLOB NOT NULL,                    -- SHA-256 of the turn and of the hash before it
  sequence INTEGER NOT NULL              -- the entry of the log that contains the turn; -1: not known
) STRICT;

CREATE TABLE audit_entry (               -- the audit log; it contains ids and no content, so that names do not outlive an erasure
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  time INTEGER NOT NULL,                 -- s
  kind TEXT NOT NULL,                    -- AUDITED_KINDS in src/chat/organization/audit-log/types.ts
  actor_id INTEGER REFERENCES user,      -- who did it; null: a failed sign-in or a command on the server
  user_id INTEGER REFERENCES user,       -- to whom
  channel_id INTEGER,                    -- in which channel
  details TEXT NOT NULL,                 -- names of changed settings, or a role
  address TEXT NOT NULL,                 -- IP address; empty: erased
  client TEXT NOT NULL,                  -- name of the client program
  group_id INTEGER                       -- to which user group
) STRICT;
CREATE INDEX audit_entry_time ON audit_entry (time);
CREATE INDEX audit_entry_program ON audit_entry (actor_id, client) WHERE kind = 'api_key_use';

-- Statistics: counts for administrators, kept by jobs --------------------------------------------------------------

CREATE TABLE statistic (
  period TEXT NOT NULL,                  -- day, week
  kind TEXT NOT NULL,                    -- StatisticKind in src/chat/organization/statistics/types.ts
  start INTEGER NOT NULL,                -- first day of the period, in days since 1970 UTC; weeks begin on Monday
  key INTEGER NOT NULL,                  -- the channel's or bot's id; 0: the whole organization
  value INTEGER NOT NULL,                -- a count, or bytes
  PRIMARY KEY (period, kind, start, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE active_user (               -- who is counted as active in a period; deleted two months after counting
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  period TEXT NOT NULL,                  -- as in statistic
  start INTEGER NOT NULL,
  counted INTEGER NOT NULL,              -- time of the counting
  PRIMARY KEY (user_id, period, start)
) STRICT, WITHOUT ROWID;
CREATE INDEX active_user_counted ON active_user (counted);

CREATE TABLE statistic_progress (        -- one row
  message_id INTEGER NOT NULL,           -- messages up to this id are counted
  presence_id INTEGER NOT NULL           -- changes of presence up to this update_id are counted
) STRICT;
INSERT INTO statistic_progress (message_id, presence_id) VALUES (0, 0);
