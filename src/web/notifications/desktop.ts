import { effect } from '@preact/signals';
import { readStored, writeStored } from '../actions/local-storage.ts';
import { t } from '../i18n/text.ts';
import { onBatchedEvent } from '../server/connection.ts';
import { pause } from '../server/request.ts';
import { getConversation } from '../store/conversation.ts';
import { notifications, permission } from '../store/local/notifications.ts';
import { optional } from '../store/local/optional.ts';
import { currentRoute } from '../store/local/route.ts';
import { type Message, matchesNarrow } from '../store/narrow.ts';
import { isOfferShown } from '../store/page.ts';
import { isReady, store } from '../store/store.ts';
import { conversationName, displayName, makeHref } from '../text/names.ts';
import { getText } from '../text/safe-html.ts';
import { isDoNotDisturb } from './do-not-disturb.ts';
import { offerInstall } from './install.ts';
import { type Notice, noticeFor } from './rules.ts';
import { subscribe } from './service-worker.ts';
import { showNotification, shownNotifications, TAG } from './show.ts';
import { playSound } from './sounds.ts';

const LATER = 'notices-asked';
const ASK_AGAIN_AFTER = 30 * 86_400_000;
const MAX_TEXT = 240;

export function startNotifications(): void {
  if ('Notification' in window) permission.value = Notification.permission;
  if (permission.peek() === 'granted') void subscribe();
  onBatchedEvent((event, known) => {
    if (event.type !== 'message') return undefined;
    const message = { ...event.message, flags: event.flags } as Message;
    const call = noticeFor(message, known);
    return call.desktop || call.sound ? () => void notify(message, call) : undefined;
  });
  effect(() => {
    if (!isReady.value || !store.unread.value || permission.value !== 'granted' || notifications.isClosingDue) return;
    notifications.isClosingDue = true;
    setTimeout(closeOutdated, SOON);
  });
}

const SOON = 300;

/**
 * Closes notifications of messages that were read here or on another device, including those the service worker showed
 * while no page was open.
 */
async function closeOutdated(): Promise<void> {
  const shown = await shownNotifications();
  notifications.isClosingDue = false;
  for (const notification of shown) {
    if (!notification.tag.startsWith(TAG) || store.unread.peek().where.has(Number(notification.tag.slice(TAG.length))))
      continue;
    notification.close();
    notifications.shown.delete(notification.tag);
  }
}

async function notify(message: Message, call: Notice): Promise<void> {
  const seen = isSeen(message);
  // Only one of several windows notifies. The window that displays the message takes its turn first and stays silent.
  if (!seen && !document.hasFocus()) await pause(120);
  await inOneWindow(`notice-${message.id}`, async () => {
    // The message was read or deleted meanwhile, or belongs to a call, which rings.
    if (seen || store.calls.peek().has(message.id) || isDoNotDisturb() || !store.unread.peek().where.has(message.id))
      return;
    if (call.sound) void playSound(store.settings.peek().notification_sound);
    if (!call.desktop) return;
    if (permission.peek() === 'granted') await show(message);
    else if (permission.peek() === 'default') isOfferShown.value = Date.now() - readStored(LATER, 0) > ASK_AGAIN_AFTER;
    // iPhones show notifications of installed apps only.
    else if (permission.peek() === 'none') offerInstall();
  });
}

/** Whether the user is looking at the message. */
function isSeen(message: Message): boolean {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return false;
  const here = currentRoute.peek();
  const known = { me: store.me.peek().id, channels: store.channels.peek(), topicPolicies: store.topicPolicies.peek() };
  return here.view === 'narrow' && matchesNarrow(here.narrow, message, known) === true;
}

/** Runs `action` in one window only. The lock is held until the other windows have tried to get it. */
export async function inOneWindow(name: string, action: () => Promise<void>): Promise<void> {
  if (!optional(() => navigator.locks)) return action();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await action();
    await pause(3000);
  });
}

async function show(message: Message): Promise<void> {
  const direct = message.type === 'private';
  const conversation = getConversation(message, store.me.peek().id);
  const sender = displayName(message.sender_id);
  const title =
    conversation.kind === 'topic'
      ? `${sender} (${conversationName(conversation)})`
      : conversation.people.length > 1
        ? `${sender} (+${conversation.people.length - 1})`
        : sender;
  const mayShow = !direct || store.settings.peek().pm_content_in_desktop_notifications;
  const body = mayShow ? [...getText(message.content)].slice(0, MAX_TEXT).join('') : t('New direct message');
  const icon = message.avatar_url ?? store.users.peek().get(message.sender_id)?.avatar_url ?? undefined;
  await showNotification({
    title,
    body,
    tag: TAG + message.id,
    address: makeHref(conversation, message.id),
    ...(icon?.startsWith('/') && { icon }),
  });
}

/** Asks the browser for permission. Call it only in response to a click. */
export async function requestPermission(): Promise<boolean> {
  isOfferShown.value = false;
  permission.value = await Notification.requestPermission();
  if (permission.peek() !== 'granted') return false;
  void subscribe();
  return true;
}

export function postponeOffer(): void {
  isOfferShown.value = false;
  writeStored(LATER, Date.now());
}
