import type { DeliveryResult } from '../targets/types.ts';

/** A browser that can be notified while no page of ours is open. */
export interface Subscription extends DeliveryResult {
  id: number;
  user_id: number;
  /** null: subscribed with an API key. */
  session_hash: string | null;
  /** The endpoint at the browser's push service. */
  endpoint: string;
  /** With these two keys, in base64url, content is encrypted so that the push service cannot read it. */
  p256dh: string;
  auth: string;
}

/** The keys by which push services recognize this server, in base64url. */
export interface Keys {
  publicKey: string;
  privateKey: string;
}

/** What the service worker shows. */
export interface Notice {
  title: string;
  body: string;
  /** The path of an image on this server. */
  icon: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
  /** Where a click leads, relative to the server's root. */
  url: string;
  /** When it was sent, in seconds. */
  time: number;
  lang: string;
  /** A call that rings. */
  call?: CallNotice;
}

/** What a browser needs to ring, and to answer without a page. */
export interface CallNotice {
  message_id: number;
  /** Where the user joins the call. */
  url: string;
  /** UNIX time in seconds at which it stops ringing. */
  until: number;
  /** The names of the buttons. */
  join: string;
  decline: string;
}
