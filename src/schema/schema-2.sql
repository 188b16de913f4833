-- The tables of schema 2, frozen. Upgrades start from here; schema.sql is the current schema and has the comments.

CREATE TABLE realm_setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE realm_domain (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  domain TEXT NOT NULL UNIQUE,
  allow_subdomains INTEGER NOT NULL
) STRICT;

CREATE TABLE linkifier (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pattern TEXT NOT NULL UNIQUE,
  url_template TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE playground (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  pygments_language TEXT NOT NULL,
  url_template TEXT NOT NULL,
  UNIQUE (pygments_language, name)
) STRICT;

CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1,
  is_system INTEGER NOT NULL DEFAULT 0,
  bot_type INTEGER,
  bot_owner_id INTEGER REFERENCES user,
  api_key TEXT NOT NULL UNIQUE,
  password_hash TEXT,
  date_joined INTEGER NOT NULL,
  can_change_user_emails INTEGER NOT NULL DEFAULT 0,
  timezone TEXT NOT NULL DEFAULT '',
  avatar_source TEXT NOT NULL DEFAULT 'J',
  avatar_version INTEGER NOT NULL DEFAULT 1,
  settings TEXT NOT NULL,
  unread_floor INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX user_bot_owner ON user (bot_owner_id) WHERE bot_owner_id IS NOT NULL;

CREATE TABLE custom_profile_field (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  field_type INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  field_data TEXT NOT NULL,
  display_in_profile_summary INTEGER NOT NULL,
  required INTEGER NOT NULL,
  editable_by_user INTEGER NOT NULL
) STRICT;

CREATE TABLE profile_value (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  field_id INTEGER NOT NULL REFERENCES custom_profile_field ON DELETE CASCADE,
  value TEXT NOT NULL,
  rendered_value TEXT,
  PRIMARY KEY (user_id, field_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX profile_value_of_field ON profile_value (field_id);

CREATE TABLE bot (
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  default_sending_channel INTEGER REFERENCES channel ON DELETE SET NULL,
  default_events_channel INTEGER REFERENCES channel ON DELETE SET NULL,
  default_all_public_streams INTEGER NOT NULL DEFAULT 0,
  base_url TEXT,
  token TEXT,
  interface INTEGER,
  config TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE bot_storage (
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (bot_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE picture (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slot TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  files TEXT NOT NULL
) STRICT;

CREATE TABLE realm_emoji (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  author_id INTEGER REFERENCES user,
  deactivated INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX realm_emoji_in_use ON realm_emoji (name) WHERE deactivated = 0;

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  csrf TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_user ON session (user_id);

CREATE TABLE login_link (
  key_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL UNIQUE REFERENCES user ON DELETE CASCADE,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_email_change (
  key_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL UNIQUE REFERENCES user ON DELETE CASCADE,
  new_email TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE invitation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_hash TEXT NOT NULL UNIQUE,
  key TEXT,
  email TEXT,
  confirms INTEGER NOT NULL,
  link_id INTEGER REFERENCES invitation ON DELETE CASCADE,
  invited_by INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  invited_as INTEGER NOT NULL,
  invited INTEGER NOT NULL,
  expiry_date INTEGER,
  channel_ids TEXT NOT NULL,
  group_ids TEXT NOT NULL,
  include_defaults INTEGER NOT NULL,
  notify_referrer_on_join INTEGER NOT NULL,
  welcome_text TEXT
) STRICT;
CREATE INDEX invitation_of_inviter ON invitation (invited_by);

CREATE TABLE realm_export (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  acting_user_id INTEGER NOT NULL REFERENCES user,
  export_type TEXT NOT NULL,
  export_time INTEGER NOT NULL,
  file_key TEXT,
  failed_timestamp INTEGER,
  deleted_timestamp INTEGER
) STRICT;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  user_id INTEGER REFERENCES user ON DELETE CASCADE,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL,
  failed INTEGER,
  reason TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (due) WHERE failed IS NULL;
CREATE INDEX outbox_of_user ON outbox (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE missed_message (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX missed_message_due ON missed_message (due);

CREATE TABLE password_reset (
  key_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL UNIQUE REFERENCES user ON DELETE CASCADE,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE user_group (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE COLLATE NOCASE,
  description TEXT NOT NULL DEFAULT '',
  is_system INTEGER NOT NULL DEFAULT 0,
  deactivated INTEGER NOT NULL DEFAULT 0,
  creator_id INTEGER REFERENCES user,
  date_created INTEGER,
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

CREATE TABLE recipient (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER UNIQUE,
  user_ids TEXT UNIQUE
) STRICT;

CREATE TABLE channel_folder (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  rendered_description TEXT NOT NULL,
  position INTEGER NOT NULL,
  creator_id INTEGER REFERENCES user,
  date_created INTEGER,
  is_archived INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE channel (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recipient_id INTEGER NOT NULL REFERENCES recipient,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL,
  rendered_description TEXT NOT NULL,
  date_created INTEGER NOT NULL,
  creator_id INTEGER REFERENCES user,
  invite_only INTEGER NOT NULL,
  is_web_public INTEGER NOT NULL,
  history_public_to_subscribers INTEGER NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0,
  is_default INTEGER NOT NULL DEFAULT 0,
  is_recently_active INTEGER NOT NULL DEFAULT 1,
  weekly_traffic INTEGER,
  first_message_id INTEGER,
  message_retention_days INTEGER,
  topics_policy TEXT NOT NULL,
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

CREATE TABLE default_channel_group (
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

CREATE TABLE subscription (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  active INTEGER NOT NULL,
  color TEXT NOT NULL,
  is_muted INTEGER NOT NULL DEFAULT 0,
  pin_to_top INTEGER NOT NULL DEFAULT 0,
  desktop_notifications INTEGER,
  audible_notifications INTEGER,
  push_notifications INTEGER,
  email_notifications INTEGER,
  wildcard_mentions_notify INTEGER,
  PRIMARY KEY (user_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_of_channel ON subscription (channel_id, active, user_id);

CREATE TABLE membership (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
  from_id INTEGER NOT NULL,
  until_id INTEGER,
  PRIMARY KEY (user_id, recipient_id, from_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX membership_of_recipient ON membership (recipient_id, user_id);

CREATE TABLE topic (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
  name_key TEXT NOT NULL,
  UNIQUE (recipient_id, name_key)
) STRICT;

CREATE TABLE client (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  recipient_id INTEGER NOT NULL REFERENCES recipient,
  origin_id INTEGER REFERENCES recipient,
  sender_id INTEGER NOT NULL REFERENCES user,
  topic_id INTEGER REFERENCES topic,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  rendered_content TEXT,
  date_sent INTEGER NOT NULL,
  client_id INTEGER NOT NULL REFERENCES client,
  facts INTEGER NOT NULL,
  last_edit_timestamp INTEGER,
  last_moved_timestamp INTEGER,
  edit_history TEXT
) STRICT;

CREATE INDEX message_by_recipient ON message (recipient_id, id, sender_id, topic_id, facts, origin_id);
CREATE INDEX message_moved ON message (recipient_id) WHERE origin_id IS NOT NULL;
CREATE INDEX message_by_topic ON message (topic_id) WHERE topic_id IS NOT NULL;

CREATE TABLE message_sequence (
  last_id INTEGER NOT NULL
) STRICT;
INSERT INTO message_sequence (last_id) VALUES (0);

CREATE VIRTUAL TABLE message_search USING fts5 (
  marks, subject, content, content = '', contentless_delete = 1, tokenize = "porter unicode61 remove_diacritics 2"
);

CREATE TABLE search_progress (
  indexed_to INTEGER NOT NULL
) STRICT;
INSERT INTO search_progress (indexed_to) VALUES (0);

CREATE TABLE sent_once (
  user_id INTEGER NOT NULL,
  queue_id TEXT NOT NULL,
  local_id TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, queue_id, local_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_once_by_message ON sent_once (message_id);

CREATE TABLE read_chunk (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  chunk INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (user_id, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_chunk_by_chunk ON read_chunk (chunk);

CREATE TABLE message_flag (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_flag_by_message ON message_flag (message_id);

CREATE TABLE reaction (
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  reaction_type TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  emoji_name TEXT NOT NULL,
  PRIMARY KEY (message_id, user_id, reaction_type, emoji_code)
) STRICT;

CREATE TABLE submessage (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  sender_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  msg_type TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX submessage_of_message ON submessage (message_id);

CREATE TABLE attachment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path_id TEXT NOT NULL UNIQUE,
  file_name TEXT NOT NULL,
  file_key TEXT NOT NULL UNIQUE,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES user,
  create_time INTEGER NOT NULL,
  unclaimed_since INTEGER,
  thumbnails TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  width INTEGER,
  height INTEGER,
  frames INTEGER
) STRICT;
CREATE INDEX attachment_due ON attachment (id) WHERE thumbnails = 'due';
CREATE INDEX attachment_of_owner ON attachment (owner_id);
CREATE INDEX attachment_unclaimed ON attachment (unclaimed_since) WHERE unclaimed_since IS NOT NULL;

CREATE TABLE attachment_message (
  attachment_id INTEGER NOT NULL REFERENCES attachment ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (attachment_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_of_message ON attachment_message (message_id);

CREATE TABLE webhook_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  trigger_word TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_delivery_due ON webhook_delivery (due);
CREATE INDEX webhook_delivery_of_message ON webhook_delivery (message_id);

CREATE TABLE link_preview (
  url TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  image TEXT,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX link_preview_expiry ON link_preview (expires);

CREATE TABLE link_preview_wanted (
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  PRIMARY KEY (message_id, url)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_preview_wanted_url ON link_preview_wanted (url);

CREATE TABLE user_topic (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  topic_key TEXT NOT NULL,
  topic_name TEXT NOT NULL,
  visibility_policy INTEGER NOT NULL,
  last_updated INTEGER NOT NULL,
  PRIMARY KEY (user_id, channel_id, topic_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_topic_by_topic ON user_topic (channel_id, topic_key);

CREATE TABLE saved_snippet (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  date_created INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_snippet_of_user ON saved_snippet (user_id);

CREATE TABLE navigation_view (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  fragment TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  name TEXT,
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;

CREATE TABLE draft (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  type TEXT NOT NULL,
  recipients TEXT NOT NULL,
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  last_edited INTEGER NOT NULL
) STRICT;
CREATE INDEX draft_of_user ON draft (user_id, last_edited);

CREATE TABLE alert_word (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  word_key TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (user_id, word_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE muted_user (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  muted_user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  date_muted INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX muted_user_by_muted ON muted_user (muted_user_id);

CREATE TABLE user_status (
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  status_text TEXT NOT NULL,
  emoji_name TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  reaction_type TEXT NOT NULL
) STRICT;

CREATE TABLE onboarding_step (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  name TEXT NOT NULL,
  date_seen INTEGER NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE scheduled_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  channel_id INTEGER REFERENCES channel ON DELETE CASCADE,
  user_ids TEXT,
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  deliver_at INTEGER NOT NULL,
  client TEXT NOT NULL,
  read_by_sender INTEGER NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX scheduled_message_of_user ON scheduled_message (user_id);
CREATE INDEX scheduled_message_due ON scheduled_message (deliver_at) WHERE failed = 0;

CREATE TABLE reminder (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  note TEXT NOT NULL,
  deliver_at INTEGER NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX reminder_of_user ON reminder (user_id);
CREATE INDEX reminder_due ON reminder (deliver_at) WHERE failed = 0;

CREATE TABLE presence (
  user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
  active_timestamp INTEGER,
  idle_timestamp INTEGER NOT NULL,
  update_id INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE push_token (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  kind TEXT NOT NULL,
  token TEXT NOT NULL,
  app_id TEXT,
  created INTEGER NOT NULL,
  registered INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, token)
) STRICT, WITHOUT ROWID;

CREATE TABLE push_notice (
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  due INTEGER,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_notice_due ON push_notice (due);

CREATE TABLE web_push_subscription (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  session_hash TEXT REFERENCES session ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX web_push_subscription_user ON web_push_subscription (user_id);
CREATE INDEX web_push_subscription_session ON web_push_subscription (session_hash);

CREATE TABLE web_push_notice (
  subscription_id INTEGER NOT NULL REFERENCES web_push_subscription ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (subscription_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX web_push_notice_due ON web_push_notice (due);

CREATE TABLE event_queue (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
