import { request } from '../server/request.ts';
import { deleteCache } from '../store/local/cache.ts';
import { isSigningOut } from '../store/local/sign-out.ts';
import { forgetDraft } from './unsaved-text.ts';

/** Ends the session and deletes all local data. */
export async function signOut(): Promise<void> {
  isSigningOut.value = true;
  const { provider_logout_url } = await request('POST /accounts/logout/').catch((error) => {
    isSigningOut.value = false;
    throw error;
  });
  await deleteCache();
  // Signing out discards unsaved changes without a question.
  forgetDraft();
  // Some browsers would show the old page when the user navigates back.
  document.body.hidden = true;
  location.assign(provider_logout_url ?? '/login');
}
