import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { draftRemoved, draftsAdded, draftUpdated } from './events.ts';
import { cleanDraft, requireOwn, requireSynchronised } from './rules.ts';
import type { Draft, GivenDraft } from './types.ts';

/** Someone's drafts, newest edited first. Refuses who does not synchronise them. */
export function draftsOf(app: App, user: User): Draft[] {
  requireSynchronised(user);
  return app.drafts.ofUser(user.id, -1);
}

/** Keeps drafts, all or none; the answer is their ids, in the order given. */
export function createDrafts(app: App, user: User, given: readonly GivenDraft[]): number[] {
  requireSynchronised(user);
  const clean = given.map((draft) => cleanDraft(app, user, draft));
  return app.db.write(() => {
    const ids = clean.map((draft) => app.drafts.add(user.id, draft));
    if (ids.length > 0)
      app.events.publish(draftsAdded({ drafts: ids.map((id) => requireOwn(app, user, id)) }), [user.id]);
    return ids;
  });
}

/** Puts another text and address in a draft's place. Refuses (404) one that is not one's own. */
export function editDraft(app: App, user: User, id: number, given: GivenDraft): void {
  requireSynchronised(user);
  requireOwn(app, user, id);
  const clean = cleanDraft(app, user, given);
  app.db.write(() => {
    app.drafts.change(id, clean);
    app.events.publish(draftUpdated({ draft: requireOwn(app, user, id) }), [user.id]);
  });
}

/** Refuses (404) a draft that is not one's own. */
export function deleteDraft(app: App, user: User, id: number): void {
  requireSynchronised(user);
  requireOwn(app, user, id);
  app.db.write(() => {
    app.drafts.remove(id);
    app.events.publish(draftRemoved({ draft_id: id }), [user.id]);
  });
}
