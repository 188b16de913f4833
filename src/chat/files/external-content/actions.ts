import type { App } from '../../../app.ts';

/** A message waits for no previews any more. Call it inside `db.write`. */
export function cancelPreviews(app: App, messageId: number): void {
  app.linkPreviews.unwantAllOf(messageId);
}

/** A message waits for the previews of these pages, which a job fetches. Call it inside `db.write`. */
export function requestPreviews(app: App, messageId: number, urls: readonly string[]): void {
  for (const url of urls) app.linkPreviews.want(messageId, url);
}
