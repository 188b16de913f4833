/** What Zulip's desktop app offers to the pages that it shows. Older versions lack the optional functions. */
export interface ZulipDesktop {
  send_event(name: string, ...values: unknown[]): unknown;
  on_event(name: string, listener: (...values: never[]) => void): void;
  /** Shows a notification. `dispatch` receives its events. The tag is the ID of a message, to which users can reply. */
  new_notification?(
    title: string,
    options: NotificationOptions,
    dispatch: (type: string, init: EventInit) => boolean,
  ): { close(): void };
  set_send_notification_reply_message_supported?(isSupported: boolean): void;
  /** Whether nobody uses the computer. */
  get_idle_on_system?(): boolean;
}

/** Zulip's desktop app, if it shows this page. */
export const zulipDesktop = (): ZulipDesktop | undefined =>
  (window as { electron_bridge?: ZulipDesktop }).electron_bridge;
