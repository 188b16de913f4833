import type { App } from '../../../app.ts';
import { realmDeactivated } from './events.ts';
import { REALM_ID } from './server-facts.ts';

/** Deactivates the organization: everyone is signed out, and open event queues receive the reason. The data stays. */
export function deactivateRealm(app: App): void {
  app.db.write(() => {
    app.realm.set('deactivated', true);
    app.sessions.removeAll();
    const everyone = app.users.activeIds();
    app.events.publish(realmDeactivated({ realm_id: REALM_ID }), everyone);
    app.events.changeQueues({ kind: 'remove uninformed', type: 'realm', because: 'realm deactivated' });
  });
}

/** Reactivates the organization. Only the operator can do this, since nobody can sign in. */
export function reactivateRealm(app: App): void {
  app.db.write(() => app.realm.set('deactivated', false));
}
