/** What scripts/web.mjs records about a build. */
export interface Client {
  /** The entry script, and those it needs at once. */
  entry: string;
  preload: string[];
  /** All styles of the first paint, and their hash for the Content-Security-Policy. */
  style: string;
  styleHash: string;
  files: Record<string, { type: string }>;
}

/** The built web client, and its page as it was sent to browsers. */
export class ClientCache {
  client: Client | undefined;
  readonly pages = new Map<string, Buffer>();
}
