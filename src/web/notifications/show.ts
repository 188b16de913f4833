import { notifications } from '../store/local/notifications.ts';
import { serviceWorkers } from '../store/local/optional.ts';
import { zulipDesktop } from '../store/local/zulip-desktop.ts';

/** The tags of notifications about messages start with this; the ID follows. */
export const TAG = 'message-';

export interface NotificationContent {
  title: string;
  body: string;
  tag: string;
  /** The part of the address after `/`, which a click opens. */
  address: string;
  icon?: string;
  requireInteraction?: boolean;
}

/**
 * The active service worker, if any. Its notifications outlive the page, and one that also arrives by Web Push is not
 * shown twice.
 */
async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await serviceWorkers()
    ?.getRegistration()
    .catch(() => undefined);
  return registration?.active ? registration : undefined;
}

/** Shows a notification: through Zulip's desktop app, through the service worker, or by the page itself. */
export async function showNotification({ title, address, ...content }: NotificationContent): Promise<void> {
  const { tag } = content;
  const options = { ...content, data: { url: `/${address}` }, silent: true };
  const app = zulipDesktop();
  const registration = app ? undefined : await worker();
  if (registration) return registration.showNotification(title, options);
  const clicked = () => {
    window.focus();
    location.hash = address;
    shown.close();
  };
  // Older versions of the app replace the browser's notifications by their own.
  const shown = app?.new_notification
    ? app.new_notification(title, { ...options, tag: tag.replace(TAG, '') }, (type) => {
        if (type === 'click') clicked();
        return true;
      })
    : Object.assign(new Notification(title, options), { onclick: clicked });
  notifications.shown.set(tag, { tag, close: () => shown.close() });
}

/** The notifications that are shown now, by this page or its service worker. */
export async function shownNotifications(): Promise<Pick<Notification, 'tag' | 'close'>[]> {
  return [...notifications.shown.values(), ...((await (await worker())?.getNotifications()) ?? [])];
}

export async function closeNotification(tag: string): Promise<void> {
  for (const notification of await shownNotifications()) if (notification.tag === tag) notification.close();
  notifications.shown.delete(tag);
}
