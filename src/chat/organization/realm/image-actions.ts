import type { App } from '../../../app.ts';
import { putImage, removeImage } from '../../files/images/actions.ts';
import type { PictureFiles, RealmSlot } from '../../files/images/types.ts';
import { realmDictUpdated } from './events.ts';
import { pictures } from './server-facts.ts';

/** Sets the organization's own icon or logo. */
export function setRealmImage(app: App, slot: RealmSlot, files: PictureFiles): void {
  app.db.write(() => {
    putImage(app, slot, files);
    app.realm.set(`${slot}_source`, 'U');
    publishImage(app, slot);
  });
}

/** Restores the generated one. */
export function removeRealmImage(app: App, slot: RealmSlot): void {
  if (!app.pictures.at(slot)) return;
  app.db.write(() => {
    removeImage(app, slot);
    app.realm.set(`${slot}_source`, slot === 'icon' ? 'G' : 'D');
    publishImage(app, slot);
  });
}

function publishImage(app: App, slot: RealmSlot): void {
  const now = pictures(app);
  const data = { [`${slot}_url`]: now[`realm_${slot}_url`], [`${slot}_source`]: now[`realm_${slot}_source`] };
  app.events.publish(realmDictUpdated({ property: slot, data }), app.users.activeIds());
}
