import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { renderAgain } from '../../messages/edit/rewrite-actions.ts';
import type { Preview } from './types.ts';

const HOUR = 3600;
/** A page's preview is fetched again after a week; if there was none, after an hour. */
const KEPT = 7 * 24 * HOUR;
const KEPT_NOTHING = HOUR;

/** Stores a page's preview (undefined: none), and shows it in the messages that wait for it, in their current form. */
export function settle(app: App, url: string, preview: Preview | undefined): void {
  app.db.write(() => {
    app.linkPreviews.remember(url, preview, seconds(app.clock) + (preview ? KEPT : KEPT_NOTHING));
    const waiting = app.linkPreviews.wantedBy(url);
    app.linkPreviews.unwant(url);
    if (preview) for (const id of waiting) renderAgain(app, id);
  });
}
