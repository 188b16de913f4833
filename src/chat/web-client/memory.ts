import type { Client } from './client.ts';

/** The built web client, and its page as it was sent to browsers. */
export class ClientCache {
  client: Client | undefined;
  readonly pages = new Map<string, Buffer>();
}
