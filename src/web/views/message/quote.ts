import { toast } from '../../design/layers.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { getConversation } from '../../store/conversation.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { makeHref } from '../../text/names.ts';
import { addToDraft } from '../compose/compose.tsx';
import { findRow } from '../feed/rows.ts';

/** A quotation of a message or a part of it; undefined if the message no longer exists. */
export async function fetchQuotation(message: Message, part?: string): Promise<string | undefined> {
  try {
    const { quotation } = await import('../../actions/quotation.ts');
    const conversation = getConversation(message, store.me.peek().id);
    return await quotation(message, `${location.origin}/${makeHref(conversation, message.id)}`, t('said'), part);
  } catch (error) {
    toast(errorText(error), true);
    return undefined;
  }
}

/** Inserts a quotation of the message into the compose box. If parts of messages are selected, it quotes only those. */
export async function quoteMessage(message: Message): Promise<void> {
  const selection = getSelection();
  const row = findRow(message.id);
  const parts =
    selection && row && !selection.isCollapsed && selection.containsNode(row, true)
      ? (await import('./selected-text.ts')).selectedMessages()
      : [];
  const quotes = parts.some(({ message: { id } }) => id === message.id)
    ? await Promise.all(parts.map(({ message, part }) => fetchQuotation(message, part)))
    : [await fetchQuotation(message)];
  const text = quotes.filter(Boolean).join('\n');
  if (text) addToDraft(getConversation(message, store.me.peek().id), text);
}
