import { signal } from '@preact/signals';

/** The browser's permission for notifications; `default` means that it has not asked yet. */
export const permission = signal<NotificationPermission | 'none'>('none');

export const notifications = {
  /** Notifications that this window shows without a service worker, by tag. */
  shown: new Map<string, Pick<Notification, 'tag' | 'close'>>(),
  /** Whether a timer will close those of messages that were read. */
  isClosingDue: false,
};
