import type { App } from '../../../app.ts';
import { realmDeactivated as outOfUse } from '../../../kernel/errors.ts';
import { realmDeactivated } from './events.ts';
import { REALM_ID } from './server-facts.ts';

/** Takes the organisation out of use: everyone is signed out, and who listens hears why. What is in it stays. */
export function deactivateRealm(app: App): void {
  app.db.write(() => {
    app.realm.set('deactivated', true);
    app.users.removeAllSessions();
    const everyone = app.users.activeIds();
    app.events.publish(realmDeactivated({ realm_id: REALM_ID }), everyone);
    app.db.afterCommit(() => {
      for (const queue of [...app.queues.all]) if (!queue.wants('realm')) app.queues.remove(queue, outOfUse());
    });
  });
}

/** Takes the organisation into use again: the operator's to do, since nobody else gets in. */
export function reactivateRealm(app: App): void {
  app.db.write(() => app.realm.set('deactivated', false));
}
