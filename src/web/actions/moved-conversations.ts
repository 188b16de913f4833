import { effect } from '@preact/signals';
import { formatRoute, replaceAddress } from '../routing/router.ts';
import { onEvent } from '../server/connection.ts';
import { request } from '../server/request.ts';
import { type Conversation, conversationsOfMove, getConversation, getKey, others } from '../store/conversation.ts';
import { currentRoute, historyEntry } from '../store/local/route.ts';
import { conversationIn, type Message, type Narrow, narrowTo } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { hrefOfNarrow } from '../text/names.ts';
import { moveDraft } from './drafts.ts';

/**
 * Links to a conversation name one of its messages (`near`, `with`). If that message has moved, this follows it and
 * corrects the address. It also follows a topic that is moved as a whole while it is open.
 */
export function followMoves(): void {
  effect(() => {
    const here = currentRoute.value;
    if (here.view !== 'narrow') return;
    const conversation = conversationIn(here.narrow);
    const id = here.with ?? here.near;
    // Links to group conversations name every participant.
    if (conversation?.kind === 'direct') {
      const people = others(conversation.people, store.me.peek().id);
      if (people.join() !== conversation.people.join()) goTo({ kind: 'direct', people });
    }
    if (conversation?.kind === 'topic' && id !== undefined) void findMovedMessage(conversation, id);
  });
  onEvent((event) => {
    if (event.type !== 'update_message' || event.propagate_mode === 'change_one' || !event.propagate_mode) return;
    const here = currentRoute.peek();
    const conversation = here.view === 'narrow' ? conversationIn(here.narrow) : undefined;
    const [from, to] = conversationsOfMove(event) ?? [];
    if (!conversation || !from || !to || getKey(conversation) !== getKey(from)) return;
    // The messages may never have been loaded: a fetch can return the empty topic before the event arrives.
    if (store.messages.peek().windows.get(getKey(from))?.window.ids.length !== 0) return;
    moveDraft(from, to);
    goTo(to);
  });
}

/**
 * Corrects the address if the message `id` is not in the conversation `expected`. A loaded message in another place
 * proves nothing: after a move the address can change before the event arrives. So this asks the server.
 */
async function findMovedMessage(expected: Conversation, id: number): Promise<void> {
  const here = currentRoute.peek();
  const isExpected = (message: Message) => getKey(getConversation(message, store.me.peek().id)) === getKey(expected);
  const loaded = store.messages.peek().all.get(id);
  if (loaded && isExpected(loaded)) return;
  const message = await fetchMoved(id);
  if (!message || currentRoute.peek() !== here || isExpected(message)) return;
  goTo(getConversation(message, store.me.peek().id));
}

async function fetchMoved(id: number): Promise<Message | undefined> {
  try {
    const { message } = await request('GET /messages/{message_id}', { message_id: id, allow_empty_topic_name: true });
    return message;
  } catch {
    // The message is deleted or not accessible, so the address stays.
    return undefined;
  }
}

function goTo(conversation: Conversation): void {
  const here = currentRoute.peek();
  if (here.view !== 'narrow') return;
  const { narrow: _, ...beside } = here;
  // The same messages stay at the same place of the screen.
  historyEntry.again = true;
  const address = hrefOfNarrow(narrowTo(conversation));
  const rest = formatRoute({ ...beside, narrow: [] }).replace('#narrow', '');
  replaceAddress(address + rest);
}

/** Explains why a narrow is empty: it names something that is unknown to the user. */
export function namesUnknown(narrow: Narrow): boolean {
  const channels = store.channels.value;
  const people = store.users.value;
  return narrow.some(({ operator, operand }) => {
    if (operator === 'channel') return typeof operand === 'number' && !channels.has(operand);
    return operator === 'dm' && Array.isArray(operand) && operand.some((id) => !people.has(id));
  });
}
