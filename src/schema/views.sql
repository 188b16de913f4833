-- The views that `klatch sql` offers: the database with readable names, and times as text in UTC. These views keep
-- their names and columns from version to version. The tables of schema.sql can be queried too, but change.

-- people: all accounts, including bots (kind: person, bot)
CREATE TEMP VIEW people AS
  SELECT u.id, u.full_name AS name, u.email, iif(u.bot_type IS NULL, 'person', 'bot') AS kind,
    CASE u.role WHEN 100 THEN 'owner' WHEN 200 THEN 'administrator' WHEN 300 THEN 'moderator' WHEN 400 THEN 'member' ELSE 'guest' END AS role,
    u.is_active AS active, datetime(u.date_joined, 'unixepoch') AS joined, datetime(p.active_timestamp, 'unixepoch') AS last_active
  FROM user u LEFT JOIN presence p ON p.user_id = u.id WHERE u.is_system = 0;

-- channels: with the number of subscribers and the time of the last message
CREATE TEMP VIEW channels AS
  SELECT c.id, c.name, c.description, CASE WHEN c.invite_only THEN 'private' WHEN c.is_web_public THEN 'web-public' ELSE 'public' END AS privacy,
    c.is_archived AS archived, c.is_default AS "default", datetime(c.date_created, 'unixepoch') AS created,
    (SELECT count(*) FROM subscription s WHERE s.channel_id = c.id AND s.active = 1) AS people,
    (SELECT max(m.id) FROM message m WHERE m.recipient_id = c.recipient_id) AS last_message
  FROM channel c;

-- messages: in channels (channel, topic) and direct messages (people)
CREATE TEMP VIEW messages AS
  SELECT m.id, datetime(m.date_sent, 'unixepoch') AS sent, s.full_name AS sender, s.email AS sender_email, c.name AS channel,
    iif(c.id IS NULL, NULL, m.subject) AS topic,
    (SELECT group_concat(u.full_name, ', ') FROM json_each('[' || r.user_ids || ']') one JOIN user u ON u.id = one.value) AS people,
    m.content, datetime(m.last_edit_timestamp, 'unixepoch') AS edited, k.name AS client
  FROM message m JOIN user s ON s.id = m.sender_id JOIN recipient r ON r.id = m.recipient_id JOIN client k ON k.id = m.client_id
    LEFT JOIN channel c ON c.id = r.channel_id;

-- topics: of channels, with the number of messages
CREATE TEMP VIEW topics AS
  SELECT c.name AS channel, max(m.subject) AS topic, count(*) AS messages, min(m.id) AS first_message, max(m.id) AS last_message,
    datetime(max(m.date_sent), 'unixepoch') AS last_sent
  FROM message m JOIN topic t ON t.id = m.topic_id JOIN recipient r ON r.id = t.recipient_id JOIN channel c ON c.id = r.channel_id
  GROUP BY t.id;

-- subscriptions: the channels of each user
CREATE TEMP VIEW subscriptions AS
  SELECT c.name AS channel, u.full_name AS person, u.email, s.is_muted AS muted, s.pin_to_top AS pinned
  FROM subscription s JOIN channel c ON c.id = s.channel_id JOIN user u ON u.id = s.user_id WHERE s.active = 1;

-- reactions: the emoji of each user on each message
CREATE TEMP VIEW reactions AS
  SELECT r.message_id AS message, u.full_name AS person, u.email, r.emoji_name AS emoji FROM reaction r JOIN user u ON u.id = r.user_id;

-- files: uploads, with the number of messages that link to each
CREATE TEMP VIEW files AS
  SELECT a.id, a.file_name AS name, u.full_name AS owner, u.email AS owner_email, a.size, a.content_type AS type,
    datetime(a.create_time, 'unixepoch') AS uploaded, (SELECT count(*) FROM attachment_message m WHERE m.attachment_id = a.id) AS messages
  FROM attachment a JOIN user u ON u.id = a.owner_id;

-- group_members: direct members of each group; system groups contain all users of the role
CREATE TEMP VIEW group_members AS
  SELECT g.name AS "group", u.full_name AS person, u.email
  FROM user_group_member m JOIN user_group g ON g.id = m.group_id JOIN user u ON u.id = m.user_id WHERE g.name IS NOT NULL AND g.deactivated = 0;

-- invitations: pending ones (email: empty for an invitation link)
CREATE TEMP VIEW invitations AS
  SELECT i.id, i.email, u.full_name AS invited_by, datetime(i.invited, 'unixepoch') AS invited, datetime(i.expiry_date, 'unixepoch') AS expires
  FROM invitation i JOIN user u ON u.id = i.invited_by;
