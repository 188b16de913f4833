import { forgetDraft } from '../design/unsaved.ts';
import { ask } from '../server/request.ts';
import { forgetKept } from './cache.ts';

/** Ends the session, and leaves nothing behind of what was read. */
export async function signOut(): Promise<void> {
  await ask('POST /accounts/logout/');
  await forgetKept();
  // Who signs out has decided.
  forgetDraft();
  // Some browsers would show the page as it was to who goes back.
  document.body.hidden = true;
  location.assign('/login');
}
