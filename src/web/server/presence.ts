import { withContinued, withPresences } from '../store/activity.ts';
import { zulipDesktop } from '../store/local/zulip-desktop.ts';
import { connection, isReady, store } from '../store/store.ts';
import { pause, request } from './request.ts';
import type { LastSeen } from './types.ts';

const PRESENCE_INTERVAL = 60_000;

/** Reports every minute whether the user is active, and receives the presence of others, while the page is open. */
export async function sendPresence(): Promise<void> {
  let presenceId = -1;
  /** When the presence of others was as in the last reply, in seconds. */
  let asOf = 0;
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
        only_changes: true,
      });
      presenceId = reply.presence_last_update_id;
      const { presences, only_changes, server_timestamp = asOf } = reply;
      if (presences) {
        const before = store.presences.peek();
        const offline = store.realm.peek().server_presence_offline_threshold_seconds;
        const known = only_changes ? withContinued(before, asOf, server_timestamp, offline) : before;
        store.presences.value = withPresences(known, {
          ...(presences as Record<string, LastSeen>),
          ...ownPresence(status, Math.floor(server_timestamp)),
        });
        asOf = server_timestamp;
      }
    } catch {
      // The next request reports the same error.
    }
    await pause(PRESENCE_INTERVAL);
    if (!isReady.peek()) return;
  }
}

/** Replies that many clients share may be older than the report of this one. */
function ownPresence(status: 'active' | 'idle', now: number): Record<string, LastSeen> {
  if (!store.settings.peek().presence_enabled) return {};
  const { id } = store.me.peek();
  const active_timestamp = status === 'active' ? now : (store.presences.peek().get(id)?.active_timestamp ?? 0);
  return { [id]: { active_timestamp, idle_timestamp: now } };
}
