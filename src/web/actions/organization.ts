import { ask } from '../server/request.ts';
import type { ExportView, InvitationView } from '../server/types.ts';
import { store } from '../store/store.ts';

// What the organisation has that /register does not tell: it is asked for when somebody looks, and kept in the store.

export async function fetchInvitations(): Promise<void> {
  const { invites } = await ask('GET /invites');
  store.invitations.value = { all: invites as InvitationView[], fresh: true };
}

export async function fetchExports(): Promise<void> {
  const { exports } = await ask('GET /export/realm');
  store.exports.value = exports as ExportView[];
}
