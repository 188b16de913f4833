/** A browser that can be woken while no page of ours is open in it. */
export interface Subscription {
  id: number;
  user_id: number;
  /** Where its maker's push service takes what is for it. */
  endpoint: string;
  /** With these two, in base64url, it is sealed so that the push service cannot read it. */
  p256dh: string;
  auth: string;
}

/** The keys by which push services know this server from others, in base64url. */
export interface Keys {
  publicKey: string;
  privateKey: string;
}

/** What the service worker shows. */
export interface Notice {
  title: string;
  body: string;
  /** A picture's address on this server. */
  icon: string;
  /** One notification is shown of those with the same. */
  tag: string;
  /** Where a click leads, from the root of this server. */
  url: string;
  /** When it was sent, in seconds. */
  time: number;
  lang: string;
}
