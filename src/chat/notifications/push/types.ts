/** A push service, and what proves to it which server asks. */
export interface PushAccount {
  url: string;
  id: string;
  key: string;
}

/** This server's registration with a push service. Times are UNIX times in seconds. */
export interface PushRegistration extends PushAccount {
  hostname: string;
  email: string;
  /** Proves to the service that a later server with the organization's UUID is the same one. */
  ownerSecret: string;
  /** Null until the service accepted it. */
  registered: number | null;
  /** When facts about the organization were last uploaded, or that was tried. */
  tried: number | null;
  uploaded: number | null;
  /** Why the last upload failed. */
  failure: string | null;
  /** Whether the service delivers for this organization; null: it did not say. */
  delivers: boolean | null;
}

/** What a server shows a push service, to prove that it has a host name. */
export interface PushTransfer {
  /** The service asks with it, so that nobody else learns the secret. */
  token: string;
  /** The service's own secret. */
  secret: string;
  /** When it is no longer shown, in UNIX seconds. */
  expires: number;
}

/** The push service of the makers of Zulip's apps. */
export const ZULIPS_SERVICE = 'https://push.zulipchat.com';

/** How often the facts are uploaded, s. Zulip's service delivers nothing when they are two days old. */
export const UPLOAD_INTERVAL = 6 * 3600;
