import { differ } from '../../design/memo.ts';
import { getConversation, getKey } from '../../store/conversation.ts';
import type { Message } from '../../store/narrow.ts';
import { getDay } from '../../text/format.ts';

/** A message with the headings that precede it. */
export interface GroupedMessage {
  message: Message;
  newDay: boolean;
  /** A new conversation starts. Always false if all messages are of one conversation. */
  newConversation: boolean;
  isDivider: boolean;
  /** Rendered without its sender, which is the same as above. */
  isContinuation: boolean;
}

const TOGETHER = 600;

/** Groups messages by day, conversation and sender. */
export function groupMessages(
  messages: readonly Message[],
  oneConversation: boolean,
  divider: number | undefined,
  me: number,
): GroupedMessage[] {
  let before: Message | undefined;
  let place: string | undefined;
  return messages.map((message) => {
    const here = oneConversation ? '' : getKey(getConversation(message, me));
    const newDay = !before || getDay(before.timestamp) !== getDay(message.timestamp);
    const newConversation = !oneConversation && (newDay || here !== place);
    const isDivider = message.id === divider;
    const isContinuation =
      !newDay &&
      !newConversation &&
      !isDivider &&
      !message.is_me_message &&
      before!.sender_id === message.sender_id &&
      !before!.is_me_message &&
      message.timestamp - before!.timestamp < TOGETHER;
    before = message;
    place = here;
    return { message, newDay, newConversation, isDivider, isContinuation };
  });
}

/** Consecutive messages that share a box. */
export interface RowBox {
  /** The ID of the message that the box was made for. It may be gone by now. */
  key: number;
  rows: readonly GroupedMessage[];
}

/** The number of rows from which the next message gets a new box. */
const BOX_SIZE = 8;

/**
 * Divides messages into boxes, which the browser can skip while they are off the screen. A message stays in its box of
 * `before` while others come and go around it, because a row that changes its box is rendered again. A box that did not
 * change stays the same object. No box begins within messages of one author, which are close together. In mixed feeds,
 * none begins within a conversation, whose heading stays at the top of the screen only within its own box.
 */
export function divideIntoBoxes(
  rows: readonly GroupedMessage[],
  oneConversation: boolean,
  before: readonly RowBox[],
): readonly RowBox[] {
  const keys = new Map(before.flatMap((box) => box.rows.map(({ message }) => [message.id, box.key] as const)));
  const used = new Set<number>();
  const boxes: { key: number; rows: GroupedMessage[]; isNew: boolean }[] = [];
  for (const row of rows) {
    let known = keys.get(row.message.id);
    let last = boxes.at(-1);
    const mayBegin = oneConversation ? !row.isContinuation : row.newConversation;
    const isOver = last && (known === undefined ? last.rows.length >= BOX_SIZE : known !== last.key);
    // Part of a box can be left behind a message that came between.
    if (known !== undefined && known !== last?.key && used.has(known)) known = undefined;
    if (!last || (mayBegin && isOver))
      boxes.push((last = { key: known ?? row.message.id, rows: [], isNew: known === undefined }));
    // New messages that precede the row in its box join that box.
    else if (last.isNew && known !== undefined) Object.assign(last, { key: known, isNew: false });
    last.rows.push(row);
    used.add(last.key);
  }
  const earlier = new Map(before.map((box) => [box.key, box]));
  return boxes.map((box) => {
    const same = earlier.get(box.key);
    return same && areEqual(same.rows, box.rows) ? same : box;
  });
}

const areEqual = (some: readonly GroupedMessage[], others: readonly GroupedMessage[]): boolean =>
  some.length === others.length && some.every((row, at) => !differ(row, others[at]!));
