/** A submessage of a widget. */
export interface Submessage {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  /** JSON. */
  content: string;
}
