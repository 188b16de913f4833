/** The columns of a `StoredMessage`, from the table `message` as `m`. */
export const MESSAGE_COLUMNS = `m.id, m.recipient_id, m.origin_id, m.sender_id, m.topic_id, m.subject, m.content,
  coalesce(m.rendered_content, '<p>' || m.content || '</p>') AS rendered_content, m.date_sent,
  m.client_id, m.facts, m.last_edit_timestamp, m.last_moved_timestamp, m.edit_history`;
