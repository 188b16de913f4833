import { request } from '../server/request.ts';
import { store } from '../store/store.ts';

// Data of the organization that `/register` does not return. It is fetched when a page needs it, and kept in the store.

export async function fetchInvitations(): Promise<void> {
  const { invites, accepted } = await request('GET /invites');
  store.invitations.value = { all: invites, accepted, fresh: true };
}

export async function fetchExports(): Promise<void> {
  const { exports } = await request('GET /export/realm');
  store.exports.value = exports;
}
