import { withPresences } from '../store/activity.ts';
import { zulipDesktop } from '../store/local/zulip-desktop.ts';
import { connection, isReady, store } from '../store/store.ts';
import { pause, request } from './request.ts';
import type { LastSeen } from './types.ts';

const PRESENCE_INTERVAL = 60_000;

/** Reports every minute whether the user is active, and receives the presence of others, while the page is open. */
export async function sendPresence(): Promise<void> {
  let presenceId = -1;
  let lastUsed = Date.now();
  for (const name of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(name, () => (lastUsed = Date.now()), { passive: true });
  while (connection.peek() !== 'closed') {
    const isUsed = document.visibilityState === 'visible' && Date.now() - lastUsed < 5 * PRESENCE_INTERVAL;
    // Zulip's desktop app knows whether other programs are used.
    const isUsedElsewhere = zulipDesktop()?.get_idle_on_system?.() === false;
    const status = isUsed || isUsedElsewhere ? 'active' : 'idle';
    try {
      const reply = await request('POST /users/me/presence', {
        status,
        last_update_id: presenceId,
        new_user_input: status === 'active',
      });
      presenceId = reply.presence_last_update_id;
      if (reply.presences)
        store.presences.value = withPresences(store.presences.peek(), reply.presences as Record<string, LastSeen>);
    } catch {
      // The next request reports the same error.
    }
    await pause(PRESENCE_INTERVAL);
    if (!isReady.peek()) return;
  }
}
