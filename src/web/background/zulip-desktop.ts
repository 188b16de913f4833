import { effect } from '@preact/signals';
import { send } from '../actions/send.ts';
import { signOut } from '../actions/sign-out.ts';
import { toast } from '../design/layers.tsx';
import { reportResult } from '../design/report-result.ts';
import { errorText } from '../errors/error-text.ts';
import { request } from '../server/request.ts';
import { getConversation } from '../store/conversation.ts';
import { type ZulipDesktop, zulipDesktop } from '../store/local/zulip-desktop.ts';
import type { Message } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { makeHref } from '../text/names.ts';
import { badgeCount } from '../views/unread-counts.ts';

/**
 * Connects the page with Zulip's desktop app: the organization's name, icon and unread count in its sidebar, its menu,
 * and replies in its notifications.
 */
export function startZulipDesktop(): void {
  const app = zulipDesktop();
  if (!app) return;
  effect(() => void app.send_event('realm_name', store.realm.value.realm_name ?? ''));
  effect(() => void app.send_event('realm_icon_url', store.realm.value.realm_icon_url ?? ''));
  effect(() => void app.send_event('total_unread_count', badgeCount.value));
  app.on_event('logout', () => void reportResult(signOut()));
  app.on_event('show-keyboard-shortcuts', () => void import('../views/help.tsx').then(({ showHelp }) => showHelp()));
  app.on_event('show-notification-settings', () => (location.hash = '#settings/notifications'));
  app.on_event('show-download-success', (title: string, description: string) => toast(`${title} – ${description}`));
  app.set_send_notification_reply_message_supported?.(true);
  app.on_event('send_notification_reply_message', (id: string | number, text: string) => void reply(app, id, text));
}

/** Sends a reply that was written in a notification, and opens its conversation. */
async function reply(app: ZulipDesktop, id: string | number, text: string): Promise<void> {
  const message_id = Number(id);
  try {
    const message = store.messages.peek().all.get(message_id) ?? (await fetchMessage(message_id));
    const conversation = getConversation(message, store.me.peek().id);
    if (text.trim() !== '') send(conversation, text);
    location.hash = makeHref(conversation);
  } catch (error) {
    toast(errorText(error), true);
    app.send_event('send_notification_reply_message_failed', { message_id, data: { content: text } });
  }
}

async function fetchMessage(message_id: number): Promise<Message> {
  const { message } = await request('GET /messages/{message_id}', { message_id, allow_empty_topic_name: true });
  return message as unknown as Message;
}
